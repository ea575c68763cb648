"""Which cards a seat may play, and whose they are.

A seat's own cards and its reserved one go on the table with their secret side up, other
seats' cards with their visible side up.
"""

from katzentisch.games.cat_box.rules.components import HAND, NO_CARD, SLOTS
from katzentisch.games.cat_box.rules.moves import FROM_SEAT, OWN, RESERVED, from_seat
from katzentisch.games.cat_box.rules.placing import FULL, ON_STACK, count_row_by_row, way_of
from katzentisch.games.cat_box.rules.state import STACKED, State
from katzentisch.games.core.bits import EMPTY, first, only, place, without_first
from katzentisch.games.core.jit import long_rule, rule


@rule
def within_reach(state: State) -> int:
    """The cards that the seat to act may play: those of all hands, and the one it reserved."""
    found = EMPTY
    for seat in range(state.players):
        for slot in range(HAND[state.players]):
            if state.hand[seat, slot] != NO_CARD:
                found |= only(source_of(state, seat, slot))
    if state.reserved[state.to_act] != NO_CARD:
        found |= only(RESERVED)
    return found


@rule
def owner_of(state: State, source: int) -> int:
    """The seat whose hand a card comes from."""
    return (source - FROM_SEAT) // SLOTS if source >= FROM_SEAT else state.to_act


@rule
def slot_of(source: int) -> int:
    """The slot of a card in its hand."""
    return (source - FROM_SEAT) % SLOTS if source >= FROM_SEAT else source


@rule
def source_of(state: State, seat: int, slot: int) -> int:
    """The source number of a card in a hand, as the seat to act numbers them."""
    return OWN + slot if seat == state.to_act else from_seat(seat, slot)


@rule
def seat_by_seat(state: State, sources: int) -> int:
    """These cards numbered seat by seat, with the seat's own in their place among the hands."""
    own = sources & (only(FROM_SEAT) - 1)
    return (sources ^ own) | own << from_seat(state.to_act, 0)


@rule
def called(state: State, source: int) -> int:
    """The source number of a card that is numbered seat by seat."""
    if FROM_SEAT <= source < RESERVED:
        return source_of(state, owner_of(state, source), slot_of(source))
    return source


@rule
def held_at(state: State, source: int) -> int:
    """The card at a source, with its visible side."""
    if source == RESERVED:
        return state.reserved[state.to_act]
    return state.hand[owner_of(state, source), slot_of(source)]


@rule
def side_up(state: State, source: int) -> int:
    """The side that a card will show on the table."""
    visible = held_at(state, source) & 1
    return visible if FROM_SEAT <= source < RESERVED else 1 - visible


@rule
def way_to_lay(state: State, held: int) -> int:
    """How a card is laid now."""
    return ON_STACK if state.phase == STACKED else way_of(state, held >> 1)


@long_rule
def can_place(state: State) -> bool:
    """Can any card be placed by the usual rules? With no scratcher, a corner is always free."""
    cards = within_reach(state)
    if cards == 0 or state.scratchers == 0:
        return cards != 0
    return count_row_by_row(state, widest_way(state, cards)) != 0


@rule
def widest_way(state: State, cards: int) -> int:
    """By the usual rules, a card with an empty box fits wherever any other card fits."""
    way = FULL
    while cards != 0:
        way |= way_of(state, held_at(state, place(first(cards))) >> 1)
        cards = without_first(cards)
    return way


@long_rule
def can_stack(state: State) -> bool:
    """Can any card be placed after a stack?"""
    if within_reach(state) == 0 or state.scratchers == 0:
        return within_reach(state) != 0
    return count_row_by_row(state, ON_STACK) != 0


@rule
def take(state: State, source: int) -> None:
    """The card leaves its hand, and that seat will draw; nobody draws for a reserved card."""
    if source == RESERVED:
        state.reserved[state.to_act] = NO_CARD
    else:
        owner = owner_of(state, source)
        take_from_hand(state, owner, slot_of(source))
        owe(state, owner)


@rule
def take_from_hand(state: State, seat: int, slot: int) -> None:
    """When a card leaves a hand, later ones move up."""
    for i in range(slot, SLOTS - 1):
        state.hand[seat, i] = state.hand[seat, i + 1]
        state.faces[seat, i] = state.faces[seat, i + 1]
    state.hand[seat, SLOTS - 1] = NO_CARD
    state.faces[seat, SLOTS - 1] = EMPTY


@rule
def owe(state: State, seat: int) -> None:
    """At the end of the turn this seat draws, after the seats already owed a card."""
    state.owed[state.owing] = seat
    state.owing += 1
