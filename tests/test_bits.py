"""Sets and small numbers packed into the bits of a word, interpreted and compiled."""

import random
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import pytest

from katzentisch.games.core import compiler, jit
from katzentisch.games.core.bits import bits, nth
from katzentisch.games.core.cache import RULES, folder
from katzentisch.games.core.observation import spread, spread_sevens


def compiled(function: Callable[..., int]) -> Any:
    """The function compiled for Python, by the best way this processor has."""
    source = cast(FunctionType, jit.INSTEAD[function])
    return compiler.entry(jit.with_compiled_names(source), folder("cat-box", RULES))


def both_forms(function: Callable[..., int]) -> Any:
    forms = {"interpreted": function, "compiled": compiled(function)}
    return pytest.mark.parametrize("function", forms.values(), ids=forms)


@both_forms(nth)
def test_the_nth_member_has_n_smaller_members(function):
    rng = random.Random(1)
    for _ in range(200):
        members = sorted(rng.sample(range(63), rng.randint(1, 63)))
        members += [63] if rng.random() < 0.5 else []  # uses the top bit too, as masks do
        word = sum(1 << member for member in members)
        signed = bits(word - (1 << 64) if word >> 63 else word)
        assert [int(function(signed, n)) for n in range(len(members))] == members


@both_forms(spread_sevens)
def test_eight_numbers_of_seven_bits_become_eight_bytes(function):
    rng = random.Random(2)
    for _ in range(200):
        numbers = [rng.randrange(128) for _ in range(9)]  # the ninth is dropped
        word = sum(number << 7 * n for n, number in enumerate(numbers))
        result = int(function(bits(word)))
        assert list(result.to_bytes(8, "little")) == numbers[:8]


@both_forms(spread)
def test_the_first_eight_members_of_a_set_become_eight_flags(function):
    for octet in range(256):
        result = int(function(bits(octet | 0x5A00)))
        assert list(result.to_bytes(8, "little")) == [octet >> n & 1 for n in range(8)]
