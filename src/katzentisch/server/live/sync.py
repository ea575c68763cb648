"""How a room follows its table: it hears that something has changed, and reads what it lacks."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from katzentisch.server.db.models import Seat, short
from katzentisch.server.errors import DatabaseUnavailable
from katzentisch.server.live.broadcast import send_chat, send_presence, send_rematch
from katzentisch.server.live.services import Services
from katzentisch.server.live.table import Step, Table

log = logging.getLogger(__name__)
AFTER_TROUBLE, TOGETHER = 0.5, 0.2  # seconds
EVERYTHING = "everything"  # may have changed


class TableSync:
    """What a room has heard of and not read yet."""

    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self.services = services
        self._topics: set[str] = set()
        self._wanted = 0  # entries of the log that are known to exist
        self._adding: int | None = None  # the number that this room tries to take
        self._waits = False  # news of presence
        self._task: asyncio.Task[None] | None = None

    def hear(self, topic: str, number: int | None = None) -> None:
        """Something has changed in the database."""
        if topic == "move":
            if number is not None and number == self._adding:
                return
            self._wanted = max(self._wanted, (number or 0) + 1)
            if self._wanted <= len(self.table.log):
                return
        if topic == EVERYTHING:
            self.mark_all_stale()
        elif topic == "presence":
            self._hear_presence_soon()
        else:
            self._read(topic)

    @contextmanager
    def adding(self, number: int) -> Iterator[None]:
        """Who takes a number needs no news of it; if that fails, whoever has it is looked for."""
        self._adding = number
        try:
            yield
        except BaseException:
            # Without an answer it may have been kept all the same; the log will tell.
            self._adding = None
            self.hear("move", number)
            raise
        self._adding = None

    def _hear_presence_soon(self) -> None:
        """When many come at once, who is here is read once and not each time."""
        if not self._waits:
            self._waits = True
            asyncio.get_running_loop().call_later(TOGETHER, self._read, "presence")

    def _read(self, topic: str) -> None:
        self._waits = self._waits and topic != "presence"
        self._topics.add(topic)
        if self._task is None or self._task.done():
            self._task = self.services.spawn(self._follow())

    def mark_all_stale(self) -> None:
        """Anything may have changed."""
        for topic in ("seat", "saying", "presence"):
            self.hear(topic)
        # Also what comes after a number that is just being taken here.
        self._wanted = len(self.table.log) + (1 if self._adding is None else 2)
        self._read("move")

    async def _follow(self) -> None:
        while self._topics:
            topics, self._topics = self._topics, set()
            try:
                async with self.table.lock:
                    await self._catch_up(topics)
            except Exception as why:
                # A table must not stand still because something went wrong once.
                if not isinstance(why, DatabaseUnavailable):
                    log.exception("table %s", short(self.table.record.id))
                await asyncio.sleep(AFTER_TROUBLE)
                self._topics |= topics
                self._wanted = len(self.table.log) + 1

    async def _catch_up(self, topics: set[str]) -> None:
        if "seat" in topics:
            await self.read_seats()
        if "move" in topics and self._wanted > len(self.table.log):
            await self._read_moves()
        if "saying" in topics and self.table.record.chat:
            await self._read_sayings()
        if "presence" in topics:
            await self._read_presence()

    async def _read_moves(self) -> None:
        # What is heard while we read counts anew.
        self._wanted = 0
        table = self.table
        entries = await self.services.store.entries(table.record.id, len(table.log))
        for entry in entries[:-1]:
            table.take(table.after(entry))
        for entry in entries[-1:]:
            watched = len(entries) == 1 and self.services.broadcast.wants_moments(table)
            await self.take(table.after(entry, watched), at_once=len(entries) > 1)

    async def take(self, step: Step, at_once: bool = False) -> None:
        """The one way in which a table moves on, for who has moved and for all who follow.

        Everybody sees how; or, `at_once`, only where that has led.
        """
        self.table.take(step)
        self.table.note_asked()
        if step.undone or at_once:
            await self.services.broadcast.show_all(self.table)
        else:
            await self.services.broadcast.show_move(self.table, step.moments)

    async def read_seats(self) -> None:
        """Who sits where now, and is there a rematch?"""
        table = self.table
        record = await self.services.store.record(table.record.id)
        assert record is not None
        before, table.record = table.record, record
        table.asked = (-1, 0.0)
        table.name_players()
        if record.next != before.next:
            send_rematch(table)
        if list(map(shown, record.seats)) != list(map(shown, before.seats)):
            await self.services.broadcast.show_all(table)
            send_presence(table)
        await self.services.bots.consider(table)

    async def _read_sayings(self) -> None:
        table = self.table
        said = await self.services.guests.sayings(table.record.id, table.heard)
        table.heard += len(said)
        if said:
            send_chat(table, said)

    async def _read_presence(self) -> None:
        table = self.table
        before, table.present = table.present, await self.services.guests.present(table.record.id)
        for seat in table.record.seats:
            if seat.guest in before - table.present:
                seat.gone = time.time()
        if before != table.present:
            send_presence(table)
        await self.services.bots.consider(table)


def shown(seat: Seat) -> tuple[str | None, ...]:
    """What of a seat is shown."""
    return (seat.kind, seat.guest, seat.level, seat.name)
