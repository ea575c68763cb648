"""What a seat knows about other hands: the cards that were taken from it with a 9.

It is updated with every move, because learners observe it before every decision. What
onlookers have settled on (`history`) counts as known.
"""

from katzentisch.games.core.bits import EMPTY, has, signed, unsigned
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.ed_the_cat.rules.card_moves import origin_in, target_in, value_in
from katzentisch.games.ed_the_cat.rules.cards import card, count
from katzentisch.games.ed_the_cat.rules.components import SEATS
from katzentisch.games.ed_the_cat.rules.state import IN_HAND, PENALTY, State


@rule
def see_card_go(state: State, origin: int, to: int, value: int) -> None:
    """Update what seats know when a card moves; few hands have cards that others know."""
    if origin < PENALTY and has(state.traced, origin - IN_HAND):
        leave_hand(state, unsigned(origin - IN_HAND), to, value)
    if origin < PENALTY and to < PENALTY:
        state.sure[unsigned(origin - IN_HAND), unsigned(to - IN_HAND)] += card(value)
        state.traced |= 1 << (to - IN_HAND)


@long_rule
def leave_hand(state: State, giver: int, to: int, value: int) -> None:
    """Seats that see the card know one less there; the others are no longer sure of any."""
    known = EMPTY
    for seat in range(state.players):
        sure = state.sure[unsigned(seat), giver]
        left = sure - card(value) if count(sure, value) != 0 else sure
        left = EMPTY if to < PENALTY and to != IN_HAND + seat else left
        state.sure[unsigned(seat), giver] = left
        known |= left
    if known == 0:
        state.traced ^= 1 << signed(giver)


@long_rule
def rebuild_known_cards(state: State, keeper: int) -> None:
    """Work out again what seats are sure of, from what they settled on and the notes since.

    The keeper keeps what it is sure of: what else it has settled on may be only a guess.
    """
    for seat in range(SEATS):
        for other in range(SEATS):
            if seat != keeper:
                settled = state.murky != 0 and seat < state.players and other < state.players
                state.sure[seat, other] = state.known[seat, other] if settled else EMPTY
    trace(state)
    for n in range(state.noted):
        noted = state.notes[n]
        see_card_go(state, origin_in(noted), target_in(noted), value_in(noted))


@rule
def trace(state: State) -> None:
    """Update the set of hands in which somebody is sure of a card."""
    state.traced = 0
    for seat in range(SEATS):
        for other in range(SEATS):
            state.traced |= (1 if state.sure[seat, other] != 0 else 0) << other


@rule
def clear_known_cards(state: State) -> None:
    """Leave no seat sure of anything."""
    state.traced = 0
    for seat in range(SEATS):
        for other in range(SEATS):
            state.sure[seat, other] = 0
