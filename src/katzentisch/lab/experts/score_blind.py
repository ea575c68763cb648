"""What knowing the match position is worth: a seat that does not know it, among others that do.

A match is played until it is late (a game's `habits.is_late`). From there it is played to its end
once for each seat, with that seat choosing from a copy of the match in which everybody has equally
many points, and once with all knowing. As all are alike, a seat would win its fair share and lead
by nothing, if knowing were worth nothing.

The other time is a check: a seat that does not know the points in all rounds but the late ones. If
that costs it little, then it is not equal points as such that confuse a network.
"""

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from katzentisch.games import game as find_game
from katzentisch.lab.arena.standings import lead
from katzentisch.lab.experts.expert import Player, all_alike
from katzentisch.play.match import Match, new_match

LATE, BEFORE = "late", "before"
TIMES = (LATE, BEFORE)
When = Callable[[Any], bool]


@dataclass(frozen=True)
class Blindness:
    """What came of one deal, all seats together: means over them, and two counts."""

    wins: float  # share of the victory
    lead: float  # over the others' mean; more is better
    gain: float  # points more than the same seat had when it knew
    otherwise: int  # decisions that came out otherwise than they would have
    decisions: int


def blind_deal(
    slug: str, players: int, number: int, time: str, name: str, habits: Any
) -> list[float]:
    """Play one deal, each seat once blind."""
    match = new_match(slug, {"players": players}, number)
    bots = all_alike(name, match)
    blind: When = habits.is_late if time == LATE else lambda state: not habits.is_late(state)
    if time == LATE:
        play_until(match, bots, habits.is_late)
    known = play_on(match.copy(), bots)
    found = [
        play_blind(match.copy(), bots, seat, blind, habits.forget_standing)
        for seat in range(players)
    ]
    return list(astuple(summed(match, known, found)))


def play_until(match: Match, bots: Sequence[Player], late: When) -> None:
    """Let all play until it is late, or over."""
    while not match.over and not late(match.state):
        match.play(bots[int(match.state.to_act)].choose(match))


def play_on(match: Match, bots: Sequence[Player]) -> Match:
    """Let all play to the end, knowing all they may."""
    play_until(match, bots, lambda _: False)
    return match


def play_blind(
    match: Match, bots: Sequence[Player], seat: int, blind: When, forget: Callable[[Any], None]
) -> tuple[Match, int, int]:
    """Let all play to the end, this seat without the standing; how much came out otherwise."""
    otherwise = decisions = 0
    while not match.over:
        acting = int(match.state.to_act)
        move = bots[acting].choose(match)
        if acting == seat and blind(match.state):
            blindly = bots[acting].choose(without_standing(match, forget))
            otherwise += blindly != move
            decisions += 1
            move = blindly
        match.play(move)
    return match, otherwise, decisions


def without_standing(match: Match, forget: Callable[[Any], None]) -> Match:
    """The same match, but for the points that everybody has."""
    twin = match.copy()
    forget(twin.state)
    return twin


def summed(start: Match, known: Match, found: list[tuple[Match, int, int]]) -> Blindness:
    """What being blind did to the seats."""
    sign = 1 if find_game(start.game.SLUG).MANY_POINTS_WIN else -1
    matches = [match for match, _, _ in found]
    wins = [(seat in one.winners) / len(one.winners) for seat, one in enumerate(matches)]
    ahead = [sign * lead(tuple(one.scores), seat) for seat, one in enumerate(matches)]
    gains = [one.scores[seat] - known.scores[seat] for seat, one in enumerate(matches)]
    return Blindness(
        float(np.mean(wins)),
        float(np.mean(ahead)),
        float(np.mean(gains)),
        sum(otherwise for _, otherwise, _ in found),
        sum(decisions for _, _, decisions in found),
    )
