"""Random numbers whose generator lives in the record (xoroshiro128++).

A seed replays the same game anywhere, even on a GPU. At 128 bits, there are more seeds
than anyone can try. `chance` is always the generator's two words: a game's own, for
its deals, or a bot's.
"""

from katzentisch.games.core.bits import signed, unsigned, wrapping_add, wrapping_multiply
from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import Numbers, Record, seeds

GOLDEN = unsigned(0x9E3779B97F4A7C15)
MIX_1 = unsigned(0xBF58476D1CE4E5B9)
MIX_2 = unsigned(0x94D049BB133111EB)
HALF = unsigned(32)
LOW_HALF = unsigned(0xFFFFFFFF)


class Dice(Record):
    """A random generator that belongs to no game: a bot's.

    A record rather than a bare array, because Numba counts references to arrays, which
    took longer than a move.
    """

    chance: Numbers = seeds(2)


@rule
def rotated(x: int, by: int) -> int:
    """A word with its bits rotated left."""
    return (x << unsigned(by)) | (x >> unsigned(64 - by))


@rule
def drawn_word(s0: int, s1: int) -> tuple[int, int, int]:
    """64 random bits from the generator's two words, and the generator's next two words."""
    result = wrapping_add(rotated(wrapping_add(s0, s1), 17), s0)
    s1 ^= s0
    return result, rotated(s0, 49) ^ s1 ^ (s1 << unsigned(21)), rotated(s1, 28)


@rule
def drawn_below(s0: int, s1: int, n: int) -> tuple[int, int, int]:
    """A whole number below n, exactly uniform, and the generator's next two words.

    For a rule that draws many numbers in a row: the two words stay in registers.
    """
    size = unsigned(n)
    word, s0, s1 = drawn_word(s0, s1)
    product = (word >> HALF) * size
    if product & LOW_HALF < size:
        # Drawing again below this bound removes the bias (Lemire's method).
        uneven = (LOW_HALF - size + unsigned(1)) % size
        while product & LOW_HALF < uneven:
            word, s0, s1 = drawn_word(s0, s1)
            product = (word >> HALF) * size
    return signed(product >> HALF), s0, s1


@rule
def next_word(chance: Numbers) -> int:
    """The next 64 random bits."""
    word, chance[0], chance[1] = drawn_word(chance[0], chance[1])
    return word


@rule
def below(chance: Numbers, n: int) -> int:
    """A whole number from 0 to n - 1, exactly uniform."""
    number, chance[0], chance[1] = drawn_below(chance[0], chance[1], n)
    return number


@rule
def mixed(x: int) -> int:
    """A word with its bits thoroughly mixed (splitmix64)."""
    z = wrapping_add(x, GOLDEN)
    z = wrapping_multiply(z ^ (z >> unsigned(30)), MIX_1)
    z = wrapping_multiply(z ^ (z >> unsigned(27)), MIX_2)
    return z ^ (z >> unsigned(31))


@rule
def seed(chance: Numbers, high: int, low: int) -> None:
    """Start the generator from a seed of 128 bits."""
    chance[0] = mixed(unsigned(low))
    chance[1] = mixed(wrapping_add(chance[0], mixed(unsigned(high))))
    if chance[0] == 0 and chance[1] == 0:
        chance[0] = GOLDEN
