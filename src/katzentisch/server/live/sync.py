"""How a room follows its table: it hears that something has changed, and reads what it lacks."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from katzentisch.server.db.models import UNDO, Seat, short
from katzentisch.server.errors import Unreachable
from katzentisch.server.live import broadcast

if TYPE_CHECKING:
    from katzentisch.server.live.room import Room

log = logging.getLogger(__name__)
AFTER_TROUBLE, TOGETHER = 0.5, 0.2  # seconds
EVERYTHING = "everything"  # may have changed


class Following:
    """What a room has heard of and not read yet."""

    def __init__(self, room: "Room") -> None:
        self.room = room
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
            if self._wanted <= len(self.room.log):
                return
        if topic == EVERYTHING:
            self.hear_all()
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
            self._task = self.room.house.spawn(self._follow())

    def hear_all(self) -> None:
        """Anything may have changed."""
        for topic in ("seat", "saying", "presence"):
            self.hear(topic)
        # Also what comes after a number that is just being taken here.
        self._wanted = len(self.room.log) + (1 if self._adding is None else 2)
        self._read("move")

    async def _follow(self) -> None:
        while self._topics:
            topics, self._topics = self._topics, set()
            try:
                async with self.room.lock:
                    await self._catch_up(topics)
            except Exception as why:
                # A table must not stand still because something went wrong once.
                if not isinstance(why, Unreachable):
                    log.exception("table %s", short(self.room.kept.id))
                await asyncio.sleep(AFTER_TROUBLE)
                self._topics |= topics
                self._wanted = len(self.room.log) + 1

    async def _catch_up(self, topics: set[str]) -> None:
        if "seat" in topics:
            await self.read_seats()
        if "move" in topics and self._wanted > len(self.room.log):
            await self._read_moves()
        if "saying" in topics and self.room.kept.chat:
            await self._read_sayings()
        if "presence" in topics:
            await self._read_presence()

    async def _read_moves(self) -> None:
        # What is heard while we read counts anew.
        self._wanted = 0
        room = self.room
        entries = await room.house.store.entries(room.kept.id, len(room.log))
        for entry in entries[:-1]:
            room.let_happen(entry)
        for entry in entries[-1:]:
            undone = entry[1] == UNDO
            moments = [] if undone else room.moments(room.match.game.number_of(entry[1]) or 0)
            room.let_happen(entry)
            room.note_asked()
            if undone or len(entries) > 1:
                await broadcast.show_all(room)
            else:
                await broadcast.show_move(room, moments)

    async def read_seats(self) -> None:
        """Who sits where now, and is there a rematch?"""
        room = self.room
        kept = await room.house.store.head(room.kept.id)
        assert kept is not None
        before, room.kept = room.kept, kept
        room.asked = (-1, 0.0)
        room.name_players()
        if kept.next != before.next:
            broadcast.tell_rematch(room)
        if list(map(shown, kept.seats)) != list(map(shown, before.seats)):
            await broadcast.show_all(room)
            broadcast.tell_presence(room)
        await room.house.butler.consider(room)

    async def _read_sayings(self) -> None:
        room = self.room
        said = await room.house.people.sayings(room.kept.id, room.heard)
        room.heard += len(said)
        if said:
            broadcast.tell_sayings(room, said)

    async def _read_presence(self) -> None:
        room = self.room
        before, room.present = room.present, await room.house.people.present(room.kept.id)
        for seat in room.kept.seats:
            if seat.guest in before - room.present:
                seat.gone = time.time()
        if before != room.present:
            broadcast.tell_presence(room)
        await room.house.butler.consider(room)


def shown(seat: Seat) -> tuple[str | None, ...]:
    """What of a seat is shown."""
    return (seat.kind, seat.guest, seat.level, seat.name)
