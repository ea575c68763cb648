"""The special rules: each seat has five tiles and may use one on each of its turns."""

from katzentisch.games.cat_box.rules.components import (
    CARDS,
    FISH,
    HAND,
    MOUSE,
    NO_CARD,
    PAW,
    SCRATCHER,
)
from katzentisch.games.cat_box.rules.laying import lay, lift
from katzentisch.games.cat_box.rules.moves import BY_MOUSE, END, SCRATCH, USE_PAW, catch
from katzentisch.games.cat_box.rules.placing import count_spots_without
from katzentisch.games.cat_box.rules.sources import can_place, owe, take_from_hand
from katzentisch.games.cat_box.rules.state import NOWHERE, State
from katzentisch.games.core.bits import EMPTY, has, only, signed
from katzentisch.games.core.jit import long_rule, rule


@rule
def has_tile(state: State, tile: int) -> bool:
    """Does the seat to act still have this tile?"""
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
def used_after_playing(state: State) -> int:
    """After playing, a turn can always end; a paw or a fish may be used first."""
    found = only(END)
    if may_paw(state):
        found |= only(USE_PAW)
    if has_tile(state, FISH):
        found |= catches(state)
    return found


@rule
def moved_after_playing(state: State) -> int:
    """After playing, a scratcher may be put on the table, or a mouse may carry a card."""
    found = EMPTY
    if has_tile(state, SCRATCHER):
        found |= only(SCRATCH)
    if has_tile(state, MOUSE):
        found |= movable(state) << BY_MOUSE
    return found


# The fish


@rule
def catches(state: State) -> int:
    """Any card in any hand can be caught."""
    found = EMPTY
    for seat in range(state.players):
        for slot in range(HAND[state.players]):
            if state.hand[seat, slot] != NO_CARD:
                found |= only(catch(seat, slot))
    return found


@rule
def fish(state: State, seat: int, slot: int) -> None:
    """A card is laid in front of the catcher; the seat it came from draws another."""
    spend(state, FISH)
    state.reserved[state.to_act] = state.hand[seat, slot]
    take_from_hand(state, seat, slot)
    owe(state, seat)


# The scratcher


@rule
def scratch(state: State, spot: int) -> None:
    """It goes on a quadrant, and stays until the start of the seat's next turn."""
    spend(state, SCRATCHER)
    state.scratched[state.to_act] = spot
    state.scratchers += 1


@rule
def take_back_scratcher(state: State) -> None:
    """At the start of a turn, even one that is passed, the seat's scratcher is taken back."""
    if state.scratched[state.to_act] != NOWHERE:
        state.scratched[state.to_act] = NOWHERE
        state.scratchers -= 1


# The mouse


@rule
def movable(state: State) -> int:
    """Cards with no quadrant covered, except the one just played."""
    return state.uncovered & ~only(state.just_played)


@long_rule
def find_mice(state: State) -> None:
    """After playing, count the spots to which each card can be moved."""
    for card in range(CARDS):
        movable_card = has_tile(state, MOUSE) and has(movable(state), card)
        state.mice[card] = count_spots_without(state, card) if movable_card else 0


@rule
def move_card(state: State, card: int, x: int, y: int) -> None:
    """The card moves with the same face up."""
    spend(state, MOUSE)
    lift(state, card)
    lay(state, card, signed(state.shown[card]), x, y)
