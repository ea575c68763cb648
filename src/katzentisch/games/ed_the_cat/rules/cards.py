"""Bags of cards, packed into words.

A bag keeps running totals, seven bits each: how many cards there are up to each
value. Its size is then the last total, two bags are combined by adding them,
and drawing a card is a comparison of all totals at once.
"""

from katzentisch.games.core.bits import EMPTY, bits, how_many
from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import Numbers
from katzentisch.games.core.rng import below
from katzentisch.games.ed_the_cat.rules.components import COPIES, VALUES

STEP = 7
LARGEST_TOTAL = 127
FEW = 63
EVERY_VALUE = bits(sum(1 << (STEP * n) for n in range(VALUES)))  # the lowest bit of each total
HIGH_BITS = EVERY_VALUE << (STEP - 1)
ALL_TOTALS = bits((1 << (STEP * VALUES)) - 1)
ALL_BUT_HIGH_BITS = ALL_TOTALS ^ HIGH_BITS
ALL_BUT_LAST_TOTAL = bits((1 << (STEP * (VALUES - 1))) - 1)


@rule
def card(value: int) -> int:
    """A bag of just one card: it counts in its own total and in all after it."""
    lower = STEP * (value - 1)
    return (EVERY_VALUE >> lower) << lower


@rule
def size(bag: int) -> int:
    """How many cards are in the bag: its last total."""
    return bag >> (STEP * (VALUES - 1))


@rule
def total_before(bag: int, value: int) -> int:
    """How many cards of smaller values are in the bag."""
    return (((bag & ALL_BUT_LAST_TOTAL) << STEP) >> (STEP * (value - 1))) & LARGEST_TOTAL


@rule
def counts(bag: int) -> int:
    """How many cards of each value there are, seven bits each."""
    return bag - ((bag & ALL_BUT_LAST_TOTAL) << STEP)


@rule
def count(bag: int, value: int) -> int:
    """How many cards of this value are in the bag."""
    return (counts(bag) >> (STEP * (value - 1))) & LARGEST_TOTAL


@rule
def holds(bag: int, others: int) -> bool:
    """Does the bag hold all of these? (No value has enough cards to need its high bit.)"""
    return ((counts(bag) | HIGH_BITS) - counts(others)) & HIGH_BITS == HIGH_BITS


@rule
def values_held(bag: int) -> int:
    """The values in the bag, one bit each, in the positions of `EVERY_VALUE`."""
    each = counts(bag)
    return (each | each >> 1 | each >> 2 | each >> 3) & EVERY_VALUE


@rule
def full_deck() -> int:
    """Nine cards of each value."""
    deck = EMPTY
    for value in range(1, VALUES + 1):
        deck += COPIES * card(value)
    return deck


@rule
def nth_card(bag: int, n: int) -> int:
    """The card with n others before it in the sorted bag, as a bag: the totals above n."""
    wanted = (n + 1) * EVERY_VALUE
    reached = (bag | HIGH_BITS) - (wanted & ALL_BUT_HIGH_BITS)
    return (((bag & ~wanted) | (~(bag ^ wanted) & reached)) & HIGH_BITS) >> (STEP - 1)


@rule
def nth_of_few(bag: int, n: int) -> int:
    """The same for a bag of at most 63 cards, whose totals leave their highest bit free."""
    return (((bag | HIGH_BITS) - (n + 1) * EVERY_VALUE) & HIGH_BITS) >> (STEP - 1)


@rule
def drawn(bag: int, chance: Numbers) -> int:
    """A card drawn at random, as a bag; to draw another, subtract it from the first bag."""
    n = below(chance, size(bag))
    return nth_of_few(bag, n) if size(bag) <= FEW else nth_card(bag, n)


@rule
def value_of(one_card: int) -> int:
    """The value of the card in a bag of one."""
    return VALUES + 1 - how_many(one_card)


@rule
def points_in(bag: int) -> int:
    """The sum of the values: a card counts once for each value up to its own."""
    points = VALUES * size(bag)
    for value in range(1, VALUES):
        points -= (bag >> (STEP * (value - 1))) & LARGEST_TOTAL
    return points


def values_in(bag: int) -> list[int]:
    """The cards of a bag as a sorted list."""
    return [value for value in range(1, VALUES + 1) for _ in range(int(count(bag, value)))]
