"""Garbage: what only a search through all objects finds, without holding up the tables for it.

A move leaves none; requests, and lines that are gone, leave a little. Young objects are looked
through often, since they are few. With thousands of lines all objects take a few tenths of a
second, which is for when nobody plays.
"""

import gc
import time

from katzentisch.server.metrics import moves_made

# Objects until the young are looked through, and how often until the middle-aged are; never all.
YOUNG, MIDDLE, NEVER = 2_000, 10, 1_000_000
LOOK_EVERY = 10.0  # seconds
NOT_BEFORE, AT_LAST = 60.0, 3600.0  # seconds since all objects were looked through


def tidy_rarely() -> None:
    """What is there when a server begins stays, and need not be looked through."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class Tidying:
    """When to look through all objects."""

    def __init__(self) -> None:
        self._moves = 0.0
        self._tidied = time.monotonic()

    async def look(self) -> None:
        """Tidy up if nobody has moved for a while, or if it was long ago."""
        moves, since = moves_made(), time.monotonic() - self._tidied
        quiet, self._moves = moves == self._moves, moves
        if since > AT_LAST or (quiet and since > NOT_BEFORE):
            gc.collect()
            self._tidied = time.monotonic()
