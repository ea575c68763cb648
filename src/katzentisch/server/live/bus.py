"""Notifications of changes at tables, from this process and, with PostgreSQL, from all others."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

import psycopg

from katzentisch.server.db.engine import Database, Notify

log = logging.getLogger(__name__)
CHANNEL = "katzentisch"
SHORTEST, LONGEST = 0.1, 2.0  # seconds between attempts to reconnect


class Bus:
    """Receives notifications and passes them on; after an interruption, some may be missing."""

    def __init__(self, database: Database, on_change: Notify, on_gap: Callable[[], None]) -> None:
        self.database = database
        self.on_change = on_change
        self.on_gap = on_gap
        self.connected = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start listening."""
        if not self.database.shared:
            self.database.notify = self.on_change
            self.connected.set()
            return
        self._listening = asyncio.create_task(self._listen_always())
        await self.connected.wait()

    async def stop(self) -> None:
        """Stop listening."""
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
            self.on_gap()
            async for news in line.notifies():
                topic, table, *number = news.payload.split(" ")
                self.on_change(topic, table, int(number[0]) if number else None)
