"""Keeps a room up to date: rereads from the database what notifications report as changed."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from katzentisch.server.db.records import Entry, Seat, short
from katzentisch.server.errors import DatabaseUnavailable
from katzentisch.server.live.broadcast import send_chat, send_presence, send_rematch
from katzentisch.server.live.services import RoomServices
from katzentisch.server.live.table import Step, Table

log = logging.getLogger(__name__)
AFTER_TROUBLE, TOGETHER = 0.5, 0.2  # seconds
EVERYTHING = "everything"  # anything may have changed


class TableSync:
    """Applies changes to a room; remembers what has changed but not been read yet."""

    def __init__(self, table: Table, services: RoomServices) -> None:
        self.table = table
        self.services = services
        self._topics: set[str] = set()
        self._wanted = 0  # length of the log, as far as known
        self._adding: int | None = None  # the number of the entry this room is adding
        self._waits = False  # is reading presence scheduled?
        self._task: asyncio.Task[None] | None = None

    def on_change(self, topic: str, number: int | None = None) -> None:
        """Handle a notification from the database."""
        if topic == "move":
            if number is not None and number == self._adding:
                return
            self._wanted = max(self._wanted, (number or 0) + 1)
            if self._wanted <= len(self.table.log):
                return
        if topic == EVERYTHING:
            self.mark_all_stale()
        elif topic == "presence":
            self._read_presence_soon()
        else:
            self._read(topic)

    @contextmanager
    def adding(self, number: int) -> Iterator[None]:
        """Ignore the notification of an entry added here; if adding fails, read the log."""
        self._adding = number
        try:
            yield
        except BaseException:
            # The entry may have been stored even though no answer arrived; the log will tell.
            self._adding = None
            self.on_change("move", number)
            raise
        self._adding = None

    def _read_presence_soon(self) -> None:
        """Read presence once when many guests arrive at the same time."""
        if not self._waits:
            self._waits = True
            asyncio.get_running_loop().call_later(TOGETHER, self._read, "presence")

    def _read(self, topic: str) -> None:
        self._waits = self._waits and topic != "presence"
        self._topics.add(topic)
        if self._task is None or self._task.done():
            self._task = self.services.background.spawn(self._follow())

    def mark_all_stale(self) -> None:
        """Reread everything."""
        for topic in ("seat", "saying", "presence"):
            self.on_change(topic)
        # Including what follows the entry that is being added here.
        self._wanted = len(self.table.log) + (1 if self._adding is None else 2)
        self._read("move")

    async def _follow(self) -> None:
        while self._topics:
            topics, self._topics = self._topics, set()
            try:
                async with self.table.lock:
                    await self._catch_up(topics)
            except Exception as why:
                # Try again: one failure must not stop the table.
                if not isinstance(why, DatabaseUnavailable):
                    log.exception("table %s", short(self.table.record.id))
                await asyncio.sleep(AFTER_TROUBLE)
                self._topics |= topics
                self._wanted = len(self.table.log) + 1

    async def _catch_up(self, topics: set[str]) -> None:
        # A move at a table that was waiting: its game has started.
        if "seat" in topics or ("move" in topics and self.table.record.waiting):
            await self.read_seats()
        if "move" in topics and self._wanted > len(self.table.log):
            await self._read_moves()
        if "saying" in topics and self.table.record.chat:
            await self._read_sayings()
        if "presence" in topics:
            await self._read_presence()

    async def _read_moves(self) -> None:
        # Notifications that arrive during the read request another one.
        self._wanted = 0
        table = self.table
        entries = await self.services.store.entries(table.record.id, len(table.log))
        # Of several entries at once, everybody sees only the result.
        at_once = len(entries) > 1
        for entry in entries:
            await self.apply(self.step_for(entry, watched=not at_once), show=not at_once)
        if at_once:
            await self.services.broadcast.show_all(table)

    def step_for(self, entry: Entry, watched: bool = True) -> Step:
        """The step for an entry, and until when people watch it; refused if the move is illegal."""
        table, broadcast = self.table, self.services.broadcast
        step = table.after(entry, watched and broadcast.wants_moments(table))
        seconds = broadcast.watching_time(table, step.moments) + self.services.bot_pause
        return replace(step, busy_until=self.services.clock() + seconds)

    async def apply(self, step: Step, show: bool = True) -> None:
        """Advance the table by one entry, whether it was made here or in another process."""
        self.table.apply(step)
        self.table.note_scheduled()
        if show and step.undone:
            await self.services.broadcast.show_all(self.table)
        elif show:
            await self.services.broadcast.show_move(self.table, step.moments)

    async def read_seats(self) -> None:
        """Reread the seats, and whether there is a rematch."""
        table = self.table
        record = await self.services.store.record(table.record.id)
        assert record is not None
        before = table.record
        table.replace_record(record)
        if record.next != before.next:
            send_rematch(table)
        if list(map(shown, record.seats)) != list(map(shown, before.seats)):
            await self.services.broadcast.show_all(table)
            send_presence(table)
        await self.services.bots.ensure_scheduled(table)

    async def _read_sayings(self) -> None:
        table = self.table
        said = await self.services.chat.sayings(table.record.id, table.heard)
        table.heard += len(said)
        if said:
            send_chat(table, said)

    async def _read_presence(self) -> None:
        table = self.table
        before, table.present = table.present, await self.services.presence.present(table.record.id)
        for seat in table.record.seats:
            if seat.guest in before - table.present:
                seat.gone = self.services.clock()
        if before != table.present:
            send_presence(table)
        await self.services.bots.ensure_scheduled(table)


def shown(seat: Seat) -> tuple[str | None, ...]:
    """The displayed part of a seat."""
    return (seat.kind, seat.guest, seat.level, seat.name)
