"""Work that goes on beside requests until the process stops."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from katzentisch.games.core.errors import Refused
from katzentisch.server.ops.metrics import note_lag

log = logging.getLogger(__name__)
LOOK = 0.01  # seconds


class Background:
    """The background tasks of this process."""

    def __init__(self) -> None:
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something in the background, logging any failure."""
        task = asyncio.create_task(log_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def repeat(self, every: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something regularly, even if it fails."""
        self.spawn(repeat(every, work))

    async def close(self, others: Iterable[asyncio.Task[Any]] = ()) -> None:
        """Cancel all tasks, these `others` too, and wait for them."""
        tasks = [*self._tasks, *others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def repeat(every: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again, even if it fails."""
    while True:
        await asyncio.sleep(every)
        await log_errors(work())


async def log_errors(work: Awaitable[None]) -> None:
    """Await something; log any failure."""
    try:
        await work
    except Refused as why:
        log.info("%s", why)
    except Exception:
        log.exception("background task")


async def measure_lag() -> None:
    """Measure the delay of the event loop."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(LOOK)
        note_lag(time.monotonic() - began - LOOK)
