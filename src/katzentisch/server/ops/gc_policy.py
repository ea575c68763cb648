"""Garbage collection that does not hold up the tables.

Moves leave no cyclic garbage; requests and closed connections leave a little. The young
generations are collected often, since they are small. With thousands of connections a full
collection takes a few tenths of a second, so it waits until nobody is playing.
"""

import gc
import time

from katzentisch.server.ops.metrics import moves_made

# Thresholds of the three generations; the oldest is never collected automatically.
YOUNG, MIDDLE, NEVER = 700, 5, 1_000_000
CHECK_EVERY = 10.0  # seconds
NOT_BEFORE, AT_LAST = 60.0, 3600.0  # seconds since the last full collection


def configure_gc() -> None:
    """Exclude objects that exist at startup from collection, and set the thresholds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class IdleCollector:
    """Runs full collections when nobody is playing."""

    def __init__(self) -> None:
        self._moves = self._moves_then = 0.0
        self._collected = time.monotonic()

    async def collect_if_idle(self) -> None:
        """Collect in a lull after some play, or if the last collection was long ago."""
        before, self._moves = self._moves, moves_made()
        since = time.monotonic() - self._collected
        pause = before == self._moves != self._moves_then
        if since > AT_LAST or (pause and since > NOT_BEFORE):
            gc.collect()
            self._moves_then, self._collected = self._moves, time.monotonic()
