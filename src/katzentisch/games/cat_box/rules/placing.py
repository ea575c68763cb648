"""Where a card may lie, and what else can be put on the table: the rules of placement.

Cards lie upright and cover whole quadrants. A card's spot is that of its upper left quadrant.
"""

from katzentisch.games.cat_box.rules.state import NOWHERE, State
from katzentisch.games.cat_box.rules.table import (
    LOWER,
    PAIR,
    column_at,
    covering,
    drawn_at,
    empty_boxes,
    end_of_rows,
    first_row,
    occupied,
    pair_at,
    right_neighbours,
    row_at,
    spot_at,
    turned,
    within_box,
    x_in_turned,
    x_of,
    y_at,
    y_of,
)
from katzentisch.games.core.bits import EMPTY, ONE, bits, has, how_many, nth, signed
from katzentisch.games.core.jit import long_rule, rule

# How something is put on the table: a card with four kittens, one with an empty box, any card
# after a stack, a scratcher, and from CARRIED on, card by card, what a mouse carries.
# ROOMY is 1, so its negative is a mask.
FULL, ROOMY, ON_STACK, ON_QUADRANT, CARRIED = bits(0), bits(1), bits(2), bits(3), bits(4)

BARRED = bits(15)  # four spots in a row reach the three quadrants around a scratcher


@rule
def way_of(state: State, card: int) -> int:
    """How a card is laid by the usual rules. (Both sides have the same contents.)"""
    return ROOMY if has(state.roomy, card) else FULL


@rule
def way_to_lay(stacked: bool, usual: int) -> int:
    """After a stack any card is laid more freely than usual."""
    return ON_STACK if stacked else usual


@rule
def spots_in_row(state: State, row: int, way: int) -> int:
    """The spots in a row where something may be put."""
    if is_usual(state, way):
        return usual_spots(state, row, way)
    return special_spots(state, row, way)


@rule
def is_usual(state: State, way: int) -> bool:
    """Is a card laid by the usual rules, with no scratcher on the table?"""
    return state.scratchers == 0 and way < ON_STACK


@long_rule
def special_spots(state: State, row: int, way: int) -> int:
    """The spots in a row for what a tile moves, or for a card where tiles matter."""
    if way == ON_QUADRANT:
        return occupied(state, row)
    if way >= CARRIED:
        return spots_without(state, way - CARRIED, row)
    return unbarred_spots(state, row, way)


@rule
def unbarred_spots(state: State, row: int, way: int) -> int:
    """The spots in a row for a card after a stack, or with scratchers on the table."""
    found = stack_spots(state, row) if way == ON_STACK else usual_spots(state, row, way)
    return found & ~barred_spots(state, row)


@rule
def usual_spots(state: State, row: int, way: int) -> int:
    """Four kittens cover exactly one quadrant; a face with an empty box one or two."""
    one, two = covering(occupied(state, row), occupied(state, row + 1))
    return one | (two & -way)


@rule
def stack_spots(state: State, row: int) -> int:
    """A stacked card covers one to four quadrants, at most three of them kittens."""
    upper, lower = occupied(state, row), occupied(state, row + 1)
    kittens = upper & ~empty_boxes(state, row) & lower & ~empty_boxes(state, row + 1)
    any_covered = upper | lower
    any_covered |= right_neighbours(any_covered)
    return any_covered & ~(kittens & right_neighbours(kittens))


@long_rule
def barred_spots(state: State, row: int) -> int:
    """A scratcher's quadrant and its eight neighbours may not be covered."""
    barred = EMPTY
    for seat in range(state.players):
        scratcher = state.scratched[seat]
        if scratcher != NOWHERE and -2 <= row - row_at(state, y_of(scratcher)) <= 1:
            # The first of the four spots may be further left than any column.
            barred |= drawn_at(BARRED, column_at(state, x_of(scratcher)) - 1) >> 1
    return barred


@long_rule
def may_lie(state: State, way: int, x: int, y: int) -> bool:
    """May something be put here?"""
    if not within_box(state, x, y):
        return False
    return pair_at(spots_in_row(state, row_at(state, y), way), column_at(state, x)) & 1 != 0


@rule
def count_spots(state: State, way: int) -> int:
    """The number of spots where something may be put, counted only if it is not already known."""
    if is_usual(state, way):
        return state.ones + state.twos * way
    if way >= CARRIED:
        return state.mice[way - CARRIED]
    return count_row_by_row(state, way)


@long_rule
def count_row_by_row(state: State, way: int) -> int:
    """The number of spots, counted row by row."""
    count = 0
    for row in range(first_row(state), end_of_rows(state)):
        count += how_many(spots_in_row(state, row, way))
    return count


@rule
def nth_spot(state: State, way: int, n: int) -> int:
    """The nth spot, from 0, row by row."""
    row = first_row(state)
    found = spots_in_row(state, row, way)
    while n >= how_many(found):
        n -= how_many(found)
        row += 1
        found = spots_in_row(state, row, way)
    x = x_in_turned(state, nth(turned(state, found), n))
    return spot_at(x, y_at(state, row))


# A card that a mouse moves is treated as if it were not on the table.


@long_rule
def spots_without(state: State, card: int, row: int) -> int:
    """The spots in a row for a card lifted from the table, except the one where it was."""
    way = way_of(state, card)
    down = row - row_of(state, card)
    if abs(down) > 1:
        return unbarred_spots(state, row, way)
    upper = occupied(state, row) & ~vacated(state, card, row)
    lower = occupied(state, row + 1) & ~vacated(state, card, row + 1)
    one, two = covering(upper, lower)
    found = (one | two if way == ROOMY else one) & ~barred_spots(state, row)
    return found & ~drawn_at(ONE, column_of(state, card)) if down == 0 else found


@rule
def row_of(state: State, card: int) -> int:
    """The upper row of a card on the table."""
    return row_at(state, y_of(state.at[card]))


@rule
def column_of(state: State, card: int) -> int:
    """The left column of a card on the table."""
    return column_at(state, x_of(state.at[card]))


@rule
def vacated(state: State, card: int, row: int) -> int:
    """The quadrants in a row that are off the table once this card is lifted."""
    bare = ~state.beneath[card]
    if row == row_of(state, card):
        return drawn_at(bare & PAIR, column_of(state, card))
    if row == row_of(state, card) + 1:
        return drawn_at((bare >> LOWER) & PAIR, column_of(state, card))
    return EMPTY


@long_rule
def count_spots_without(state: State, card: int) -> int:
    """The number of other spots where a lifted card may lie."""
    way = way_of(state, card)
    count = signed(count_spots(state, way))
    # Lifting the card changes only the spots near it.
    above = row_of(state, card) - 1
    for row in range(above, above + 3):
        count += how_many(spots_without(state, card, row)) - how_many(spots_in_row(state, row, way))
    return count
