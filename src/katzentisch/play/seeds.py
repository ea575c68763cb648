"""Seeds: a whole number below 2⁵³, or 128 bits as 32 hex digits."""

import hashlib
import re
import secrets
from typing import TypeAlias

import numpy as np

from katzentisch.games.core.bits import unsigned
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.record import Table
from katzentisch.games.core.rng import Dice

Seed: TypeAlias = int | str
LARGEST = 2**53 - 1


def fresh_seed() -> int:
    """A random seed that nobody knows."""
    return secrets.randbelow(LARGEST + 1)


def check_seed(seed: object) -> Seed:
    """Return the seed, or refuse it if it is not one."""
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= LARGEST:
        return seed
    if isinstance(seed, str) and re.fullmatch("[0-9a-f]{32}", seed):
        return seed
    raise Refused(
        "A seed must be a whole number from 0 to {largest} or a string of 32 hex digits,"
        " not {seed}.",
        largest=LARGEST,
        seed=shortened(seed),
    )


def words_of(seed: Seed) -> tuple[int, int]:
    """The high and the low half of a seed's 128 bits."""
    number = seed if isinstance(seed, int) else int(seed, 16)
    return unsigned(number >> 64), unsigned(number & (2**64 - 1))


def dice_for(seed: Seed, purpose: str) -> Table[Dice]:
    """Dice for one purpose: they depend on a seed but reveal nothing about its game."""
    digest = hashlib.sha256(f"{purpose} {seed}".encode()).digest()
    dice = Dice.table(1)
    dice["chance"][0] = np.frombuffer(digest[:16], np.uint64)
    return dice


def shortened(given: object) -> str:
    """The given value as text, short enough for a sentence."""
    text = repr(given)
    return text if len(text) <= 60 else text[:57] + "…"
