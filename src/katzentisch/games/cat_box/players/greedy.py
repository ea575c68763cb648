"""A simple player that shows its own kittens, in groups, and covers other seats' kittens.

It looks only at what the seat to act may know: the table, both sides of the cards within
reach, and its own identity. Every spot gets a value in hundredths of a point, and the best
one is chosen. The weights were found by letting such players play against each other.
"""

from katzentisch.games.cat_box.rules.components import CHIHUAHUA
from katzentisch.games.cat_box.rules.moves import END, USE_PAW, USE_STACK, moving, using
from katzentisch.games.cat_box.rules.placing import spots_in_row, way_of, way_to_lay
from katzentisch.games.cat_box.rules.scoring import showing, shows
from katzentisch.games.cat_box.rules.sources import (
    as_source,
    held_at,
    side_up,
    within_reach,
)
from katzentisch.games.cat_box.rules.state import STACKED, TILE, State
from katzentisch.games.cat_box.rules.table import (
    column_at,
    end_of_rows,
    first_row,
    four_at,
    row_at,
    spot_at,
    turned,
    x_in_turned,
    y_at,
)
from katzentisch.games.cat_box.rules.tiles import may_paw
from katzentisch.games.cat_box.rules.turn import may_stack
from katzentisch.games.core.bits import EMPTY, bits, first, how_many, place, signed, without_first
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import Numbers, Weights
from katzentisch.games.core.rng import below

(
    KITTEN,  # each visible kitten of its own gained or lost
    IN_GROUP,  # each kitten in the groups that new ones join
    COVERED,  # each other quadrant covered
    STACKING,  # how much better a stack must be
) = range(4)
WEIGHTS = tuple(bits(weight) for weight in (100, 75, 25, 150))
NOTHING_YET = bits(-1_000_000)

# Groups are examined in a window around a card: six rows of eight columns, with one column
# between rows that stays empty.
ROWS_ABOVE, WINDOW_ROWS = 2, 6
COLUMNS_LEFT, WINDOW_ROW = 3, bits(0xFF)
STRIDE = 9
UPPER_PAIR = ROWS_ABOVE * STRIDE + COLUMNS_LEFT
LOWER_PAIR = UPPER_PAIR + STRIDE
THE_CARD = bits(3 << UPPER_PAIR | 3 << LOWER_PAIR)


@long_rule
def greedy_move(state: State, chance: Numbers, whim: int) -> int:
    """The best place for a card; a `whim` above 0 adds randomness to the values."""
    return weighed_move(state, chance, whim, WEIGHTS)


@long_rule
def weighed_move(state: State, chance: Numbers, whim: int, weights: Weights) -> int:
    """The best place for a card; a paw whenever possible, a stack if it is worth a tile."""
    if state.phase == TILE:
        return using(USE_PAW) if may_paw(state) else using(END)
    if state.phase == STACKED:
        return best_place(state, True, chance, whim, weights)[1]
    worth, move = best_place(state, False, chance, whim, weights)
    if (
        may_stack(state)
        and best_place(state, True, chance, whim, weights)[0] >= worth + weights[STACKING]
    ):
        return using(USE_STACK)
    return move


@long_rule
def best_place(
    state: State, stacked: bool, chance: Numbers, whim: int, weights: Weights
) -> tuple[int, int]:
    """The best way to play a card, and what it is worth."""
    best, move = NOTHING_YET, using(END)
    left, _ = within_reach(state)
    while left != 0:
        source = as_source(state, place(first(left)))
        worth, spot = best_spot(state, source, stacked, chance, whim, weights)
        if worth > best:
            best, move = worth, moving(source, spot)
        left = without_first(left)
    return best, move


@long_rule
def best_spot(
    state: State,
    source: int,
    stacked: bool,
    chance: Numbers,
    whim: int,
    weights: Weights,
) -> tuple[int, int]:
    """The best place for one card, and what it is worth."""
    card = signed(held_at(state, source)) >> 1
    wanted = state.identity[state.to_act]
    shown = shows(state.face[2 * card + side_up(state, source)], wanted)
    way = way_to_lay(stacked, way_of(state, card))
    best, chosen = NOTHING_YET, EMPTY
    for row in range(first_row(state), end_of_rows(state)):
        y = y_at(state, row)
        spots = turned(state, spots_in_row(state, row, way))
        while spots != 0:
            x = x_in_turned(state, place(first(spots)))
            spots = without_first(spots)
            worth = worth_at(state, wanted, shown, x, y, weights)
            if whim != 0:
                worth += below(chance, whim)
            if worth > best:
                best, chosen = worth, signed(spot_at(x, y))
    return best, chosen


@rule
def worth_at(state: State, wanted: int, shown: int, x: int, y: int, weights: Weights) -> int:
    """The value of own kittens gained or lost, of the groups they join, and of others covered."""
    before = window(state, wanted, x, y)
    laid = ((shown & 3) << UPPER_PAIR) | ((shown >> 2) << LOWER_PAIR)
    after = (before & ~THE_CARD) | laid
    own_covered = how_many(before & THE_CARD)
    covered = how_many(four_at(state, x, y))
    worth = weights[KITTEN] * (how_many(laid) - own_covered) + weights[COVERED] * (
        covered - own_covered
    )
    if wanted == CHIHUAHUA:
        return worth
    return worth + weights[IN_GROUP] * how_many(joined(laid, after))


@long_rule
def window(state: State, wanted: int, x: int, y: int) -> int:
    """Where the wanted content is visible around a card."""
    found = EMPTY
    above, column = row_at(state, y) - ROWS_ABOVE, column_at(state, x)
    for at in range(max(first_row(state), above), min(end_of_rows(state), above + WINDOW_ROWS)):
        # The window may begin further left than any column.
        row = (showing(state, at, wanted) << COLUMNS_LEFT) >> column
        found |= (row & WINDOW_ROW) << (STRIDE * (at - above))
    return found


@rule
def joined(group: int, kittens: int) -> int:
    """All kittens in the window that are connected to these."""
    while True:
        around = (group << 1) | (group >> 1) | (group << STRIDE) | (group >> STRIDE)
        grown = group | (around & kittens)
        if grown == group:
            return group
        group = grown
