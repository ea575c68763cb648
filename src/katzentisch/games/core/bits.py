"""Sets as bits of a word, and arithmetic that wraps round at 64 bits.

Sets have at most 63 bits, so they are never negative, and adding, shifting and
comparing give the same results in every mode. (`how_many` and `nth` accept all 64
bits of a word.)
"""

from typing import TYPE_CHECKING

import numpy as np

from katzentisch.games.core.jit import can_do, compiled_as, put_bits, rule

WORD = 0xFFFF_FFFF_FFFF_FFFF


if TYPE_CHECKING:

    def unsigned(number: int) -> int:
        """A number as an unsigned word."""

    def signed(number: int) -> int:
        """A number as a signed word."""

else:
    unsigned, signed = np.uint64, np.int64


def bits(value: int) -> int:
    """A constant set, wide enough for arithmetic with any field."""
    return signed(value)


EMPTY = bits(0)
ONE = bits(1)


def wrapping_add(a: int, b: int) -> int:
    """The sum of two unsigned words, ignoring overflow."""
    return unsigned((int(a) + int(b)) & WORD)


@compiled_as(wrapping_add)
def added(a: int, b: int) -> int:
    """Words of compiled code wrap round by themselves."""
    return a + b


def wrapping_multiply(a: int, b: int) -> int:
    """The product of two unsigned words, ignoring overflow."""
    return unsigned((int(a) * int(b)) & WORD)


@compiled_as(wrapping_multiply)
def multiplied(a: int, b: int) -> int:
    """Words of compiled code wrap round by themselves."""
    return a * b


def how_many(members: int) -> int:
    """The number of members."""
    return (int(members) & WORD).bit_count()


@compiled_as(how_many)
def counted(members: int) -> int:
    """The number of members, by the method below."""
    return signed(unsigned(members).bit_count())


@can_do("bit_count")
def bit_count(number: int) -> int:
    """How many bits are set. (The compiler turns this pattern into one instruction.)"""
    x = unsigned(number)
    x = x - ((x >> unsigned(1)) & unsigned(0x5555555555555555))
    x = (x & unsigned(0x3333333333333333)) + ((x >> unsigned(2)) & unsigned(0x3333333333333333))
    x = (x + (x >> unsigned(4))) & unsigned(0x0F0F0F0F0F0F0F0F)
    return signed((x * unsigned(0x0101010101010101)) >> unsigned(56))


@rule
def only(member: int) -> int:
    """The set with this one member."""
    return ONE << member


@rule
def has(members: int, member: int) -> bool:
    """Is this a member of the set?"""
    return (members >> member) & 1 != 0


@rule
def first(members: int) -> int:
    """The smallest member, as a set."""
    return members & -members


@rule
def place(member_alone: int) -> int:
    """The only member of a set that has just one."""
    return how_many(member_alone - 1)


def nth(members: int, n: int) -> int:
    """The member with n smaller ones; the set must have more than n members.

    The processor cannot predict which one it is, so a loop over the members would mispredict
    a branch each time; halving the word six times needs no branch.
    """
    members, n, member = narrowed(members, n, EMPTY, 32)
    members, n, member = narrowed(members, n, member, 16)
    members, n, member = narrowed(members, n, member, 8)
    members, n, member = narrowed(members, n, member, 4)
    members, n, member = narrowed(members, n, member, 2)
    return member + (1 if n >= members & 1 else 0)


@rule
def narrowed(members: int, n: int, passed: int, width: int) -> tuple[int, int, int]:
    """The half of the set with its nth member, n within that half, and the bits passed over."""
    in_low_half = how_many(members & ((ONE << width) - 1))
    higher = n >= in_low_half
    n = n - in_low_half if higher else n
    members = members >> width if higher else members
    return members, n, passed + width if higher else passed


@can_do("member", on_a_gpu=nth)
def nth_by_putting(members: int, n: int) -> int:
    """Like `nth`, but in three instructions."""
    return place(signed(put_bits(unsigned(1) << unsigned(n), unsigned(members))))


@compiled_as(nth)
def nth_by_method(members: int, n: int) -> int:
    """The fastest way the processor has."""
    return signed(members).member(n)  # type: ignore[attr-defined, no-any-return]  # by `can_do`


@rule
def without_first(members: int) -> int:
    """The set without its smallest member."""
    return members & (members - 1)
