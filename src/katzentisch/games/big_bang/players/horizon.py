"""How far ahead bots think, and how much points matter to them; no rule depends on it."""

from math import sqrt

from katzentisch.games.big_bang.rules.components import ROUNDS
from katzentisch.games.big_bang.rules.state import State
from katzentisch.games.core.jit import rule

MANY_POINTS_WIN = True
POINTS_A_ROUND = 3.0  # the usual difference between seats


@rule
def stretch(state: State) -> int:
    """Bots think ahead to the end of the game, because cards and tiles have to last until then."""
    return 0


@rule
def spread(state: State) -> float:
    """A lead counts for less the more rounds are left."""
    return POINTS_A_ROUND * sqrt(ROUNDS - state.rounds_played + 1.0)
