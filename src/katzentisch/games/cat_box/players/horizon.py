"""How far ahead bots think, and how much points count for them; no rule depends on it."""

from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.core.jit import rule

MANY_POINTS_WIN = True
POINTS_A_GAME = 6.0  # that usually separate the seats


@rule
def stretch(state: State) -> int:
    """Bots think ahead to the end of the game, as nothing is scored before then."""
    return 0


@rule
def spread(state: State) -> float:
    """How many points usually separate the seats; they are counted once, at the end."""
    return POINTS_A_GAME
