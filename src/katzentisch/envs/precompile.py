"""Compiling the environments when one is first made, with a progress bar."""

from contextlib import AbstractContextManager

from katzentisch.games.core.contract import Rules
from katzentisch.play import precompile

ENVIRONMENTS = "envs"
# How many functions are compiled for a game's environments.
FUNCTIONS = {"big-bang": 139, "cat-box": 278, "cat-in-the-box": 148, "ed-the-cat": 211}


def preparing(game: Rules) -> AbstractContextManager[bool]:
    """Show how far compiling is within this block; yields whether anything has to be compiled."""
    return precompile.preparing(game, ENVIRONMENTS, FUNCTIONS.get(game.SLUG, precompile.SOME))
