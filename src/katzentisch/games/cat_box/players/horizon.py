"""How far ahead to think, and how much points count: for bots, not for the rules."""

from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.core.jit import rule

MANY_POINTS_WIN = True
POINTS_A_GAME = 6.0  # that usually separate the seats


@rule
def stretch(state: State) -> int:
    """Bots think ahead to the end of the game, as nothing is scored before it."""
    return 0


@rule
def spread(state: State) -> float:
    """How many points usually separate the seats; they are counted once, at the end."""
    return POINTS_A_GAME
