"""The special rules: each seat has five tiles and may use one in each of its turns."""

from katzentisch.games.cat_box.rules.components import (
    CARDS,
    FISH,
    HAND,
    MOUSE,
    NO_CARD,
    PAW,
    SCRATCHER,
    ZERO,
)
from katzentisch.games.cat_box.rules.moves import (
    BY_MOUSE,
    END,
    SCRATCH,
    USE_PAW,
    fishing,
    moving,
    seat_fished,
    slot_fished,
    spot_of,
    thing_of,
    using,
)
from katzentisch.games.cat_box.rules.placing import (
    count_spots_without,
    nth_in_row,
    nth_spot_without,
    spots_without,
)
from katzentisch.games.cat_box.rules.sources import can_place, owe, take_from_hand
from katzentisch.games.cat_box.rules.state import NOWHERE, State
from katzentisch.games.cat_box.rules.table import (
    column_at,
    end_of_rows,
    first_row,
    is_on_table,
    lay,
    lift,
    occupied,
    pair_at,
    row_at,
    within_box,
    x_of,
    y_of,
)
from katzentisch.games.core.bits import has, how_many, only, signed
from katzentisch.games.core.jit import long_rule, rule


@rule
def has_tile(state: State, tile: int) -> bool:
    """Has the seat to act this tile left?"""
    return state.tiles[state.to_act] & tile != 0


@rule
def spend(state: State, tile: int) -> None:
    """A used tile is gone."""
    state.tiles[state.to_act] ^= tile


@rule
def may_paw(state: State) -> bool:
    """A paw needs a second card that can be placed."""
    return has_tile(state, PAW) and can_place(state)


@long_rule
def count_tile_moves(state: State) -> int:
    """How many moves there are after playing; to end is always one."""
    return (
        1
        + (1 if may_paw(state) else 0)
        + (count_fish(state) if has_tile(state, FISH) else 0)
        + (count_quadrants(state) if has_tile(state, SCRATCHER) else 0)
        + count_mice(state)
    )


@long_rule
def nth_tile_move(state: State, n: int) -> int:
    """The moves after playing in their order: end, paw, fish, scratcher, mouse."""
    if n == 0:
        return using(END)
    n -= 1
    if may_paw(state):
        if n == 0:
            return using(USE_PAW)
        n -= 1
    if has_tile(state, FISH):
        catches = count_fish(state)
        if n < catches:
            return nth_fish(state, n)
        n -= catches
    if has_tile(state, SCRATCHER):
        quadrants = count_quadrants(state)
        if n < quadrants:
            return moving(SCRATCH, nth_quadrant(state, n))
        n -= quadrants
    return nth_mouse(state, n)


@long_rule
def may_use_tile(state: State, move: int) -> bool:
    """May this move be made after playing?"""
    thing, spot = thing_of(move), spot_of(move)
    if thing == SCRATCH:
        return has_tile(state, SCRATCHER) and is_on_table(state, x_of(spot), y_of(spot))
    if thing < SCRATCH:
        return False
    if move < using(0):
        return has_tile(state, MOUSE) and may_move(state, thing - BY_MOUSE, x_of(spot), y_of(spot))
    if move == using(END):
        return True
    if move == using(USE_PAW):
        return may_paw(state)
    return has_tile(state, FISH) and may_fish(state, move)


# The fish


@rule
def count_fish(state: State) -> int:
    """Any card of any hand can be caught."""
    count = 0
    for seat in range(state.players):
        for slot in range(HAND[state.players]):
            count += 1 if state.hand[seat, slot] != NO_CARD else 0
    return count


@rule
def nth_fish(state: State, n: int) -> int:
    """The catch that has n others before it."""
    for seat in range(state.players):
        for slot in range(HAND[state.players]):
            if state.hand[seat, slot] != NO_CARD:
                if n == 0:
                    return fishing(seat, slot)
                n -= 1
    return using(END)


@rule
def may_fish(state: State, move: int) -> bool:
    """Only hands can be fished, and only where there is a card."""
    if move < fishing(0, 0) or seat_fished(move) >= state.players:
        return False
    return state.hand[seat_fished(move), slot_fished(move)] != NO_CARD


@rule
def fish(state: State, seat: int, slot: int) -> None:
    """A card is laid before the catcher; the seat it came from draws another."""
    spend(state, FISH)
    state.reserved[state.to_act] = state.hand[seat, slot]
    take_from_hand(state, seat, slot)
    owe(state, seat)


# The scratcher


@rule
def count_quadrants(state: State) -> int:
    """How many quadrants the table has."""
    count = 0
    for row in range(first_row(state), end_of_rows(state)):
        count += how_many(occupied(state, row))
    return count


@rule
def nth_quadrant(state: State, n: int) -> int:
    """The quadrant of the table that has n others before it, row by row."""
    row = first_row(state)
    found = occupied(state, row)
    while n >= how_many(found):
        n -= how_many(found)
        row += 1
        found = occupied(state, row)
    return nth_in_row(state, row, found, n)


@rule
def scratch(state: State, spot: int) -> None:
    """It goes on a quadrant, and stays until the start of the seat's next turn."""
    spend(state, SCRATCHER)
    state.scratched[state.to_act] = spot
    state.scratchers += 1


@rule
def take_back_scratcher(state: State) -> None:
    """At the start of a turn, also of one that is passed, the seat's scratcher goes."""
    if state.scratched[state.to_act] != NOWHERE:
        state.scratched[state.to_act] = NOWHERE
        state.scratchers -= 1


# The mouse


@rule
def movable(state: State) -> int:
    """Cards with no quadrant covered, but not the one just played."""
    return state.uncovered & ~only(state.just_played)


@long_rule
def find_mice(state: State) -> None:
    """After playing, count for each card the places to which it can be moved."""
    for card in range(CARDS):
        movable_card = has_tile(state, MOUSE) and has(movable(state), card)
        state.mice[card] = count_spots_without(state, card) if movable_card else 0


@rule
def count_mice(state: State) -> int:
    """How many ways there are to move a card."""
    count = ZERO
    for card in range(CARDS):
        count += state.mice[card]
    return count


@rule
def nth_mouse(state: State, n: int) -> int:
    """The way to move a card that has n others before it, card by card."""
    card = ZERO
    while n >= state.mice[card]:
        n -= state.mice[card]
        card += 1
    return moving(BY_MOUSE + card, nth_spot_without(state, card, n))


@rule
def may_move(state: State, card: int, x: int, y: int) -> bool:
    """A card may move to another place by the placing rules, counted without it."""
    if not has(movable(state), card) or not within_box(state, x, y):
        return False
    return pair_at(spots_without(state, card, row_at(state, y)), column_at(state, x)) & 1 != 0


@rule
def move_card(state: State, card: int, x: int, y: int) -> None:
    """The card moves with the same face up."""
    spend(state, MOUSE)
    lift(state, card)
    lay(state, card, signed(state.shown[card]), x, y)
