"""Bags of cards, packed into words.

A hand counts its cards of each value in four bits, so that it lines up with the
four spaces of that value on the board. A deck keeps running totals, seven bits
each: how many cards there are up to each value. Drawing one is then a subtraction.
"""

from katzentisch.games.cat_in_the_box.rules.components import COPIES, EVERY_VALUE, VALUES
from katzentisch.games.core.bits import EMPTY, ONE, bits, how_many
from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import Numbers
from katzentisch.games.core.rng import below

DECK_STEP = 7
LARGEST_TOTAL = 63
EVERY_TOTAL = bits(0x0102_0408_1020_4081)
ABOVE_ALL = EVERY_TOTAL << (DECK_STEP - 1)  # a bit above each total that no total reaches


@rule
def card(value: int) -> int:
    """A hand of just one card."""
    return ONE << (4 * (value - 1))


@rule
def count(hand: int, value: int) -> int:
    """How many cards of this value are in the hand."""
    return (hand >> (4 * (value - 1))) & 15


@rule
def values_held(hand: int) -> int:
    """The values in the hand, one bit each, in the positions of `EVERY_VALUE`."""
    return (hand | hand >> 1 | hand >> 2) & EVERY_VALUE


@rule
def side_by_side(values: int) -> int:
    """A set of values with one bit in every four, packed into adjacent bits."""
    values = (values | values >> 3) & 0x3_0303_0303
    values = (values | values >> 6) & 0xF_000F_000F
    values = (values | values >> 12) & 0xFF_0000_00FF
    return (values | values >> 24) & 0x1FF


@rule
def hand_size(hand: int) -> int:
    """How many cards are in the hand."""
    size = 0
    for value in range(1, VALUES + 1):
        size += count(hand, value)
    return size


@rule
def full_deck(values: int) -> int:
    """Five cards of each value up to the highest in play."""
    deck = EMPTY
    for value in range(1, values + 1):
        deck += COPIES * totals_from(value)
    return deck


@rule
def totals_from(value: int) -> int:
    """The totals in which a card of this value counts: its own and all after it."""
    return EVERY_TOTAL & ~((ONE << (DECK_STEP * (value - 1))) - 1)


@rule
def deck_size(deck: int) -> int:
    """How many cards are in the deck: its last total."""
    return total_up_to(deck, VALUES)


@rule
def total_up_to(deck: int, value: int) -> int:
    """How many cards there are up to this value."""
    return (deck >> (DECK_STEP * (value - 1))) & LARGEST_TOTAL if value > 0 else 0


@rule
def in_deck(deck: int, value: int) -> int:
    """How many cards of this value are in the deck."""
    return total_up_to(deck, value) - total_up_to(deck, value - 1)


@rule
def drawn(deck: int, chance: Numbers) -> int:
    """A card drawn at random, as in `nth_card`; to draw another, subtract it from the deck."""
    return nth_card(deck, below(chance, deck_size(deck)))


@rule
def nth_card(deck: int, n: int) -> int:
    """The card with n others before it in the sorted deck, as the totals in which it counts."""
    reached = (deck | ABOVE_ALL) - (n + 1) * EVERY_TOTAL
    return (reached & ABOVE_ALL) >> (DECK_STEP - 1)


@rule
def hand_of(deck: int) -> int:
    """All cards of the deck as a hand."""
    hand = EMPTY
    for value in range(1, VALUES + 1):
        hand += in_deck(deck, value) * card(value)
    return hand


@rule
def value_drawn(totals: int) -> int:
    """The value of a card, from the totals in which it counts."""
    return VALUES + 1 - how_many(totals)


def values_in(hand: int) -> list[int]:
    """The cards of a hand as a sorted list."""
    return [value for value in range(1, VALUES + 1) for _ in range(int(count(hand, value)))]
