"""News of what changed at tables: from this process, and on PostgreSQL from all others."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

import psycopg

from katzentisch.server.db.engine import Database, Notify

log = logging.getLogger(__name__)
CHANNEL = "katzentisch"
SHORTEST, LONGEST = 0.1, 2.0  # seconds between two tries to be connected


class Bus:
    """Hears news and passes them on; after a break, all may have changed."""

    def __init__(self, database: Database, hear: Notify, missed: Callable[[], None]) -> None:
        self.database = database
        self.hear = hear
        self.missed = missed
        self.connected = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on."""
        if not self.database.shared:
            self.database.notify = self.hear
            self.connected.set()
            return
        self._listening = asyncio.create_task(self._listen_always())
        await self.connected.wait()

    async def stop(self) -> None:
        """Listen no more."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening

    async def _listen_always(self) -> None:
        wait = SHORTEST
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as why:
                log.warning("news: %s", type(why).__name__)
            wait = SHORTEST if self.connected.is_set() else min(2 * wait, LONGEST)
            self.connected.clear()
            await asyncio.sleep(wait)

    async def _listen(self) -> None:
        connect = psycopg.AsyncConnection.connect
        async with await connect(self.database.address(), autocommit=True) as line:
            await line.execute(f"LISTEN {CHANNEL}")
            self.connected.set()
            self.missed()
            async for news in line.notifies():
                topic, table, *number = news.payload.split(" ")
                self.hear(topic, table, int(number[0]) if number else None)
