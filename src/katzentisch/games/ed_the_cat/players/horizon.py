"""How far ahead bots think, and how much points count for them; no rule depends on it."""

from math import sqrt

from katzentisch.games.core.jit import rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.ed_the_cat.rules.state import State

MANY_POINTS_WIN = False
POINTS_A_ROUND = 15.0  # the usual difference between seats


@rule
def stretch(state: State) -> int:
    """Bots think ahead to the end of the round, because the next one is dealt afresh."""
    return state.rounds_played


@rule
def spread(state: State) -> float:
    """A lead counts for less the more rounds are left."""
    return POINTS_A_ROUND * sqrt(rounds_left(state) + 1.0)


@rule
def rounds_left(state: State) -> float:
    """Roughly how many rounds it will take until somebody reaches the limit."""
    if state.phase == OVER:
        return 0.0
    most = 0
    for seat in range(state.players):
        most = max(most, state.total[seat])
    return 1.0 + (state.limit - most) / (2 * POINTS_A_ROUND)
