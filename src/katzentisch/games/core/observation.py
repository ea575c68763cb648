"""What a seat may know, in small numbers: the building blocks of every game's `encode`.

A game's `Seen` is a record of bytes. Many of them side by side form a matrix with one
row per table, which networks read unchanged. Numbers of one kind are written eight at
a time, as one word with the lowest byte first.

Actions are what networks choose from: moves numbered as the seat to act sees the
table. Legal ones are marked as bits of words, 64 to a word.

When a table writes the same row repeatedly, `mark_again` and `encode_again` may skip the
parts that have not changed. All they need to know about the last time is one word, the row's
stamp: `encode_again` returns the next one, and the caller stores it with the row.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from katzentisch.games.core.bits import bits, how_many, nth, signed, unsigned
from katzentisch.games.core.jit import can_do, compiled_as, put_bits, rule
from katzentisch.games.core.record import Numbers, Record
from katzentisch.games.core.rng import below

OCTET = 8
WORD_BITS = 64
NO_ACTION = -1
NOT_WRITTEN = 0  # the stamp of a row to which a table has not written yet
ONE_OCTET = 255
EVERY_BYTE = bits(0x0101_0101_0101_0101)
FOUR_A_HALF = bits(0x0000_000F_0000_000F)
FOUR_TIMES = bits(1 | 1 << 7 | 1 << 14 | 1 << 21)

# Masks for moving groups of 4, 8 and 16 bits apart, or groups of 7, 14 and 28.
NIBBLES = (bits(0x0F0F_0F0F_0F0F_0F0F), bits(0x00FF_00FF_00FF_00FF), bits(0x0000_FFFF_0000_FFFF))
LOW_28, LOW_14S, LOW_7S = bits(0xFFF_FFFF), bits(0x0000_3FFF_0000_3FFF), bits(0x007F_007F_007F_007F)
HIGH_28, HIGH_14S = bits(0x00FF_FFFF_F000_0000), bits(0x0FFF_C000_0FFF_C000)
HIGH_7S = bits(0x3F80_3F80_3F80_3F80)
SEVEN_A_BYTE = bits(0x7F7F_7F7F_7F7F_7F7F)


Marks: TypeAlias = NDArray[np.int64]
"""Legal actions as bits: a row of words for each table."""


class ObservationField(NamedTuple):
    """One field of an observation: where it is in a row, and what it means."""

    name: str
    offset: int
    length: int
    says: str


class Picture(NamedTuple):
    """Where a row of bytes encodes a square of spots, and what could be laid there.

    The square comes first in the row. The first 64 actions have no spot; after them, there is
    a window for each card that could be laid.
    """

    side: int  # rows and columns
    contents: int  # kinds of content, from 1; 0 is nothing
    wanted: int  # the offset of the flags that say which content the seat wants
    cards: tuple[tuple[int, int], ...]  # the offset of a card's four contents, and its window


def fields_of(seen: type[Record]) -> list[ObservationField]:
    """The fields of a row, in order."""
    places: Mapping[str, Any] = seen.dtype.fields or {}
    return [
        ObservationField(name, places[name][1], places[name][0].itemsize, field.says)
        for name, field in seen.fields.items()
    ]


@rule
def spread_fours(members: int) -> int:
    """The first four bits of each half of a word as eight bytes, each 0 or 1.

    Repeating them every seven bits puts a different one into each byte's lowest bit.
    """
    return (members & FOUR_A_HALF) * FOUR_TIMES & EVERY_BYTE


def spread(members: int) -> int:
    """The first eight members of a set as eight bytes, each 0 or 1."""
    return spread_fours((members & ONE_OCTET) | members << 28)


FLAGS = np.array([spread(octet) for octet in range(ONE_OCTET + 1)], np.int64)


@can_do("flags", on_a_gpu=spread)
def looked_up(number: int) -> int:
    """Like `spread`, but faster; on a GPU, each thread would look up a different entry."""
    found: int = FLAGS[unsigned(number & ONE_OCTET)]
    return found


@compiled_as(spread)
def spread_by_method(members: int) -> int:
    """The fastest way the processor has."""
    return signed(members).flags()  # type: ignore[attr-defined, no-any-return]  # by `can_do`


@rule
def eight(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> int:
    """Eight small numbers as eight bytes."""
    low = byte(a, 0) | byte(b, 8) | byte(c, 16) | byte(d, 24)
    return low | byte(e, 32) | byte(f, 40) | byte(g, 48) | byte(h, 56)


@rule
def byte(number: int, shift: int) -> int:
    """A small number shifted to its place in a word."""
    return (signed(number) & ONE_OCTET) << shift


@rule
def spread_nibbles(numbers: int) -> int:
    """Eight numbers of four bits as eight bytes."""
    numbers &= 0xFFFF_FFFF
    numbers = (numbers | numbers << 16) & NIBBLES[2]
    numbers = (numbers | numbers << 8) & NIBBLES[1]
    return (numbers | numbers << 4) & NIBBLES[0]


def spread_sevens(numbers: int) -> int:
    """Eight numbers of seven bits as eight bytes."""
    numbers = (numbers & LOW_28) | ((numbers & HIGH_28) << 4)
    numbers = (numbers & LOW_14S) | ((numbers & HIGH_14S) << 2)
    return (numbers & LOW_7S) | ((numbers & HIGH_7S) << 1)


@can_do("sevens", on_a_gpu=spread_sevens)
def put_apart(numbers: int) -> int:
    """Like `spread_sevens`, but in one instruction."""
    return signed(put_bits(unsigned(numbers), unsigned(SEVEN_A_BYTE)))


@compiled_as(spread_sevens)
def spread_sevens_by_method(numbers: int) -> int:
    """The fastest way the processor has."""
    return signed(numbers).sevens()  # type: ignore[attr-defined, no-any-return]  # by `can_do`


@rule
def write_set(octets: Any, members: int) -> None:
    """Write a set as flags."""
    for n in range(len(octets)):
        octets[n] = spread(signed(members) >> (OCTET * n))


@rule
def write_set_of(octets: Any, who: int, members: int) -> None:
    """Write a seat's set as flags, into the seat's own row."""
    for n in range(octets.shape[1]):
        octets[who, n] = spread(signed(members) >> (OCTET * n))


@rule
def write_marks(words: Marks, row: int, at: int, marks: int) -> None:
    """Write a word of a table's marks. (Numba would check whether a signed index is negative.)"""
    words[unsigned(row), unsigned(at)] = marks


