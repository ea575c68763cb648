"""Presence in the database: which guests have which tables open, through which process."""

import time
from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database

# Frequent statements are built once.
ENTER = insert(schema.presence)
PRESENT = select(schema.presence.c.guest).where(schema.presence.c.table == bindparam("table_"))


class PresenceStore:
    """Reads who is present, and writes who is present through this process."""

    def __init__(self, database: Database, process: str) -> None:
        self.database = database
        self.process = process

    async def heartbeat(self, patience: float) -> bool:
        """Note that this process is alive, and remove dead ones; True if it was unknown."""
        now, process, columns = time.time(), self.process, schema.processes.c
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

    async def remove_process(self) -> None:
        """Remove this process and its presence rows."""
        async with self.database.writing() as connection:
            await delete_processes(connection, [self.process])

    async def add(self, table: str, guest: str) -> None:
        """Note that a guest has a table open."""
        row = {"process": self.process, "table": table, "guest": guest}
        try:
            async with self.database.statement() as connection:
                await connection.execute(ENTER, row)
        except IntegrityError:
            return  # open in another window, or this process was removed and will add itself again
        self.database.notify("presence", table, None)

    async def remove(self, table: str, guest: str) -> None:
        """Note that a guest has closed a table."""
        here, sits = schema.presence.c, schema.seats.c
        gone = delete(schema.presence).where(
            here.process == self.process, here.table == table, here.guest == guest
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


async def delete_processes(connection: AsyncConnection, processes: Sequence[str]) -> None:
    """Remove processes, and note when their guests left."""
    here, sits = schema.presence.c, schema.seats.c
    theirs = select(here.guest).where(here.table == sits.table, here.process.in_(processes))
    left = update(schema.seats).where(sits.guest.in_(theirs.scalar_subquery()))
    await connection.execute(left.values(gone=time.time()))
    # Deleted explicitly, so that the triggers notify everybody.
    await connection.execute(delete(schema.presence).where(here.process.in_(processes)))
    await connection.execute(delete(schema.processes).where(schema.processes.c.id.in_(processes)))
