"""A match between networks with their thoughts: the moves they liked, and what they expected.

How much a network likes a move is its probability of making it. What a seat expects is how the
match ends on average if everybody keeps making the network's favourite moves, in worlds that the
seat imagines.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from katzentisch.bots.names import BOT_NAMES
from katzentisch.games.core.i18n import Words
from katzentisch.lab.experts.expert import Thinker
from katzentisch.lab.formatting import teller
from katzentisch.play.match import Match, new_match

ROLLS = 100
ENDS = 9  # decisions shown from the beginning and from the end of a long stretch
LONG = 36  # decisions; longer stretches are not shown in full


@dataclass(frozen=True)
class Thought:
    """A decision, what its seat thought, and what followed."""

    who: str
    held: str
    liked: list[tuple[str, float]]  # best first; the first move was made
    wins: float  # the share of the win that it expects
    score: float
    then: list[str]  # what followed, in sentences


Commentary = list[dict[str, Any]]
"""Stretches of a match, each with the scores before it and its thoughts, ready for JSON."""


def thoughts(slug: str, players: int, seed: int, habits: Any, rolls: int = ROLLS) -> Commentary:
    """Play a match between networks; return what they thought in the first and in the last round.

    If a match has a single long round, its beginning and its end are shown.
    """
    match = new_match(slug, {"players": players}, seed, list(BOT_NAMES[:players]))
    thinker, moments = Thinker(match), [match.copy()]
    while not match.over:
        match.play(thinker.likes(match)[0][0])
        moments.append(match.copy())
    rounds = [int(match.game.rounds_done(one.state)) for one in moments[:-1]]
    stretches = numbers_shown(rounds)
    return [
        {
            "scores": moments[numbers.start].scores,
            "thoughts": [
                asdict(thought(thinker, moments[n], moments[n + 1], habits, rolls)) for n in numbers
            ],
        }
        for numbers in stretches
    ]


def numbers_shown(rounds: list[int]) -> list[range]:
    """Which decisions to show, given the round of each."""
    first = range(rounds.count(rounds[0]))
    last = range(len(rounds) - rounds.count(rounds[-1]), len(rounds))
    if first != last:
        return [first, last]
    if len(first) <= LONG:
        return [first]
    return [range(ENDS), range(len(rounds) - ENDS, len(rounds))]


def thought(thinker: Thinker, before: Match, after: Match, habits: Any, rolls: int) -> Thought:
    """What the seat to act thinks, and what follows from its move."""
    seat = int(before.state.to_act)
    wins, score = thinker.hopes(before, rolls)
    liked = [(said(before, move, habits), share) for move, share in thinker.likes(before)]
    held = habits.held(before.view(seat))
    return Thought(before.seats[seat], held, liked, wins, score, happened(before, after))


class ByName(Words):
    """English texts in which seats are called by their players' names."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        super().__init__(words.language, words.found)
        self.names = names

    def fill(self, text: str, values: Mapping[str, Any]) -> str:
        """The filled text, with a name for a seat."""
        if "seat" in values:
            values = {**values, "seat": self.names[int(values["seat"])]}
        return super().fill(text.replace("seat {seat}", "{seat}"), values)


def said(match: Match, move: int, habits: Any) -> str:
    """A move as somebody who sees the table would describe it, with other seats by name."""
    words, name = teller("en", match.game.SLUG)._, match.game.name_of(move)
    if hasattr(habits, "said"):
        return str(habits.said(match.view(match.to_act), name, match.seats))
    return match.game.describe_move(name, ByName(words, match.seats))


def happened(before: Match, after: Match) -> list[str]:
    """What followed from a move, in sentences."""
    words = teller("en", before.game.SLUG)._
    events = after.events()[len(before.events()) + 1 :]
    sentences = (before.game.describe_event(event, before.seats, words) for event in events)
    return [one for one in sentences if one]
