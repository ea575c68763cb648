"""Who sits where: seats are taken and left in the database, and all rooms follow."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.games.core.errors import Refused
from katzentisch.server.db import schema
from katzentisch.server.db.guests import set_seat
from katzentisch.server.db.models import Kept, Seat, bot_seat, is_name, new_table
from katzentisch.server.db.tables import add_table, kept_of
from katzentisch.server.errors import Forbidden, Late, Missing
from katzentisch.server.jobs.bot_turns import STAND_IN
from katzentisch.server.live.hub import Hub


@asynccontextmanager
async def changing(hub: Hub, table: str) -> AsyncIterator[tuple[AsyncConnection, Kept]]:
    """A table whose seats nobody else changes meanwhile; all hear of it afterwards."""
    async with hub.database.writing() as connection:
        kept = await kept_of(connection, table, lock=True) if is_name(table) else None
        if kept is None:
            raise Missing("There is no such table.")
        yield connection, kept
    hub.database.tell("seat", table, None)
    if table in hub.rooms:
        # Who asked sees it at once, also before the news is back.
        room = hub.rooms[table]
        async with room.lock:
            await room.following.read_seats()
    if kept.may_wait_for_bots:
        hub.spawn(hub.bots.take_over())


async def sit(hub: Hub, table: str, guest: str, name: str, number: int) -> Kept:
    """A guest takes an open seat; the table then."""
    async with changing(hub, table) as (connection, kept):
        if kept.seat_of(guest) is not None:
            raise Late("You sit at this table already.")
        if number not in range(len(kept.seats)):
            raise Refused("There is no such seat.")
        if kept.seats[number].kind != "open":
            raise Late("This seat is taken.")
        seat = Seat("guest", guest, None, name, time.time())
        await seat_all(connection, kept, {number: seat})
    return kept


async def fill_with_bots(hub: Hub, table: str, guest: str, level: str) -> Kept:
    """Who sits here has bots fill the open seats, and the game begins."""
    async with changing(hub, table) as (connection, kept):
        if kept.seat_of(guest) is None:
            raise Forbidden("Only who sits at the table can do this.")
        empty = [n for n, seat in enumerate(kept.seats) if seat.kind == "open"]
        await seat_all(connection, kept, {n: bot_seat(n, level) for n in empty})
    return kept


async def leave(hub: Hub, table: str, guest: str) -> Kept:
    """A guest gives up the seat: a bot plays on, or it is open again."""
    async with changing(hub, table) as (connection, kept):
        number = kept.seat_of(guest)
        if number is None:
            raise Forbidden("You do not sit at this table.")
        seat = Seat("open") if kept.waiting else bot_seat(number, STAND_IN)
        await seat_all(connection, kept, {number: seat})
    return kept


async def seat_all(connection: AsyncConnection, kept: Kept, seats: dict[int, Seat]) -> None:
    """Change seats; when none is open any more it may be a bot's turn."""
    for number, seat in seats.items():
        await set_seat(connection, kept.id, number, seat)
        kept.seats[number] = seat
    if kept.may_wait_for_bots:
        mine = update(schema.tables).where(schema.tables.c.id == kept.id)
        await connection.execute(mine.values(due=time.time(), claimed=0.0))


async def rematch(hub: Hub, table: str, guest: str) -> str:
    """The same players at a new table; who asks second gets the same one."""
    async with changing(hub, table) as (connection, kept):
        if kept.seat_of(guest) is None or not kept.over:
            raise Forbidden("There is no game to play again.")
        if kept.next is None:
            again = once_more(kept, guest)
            await add_table(connection, again)
            mine = update(schema.tables).where(schema.tables.c.id == table)
            await connection.execute(mine.values(next=again.id))
            kept.next = again.id
        return kept.next


def once_more(kept: Kept, host: str) -> Kept:
    """A table like this one, at which the next seat begins."""
    options = dict(kept.options)
    options["start"] = (int(options.get("start", 0)) + 1) % len(kept.seats)
    seats = [Seat(s.kind, s.guest, s.level, s.name) for s in kept.seats]
    return new_table(
        kept.game,
        options,
        seats,
        host=host,
        listed=kept.listed,
        chat=kept.chat,
        away=kept.away,
    )
