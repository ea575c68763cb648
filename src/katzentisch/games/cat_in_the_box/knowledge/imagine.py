"""A random world that a seat cannot tell from the real one."""

from katzentisch.games.cat_in_the_box.rules.cards import (
    card,
    count,
    drawn,
    hand_size,
    in_deck,
    totals_from,
    value_drawn,
)
from katzentisch.games.cat_in_the_box.rules.components import COPIES, NO_CARD, ROWS, VALUES_IN_PLAY
from katzentisch.games.cat_in_the_box.rules.state import State
from katzentisch.games.core.bits import EMPTY, how_many
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import Numbers
from katzentisch.games.core.rng import next_word


@long_rule
def imagine(state: State, seat: int, chance: Numbers) -> None:
    """Redeal everything this seat has not seen, consistently with the game so far.

    Only one past event restricts what others can hold: a seat that led red before it was
    open had no other choice. At most one can have done so in a round, and it is dealt its
    cards first, so all consistent worlds are exactly equally likely.
    """
    deck = unseen(state, seat)
    if state.forced >= 0 and not sees_hand(state, seat, state.forced):
        deck = redeal_forced_hand(state, deck, chance)
    for other in range(state.players):
        if not sees_hand(state, seat, other) and other != state.forced:
            deck = redeal_hand(state, other, deck, chance)
    for other in range(state.players):
        if other != seat and state.discard[other] != NO_CARD:
            drawn_card = drawn(deck, chance)
            deck -= drawn_card
            state.discard[other] = value_drawn(drawn_card)
    state.chance[0] = next_word(chance)
    state.chance[1] = next_word(chance)


@rule
def sees_hand(state: State, seat: int, other: int) -> bool:
    """Does this seat see that hand: its own, or that of the seat that caused a paradox?"""
    return other == seat or other == state.paradox


@long_rule
def unseen(state: State, seat: int) -> int:
    """A deck of all cards this seat has not seen; each token on the board stands for one it has."""
    deck = EMPTY
    for value in range(1, VALUES_IN_PLAY[state.players] + 1):
        seen = how_many((state.taken >> (ROWS * (value - 1))) & 15)
        for other in range(state.players):
            if sees_hand(state, seat, other):
                seen += count(state.hand[other], value)
            if other == seat and state.discard[other] == value:
                seen += 1
        deck += (COPIES - seen) * totals_from(value)
    return deck


@long_rule
def redeal_hand(state: State, seat: int, deck: int, chance: Numbers) -> int:
    """Deal a seat as many cards as it holds, and return the deck without them."""
    size = hand_size(state.hand[seat])
    hand = EMPTY
    for _ in range(size):
        drawn_card = drawn(deck, chance)
        deck -= drawn_card
        hand += card(value_drawn(drawn_card))
    state.hand[seat] = hand
    return deck


@long_rule
def redeal_forced_hand(state: State, deck: int, chance: Numbers) -> int:
    """Redeal, from the values that left it no choice, the hand of the seat that had to lead red."""
    could_hold = EMPTY
    for value in range(1, VALUES_IN_PLAY[state.players] + 1):
        if state.forced_values & card(value):
            could_hold += in_deck(deck, value) * totals_from(value)
    left_over = deck - could_hold
    return left_over + redeal_hand(state, state.forced, could_hold, chance)
