"""Taking and leaving seats: written to the database, then picked up by all rooms."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.games.core.errors import Refused
from katzentisch.server.db import schema
from katzentisch.server.db.guests import set_seat
from katzentisch.server.db.models import Seat, TableRecord, bot_seat, is_table_id, new_table
from katzentisch.server.db.tables import add_table, read_record
from katzentisch.server.errors import Conflict, Forbidden, NotFound
from katzentisch.server.jobs.bot_turns import SUBSTITUTE
from katzentisch.server.live.hub import Hub


@asynccontextmanager
async def locked_seats(hub: Hub, table: str) -> AsyncIterator[tuple[AsyncConnection, TableRecord]]:
    """Lock a table's seats while they change, and notify everybody afterwards."""
    async with hub.database.writing() as connection:
        record = await read_record(connection, table, lock=True) if is_table_id(table) else None
        if record is None:
            raise NotFound("There is no such table.")
        yield connection, record
    hub.database.notify("seat", table, None)
    if table in hub.rooms:
        # The guest sees it at once, even before the notification arrives.
        room = hub.rooms[table]
        async with room.lock:
            await room.sync.read_seats()
    if record.may_be_bot_turn:
        hub.spawn(hub.bots.claim_waiting())


async def sit(hub: Hub, table: str, guest: str, name: str, number: int) -> TableRecord:
    """Take an open seat."""
    async with locked_seats(hub, table) as (connection, record):
        if record.seat_of(guest) is not None:
            raise Conflict("You already have a seat at this table.")
        if number not in range(len(record.seats)):
            raise Refused("There is no such seat.")
        if record.seats[number].kind != "open":
            raise Conflict("This seat is taken.")
        seat = Seat("guest", guest, None, name, time.time())
        await set_seats(connection, record, {number: seat})
    return record


async def fill_with_bots(hub: Hub, table: str, guest: str, level: str) -> TableRecord:
    """Fill the open seats with bots, which starts the game."""
    async with locked_seats(hub, table) as (connection, record):
        if record.seat_of(guest) is None:
            raise Forbidden("Only players at this table can do this.")
        empty = [n for n, seat in enumerate(record.seats) if seat.kind == "open"]
        await set_seats(connection, record, {n: bot_seat(n, level) for n in empty})
    return record


async def leave(hub: Hub, table: str, guest: str) -> TableRecord:
    """Leave a seat: a bot takes over or, before the game starts, the seat becomes open."""
    async with locked_seats(hub, table) as (connection, record):
        number = record.seat_of(guest)
        if number is None:
            raise Forbidden("You have no seat at this table.")
        seat = Seat("open") if record.waiting else bot_seat(number, SUBSTITUTE)
        await set_seats(connection, record, {number: seat})
    return record


async def set_seats(
    connection: AsyncConnection, record: TableRecord, seats: dict[int, Seat]
) -> None:
    """Change seats; if none is still open, the first turn may be a bot's."""
    for number, seat in seats.items():
        await set_seat(connection, record.id, number, seat)
        record.seats[number] = seat
    if record.may_be_bot_turn:
        mine = update(schema.tables).where(schema.tables.c.id == record.id)
        await connection.execute(mine.values(due=time.time(), claimed=0.0))


async def rematch(hub: Hub, table: str, guest: str) -> str:
    """Open a new table for the same players; everybody gets the same one."""
    async with locked_seats(hub, table) as (connection, record):
        if record.seat_of(guest) is None or not record.over:
            raise Forbidden("There is no finished game of yours to play again.")
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
