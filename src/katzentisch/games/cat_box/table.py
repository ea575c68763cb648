"""The table: what lies on it, quadrant by quadrant, and how a card is laid or lifted.

Quadrants have an x to the right and a y down, both from the first card's upper left
one. The table is kept as `SPAN` rows of as many bits, and wraps round at both ends:
row and column are y and x modulo `SPAN`.

That is enough. The box around all that was ever laid begins two quadrants wide and
high. Each of the 47 other cards, and each card that one of at most five mice moves,
covers a quadrant on the table and so sticks out of the box by one column and one row
at most. The box is thus never wider or higher than 2 + 47 + 5 = 54, and with an empty
line on both sides, where no card could reach across, it fits into 56. For the same
reason no coordinate is ever further than 53 from 0.
"""

from katzentisch.games.cat_box.components import CARDS, PLANES, QUADRANTS
from katzentisch.games.cat_box.state import NOWHERE, SPAN, State
from katzentisch.games.ground.bits import (
    EMPTY,
    bits,
    first,
    how_many,
    only,
    place,
    signed,
    without_first,
)
from katzentisch.games.ground.compiling import long_rule, rule

ORIGIN = 64  # what is added to a coordinate in a spot
COORDINATE_BITS = 7
REACH = SPAN - 3  # the furthest that a coordinate can be from 0

WHOLE_ROW = bits((1 << SPAN) - 1)
PAIR = bits(3)  # two quadrants side by side
UPPER = 0  # where a face's upper pair begins
LOWER = 2


@rule
def spot_at(x: int, y: int) -> int:
    """A quadrant of the table in one number."""
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
def wrapped(coordinate: int) -> int:
    """The row or column that a coordinate has."""
    return coordinate + SPAN if coordinate < 0 else coordinate


@rule
def row_after(row: int) -> int:
    """The row below."""
    return row + 1 if row + 1 < SPAN else 0


@rule
def row_before(row: int) -> int:
    """The row above."""
    return row - 1 if row != 0 else SPAN - 1


@rule
def x_in_column(state: State, column: int) -> int:
    """The x that a column has within the box and the empty line around it."""
    return column if column < state.left - 1 + SPAN else column - SPAN


@rule
def drawn_at(pattern: int, x: int) -> int:
    """A few bits as a row has them from x on, round its end."""
    wide = signed(pattern) << wrapped(x)
    return (wide & WHOLE_ROW) | (wide >> SPAN)


@rule
def pair_at(row: int, x: int) -> int:
    """Two bits of a row: at x and to the right of it."""
    column = wrapped(x)
    return ((row >> column) | ((row & 1) << (SPAN - column))) & PAIR


@rule
def right_neighbours(row: int) -> int:
    """For each column what a row has in the column to its right."""
    return (row >> 1) | ((row & 1) << (SPAN - 1))


@rule
def left_neighbours(row: int) -> int:
    """For each column what a row has in the column to its left."""
    return ((row << 1) & WHOLE_ROW) | (row >> (SPAN - 1))


@rule
def occupied(state: State, row: int) -> int:
    """The quadrants of the table in a row."""
    return state.seen[row, 0] | state.seen[row, 1] | state.seen[row, 2]


@rule
def empty_boxes(state: State, row: int) -> int:
    """The empty boxes in a row: 6, the one content with both higher bits."""
    return state.seen[row, 1] & state.seen[row, 2]


@rule
def is_on_table(state: State, x: int, y: int) -> bool:
    """Is there a quadrant of the table here?"""
    return within_box(state, x, y) and pair_at(occupied(state, wrapped(y)), x) & 1 != 0


@rule
def within_box(state: State, x: int, y: int) -> bool:
    """Is this in the box around the table, or one row or column outside?"""
    return state.left <= x + 1 < state.left + SPAN and state.top - 1 <= y <= state.bottom + 1


@rule
def four_at(state: State, x: int, y: int) -> int:
    """Which of the four quadrants that a card here would have are on the table."""
    upper = pair_at(occupied(state, wrapped(y)), x)
    lower = pair_at(occupied(state, wrapped(y + 1)), x)
    return upper | (lower << LOWER)


