"""Sets and small numbers packed into the bits of a word."""

import random

import pytest

from katzentisch.games.core.bits import bits, nth, nth_by_halving
from katzentisch.games.core.jit import rule
from katzentisch.games.core.observation import moved_apart, spread_sevens

here_and_anywhere = ["here", "on any processor"]


@pytest.mark.parametrize("find", [nth, rule(nth_by_halving)], ids=here_and_anywhere)
def test_the_nth_member_has_n_smaller_members(find):
    rng = random.Random(1)
    for _ in range(200):
        members = sorted(rng.sample(range(63), rng.randint(1, 63)))
        members += [63] if rng.random() < 0.5 else []  # uses the top bit too, as masks do
        word = sum(1 << member for member in members)
        signed = bits(word - (1 << 64) if word >> 63 else word)
        assert [int(find(signed, n)) for n in range(len(members))] == members


@pytest.mark.parametrize("spread", [spread_sevens, rule(moved_apart)], ids=here_and_anywhere)
def test_eight_numbers_of_seven_bits_become_eight_bytes(spread):
    rng = random.Random(2)
    for _ in range(200):
        numbers = [rng.randrange(128) for _ in range(9)]  # the ninth is dropped
        word = sum(number << 7 * n for n, number in enumerate(numbers))
        result = int(spread(bits(word)))
        assert list(result.to_bytes(8, "little")) == numbers[:8]
