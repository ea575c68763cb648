"""How a card is laid on the table, or lifted from it."""

from katzentisch.games.cat_box.rules.components import CARDS, PLANES, QUADRANTS
from katzentisch.games.cat_box.rules.state import NOWHERE, SPAN, State
from katzentisch.games.cat_box.rules.table import (
    LOWER,
    PAIR,
    column_at,
    covering,
    drawn_at,
    four_at,
    planes_of,
    row_at,
    spot_at,
    x_of,
    y_of,
)
from katzentisch.games.core.bits import (
    EMPTY,
    ONE,
    bits,
    first,
    how_many,
    only,
    place,
    signed,
    without_first,
)
from katzentisch.games.core.jit import long_rule, rule

LAST = SPAN - 9  # the last line of the table that may be used
UPPER = 0  # where a face's upper pair begins

FOUR = bits(15)  # the columns reached by all cards that overlap a given card
STRIDE = 5  # one column more, which stays empty
AROUND = bits(7 | 7 << STRIDE | 7 << 2 * STRIDE)  # where those cards begin


@long_rule
def lay(state: State, card: int, side: int, x: int, y: int) -> None:
    """A card is laid with this side up; what lies under it is hidden."""
    if state.specials:
        cover(state, card, x, y)
    state.at[card] = spot_at(x, y)
    state.shown[card] = side
    state.when[card] = state.laid
    state.laid += 1
    widen(state, x, y)
    show_face(state, state.face[2 * card + side], x, y)


@rule
def widen(state: State, x: int, y: int) -> None:
    """Extend the box as far as a card laid here requires."""
    if x < state.left:
        state.left = x
        if column_at(state, x) == 0:
            move_columns(state, ONE)
    elif x + 1 > state.right:
        state.right = x + 1
        if column_at(state, x + 1) > LAST:
            move_columns(state, -ONE)
    if y < state.top:
        state.top = y
        if row_at(state, y) == 0:
            move_rows(state, ONE)
    elif y + 1 > state.bottom:
        state.bottom = y + 1
        if row_at(state, y + 1) > LAST:
            move_rows(state, -ONE)


@long_rule
def move_columns(state: State, by: int) -> None:
    """Shift all columns by one, to the right or to the left."""
    for row in range(SPAN):
        for plane in range(PLANES):
            state.seen[row, plane] = moved(state.seen[row, plane], by)
        state.taken[row] = moved(state.taken[row], by)
    state.across += by


@rule
def moved(row: int, by: int) -> int:
    """A row with all columns shifted by one."""
    return row << 1 if by > 0 else row >> 1


@long_rule
def move_rows(state: State, by: int) -> None:
    """Shift all rows by one, down or up; the row left behind at the end is already empty."""
    at = SPAN - 1 if by > 0 else 0
    for _ in range(SPAN - 1):
        for plane in range(PLANES):
            state.seen[at, plane] = state.seen[at - by, plane]
        state.taken[at] = state.taken[at - by]
        at -= by
    state.down += by


@rule
def show_face(state: State, face: int, x: int, y: int) -> None:
    """Show a face's four quadrants here, and update the numbers of spots."""
    row, column = row_at(state, y), column_at(state, x)
    above, below = near(state.taken[row - 1], column), near(state.taken[row + 2], column)
    upper, lower = near(state.taken[row], column), near(state.taken[row + 1], column)
    ones, twos = spots_around(above, upper, lower, below)
    taken = paint(state, row, column, face >> UPPER)
    taken_below = paint(state, row + 1, column, face >> LOWER)
    upper, lower = near(taken, column), near(taken_below, column)
    ones_now, twos_now = spots_around(above, upper, lower, below)
    state.ones += ones_now - ones
    state.twos += twos_now - twos


@rule
def paint(state: State, row: int, column: int, face: int) -> int:
    """Show a face's first pair of quadrants in a row; return the row's occupied quadrants."""
    kept = ~drawn_at(PAIR, column)
    low, middle, high = planes_of(state, row)
    low = (low & kept) | drawn_at(face & PAIR, column)
    middle = (middle & kept) | drawn_at((face >> QUADRANTS) & PAIR, column)
    high = (high & kept) | drawn_at((face >> 2 * QUADRANTS) & PAIR, column)
    state.seen[row, 0], state.seen[row, 1], state.seen[row, 2] = low, middle, high
    taken = low | middle | high
    state.taken[row] = taken
    return taken


@rule
def spots_around(above: int, upper: int, lower: int, below: int) -> tuple[int, int]:
    """The numbers of spots overlapping a card here where a card would cover one quadrant, and two.

    Such cards begin in three rows and three columns, which are all examined as one row.
    """
    one, two = covering(
        above | upper << STRIDE | lower << 2 * STRIDE, upper | lower << STRIDE | below << 2 * STRIDE
    )
    return how_many(one & AROUND), how_many(two & AROUND)


@rule
def near(row: int, column: int) -> int:
    """The bits of a row from the column before this one to the second after it."""
    return (row >> (column - 1)) & FOUR


@long_rule
def cover(state: State, card: int, x: int, y: int) -> None:
    """The card covers everything it overlaps, and is itself uncovered."""
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
    """An uncovered card is picked up; what lay under it is visible again."""
    x, y = x_of(state.at[card]), y_of(state.at[card])
    state.at[card] = NOWHERE
    state.uncovered ^= only(card)
    show_face(state, uncovered_face(state, x, y), x, y)
    for other in range(CARDS):
        if overlaps(state, other, x, y) and not is_covered(state, other):
            state.uncovered |= only(other)


@long_rule
def uncovered_face(state: State, x: int, y: int) -> int:
    """What is visible on the four quadrants here: for each, the card that was laid last."""
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
    """A card's content on this quadrant, as in a face's first one; 0 if the card is not there."""
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
