"""A room: a table with its connections, and what guests can do there.

A move is appended to the log under the next number and then applied exactly as every other
process applies it (`TableSync.apply`). Except for its connections, a room holds nothing that is
not in the database; it can be closed and opened again.
"""

import asyncio
from typing import Self

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.records import UNDO, Entry, TableRecord
from katzentisch.server.db.tables import NumberTaken
from katzentisch.server.errors import Conflict, no_such_table
from katzentisch.server.live.broadcast import send_chat, send_presence
from katzentisch.server.live.connections import Connection
from katzentisch.server.live.services import RoomServices
from katzentisch.server.live.sync import TableSync
from katzentisch.server.live.table import Table
from katzentisch.server.ops.metrics import MOVES
from katzentisch.server.scenes import scene_of

HINTS_FROM = "hard"


class Room(Table):
    """A table with the services it needs."""

    def __init__(self, services: RoomServices, record: TableRecord, entries: list[Entry]) -> None:
        super().__init__(record, entries, services.clock)
        self.services = services
        self.sync = TableSync(self, services)

    @classmethod
    async def open(cls, services: RoomServices, table: str) -> Self:
        """Load a table from the database."""
        loaded = await services.store.load(table)
        if loaded is None:
            raise no_such_table()
        # In a thread, since a long game takes a while to replay.
        record, entries = loaded
        room = await asyncio.to_thread(cls, services, record, entries)
        room.present = await services.presence.present(table)
        return room

    async def enter(self, connection: Connection) -> None:
        """Show a new connection the table and its chat, and tell everybody who is present."""
        async with self.lock:
            if self.record.chat:
                await self._show_chat(connection)
            self.connections.add(connection)
            self.services.broadcast.show_to(self, connection)
        self.present.add(connection.guest)
        send_presence(self)
        await self.services.presence.add(self.record.id, connection.guest)

    async def _show_chat(self, connection: Connection) -> None:
        """Show a new connection the whole chat, and everybody else what they have not heard."""
        said = await self.services.chat.sayings(self.record.id)
        connection.send({"type": "said", "said": said, "all": True})
        if said[self.heard :]:
            send_chat(self, said[self.heard :])
        self.heard = len(said)

    def leave(self, connection: Connection) -> None:
        """Remove a connection; the guest keeps the seat."""
        self.connections.discard(connection)
        self.used = self.clock()
        others = {one.guest for one in self.connections}
        background = self.services.background
        if connection.guest not in others and not background.closing:
            # In the background: this task may be cancelled because the connection has closed.
            background.spawn(self.services.presence.remove(self.record.id, connection.guest))

    async def play(self, guest: str, move: str, number: int) -> int:
        """Make a guest's move, which must be the next one; return the new length of the log."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is not None and number < len(self.log):
                raise moved_on()
            if seat is None or not self.is_turn_of(seat):
                raise Conflict("It is not your turn.")
            if number != len(self.log):
                raise moved_on()
            return await self.make(seat, move, "person")

    async def make(self, seat: int, move: str, who: str) -> int:
        """Add a legal move to the log and show it; the caller holds the lock."""
        bots, step = self.services.bots, self.sync.step_for((seat, move))
        to_act = step.match.to_act
        due, claimed = bots.schedule(self, to_act, step.busy_until)
        await self._add(step.entry, over=to_act is None, due=due, claimed=claimed)
        MOVES.labels(self.record.game, who).inc()
        number = len(self.log) + 1
        if claimed:
            bots.play_when_due(self.record.id, number, due or 0.0)
        await self.sync.apply(step)
        return number

    async def _add(
        self, entry: Entry, *, over: bool = False, due: float | None = None, claimed: float = 0.0
    ) -> None:
        number, store = len(self.log), self.services.store
        try:
            with self.sync.adding(number):
                await store.add_move(
                    self.record.id, number, entry, over=over, due=due, claimed=claimed
                )
        except NumberTaken:
            raise moved_on() from None

    async def undo(self, guest: str) -> int:
        """Take back a guest's last move."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is None or not self.may_undo(seat):
                raise Conflict("This move can no longer be taken back.")
            step = self.sync.step_for((seat, UNDO))
            await self._add(step.entry)
            await self.sync.apply(step)
            return len(self.log)

    async def hint(self, guest: str) -> tuple[str, str]:
        """What a strong bot would play: the move, and its clicks."""
        seat = self.seat_of(guest)
        if seat is None or not self.is_turn_of(seat):
            raise Refused("It is not your turn.")
        move = await self.services.choose(self.match, seat, HINTS_FROM)
        return move, "|".join(scene_of(self.record.game).clicks(move))


def moved_on() -> Conflict:
    """The refusal when somebody else has moved in the meantime."""
    return Conflict("The table has moved on; take another look.")
