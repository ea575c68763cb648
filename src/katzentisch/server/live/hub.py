"""The rooms of this process, and what they share."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.chat import ChatStore
from katzentisch.server.db.engine import Database
from katzentisch.server.db.guests import GuestStore
from katzentisch.server.db.presence import PresenceStore
from katzentisch.server.db.records import TableRecord, is_table_id
from katzentisch.server.db.reviews import ReviewStore
from katzentisch.server.db.tables import TableStore
from katzentisch.server.errors import NotFound
from katzentisch.server.jobs.bot_turns import BotTurns
from katzentisch.server.jobs.reviews import Reviewer
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.broadcast import Broadcast
from katzentisch.server.live.bus import Bus
from katzentisch.server.live.room import Room
from katzentisch.server.live.seating import Seating
from katzentisch.server.live.services import Services
from katzentisch.server.live.sync import EVERYTHING
from katzentisch.server.ops.gc_policy import CHECK_EVERY, IdleCollector
from katzentisch.server.ops.limits import Limits
from katzentisch.server.ops.metrics import ROOMS, SOCKETS, note_lag
from katzentisch.server.settings import Settings
from katzentisch.server.web.rendering import Renderer

log = logging.getLogger(__name__)
CLOSED_AFTER = 120.0  # seconds without a connection
SWEEP, BEAT, LOOK = 0.25, 5.0, 0.01  # seconds
DEAD_AFTER = 20.0


class Hub:
    """The rooms of one process, with database, notifications, bots and limits."""

    def __init__(
        self, settings: Settings, database: Database, thinkers: Thinkers, renderer: Renderer
    ) -> None:
        self.settings = settings
        self.database = database
        self.process = secrets.token_hex(8)
        self.store, self.reviews = TableStore(database), ReviewStore(database)
        self.guests, self.chat = GuestStore(database), ChatStore(database)
        self.presence = PresenceStore(database, self.process)
        self.thinkers = thinkers
        self.limits = Limits(settings.limits)
        self.rooms: dict[str, Room] = {}
        self.broadcast = Broadcast(renderer, settings.pace)
        self.bots = BotTurns(self, self.store, thinkers, settings.claim)
        self.seating = Seating(database, self.rooms.get, self.bots.claim_soon)
        self.reviewer = Reviewer(self.process, settings, self.store, self.reviews, thinkers)
        self._services = Services(
            store=self.store,
            chat=self.chat,
            presence=self.presence,
            broadcast=self.broadcast,
            bots=self.bots,
            choose=thinkers.choose,
            spawn=self.spawn,
            bot_pause=settings.bot_pause,
        )
        self.bus = Bus(database, self.on_change, self.on_gap)
        self.closing = False
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._heard_while_opening: dict[str, set[tuple[str, int | None]]] = {}  # topics
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start listening, and start the background tasks."""
        await self.bus.start()
        # With SQLite there is a single process: any other is dead, and its claims are void.
        patience = DEAD_AFTER if self.database.shared else 0.0
        if not self.database.shared:
            await self.store.release_all()
            await self.reviews.release_all()
        await self.presence.heartbeat(patience)
        self.spawn(measure_lag())
        self.spawn(self._always(BEAT, lambda: self._beat(patience)))
        self.spawn(self._always(SWEEP, self._sweep))
        self.spawn(self._always(self.settings.poll, self.bots.claim_waiting))
        self.spawn(self._always(self.settings.poll, self.reviewer.claim_waiting))
        self.spawn(self._always(CHECK_EVERY, IdleCollector().collect_if_idle))

    async def close(self) -> None:
        """Stop, and leave the work to other processes."""
        self.closing = True
        await self.bus.stop()
        claimed = [table for table, _number in self.bots.turns]
        # Cancelled tasks return their database connections first.
        beside = [*self.bots.turns.values(), *self.reviewer.working.values()]
        await cancel_all([*self._tasks, *beside, *self._opening.values()])
        await self.store.close()
        with contextlib.suppress(Refused):
            await self.store.release(claimed)
            await self.reviews.release(self.process)
            await self.presence.remove_process()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something in the background, logging any failure."""
        task = asyncio.create_task(log_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Rooms.

    async def record(self, table: str) -> TableRecord:
        """A table without its moves."""
        room = self.rooms.get(table)
        record = (
            room.record if room else await self.store.record(table) if is_table_id(table) else None
        )
        if record is None:
            raise NotFound("There is no such table.")
        return record

    async def ready_room(self, table: str) -> Room:
        """The room of a table; compiles its game if necessary."""
        if table not in self.rooms:
            await self.thinkers.prepare((await self.record(table)).game)
        return await self.room(table)

    async def room(self, table: str) -> Room:
        """The room of a table whose game is compiled, opened if necessary."""
        if table not in self.rooms:
            if table not in self._opening:
                self._opening[table] = asyncio.create_task(self._open(table))
            await asyncio.shield(self._opening[table])
        room = self.rooms[table]
        room.used = time.time()
        return room

    async def _open(self, table: str) -> None:
        heard = self._heard_while_opening[table] = set()
        try:
            room = self.rooms[table] = await Room.open(self._services, table)
        finally:
            del self._heard_while_opening[table], self._opening[table]
        # Changes made while it was being opened may be missing.
        for topic, number in heard:
            room.sync.on_change(topic, number)

    async def refresh_seats_of(self, guest: str) -> None:
        """Show a guest's own changes at once, before the notification arrives."""
        # A room that is being opened may have read the old state.
        opening = (self.room(table) for table in list(self._opening))
        await asyncio.gather(*opening, return_exceptions=True)
        for room in list(self.rooms.values()):
            if room.seat_of(guest) is not None:
                async with room.lock:
                    await room.sync.read_seats()

    def on_change(self, topic: str, table: str, number: int | None) -> None:
        """Handle a notification from the database."""
        if table in self.rooms:
            self.rooms[table].sync.on_change(topic, number)
        elif table in self._heard_while_opening:
            self._heard_while_opening[table].add((topic, number))

    def on_gap(self) -> None:
        """Reread everything, because notifications may have been missed."""
        self.spawn(self._look_everywhere())
        for heard in self._heard_while_opening.values():
            heard.add((EVERYTHING, None))

    # Background tasks.

    async def _look_everywhere(self) -> None:
        for room in list(self.rooms.values()):
            room.sync.mark_all_stale()
            await asyncio.sleep(0)  # a thousand at once would block the event loop

    async def _always(self, every: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something regularly, even if it fails."""
        while True:
            await asyncio.sleep(every)
            await log_errors(work())

    async def _beat(self, patience: float) -> None:
        if await self.presence.heartbeat(patience):
            # This process was taken for dead, and its presence rows were removed.
            for room in list(self.rooms.values()):
                for guest in {connection.guest for connection in room.connections}:
                    await self.presence.add(room.record.id, guest)

    async def _sweep(self) -> None:
        now = time.time()
        for table, room in list(self.rooms.items()):
            if room.connections:
                if not room.waits_for_present_player():
                    await self.bots.ensure_scheduled(room)
            elif now - room.used > CLOSED_AFTER and not room.lock.locked():
                del self.rooms[table]
        ROOMS.set(len(self.rooms))
        SOCKETS.set(sum(len(room.connections) for room in self.rooms.values()))


async def cancel_all(tasks: list[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for them."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def measure_lag() -> None:
    """Measure the delay of the event loop."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(LOOK)
        note_lag(time.monotonic() - began - LOOK)


async def log_errors(work: Awaitable[None]) -> None:
    """Await something; log any failure."""
    try:
        await work
    except Refused as why:
        log.info("%s", why)
    except Exception:
        log.exception("background task")
