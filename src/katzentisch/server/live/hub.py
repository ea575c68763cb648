"""The rooms of this process."""

import asyncio
from collections.abc import Callable

from katzentisch.server.db.records import TableRecord, is_table_id
from katzentisch.server.errors import no_such_table
from katzentisch.server.live.room import Room
from katzentisch.server.live.services import RoomServices
from katzentisch.server.live.sync import EVERYTHING
from katzentisch.server.ops.metrics import ROOMS, SOCKETS

CLOSED_AFTER = 120.0  # seconds without a connection


class Hub:
    """Opens rooms when they are needed, passes notifications on to them, and closes idle ones."""

    def __init__(self, services: RoomServices, compile_first: Callable[[str], None]) -> None:
        self._services = services
        self._compile_first = compile_first
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[None]] = {}
        self._heard_while_opening: dict[str, set[tuple[str, int | None]]] = {}  # topics

    async def record(self, table: str) -> TableRecord:
        """A table without its moves."""
        if table in self.rooms:
            return self.rooms[table].record
        record = await self._services.store.record(table) if is_table_id(table) else None
        if record is None:
            raise no_such_table()
        return record

    async def room(self, table: str) -> Room:
        """The room of a table, opened if necessary."""
        if table not in self.rooms:
            if table not in self.opening:
                self.opening[table] = asyncio.create_task(self._open(table))
            await asyncio.shield(self.opening[table])
        room = self.rooms[table]
        room.used = self._services.clock()
        return room

    async def _open(self, table: str) -> None:
        heard = self._heard_while_opening[table] = set()
        try:
            room = self.rooms[table] = await Room.open(self._services, table)
            self._compile_first(room.record.game)
        finally:
            del self._heard_while_opening[table], self.opening[table]
        # Changes made while it was being opened may be missing.
        for topic, number in heard:
            room.sync.on_change(topic, number)

    async def refresh_seats_of(self, guest: str) -> None:
        """Show a guest's own changes at once, before the notification arrives."""
        # A room that is being opened may have read the old state.
        opening = (self.room(table) for table in list(self.opening))
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
        self._services.background.spawn(self._look_everywhere())
        for heard in self._heard_while_opening.values():
            heard.add((EVERYTHING, None))

    async def _look_everywhere(self) -> None:
        for room in list(self.rooms.values()):
            room.sync.mark_all_stale()
            await asyncio.sleep(0)  # a thousand at once would block the event loop

    async def show_tables_of(self, slug: str) -> None:
        """Show the tables of a game again, because its bots think as they should from now on."""
        for room in list(self.rooms.values()):
            if room.record.game == slug:
                async with room.lock:
                    await self._services.broadcast.show_all(room)

    async def heartbeat(self, patience: float) -> None:
        """Note that this process is alive, with everybody who is connected to it."""
        presence = self._services.presence
        if await presence.heartbeat(patience):
            # This process was unknown or taken for dead, and its presence rows were removed.
            for room in list(self.rooms.values()):
                for guest in {connection.guest for connection in room.connections}:
                    await presence.add(room.record.id, guest)

    async def sweep(self) -> None:
        """Schedule bots that nobody has scheduled, and close rooms that nobody has used."""
        now = self._services.clock()
        for table, room in list(self.rooms.items()):
            if room.connections:
                if not room.waits_for_present_player():
                    await self._services.bots.ensure_scheduled(room)
            elif now - room.used > CLOSED_AFTER and not room.lock.locked():
                del self.rooms[table]
        ROOMS.set(len(self.rooms))
        SOCKETS.set(sum(len(room.connections) for room in self.rooms.values()))
