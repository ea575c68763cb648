"""Notes on what happens over many games, and defaults for games that note nothing.

A game's `statistics/notes.py` has two records: `Notes`, sums over games, and `Memo`, what is
remembered within one game and blank at its start. Its functions are called before each
decision, before each step, and when the game is over.
"""

from typing import Any

from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import Record, small, word

WHOLE = 60  # a share among up to six is a whole number of sixtieths


class Notes(Record):
    """Sums over games: none."""

    nothing: int = word()


class Memo(Record):
    """What is remembered within a game: nothing."""

    nothing: int = small()


@rule
def note_decision(state: Any, move: int, notes: Notes, memo: Memo) -> None:
    """Nothing is noted."""


@rule
def note_step(state: Any, notes: Notes, memo: Memo) -> None:
    """Nothing is noted."""


@rule
def note_end(state: Any, notes: Notes, memo: Memo) -> None:
    """Nothing is noted."""
