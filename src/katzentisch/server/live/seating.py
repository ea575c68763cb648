"""Taking and leaving seats: written to the database, then picked up by all rooms."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.games.core.errors import Refused
from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database
from katzentisch.server.db.records import (
    SUBSTITUTE,
    Seat,
    TableRecord,
    bot_seat,
    is_table_id,
    new_table,
)
from katzentisch.server.db.tables import add_table, read_record, set_seat
from katzentisch.server.errors import Conflict, Forbidden, no_such_table
from katzentisch.server.live.room import Room
from katzentisch.server.live.table import Clock


class Seating:
    """Changes who sits at a table, in the database and, if it is open here, in its room."""

    def __init__(
        self,
        database: Database,
        room_if_open: Callable[[str], Room | None],
        claim_bots: Callable[[], None],
        clock: Clock,
    ) -> None:
        self._database = database
        self._room_if_open = room_if_open
        self._claim_bots = claim_bots  # called when the first turn may be a bot's
        self._clock = clock

    @asynccontextmanager
    async def _locked_seats(self, table: str) -> AsyncIterator[tuple[AsyncConnection, TableRecord]]:
        """Lock a table's seats while they change, and notify everybody afterwards."""
        async with self._database.writing() as connection:
            record = await read_record(connection, table, lock=True) if is_table_id(table) else None
            if record is None:
                raise no_such_table()
            yield connection, record
        self._database.notify("seat", table, None)
        room = self._room_if_open(table)
        if room is not None:
            # The guest sees it at once, even before the notification arrives.
            async with room.lock:
                await room.sync.read_seats()
        if record.may_be_bot_turn:
            self._claim_bots()

    async def sit(self, table: str, guest: str, name: str, number: int) -> TableRecord:
        """Take an open seat."""
        async with self._locked_seats(table) as (connection, record):
            if record.seat_of(guest) is not None:
                raise Conflict("You already have a seat at this table.")
            if number not in range(len(record.seats)):
                raise Refused("There is no such seat.")
            if record.seats[number].kind != "open":
                raise Conflict("This seat is taken.")
            seat = Seat("guest", guest, None, name, self._clock())
            await self._set_seats(connection, record, {number: seat})
        return record

    async def fill_with_bots(self, table: str, guest: str, level: str) -> TableRecord:
        """Fill the open seats with bots, which starts the game."""
        async with self._locked_seats(table) as (connection, record):
            if record.seat_of(guest) is None:
                raise Forbidden("Only players at this table can do this.")
            empty = [n for n, seat in enumerate(record.seats) if seat.kind == "open"]
            await self._set_seats(connection, record, {n: bot_seat(n, level) for n in empty})
        return record

    async def leave(self, table: str, guest: str) -> TableRecord:
        """Leave a seat: a bot takes over or, before the game starts, the seat becomes open."""
        async with self._locked_seats(table) as (connection, record):
            number = record.seat_of(guest)
            if number is None:
                raise Forbidden("You have no seat at this table.")
            seat = Seat("open") if record.waiting else bot_seat(number, SUBSTITUTE)
            await self._set_seats(connection, record, {number: seat})
        return record

    async def _set_seats(
        self, connection: AsyncConnection, record: TableRecord, seats: dict[int, Seat]
    ) -> None:
        """Change seats; taking the last one starts the game, and the first turn may be a bot's."""
        waited = record.waiting
        changes: dict[str, Any] = {}
        for number, seat in seats.items():
            await set_seat(connection, record.id, number, seat)
            record.seats[number] = seat
        if waited and not record.waiting:
            # The lock on the seats makes sure that this happens once.
            record.draw_seed()
            changes |= {"seed": record.seed, "salt": record.salt}
        if record.may_be_bot_turn:
            changes |= {"due": self._clock(), "claimed": 0.0}
        if changes:
            mine = update(schema.tables).where(schema.tables.c.id == record.id)
            await connection.execute(mine.values(changes))

    async def rematch(self, table: str, guest: str) -> str:
        """Open a new table for the same players; everybody gets the same one."""
        async with self._locked_seats(table) as (connection, record):
            if record.seat_of(guest) is None or not record.over:
                raise Forbidden("You have no finished game at this table.")
            if record.next is None:
                again = rematch_of(record, guest)
                await add_table(connection, again)
                mine = update(schema.tables).where(schema.tables.c.id == table)
                await connection.execute(mine.values(next=again.id))
                record.next = again.id
            return record.next


def rematch_of(record: TableRecord, host: str) -> TableRecord:
    """A table like this one, where the next seat starts."""
    options = dict(record.options)
    options["start"] = (int(options.get("start", 0)) + 1) % len(record.seats)
    seats = [Seat(s.kind, s.guest, s.level, s.name) for s in record.seats]
    return new_table(
        record.game,
        options,
        seats,
        host=host,
        listed=record.listed,
        chat=record.chat,
        away=record.away,
    )
