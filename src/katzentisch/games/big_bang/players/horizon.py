"""How far ahead to think, and how much points count: for bots, not for the rules."""

from math import sqrt

from katzentisch.games.big_bang.rules.components import ROUNDS
from katzentisch.games.big_bang.rules.state import State
from katzentisch.games.core.jit import rule

MANY_POINTS_WIN = True
POINTS_A_ROUND = 3.0  # by which seats usually differ


@rule
def stretch(state: State) -> int:
    """To think ahead is to think to the end of the game: cards and tiles have to last for it."""
    return 0


@rule
def spread(state: State) -> float:
    """A lead counts for less the more rounds are to come."""
    return POINTS_A_ROUND * sqrt(ROUNDS - state.rounds_played + 1.0)
