"""How far ahead to think, and how much points count: for bots, not for the rules."""

from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.core.jit import rule

MANY_POINTS_WIN = True
POINTS_A_GAME = 6.0  # by which seats usually differ


@rule
def stretch(state: State) -> int:
    """To think ahead is to think to the end of the game: nothing counts before."""
    return 0


@rule
def spread(state: State) -> float:
    """Points are counted once, at the end."""
    return POINTS_A_GAME