@long_rule
def lay(state: State, card: int, side: int, x: int, y: int) -> None:
    """A card is laid with this side up; what lies under it is gone from sight."""
    if state.specials:
        cover(state, card, x, y)
    state.at[card] = spot_at(x, y)
    state.shown[card] = side
    state.when[card] = state.laid
    state.laid += 1
    face = state.face[2 * card + side]
    paint(state, wrapped(y), x, face >> UPPER)
    paint(state, wrapped(y + 1), x, face >> LOWER)
    state.left = min(state.left, x)
    state.top = min(state.top, y)
    state.bottom = max(state.bottom, y + 1)
    find_spots_near(state, y)


@rule
def paint(state: State, row: int, x: int, face: int) -> None:
    """A face's first pair of quadrants takes the place of what was seen in a row."""
    kept = ~drawn_at(PAIR, x)
    for plane in range(PLANES):
        pair = (face >> (QUADRANTS * plane)) & PAIR
        state.seen[row, plane] = (state.seen[row, plane] & kept) | drawn_at(pair, x)


@rule
def find_spots_near(state: State, y: int) -> None:
    """After a change in the rows y and y + 1, find again where cards can lie."""
    row = wrapped(y - 1)
    for _ in range(3):
        below = row_after(row)
        one, two = covering(occupied(state, row), occupied(state, below))
        state.ones += how_many(one) - how_many(state.one[row])
        state.twos += how_many(two) - how_many(state.two[row])
        state.one[row] = one
        state.two[row] = two
        row = below


@rule
def covering(upper: int, lower: int) -> tuple[int, int]:
    """Where a card in these two rows covers exactly one quadrant, and where exactly two."""
    single, double = upper ^ lower, upper & lower
    single_right, double_right = right_neighbours(single), right_neighbours(double)
    no_double = ~(double | double_right)
    one = (single ^ single_right) & no_double
    two = (single & single_right & no_double) | ((double ^ double_right) & ~(single | single_right))
    return one, two


@long_rule
def cover(state: State, card: int, x: int, y: int) -> None:
    """The card comes to lie on all that it overlaps, and on top itself."""
    state.beneath[card] = four_at(state, x, y)
    lying = state.uncovered
    while lying != 0:
        other = first(lying)
        lying = without_first(lying)
        if overlaps(state, place(other), x, y):
            state.uncovered ^= other
    state.uncovered |= only(card)


@rule
def overlaps(state: State, card: int, x: int, y: int) -> bool:
    """Does a card on the table share a quadrant with one that lies here?"""
    spot = state.at[card]
    return spot != NOWHERE and abs(x_of(spot) - x) <= 1 and abs(y_of(spot) - y) <= 1


@long_rule
def lift(state: State, card: int) -> None:
    """An uncovered card is taken up; what lay under it is seen again."""
    x, y = x_of(state.at[card]), y_of(state.at[card])
    state.at[card] = NOWHERE
    state.uncovered ^= only(card)
    face = uncovered_face(state, x, y)
    paint(state, wrapped(y), x, face >> UPPER)
    paint(state, wrapped(y + 1), x, face >> LOWER)
    find_spots_near(state, y)
    for other in range(CARDS):
        if overlaps(state, other, x, y) and not is_covered(state, other):
            state.uncovered |= only(other)


@long_rule
def uncovered_face(state: State, x: int, y: int) -> int:
    """What is seen on the four quadrants here when the cards are laid again one by one."""
    face = EMPTY
    for quadrant in range(QUADRANTS):
        latest = NOWHERE
        for card in range(CARDS):
            content = content_at(state, card, x + (quadrant & 1), y + (quadrant >> 1))
            if content != 0 and state.when[card] > latest:
                latest = state.when[card]
                face &= ~(EVERY_PLANE << quadrant)
                face |= content << quadrant
    return face


EVERY_PLANE = bits(0x111)  # a quadrant's three bits in a face


@rule
def content_at(state: State, card: int, x: int, y: int) -> int:
    """What a card on the table has on this quadrant, as a face's first; 0 if it has no part."""
    spot = state.at[card]
    across, down = x - x_of(spot), y - y_of(spot)
    if spot == NOWHERE or across < 0 or across > 1 or down < 0 or down > 1:
        return EMPTY
    face = signed(state.face[2 * card + state.shown[card]])
    return (face >> (across + 2 * down)) & EVERY_PLANE


@long_rule
def is_covered(state: State, card: int) -> bool:
    """Was a card that overlaps this one laid after it?"""
    x, y = x_of(state.at[card]), y_of(state.at[card])
    for other in range(CARDS):
        if state.when[other] > state.when[card] and overlaps(state, other, x, y):
            return True
    return False
