"""Laying out the table: identities, the pile, the hands and the first card."""

from katzentisch.games.cat_box.rules.components import (
    BOX,
    CARDS,
    CHIHUAHUA,
    CHIHUAHUA_FROM,
    EVERY_TILE,
    HAND,
    NO_CARD,
    REMOVED,
    SEATS,
    SLOTS,
    ZERO,
    Options,
    packed,
)
from katzentisch.games.cat_box.rules.laying import lay
from katzentisch.games.cat_box.rules.state import NOWHERE, PLACE, SETUP, State
from katzentisch.games.cat_box.rules.table import MIDDLE
from katzentisch.games.core.bits import how_many, nth, only, signed, unsigned
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import NOBODY, Numbers
from katzentisch.games.core.rng import below, drawn_below, drawn_word


def lay_out(options: Options) -> State:
    """The table before it is set up, complete except for the random generator."""
    state = State.blank()
    state.players = options.players
    state.start = options.start
    state.specials = int(options.specials)
    state.phase = SETUP
    state.to_act = NOBODY
    state.pile_size = CARDS - (0 if options.specials else REMOVED[options.players])
    for number, (front, back) in enumerate(options.cards()):
        state.face[2 * number] = packed(front)
        state.face[2 * number + 1] = packed(back)
        if BOX in front:
            state.roomy |= only(number)
    clear(state)
    return state


def clear(state: State) -> None:
    """Clear the table, the hands and the reserves."""
    for seat in range(SEATS):
        state.reserved[seat] = NO_CARD
        state.scratched[seat] = NOWHERE
        for slot in range(SLOTS):
            state.hand[seat, slot] = NO_CARD
    for card in range(CARDS):
        state.at[card] = NOWHERE
    state.across = state.down = MIDDLE


@long_rule
def set_up(state: State) -> None:
    """Deal identities, shuffle the cards, and deal them out."""
    deal_identities(state, signed(NOBODY), state.chance)
    for card in range(CARDS):
        state.pile[card] = 2 * card
    shuffle(state, ZERO, state.chance)
    deal(state)


@rule
def deal_identities(state: State, knower: int, chance: Numbers) -> None:
    """Each seat gets one identity, but the seat that knows its own keeps it.

    With two or three players the Chihuahua stays out.
    """
    identities = (only(CHIHUAHUA + 1 if state.players >= CHIHUAHUA_FROM else CHIHUAHUA)) - 2
    if knower != NOBODY:
        identities &= ~only(state.identity[knower])
    for seat in range(state.players):
        if seat != knower:
            identity = nth(identities, below(chance, how_many(identities)))
            identities &= ~only(identity)
            state.identity[seat] = identity


@rule
def shuffle(state: State, top: int, chance: Numbers) -> None:
    """Shuffle the pile from a given card down, removed cards included, with random sides up.

    The cards to be shuffled must be front up beforehand.
    """
    word, s0, s1 = drawn_word(chance[0], chance[1])
    backs = signed(word >> unsigned(64 - CARDS))
    for i in range(top, CARDS):
        further, s0, s1 = drawn_below(s0, s1, CARDS - i)
        other = i + further
        held = state.pile[other]
        state.pile[other] = state.pile[i]
        state.pile[i] = held + ((backs >> i) & 1)
    chance[0], chance[1] = s0, s1


@long_rule
def deal(state: State) -> None:
    """Each seat draws its hand, from the start seat on; the next card is the first on the table."""
    for i in range(state.players):
        seat = (state.start + i) % state.players
        state.tiles[seat] = EVERY_TILE if state.specials else 0
        for slot in range(HAND[state.players]):
            draw_into(state, seat, slot)
    held = state.pile[state.drawn]
    state.drawn += 1
    lay(state, held >> 1, held & 1, ZERO, ZERO)
    state.unplayed = state.pile_size - 1
    state.to_act = state.start
    state.phase = PLACE


@rule
def draw_into(state: State, seat: int, slot: int) -> None:
    """The top card of the pile goes to a seat's hand."""
    held = state.pile[state.drawn]
    state.drawn += 1
    state.hand[seat, slot] = held
    state.faces[seat, slot] = state.face[held]
