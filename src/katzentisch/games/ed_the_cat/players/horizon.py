"""How far ahead to think, and how much points count: for bots, not for the rules."""

from math import sqrt

from katzentisch.games.core.jit import rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.ed_the_cat.rules.state import State

MANY_POINTS_WIN = False
POINTS_A_ROUND = 15.0  # by which seats usually differ


@rule
def stretch(state: State) -> int:
    """To think ahead is to think to the end of the round: the next one is dealt anew."""
    return state.rounds_played


@rule
def spread(state: State) -> float:
    """A lead counts for less the more rounds are to come."""
    return POINTS_A_ROUND * sqrt(rounds_left(state) + 1.0)


@rule
def rounds_left(state: State) -> float:
    """How many rounds it takes until somebody reaches the limit, roughly."""
    if state.phase == OVER:
        return 0.0
    most = 0
    for seat in range(state.players):
        most = max(most, state.total[seat])
    return 1.0 + (state.limit - most) / (2 * POINTS_A_ROUND)
