"""A room: a table, and what can be done there.

Who moves adds to the log under the next number, and then lets the entry happen exactly as all
other processes do (`Following.take`). A room holds nothing that the database does not have, but
open lines; it can be forgotten and opened again.
"""

import asyncio
import time
from typing import Self

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.models import UNDO, Entry, TableRecord
from katzentisch.server.db.tables import NumberTaken
from katzentisch.server.errors import Conflict, NotFound
from katzentisch.server.live.services import Services
from katzentisch.server.live.sync import TableSync
from katzentisch.server.live.table import Table
from katzentisch.server.ops.metrics import MOVES
from katzentisch.server.web.rendering import scene_of

HINTS_FROM = "hard"


class Room(Table):
    """One table with the database, the screens and the bots at hand."""

    def __init__(self, services: Services, record: TableRecord, entries: list[Entry]) -> None:
        super().__init__(record, entries)
        self.services = services
        self.sync = TableSync(self, services)

    @classmethod
    async def open(cls, services: Services, table: str) -> Self:
        """A table out of the database."""
        loaded = await services.store.load(table)
        if loaded is None:
            raise NotFound("There is no such table.")
        # A long game takes a while to replay; others go on meanwhile.
        record, entries = loaded
        room = await asyncio.to_thread(cls, services, record, entries)
        room.present = await services.guests.present(table)
        return room

    async def play(self, guest: str, move: str, number: int) -> int:
        """A guest makes a move, which must be the next one; how many there are then."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is not None and number < len(self.log):
                raise Conflict("The table has moved on; look again.")
            if seat is None or not self.is_turn_of(seat):
                raise Conflict("It is not your turn.")
            if number != len(self.log):
                raise Conflict("The table has moved on; look again.")
            return await self.make(seat, move, "person")

    async def make(self, seat: int, move: str, who: str) -> int:
        """Add a legal move to the log and show it; whoever calls holds the lock."""
        bots, broadcast = self.services.bots, self.services.broadcast
        step = self.after((seat, move), watched=broadcast.wants_moments(self))
        watched = broadcast.watching_time(self, step.moments)
        self.busy_until = time.time() + watched + self.services.bot_pause
        to_act = step.match.to_act
        due, claimed = bots.plan(self, to_act)
        await self._add(step.entry, over=to_act is None, due=due, claimed=claimed)
        MOVES.labels(self.record.game, who).inc()
        number = len(self.log) + 1
        if claimed:
            bots.expect(self.record.id, number, due or 0.0)
        await self.sync.take(step)
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
            raise Conflict("The table has moved on; look again.") from None

    async def undo(self, guest: str) -> int:
        """A guest takes back the last move."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat is None or not self.may_undo(seat):
                raise Conflict("This move cannot be taken back any more.")
            step = self.after((seat, UNDO))
            await self._add(step.entry)
            await self.sync.take(step)
            return len(self.log)

    async def hint(self, guest: str) -> tuple[str, str]:
        """What a strong bot would do here: the move, and its path of clicks."""
        seat = self.seat_of(guest)
        if seat is None or not self.is_turn_of(seat):
            raise Refused("It is not your turn.")
        move = await self.services.choose(self.match, seat, HINTS_FROM)
        return move, "|".join(scene_of(self.record.game).clicks(move))
