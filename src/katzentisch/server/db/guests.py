"""Guests in the database: names, tokens, presence and chat."""

import time
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database
from katzentisch.server.db.models import Seat

TRIES = 20  # to get a number for a chat message

# Frequent statements are built once.
NAME = select(schema.guests.c.name).where(schema.guests.c.id == bindparam("guest"))
ENTER = insert(schema.presence)
PRESENT = select(schema.presence.c.guest).where(schema.presence.c.table == bindparam("table_"))


class GuestStore:
    """Reads and writes guests, who have a name but no account."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def name_of(self, guest: str) -> str | None:
        """The name a guest has chosen, if any."""
        async with self.database.reading() as connection:
            return (await connection.execute(NAME, {"guest": guest})).scalar()

    async def rename(self, guest: str, name: str) -> None:
        """Change a guest's name, at their tables too."""
        sits = schema.seats.c.guest == guest
        async with self.database.writing() as connection:
            known = update(schema.guests).where(schema.guests.c.id == guest).values(name=name)
            if (await connection.execute(known)).rowcount == 0:
                await connection.execute(insert(schema.guests).values(id=guest, name=name))
            await connection.execute(update(schema.seats).where(sits).values(name=name))
            where = select(schema.seats.c.table).where(sits)
            tables = list((await connection.execute(where)).scalars())
        for table in tables:
            self.database.notify("seat", table, None)

    # Tokens: only their hashes are stored.

    async def add_token(self, hashed: str, guest: str, kind: str, until: float) -> None:
        """Store a token's hash; the token is valid until the given time."""
        row = {"hash": hashed, "guest": guest, "kind": kind, "until": until}
        async with self.database.writing() as connection:
            gone = delete(schema.tokens).where(schema.tokens.c.until < time.time())
            await connection.execute(gone)
            await connection.execute(insert(schema.tokens).values(row))

    async def guest_by_token(self, hashed: str, kind: str) -> str | None:
        """The guest a valid token belongs to."""
        columns = schema.tokens.c
        valid = (columns.hash == hashed, columns.kind == kind, columns.until >= time.time())
        async with self.database.reading() as connection:
            return (await connection.execute(select(columns.guest).where(*valid))).scalar()

    async def consume_token(self, hashed: str) -> bool:
        """Delete a single-use token; False if it was already gone."""
        mine = delete(schema.tokens).where(schema.tokens.c.hash == hashed)
        async with self.database.writing() as connection:
            return (await connection.execute(mine)).rowcount == 1

    # Presence.

    async def heartbeat(self, process: str, patience: float) -> bool:
        """Note that this process is alive, and remove dead ones; True if it was unknown."""
        now, columns = time.time(), schema.processes.c
        dead = select(columns.id).where(columns.seen < now - patience, columns.id != process)
        async with self.database.writing() as connection:
            mine = update(schema.processes).where(columns.id == process).values(seen=now)
            unknown = (await connection.execute(mine)).rowcount == 0
            if unknown:
                await connection.execute(insert(schema.processes).values(id=process, seen=now))
            gone = list((await connection.execute(dead)).scalars())
            if gone:
                await delete_processes(connection, gone)
        return unknown

    async def remove_process(self, process: str) -> None:
        """Remove this process and its presence rows."""
        async with self.database.writing() as connection:
            await delete_processes(connection, [process])

    async def add_presence(self, process: str, table: str, guest: str) -> None:
        """Note that a guest has a table open."""
        row = {"process": process, "table": table, "guest": guest}
        try:
            async with self.database.statement() as connection:
                await connection.execute(ENTER, row)
        except IntegrityError:
            return  # open in another window, or this process was removed and will add itself again
        self.database.notify("presence", table, None)

    async def remove_presence(self, process: str, table: str, guest: str) -> None:
        """Note that a guest has closed a table."""
        here, sits = schema.presence.c, schema.seats.c
        gone = delete(schema.presence).where(
            here.process == process, here.table == table, here.guest == guest
        )
        since = update(schema.seats).where(sits.table == table, sits.guest == guest)
        async with self.database.writing() as connection:
            await connection.execute(gone)
            await connection.execute(since.values(gone=time.time()))
        self.database.notify("presence", table, None)

    async def present(self, table: str) -> set[str]:
        """The guests who have a table open, through any process."""
        async with self.database.reading() as connection:
            return set((await connection.execute(PRESENT, {"table_": table})).scalars())

    # Chat.

    async def say(self, table: str, name: str, text: str) -> None:
        """Store a chat message under the next number."""
        row = {"table": table, "name": name, "text": text, "at": time.time()}
        count = select(func.count()).where(schema.sayings.c.table == table)
        for _ in range(TRIES):
            try:
                async with self.database.writing() as connection:
                    number = (await connection.execute(count)).scalar_one()
                    await connection.execute(insert(schema.sayings).values(number=number, **row))
                break
            except IntegrityError:
                continue
        self.database.notify("saying", table, None)

    async def sayings(self, table: str, number: int = 0) -> list[tuple[str, str]]:
        """Chat messages from this number on: name and text."""
        columns = schema.sayings.c
        said = select(columns.name, columns.text).where(
            columns.table == table, columns.number >= number
        )
        async with self.database.reading() as connection:
            rows = await connection.execute(said.order_by(columns.number))
            return [(name, text) for name, text in rows]


async def delete_processes(connection: AsyncConnection, processes: Sequence[str]) -> None:
    """Remove processes, and note when their guests left."""
    here, sits = schema.presence.c, schema.seats.c
    theirs = select(here.guest).where(here.table == sits.table, here.process.in_(processes))
    left = update(schema.seats).where(sits.guest.in_(theirs.scalar_subquery()))
    await connection.execute(left.values(gone=time.time()))
    # Deleted explicitly, so that the triggers notify everybody.
    await connection.execute(delete(schema.presence).where(here.process.in_(processes)))
    await connection.execute(delete(schema.processes).where(schema.processes.c.id.in_(processes)))


async def set_seat(connection: AsyncConnection, table: str, number: int, seat: Seat) -> None:
    """Change who has a seat."""
    columns = schema.seats.c
    here = update(schema.seats).where(columns.table == table, columns.seat == number)
    await connection.execute(here.values(asdict(seat)))
