"""Which cards a seat may play, and whose they are.

One's own cards go on the table with their secret side up, those of others with their
visible side, and a reserved one with its secret side.
"""

from katzentisch.games.cat_box.rules.components import HAND, NO_CARD, SLOTS
from katzentisch.games.cat_box.rules.moves import FROM_SEAT, OWN, RESERVED, from_seat, moving
from katzentisch.games.cat_box.rules.placing import (
    FULL,
    ON_STACK,
    ROOMY,
    count_row_by_row,
    count_spots,
    nth_spot,
    way_of,
)
from katzentisch.games.cat_box.rules.state import STACKED, State
from katzentisch.games.core.bits import EMPTY, signed
from katzentisch.games.core.jit import long_rule, rule


@rule
def is_offered(state: State, source: int) -> bool:
    """Is there such a card, and is this what the seat to act calls it?"""
    if source == RESERVED:
        return state.reserved[state.to_act] != NO_CARD
    owner = owner_of(state, source)
    if owner >= state.players or (source >= FROM_SEAT and owner == state.to_act):
        return False
    return state.hand[owner, slot_of(source)] != NO_CARD


@rule
def owner_of(state: State, source: int) -> int:
    """Whose hand a card comes from."""
    return (source - FROM_SEAT) // SLOTS if source >= FROM_SEAT else state.to_act


@rule
def slot_of(source: int) -> int:
    """Which card of the hand it is."""
    return (source - FROM_SEAT) % SLOTS if source >= FROM_SEAT else source


@rule
def source_of(state: State, seat: int, slot: int) -> int:
    """What the seat to act calls a card of a hand."""
    return OWN + slot if seat == state.to_act else from_seat(seat, slot)


@rule
def held_at(state: State, source: int) -> int:
    """The card that is offered there."""
    if source == RESERVED:
        return state.reserved[state.to_act]
    return state.hand[owner_of(state, source), slot_of(source)]


@rule
def side_up(state: State, source: int) -> int:
    """The side that a card shows on the table."""
    visible = held_at(state, source) & 1
    return visible if FROM_SEAT <= source < RESERVED else 1 - visible


@rule
def way_to_lay(state: State, held: int) -> int:
    """How a card is laid now."""
    return ON_STACK if state.phase == STACKED else way_of(state, held >> 1)


@rule
def count_offers(state: State) -> tuple[int, int]:
    """How many cards can be played: with four kittens, and with an empty box."""
    full, roomy = 0, 0
    for seat in range(state.players):
        for slot in range(HAND[state.players]):
            held = state.hand[seat, slot]
            if held != NO_CARD:
                roomy += way_of(state, held >> 1)
                full += 1 - way_of(state, held >> 1)
    held = state.reserved[state.to_act]
    if held != NO_CARD:
        roomy += way_of(state, held >> 1)
        full += 1 - way_of(state, held >> 1)
    return full, roomy


@long_rule
def can_place(state: State) -> bool:
    """Can any card be placed by the usual rules? Without scratchers it always finds a corner."""
    full, roomy = count_offers(state)
    if full + roomy == 0 or state.scratchers == 0:
        return full + roomy != 0
    return count_row_by_row(state, ROOMY if roomy != 0 else FULL) != 0


@long_rule
def can_stack(state: State) -> bool:
    """Can any card be placed after a stack?"""
    full, roomy = count_offers(state)
    if full + roomy == 0 or state.scratchers == 0:
        return full + roomy != 0
    return count_row_by_row(state, ON_STACK) != 0


@rule
def count_places(state: State) -> int:
    """How many ways there are to play a card."""
    full, roomy = count_offers(state)
    if state.phase == STACKED:
        return (full + roomy) * count_spots(state, ON_STACK)
    return full * signed(count_spots(state, FULL)) + roomy * signed(count_spots(state, ROOMY))


@rule
def nth_place(state: State, n: int) -> int:
    """The way to play a card that has n others before it, card by card."""
    source, n = nth_source(state, n)
    way = way_to_lay(state, held_at(state, source))
    return moving(source, nth_spot(state, way, n))


@rule
def nth_source(state: State, n: int) -> tuple[int, int]:
    """The card that the nth way plays, and which way it is among those of this card."""
    for seat in range(state.players):
        for slot in range(HAND[state.players]):
            held = state.hand[seat, slot]
            if held != NO_CARD:
                count = count_spots(state, way_to_lay(state, held))
                if n < count:
                    return source_of(state, seat, slot), n
                n -= count
    return RESERVED, n


@rule
def take(state: State, source: int) -> None:
    """The card leaves its hand, whose seat will draw; for a reserved one nobody does."""
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
    """At the end of the turn this seat draws, after those who were owed a card before."""
    state.owed[state.owing] = seat
    state.owing += 1
