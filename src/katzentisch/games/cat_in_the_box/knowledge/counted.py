"""What counted in a round, computed by the scoring rules from what everybody can see."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from katzentisch.games.cat_in_the_box.rules.components import SPACE_NAMES
from katzentisch.games.cat_in_the_box.rules.scoring import largest_group
from katzentisch.games.cat_in_the_box.rules.setup import neutral_space, place_at
from katzentisch.games.core.bits import EMPTY, has, only

Board: TypeAlias = list[list[dict[str, Any] | None]]
"""The research board as a view shows it, row by row."""


def bonus_group(board: Board, seat: int) -> set[tuple[int, int]]:
    """The rows and columns of the tokens that earned a seat its bonus."""
    own = EMPTY
    for row, column in tokens_on(board, seat):
        own |= only(place_at(row, column))
    group = largest_group(own)
    return {(r, c) for r, c in tokens_on(board, seat) if has(group, place_at(r, c))}


def tokens_on(board: Board, seat: int) -> Iterator[tuple[int, int]]:
    """The rows and columns of a seat's tokens."""
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            if cell and cell["token"] == seat:
                yield r, c


def neutral_spaces(revealed: Iterable[int]) -> list[str]:
    """The spaces of the neutral tokens for the values turned up."""
    spaces, taken = [], EMPTY
    for value in revealed:
        space = neutral_space(taken, value)
        taken |= only(space)
        spaces.append(SPACE_NAMES[space])
    return spaces
