"""People in the database: names, tokens, who looks at what, and what was said."""

import time
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database
from katzentisch.server.db.models import Seat

TRIES = 20  # at a number for a saying

# What is asked for often is put together once.
NAME = select(schema.guests.c.name).where(schema.guests.c.id == bindparam("guest"))
ENTER = insert(schema.presence)
PRESENT = select(schema.presence.c.guest).where(schema.presence.c.table == bindparam("table_"))


class GuestStore:
    """What is known of people, without knowing who they are."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def name_of(self, guest: str) -> str | None:
        """What a guest wants to be called."""
        async with self.database.reading() as connection:
            return (await connection.execute(NAME, {"guest": guest})).scalar()

    async def rename(self, guest: str, name: str) -> None:
        """A guest is called so from now on, at tables too."""
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

    # Tokens, of which only hashes are kept.

    async def add_token(self, hashed: str, guest: str, kind: str, until: float) -> None:
        """A token stands for this guest for a while."""
        row = {"hash": hashed, "guest": guest, "kind": kind, "until": until}
        async with self.database.writing() as connection:
            gone = delete(schema.tokens).where(schema.tokens.c.until < time.time())
            await connection.execute(gone)
            await connection.execute(insert(schema.tokens).values(row))

    async def guest_by_token(self, hashed: str, kind: str) -> str | None:
        """Whom a token stands for, if it still does."""
        columns = schema.tokens.c
        valid = (columns.hash == hashed, columns.kind == kind, columns.until >= time.time())
        async with self.database.reading() as connection:
            return (await connection.execute(select(columns.guest).where(*valid))).scalar()

    async def consume_token(self, hashed: str) -> bool:
        """A token that is good for once is no more; was it still there?"""
        mine = delete(schema.tokens).where(schema.tokens.c.hash == hashed)
        async with self.database.writing() as connection:
            return (await connection.execute(mine)).rowcount == 1

    # Who is here.

    async def beat(self, process: str, patience: float) -> bool:
        """This process lives; those not heard of for long do not. Was this one unknown?"""
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

    async def end(self, process: str) -> None:
        """This process goes, and with it who was there by it."""
        async with self.database.writing() as connection:
            await delete_processes(connection, [process])

    async def enter(self, process: str, table: str, guest: str) -> None:
        """Somebody looks at a table."""
        row = {"process": process, "table": table, "guest": guest}
        try:
            async with self.database.statement() as connection:
                await connection.execute(ENTER, row)
        except IntegrityError:
            return  # by another window, or this process was thought dead and will beat again
        self.database.notify("presence", table, None)

    async def leave(self, process: str, table: str, guest: str) -> None:
        """Somebody looks no more."""
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
        """The guests who look at a table, through whichever process."""
        async with self.database.reading() as connection:
            return set((await connection.execute(PRESENT, {"table_": table})).scalars())

    # What was said.

    async def say(self, table: str, name: str, text: str) -> None:
        """Keep what somebody said, under the next number."""
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
        """What was said at a table from this number on, and by whom."""
        columns = schema.sayings.c
        said = select(columns.name, columns.text).where(
            columns.table == table, columns.number >= number
        )
        async with self.database.reading() as connection:
            rows = await connection.execute(said.order_by(columns.number))
            return [(name, text) for name, text in rows]


async def delete_processes(connection: AsyncConnection, processes: Sequence[str]) -> None:
    """Forget processes, and note since when their guests are gone."""
    here, sits = schema.presence.c, schema.seats.c
    theirs = select(here.guest).where(here.table == sits.table, here.process.in_(processes))
    left = update(schema.seats).where(sits.guest.in_(theirs.scalar_subquery()))
    await connection.execute(left.values(gone=time.time()))
    # The rows are deleted by name, so that all hear of it.
    await connection.execute(delete(schema.presence).where(here.process.in_(processes)))
    await connection.execute(delete(schema.processes).where(schema.processes.c.id.in_(processes)))


async def set_seat(connection: AsyncConnection, table: str, number: int, seat: Seat) -> None:
    """Somebody sits down, or a bot takes over."""
    columns = schema.seats.c
    here = update(schema.seats).where(columns.table == table, columns.seat == number)
    await connection.execute(here.values(asdict(seat)))
