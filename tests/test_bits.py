"""Sets as bits of a word."""

import random

import pytest

from katzentisch.games.ground.bits import bits, halved, nth
from katzentisch.games.ground.compiling import rule


@pytest.mark.parametrize("find", [nth, rule(halved)], ids=["here", "on any processor"])
def test_the_nth_member_has_n_smaller_ones(find):
    rng = random.Random(1)
    for _ in range(200):
        members = sorted(rng.sample(range(63), rng.randint(1, 63)))
        members += [63] if rng.random() < 0.5 else []  # a whole word, as masks are
        word = sum(1 << member for member in members)
        signed = bits(word - (1 << 64) if word >> 63 else word)
        assert [int(find(signed, n)) for n in range(len(members))] == members