@rule
def is_marked(words: Marks, row: int, action: int) -> bool:
    """Is this action marked as legal at a table?"""
    if action < 0 or action >= WORD_BITS * words.shape[1]:
        return False
    word: int = words[row, action // WORD_BITS]
    return (word >> (action % WORD_BITS)) & 1 != 0


@rule
def random_mark(state: Any, words: Marks, row: int, chance: Numbers) -> int:
    """One of a table's marks, uniformly random; NO_ACTION if there are none."""
    count = 0
    for n in range(words.shape[1]):
        count += how_many(words[unsigned(row), unsigned(n)])
    if count == 0:
        return NO_ACTION
    return mark_from(words, row, 0, below(chance, count))


@rule
def mark_from(words: Marks, row: int, n: int, left: int) -> int:
    """The mark with `left` others before it, counting from word `n` on."""
    marks = how_many(words[unsigned(row), unsigned(n)])
    while left >= marks:
        left -= marks
        n += 1
        marks = how_many(words[unsigned(row), unsigned(n)])
    return WORD_BITS * n + nth(words[unsigned(row), unsigned(n)], left)


@rule
def as_it_is(state: Any, number: int) -> int:
    """The action for a move, or the move for an action, in games that number both alike."""
    return number


@rule
def seat_after(seat: int, steps: int, players: int) -> int:
    """The seat `steps` places clockwise from this one."""
    other = seat + steps
    return other - players if other >= players else other


@rule
def steps_to(seat: int, other: int, players: int) -> int:
    """How many places clockwise another seat sits, or -1 if `other` is nobody."""
    if other < 0:
        return -1
    steps = other - seat
    return steps + players if steps < 0 else steps


@rule
def flag(holds: bool) -> int:
    """1 for yes, 0 for no."""
    return 1 if holds else 0
