"""Moves as whole numbers, and conversion to and from their names.

The high bits of a number encode what is moved, the low bits the spot it goes to. Moves
without a spot come last and use the low bits for something else.
"""

import re

from katzentisch.games.cat_box.rules.components import CARDS, SEATS, SLOTS
from katzentisch.games.cat_box.rules.table import COORDINATE_BITS, REACH, spot_at, x_of, y_of
from katzentisch.games.core.bits import bits, signed
from katzentisch.games.core.jit import rule

SPOT_BITS = 2 * COORDINATE_BITS

# What is moved: a card from the seat's own hand or from another hand, the reserved card, a
# scratcher, or a card on the table (by a mouse). ELSE is for moves without a spot.
OWN = bits(0)
FROM_SEAT = OWN + SLOTS
RESERVED = FROM_SEAT + SEATS * SLOTS
SCRATCH = RESERVED + 1
BY_MOUSE = SCRATCH + 1
ELSE = BY_MOUSE + CARDS

USE_STACK, USE_PAW, END, FROM_HAND = bits(0), bits(1), bits(2), bits(3)
USES = FROM_HAND + SEATS * SLOTS


@rule
def moving(thing: int, spot: int) -> int:
    """The move that puts something on a spot."""
    return (signed(thing) << SPOT_BITS) | spot


@rule
def thing_of(move: int) -> int:
    """What is moved."""
    return move >> SPOT_BITS


@rule
def spot_of(move: int) -> int:
    """The spot that it is moved to."""
    return move & ((1 << SPOT_BITS) - 1)


@rule
def using(what: int) -> int:
    """A move that needs no spot."""
    return moving(ELSE, what)


@rule
def from_seat(seat: int, slot: int) -> int:
    """A card in another seat's hand, as a thing to move."""
    return FROM_SEAT + SLOTS * seat + slot


@rule
def catch(seat: int, slot: int) -> int:
    """A card in a hand, as something for a fish to catch."""
    return FROM_HAND + SLOTS * seat + slot


@rule
def fishing(seat: int, slot: int) -> int:
    """The move that catches a card from a hand."""
    return using(catch(seat, slot))


@rule
def seat_fished(move: int) -> int:
    """The seat whose card a fish catches."""
    return (spot_of(move) - FROM_HAND) // SLOTS


@rule
def slot_fished(move: int) -> int:
    """The slot of the card that a fish catches."""
    return (spot_of(move) - FROM_HAND) % SLOTS


THINGS = [
    *(f"place own {slot} at" for slot in range(SLOTS)),
    *(f"place seat {seat} {slot} at" for seat in range(SEATS) for slot in range(SLOTS)),
    "place reserved 0 at",
    "scratch",
    *(f"mouse {card} to" for card in range(CARDS)),
]
REST = [
    "stack",
    "paw",
    "end",
    *(f"fish seat {seat} {slot}" for seat in range(SEATS) for slot in range(SLOTS)),
]
THING_NUMBERS = {name: thing for thing, name in enumerate(THINGS)}
REST_NUMBERS = {name: int(using(what)) for what, name in enumerate(REST)}


def name_of(move: int) -> str:
    """A move's name: `place own 0 at 1,-1`."""
    if move < 0:
        raise ValueError(f"{move} is not a move.")
    if thing_of(move) >= ELSE:
        return REST[move - using(0)]
    x, y = int(x_of(spot_of(move))), int(y_of(spot_of(move)))
    if max(abs(x), abs(y)) > REACH:
        raise ValueError(f"{move} is not a move: no card can get that far.")
    return f"{THINGS[thing_of(move)]} {x},{y}"


def number_of(name: str) -> int | None:
    """The move with this name, or None if there is none."""
    if name in REST_NUMBERS:
        return REST_NUMBERS[name]
    parts = re.fullmatch(r"(.+) (0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)", name)
    if parts is None or parts[1] not in THING_NUMBERS:
        return None
    x, y = int(parts[2]), int(parts[3])
    if max(abs(x), abs(y)) > REACH:
        return None
    return int(moving(THING_NUMBERS[parts[1]], spot_at(x, y)))
