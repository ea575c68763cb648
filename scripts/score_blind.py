"""What knowing the scores is worth: one seat plays blind, against others that know them.

A match is played until it is late (a game's `habits.is_late`). From there it is played to its end
once for each seat, with that seat choosing from a copy of the match in which everybody has the same
number of points, and once with all seats knowing the points. As all players are equal, a blind seat
would win its fair share and have no lead if knowing them were worth nothing.

The other setting is a control: a seat is blind in all rounds except the late ones. If that costs it
little, equal points as such do not confuse a network.
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
When = Callable[[Any], bool]


@dataclass(frozen=True)
class Blindness:
    """The results of one deal: means over all seats, and two counts."""

    wins: float  # share of the win
    lead: float  # over the mean of the others; more is better
    gain: float  # how many more points than the same seat got when not blind
    otherwise: int  # decisions that came out differently
    decisions: int  # made blind


def blind_deal(
    slug: str, players: int, number: int, time: str, name: str, habits: Any
) -> list[float]:
    """Play one deal, with each seat blind once."""
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
    """Play until it is late, or over."""
    while not match.over and not late(match.state):
        match.play(bots[int(match.state.to_act)].choose(match))


def play_on(match: Match, bots: Sequence[Player]) -> Match:
    """Play to the end, with no seat blind."""
    play_until(match, bots, lambda _: False)
    return match


def play_blind(
    match: Match, bots: Sequence[Player], seat: int, blind: When, forget: Callable[[Any], None]
) -> tuple[Match, int, int]:
    """Play to the end with this seat blind; count its changed decisions, and all made blind."""
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
    """A copy of the match in which everybody has the same number of points."""
    twin = match.copy()
    forget(twin.state)
    return twin


def summed(start: Match, known: Match, found: list[tuple[Match, int, int]]) -> Blindness:
    """The effect of being blind, over all seats."""
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
