"""Which cards a seat may play, and whose they are.

A seat's own cards and its reserved one go on the table with their secret side up, other
seats' cards with their visible side up.
"""

from katzentisch.games.cat_box.rules.components import HAND, NO_CARD, SLOTS
from katzentisch.games.cat_box.rules.moves import FROM_SEAT, OWN, RESERVED, from_seat
from katzentisch.games.cat_box.rules.placing import FULL, ON_STACK, ROOMY, count_row_by_row, way_of
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.core.bits import EMPTY, bits, only
from katzentisch.games.core.jit import long_rule, rule

ONE_HAND = bits((1 << SLOTS) - 1)


@rule
def within_reach(state: State) -> tuple[int, int]:
    """The cards that the seat to act may play, and which of them have an empty box.

    These are the cards in all hands, numbered seat by seat, and the one it reserved.
    """
    found, roomy = EMPTY, EMPTY
    for seat in range(state.players):
        for slot in range(HAND[state.players]):
            held = state.hand[seat, slot]
            if held != NO_CARD:
                found |= only(from_seat(seat, slot))
                roomy |= way_of(state, held >> 1) << from_seat(seat, slot)
    held = state.reserved[state.to_act]
    if held != NO_CARD:
        found |= only(RESERVED)
        roomy |= way_of(state, held >> 1) << RESERVED
    return found, roomy


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
def as_sources(state: State, cards: int) -> int:
    """The sources of cards that are numbered seat by seat."""
    first_own = from_seat(state.to_act, 0)
    own = (cards >> first_own) & ONE_HAND
    return (cards ^ own << first_own) | own << OWN


@rule
def as_source(state: State, card: int) -> int:
    """The source of a card that is numbered seat by seat; anything else stays as it is."""
    if FROM_SEAT <= card < RESERVED:
        return source_of(state, owner_of(state, card), slot_of(card))
    return card


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


@long_rule
def can_place(state: State) -> bool:
    """Can any card be placed by the usual rules? With no scratcher, a corner is always free."""
    cards, roomy = within_reach(state)
    if cards == 0 or state.scratchers == 0:
        return cards != 0
    # A card with an empty box fits wherever any other card fits.
    return count_row_by_row(state, ROOMY if roomy != 0 else FULL) != 0


@long_rule
def can_stack(state: State) -> bool:
    """Can any card be placed after a stack?"""
    cards, _ = within_reach(state)
    if cards == 0 or state.scratchers == 0:
        return cards != 0
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
