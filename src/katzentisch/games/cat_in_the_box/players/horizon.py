"""How far ahead bots think, and how much points matter to them; no rule depends on it."""

from math import sqrt

from katzentisch.games.cat_in_the_box.rules.state import State
from katzentisch.games.core.jit import rule

MANY_POINTS_WIN = True
POINTS_A_ROUND = 4.0  # the usual difference between seats


@rule
def stretch(state: State) -> int:
    """Bots think ahead to the end of the round, because the next one is dealt afresh."""
    return state.rounds_played


@rule
def spread(state: State) -> float:
    """A lead counts for less the more rounds are left."""
    return POINTS_A_ROUND * sqrt(state.players - state.rounds_played + 1.0)
