"""The table: what lies on it, quadrant by quadrant.

A quadrant's x counts to the right and its y down, both from the first card's upper left
quadrant. The table is stored as rows of bits, one bit per column, and starts in the middle
of them. It is shifted only if it gets too close to an edge, which hardly ever happens (`laying`).

`SPAN` rows and columns are enough. The bounding box of everything ever laid starts out two
quadrants wide and high. Each of the 47 other cards, and each card moved by one of at most
five mice, covers a quadrant on the table and so extends the box by at most one column and
one row. The box is thus never wider or higher than 2 + 47 + 5 = 54, and no coordinate is
ever further than 53 from 0. One line before the box stays empty, the first in which a card
can begin; so do eight lines after it, since rows are read eight at a time, each together
with the next one.
"""

from katzentisch.games.cat_box.rules.state import SPAN, State
from katzentisch.games.core.bits import (
    EMPTY,
    ONE,
    bits,
    signed,
)
from katzentisch.games.core.jit import rule

ORIGIN = 64  # what is added to a coordinate in a spot
COORDINATE_BITS = 7
REACH = 53  # the furthest that a coordinate can be from 0
MIDDLE = 27  # the line of the first card's upper left quadrant

PAIR = bits(3)  # two quadrants side by side
LOWER = 2  # where the lower pair begins in a set of four quadrants


@rule
def spot_at(x: int, y: int) -> int:
    """A quadrant of the table, encoded as one number."""
    return ((x + ORIGIN) << COORDINATE_BITS) | (y + ORIGIN)


@rule
def x_of(spot: int) -> int:
    """How far to the right a spot is."""
    return (spot >> COORDINATE_BITS) - ORIGIN


@rule
def y_of(spot: int) -> int:
    """How far down a spot is."""
    return (spot & (2 * ORIGIN - 1)) - ORIGIN


@rule
def row_at(state: State, y: int) -> int:
    """The row with this y coordinate."""
    return y + signed(state.down)


@rule
def column_at(state: State, x: int) -> int:
    """The column with this x coordinate."""
    return x + signed(state.across)


@rule
def y_at(state: State, row: int) -> int:
    """The y coordinate of a row."""
    return row - signed(state.down)


@rule
def first_row(state: State) -> int:
    """The empty row above the table."""
    return row_at(state, signed(state.top)) - 1


@rule
def end_of_rows(state: State) -> int:
    """The empty row below the table."""
    return row_at(state, signed(state.bottom)) + 1


@rule
def first_column(state: State) -> int:
    """The empty column to the left of the table."""
    return column_at(state, signed(state.left)) - 1


@rule
def rows_kept(state: State) -> int:
    """How many rows there are from the empty first one to the table's last."""
    return signed(state.bottom) - signed(state.top) + 2


@rule
def columns_kept(state: State) -> int:
    """How many columns there are from the empty first one to the table's last."""
    return signed(state.right) - signed(state.left) + 2


@rule
def turned(state: State, row: int) -> int:
    """A row in the order in which its spots are counted: from x = 0 on, then those left of it."""
    zero = column_at(state, EMPTY)
    return (row >> zero) | (row & ((ONE << zero) - 1)) << (SPAN - zero)


@rule
def x_in_turned(state: State, place: int) -> int:
    """The x coordinate of a place in such a row."""
    return place if place < SPAN + state.left - 1 else place - SPAN


@rule
def drawn_at(pattern: int, column: int) -> int:
    """A pattern of bits, shifted to begin at a column."""
    return signed(pattern) << column


@rule
def pair_at(row: int, column: int) -> int:
    """Two bits of a row: in a column and to the right of it."""
    return (row >> column) & PAIR


@rule
def right_neighbours(row: int) -> int:
    """For each column, the bit in the column to its right."""
    return row >> 1


@rule
def left_neighbours(row: int) -> int:
    """For each column, the bit in the column to its left."""
    return row << 1


@rule
def occupied(state: State, row: int) -> int:
    """The occupied quadrants in a row."""
    return state.taken[row]


@rule
def planes_of(state: State, row: int) -> tuple[int, int, int]:
    """What is visible in a row: the lowest, the middle and the highest bits of its contents."""
    return state.seen[row, 0], state.seen[row, 1], state.seen[row, 2]


@rule
def empty_boxes(state: State, row: int) -> int:
    """The empty boxes in a row: 6 is the only content with both higher bits set."""
    return state.seen[row, 1] & state.seen[row, 2]


@rule
def within_box(state: State, x: int, y: int) -> bool:
    """Is this in the box around the table, or at most one row or column outside it?"""
    return state.left - 1 <= x <= state.right + 1 and state.top - 1 <= y <= state.bottom + 1


@rule
def four_at(state: State, x: int, y: int) -> int:
    """Which of the four quadrants of a card laid here would be on the table already."""
    row, column = row_at(state, y), column_at(state, x)
    upper = pair_at(occupied(state, row), column)
    lower = pair_at(occupied(state, row + 1), column)
    return upper | (lower << LOWER)


@rule
def covering(upper: int, lower: int) -> tuple[int, int]:
    """Where a card in these two rows covers exactly one quadrant, and where exactly two."""
    single, double = upper ^ lower, upper & lower
    single_right, double_right = right_neighbours(single), right_neighbours(double)
    no_double = ~(double | double_right)
    one = (single ^ single_right) & no_double
    two = (single & single_right & no_double) | ((double ^ double_right) & ~(single | single_right))
    return one, two
