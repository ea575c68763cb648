"""Moves as small integers, conversion to and from their names, and all legal moves at once.

A move is a card and a way to use it, with eight ways per value: the first is to drop it,
the others are to play it on one of the seats. A 4 and an 8 choose nobody, so they have
only the first way to play. Dropping none is encoded as dropping a ten.

The legal moves at a table are three numbers: a bag that says how many there are with each
value; the seat that cannot be chosen, which is the one to act; and 1 if cards are played,
or 0 if one may be dropped. So the nth move is found just like a bag's nth card.
"""

from typing import TypeAlias

from katzentisch.games.core.bits import EMPTY, ONE, bits, signed, unsigned, wrapping_multiply
from katzentisch.games.core.jit import rule
from katzentisch.games.ed_the_cat.rules.cards import (
    ALL_TOTALS,
    EVERY_VALUE,
    STEP,
    nth_of_few,
    size,
    total_before,
    value_of,
)
from katzentisch.games.ed_the_cat.rules.components import AT_NOBODY, SEATS, VALUES

WAYS = 8
DROP_NONE = WAYS * (VALUES + 1)
AIMED = bits(sum(1 << (STEP * (v - 1)) for v in range(1, VALUES + 1) if v not in AT_NOBODY))

Moves: TypeAlias = tuple[int, int, int]
NO_SEAT = bits(SEATS)
NO_MOVES = (EMPTY, NO_SEAT, ONE)


@rule
def playing(value: int, seat: int) -> int:
    """The move that plays a card of this value on a seat, or just plays a 4 or an 8."""
    return WAYS * value + 1 + aims(value) * seat


@rule
def dropping(value: int) -> int:
    """The move that drops a penalty card of this value."""
    return WAYS * value


@rule
def value_in(move: int) -> int:
    """The value of the card that a move plays or drops."""
    return move >> 3


@rule
def seat_in(move: int) -> int:
    """The seat that a play chooses."""
    return (move & (WAYS - 1)) - 1


@rule
def aims(value: int) -> int:
    """1 if a card of this value chooses an opponent, 0 if not."""
    return (AIMED >> (STEP * (value - 1))) & 1


@rule
def all_plays(values: int, seat: int, opponents: int) -> Moves:
    """Playing each of these values on each opponent; a 4 and an 8 count only once."""
    return totals_of(values + (values & AIMED) * (opponents - 1)), seat, ONE


@rule
def all_drops(values: int) -> Moves:
    """Dropping each of these values, or none."""
    return totals_of(values), NO_SEAT, EMPTY


@rule
def totals_of(counts: int) -> int:
    """A bag with these numbers of cards of each value, given in seven bits each."""
    product = wrapping_multiply(unsigned(counts), unsigned(EVERY_VALUE))
    return signed(product & unsigned(ALL_TOTALS))


@rule
def count_moves(moves: Moves) -> int:
    """How many moves there are; when dropping, one more for `drop none`."""
    bag, _, plays = moves
    return size(bag) + 1 - plays


@rule
def nth_move(moves: Moves, n: int) -> int:
    """The move with n others before it."""
    bag, own, plays = moves
    value = value_of(nth_of_few(bag, n))
    seat = n - total_before(bag, value)
    seat += 1 if seat >= own else 0
    return WAYS * value + plays + (plays & aims(value)) * seat


@rule
def is_among(moves: Moves, move: int) -> bool:
    """Is this one of the moves, that is, is it found where it would have to be?"""
    bag, own, plays = moves
    if move == DROP_NONE:
        return plays == 0
    if move < WAYS or move > DROP_NONE:
        return False
    value, seat = value_in(move), seat_in(move)
    n = total_before(bag, value) + max(seat - 1 if seat > own else seat, 0)
    return n < count_moves(moves) and nth_move(moves, n) == move


def every_name() -> dict[str, int]:
    """The number of each move by its name."""
    names = {"drop none": DROP_NONE}
    for value in range(1, VALUES + 1):
        names[f"drop {value}"] = int(dropping(value))
        if value in AT_NOBODY:
            names[f"play {value}"] = int(playing(value, 0))
        else:
            names |= {f"play {value} on {seat}": int(playing(value, seat)) for seat in range(SEATS)}
    return names


NUMBERS = every_name()
NAMES = {move: name for name, move in NUMBERS.items()}


def name_of(move: int) -> str:
    """A move's name: `play 3 on 2`."""
    if move not in NAMES:
        raise IndexError(f"there is no move {move}")
    return NAMES[move]


def number_of(name: str) -> int | None:
    """The move with this name, or None."""
    return NUMBERS.get(name)
