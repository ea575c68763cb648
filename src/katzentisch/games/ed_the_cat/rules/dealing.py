"""Dealing hands fast, because deals take most of a game's random numbers.

During a deal, the deck keeps only the totals of the values 1 to 8, in eight bits each,
so that each total has a free bit above it, from which a comparison borrows.
"""

from katzentisch.games.core.bits import signed, unsigned
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.rng import HALF, LOW_HALF, drawn_word
from katzentisch.games.ed_the_cat.rules.cards import STEP
from katzentisch.games.ed_the_cat.rules.components import COPIES, VALUES

WIDE = 8
LAST_TOTAL = STEP * (VALUES - 1)
EVERY_TOTAL = unsigned(0x0101_0101_0101_0101)
FREE_BITS = unsigned(0x8080_8080_8080_8080)
WHOLE_DECK = unsigned(sum(COPIES * (n + 1) << (WIDE * n) for n in range(VALUES - 1)))
ONE_MORE = unsigned(1)

# Every second group of 7, 14 and 28 bits moves down by 1, 2 and 4 bits, next to the one below.
STAY_1, MOVE_1 = unsigned(0x007F_007F_007F_007F), unsigned(0x3F80_3F80_3F80_3F80)
STAY_2, MOVE_2 = unsigned(0x0000_3FFF_0000_3FFF), unsigned(0x0FFF_C000_0FFF_C000)
STAY_4, MOVE_4 = unsigned(0x0FFF_FFFF), unsigned(0x00FF_FFFF_F000_0000)


@rule
def deal_hand(deck: int, left: int, s0: int, s1: int) -> tuple[int, int, int]:
    """Deal five cards from a deck with this many left; return what remains of it.

    All five come from one random word, three from its upper and two from its lower half:
    a product's upper half is the next number, and its lower half is as random as before.
    The generator's two words are returned with the deck.
    """
    while True:
        word, s0, s1 = drawn_word(s0, s1)
        rest, upper = deal_card(deck, left, word >> HALF)
        rest, upper = deal_card(rest, left - 1, upper)
        rest, upper = deal_card(rest, left - 2, upper)
        rest, lower = deal_card(rest, left - 3, word & LOW_HALF)
        rest, lower = deal_card(rest, left - 4, lower)
        ways_up, ways_low = left * (left - 1) * (left - 2), (left - 3) * (left - 4)
        if is_even(upper, ways_up) and is_even(lower, ways_low):
            return rest, s0, s1


@rule
def deal_card(deck: int, left: int, random: int) -> tuple[int, int]:
    """The deck without a card that 32 random bits choose, and 32 bits for the next one."""
    product = random * unsigned(left)
    reached = (deck | FREE_BITS) - ((product >> HALF) + ONE_MORE) * EVERY_TOTAL
    return deck - ((reached & FREE_BITS) >> unsigned(WIDE - 1)), product & LOW_HALF


@rule
def is_even(rest: int, ways: int) -> bool:
    """Is the rest outside the few cases that would make some numbers likelier?"""
    return rest >= unsigned(ways) or rest >= uneven_cases(unsigned(ways))


@long_rule
def uneven_cases(ways: int) -> int:
    """How many of a half word's numbers are left over when shared evenly among the ways."""
    return (LOW_HALF - ways + ONE_MORE) % ways


@rule
def as_bag(deck: int, size: int) -> int:
    """A deck of this size as a bag: totals of seven bits side by side, and then the size."""
    deck = (deck & STAY_1) | ((deck >> unsigned(1)) & MOVE_1)
    deck = (deck & STAY_2) | ((deck >> unsigned(2)) & MOVE_2)
    deck = (deck & STAY_4) | ((deck >> unsigned(4)) & MOVE_4)
    return signed(deck) + (signed(size) << LAST_TOTAL)
