"""Garbage: what only a search through all objects finds, without holding up the tables for it.

A move leaves none; requests, and lines that are gone, leave a little. Young objects are looked
through often, since they are few. With thousands of lines all objects take a few tenths of a
second, which is for when nobody plays.
"""

import gc
import time

from katzentisch.server.ops.metrics import moves_made

# Objects until the young are looked through, and how often until the middle-aged are; never all.
YOUNG, MIDDLE, NEVER = 700, 5, 1_000_000
LOOK_EVERY = 10.0  # seconds
NOT_BEFORE, AT_LAST = 60.0, 3600.0  # seconds since all objects were looked through


def configure_gc() -> None:
    """What is there when a server begins stays, and need not be looked through."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class IdleCollector:
    """When to look through all objects."""

    def __init__(self) -> None:
        self._moves = self._moves_then = 0.0
        self._tidied = time.monotonic()

    async def look(self) -> None:
        """Tidy up when people have played and nobody does now, or if it was long ago."""
        before, self._moves = self._moves, moves_made()
        since = time.monotonic() - self._tidied
        pause = before == self._moves != self._moves_then
        if since > AT_LAST or (pause and since > NOT_BEFORE):
            gc.collect()
            self._moves_then, self._tidied = self._moves, time.monotonic()
