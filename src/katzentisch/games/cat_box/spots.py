"""Where a card may lie: the placing rules.

Whole quadrants, all cards upright. A card's spot is that of its upper left quadrant.
"""

from katzentisch.games.cat_box.state import NOWHERE, State
from katzentisch.games.cat_box.table import (
    LOWER,
    PAIR,
    covering,
    drawn_at,
    empty_boxes,
    occupied,
    pair_at,
    right_neighbours,
    row_after,
    spot_at,
    within_box,
    wrapped,
    x_in_column,
    x_of,
    y_of,
)
from katzentisch.games.ground.bits import EMPTY, ONE, bits, has, how_many, nth, signed
from katzentisch.games.ground.compiling import long_rule, rule

# How a card is laid: with four kittens, with an empty box, or after a stack.
# The second is 1 and so, turned negative, a mask.
FULL, ROOMY, ON_STACK = bits(0), bits(1), bits(2)

BARRED = bits(15)  # four spots in a row reach the three quadrants around a scratcher


@rule
def way_of(state: State, card: int) -> int:
    """How a card is laid by the usual rules. (Both its sides have the same contents.)"""
    return ROOMY if has(state.roomy, card) else FULL


@rule
def spots_in_row(state: State, y: int, way: int) -> int:
    """Where in a row a card may lie."""
    if is_usual(state, way):
        return usual_spots(state, wrapped(y), way)
    return special_spots(state, y, way)


@rule
def is_usual(state: State, way: int) -> bool:
    """Does only what the card shows say how much it covers?"""
    return state.scratchers == 0 and way != ON_STACK


@long_rule
def special_spots(state: State, y: int, way: int) -> int:
    """Where in a row a card may lie after a stack, or with scratchers on the table."""
    row = wrapped(y)
    found = stack_spots(state, row) if way == ON_STACK else usual_spots(state, row, way)
    return found & ~barred_spots(state, y)


@rule
def usual_spots(state: State, row: int, way: int) -> int:
    """Four kittens cover exactly one quadrant; a face with an empty box one or two."""
    return state.one[row] | (state.two[row] & -way)


@rule
def stack_spots(state: State, row: int) -> int:
    """A stacked card covers one to four quadrants, at most three of them kittens."""
    below = row_after(row)
    upper, lower = occupied(state, row), occupied(state, below)
    kittens = upper & ~empty_boxes(state, row) & lower & ~empty_boxes(state, below)
    any_covered = upper | lower
    any_covered |= right_neighbours(any_covered)
    return any_covered & ~(kittens & right_neighbours(kittens))


@long_rule
def barred_spots(state: State, y: int) -> int:
    """A scratcher's quadrant and its eight neighbours may not be covered."""
    barred = EMPTY
    for seat in range(state.players):
        scratcher = state.scratched[seat]
        if scratcher != NOWHERE and -2 <= y - y_of(scratcher) <= 1:
            barred |= drawn_at(BARRED, x_of(scratcher) - 2)
    return barred


@long_rule
def may_lie(state: State, way: int, x: int, y: int) -> bool:
    """May a card be laid here?"""
    return within_box(state, x, y) and pair_at(spots_in_row(state, y, way), x) & 1 != 0


@rule
def count_spots(state: State, way: int) -> int:
    """In how many places a card may lie."""
    if is_usual(state, way):
        return state.ones + state.twos * way
    return count_row_by_row(state, way)


@long_rule
def count_row_by_row(state: State, way: int) -> int:
    """The same, counted anew."""
    count = 0
    for y in range(state.top - 1, state.bottom + 1):
        count += how_many(spots_in_row(state, y, way))
    return count


@rule
def nth_spot(state: State, way: int, n: int) -> int:
    """The spot that has n others before it, row by row."""
    y = state.top - 1
    found = spots_in_row(state, y, way)
    while n >= how_many(found):
        n -= how_many(found)
        y += 1
        found = spots_in_row(state, y, way)
    return spot_at(x_in_column(state, nth(found, n)), y)


# What a mouse moves is judged as if it were not on the table.


@long_rule
def spots_without(state: State, card: int, y: int) -> int:
    """Where in a row a card from the table may lie that is lifted first: not where it was."""
    spot = state.at[card]
    way = way_of(state, card)
    if abs(y - y_of(spot)) > 1:
        return spots_in_row(state, y, way)
    row = wrapped(y)
    upper = occupied(state, row) & ~vacated(state, card, y)
    lower = occupied(state, row_after(row)) & ~vacated(state, card, y + 1)
    one, two = covering(upper, lower)
    found = (one | two if way == ROOMY else one) & ~barred_spots(state, y)
    return found & ~drawn_at(ONE, x_of(spot)) if y == y_of(spot) else found


@rule
def vacated(state: State, card: int, y: int) -> int:
    """The quadrants in a row that are off the table once this card is lifted."""
    spot = state.at[card]
    bare = ~state.beneath[card]
    if y == y_of(spot):
        return drawn_at(bare & PAIR, x_of(spot))
    if y == y_of(spot) + 1:
        return drawn_at((bare >> LOWER) & PAIR, x_of(spot))
    return EMPTY


@long_rule
def count_spots_without(state: State, card: int) -> int:
    """In how many other places a lifted card may lie."""
    way = way_of(state, card)
    count = signed(count_spots(state, way))
    # Only near the card does it matter whether it lies there.
    above = y_of(state.at[card]) - 1
    for y in range(above, above + 3):
        count += how_many(spots_without(state, card, y)) - how_many(spots_in_row(state, y, way))
    return count


@long_rule
def nth_spot_without(state: State, card: int, n: int) -> int:
    """The spot for a lifted card that has n others before it, row by row."""
    y = state.top - 1
    found = spots_without(state, card, y)
    while n >= how_many(found):
        n -= how_many(found)
        y += 1
        found = spots_without(state, card, y)
    return spot_at(x_in_column(state, nth(found, n)), y)
