"""Backups and exports of a running server's database."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.games.core.errors import Refused
from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database
from katzentisch.server.db.tables import read_entries, read_record
from katzentisch.server.db.transcripts import moves_in, replayed, transcript_of

ROWS_AT_ONCE = 1000


async def back_up(address: str, file: Path) -> int:
    """Write a consistent copy of the database to an SQLite file; return its number of tables."""
    if file.exists():
        raise Refused("{file} already exists.", file=file)
    return await copied(address, f"sqlite:///{file}")


async def restore(file: Path, address: str) -> int:
    """Load a backup into an empty database; return its number of tables."""
    if not file.exists():
        raise Refused("There is no file {file}.", file=file)
    return await copied(f"sqlite:///{file}", address)


async def copied(origin: str, target: str) -> int:
    """Copy everything from one database to an empty one of either kind."""
    source = await Database.open(origin)
    try:
        goal = await Database.open(target)
        try:
            return await copy_all(source, goal)
        finally:
            await goal.close()
    finally:
        await source.close()


async def copy_all(source: Database, goal: Database) -> int:
    """Copy all lasting data; return the number of tables. The goal must be empty."""
    # One consistent snapshot: later changes are in the next backup.
    level = "REPEATABLE READ" if source.shared else "SERIALIZABLE"
    snapshot = source.engine.execution_options(isolation_level=level)
    async with snapshot.connect() as reading, goal.writing() as writing:
        count = select(func.count()).select_from(schema.tables)
        if (await writing.execute(count)).scalar_one():
            raise Refused("This database already holds tables.")
        for table in schema.LASTING:
            await copy_table(table, reading, writing)
        return int((await writing.execute(count)).scalar_one())


async def copy_table(table: Any, reading: AsyncConnection, writing: AsyncConnection) -> None:
    """Copy the rows of one table, a thousand at a time."""
    # A column's key is its name in Python, which may differ from its name in the database.
    keys = [column.key for column in table.columns]
    rows = await reading.stream(select(table))
    async for part in rows.partitions(ROWS_AT_ONCE):
        await writing.execute(insert(table), [dict(zip(keys, row, strict=True)) for row in part])


async def finished_games(address: str) -> AsyncIterator[dict[str, Any]]:
    """The transcripts of all finished games, oldest first."""
    database = await Database.open(address)
    try:
        columns = schema.tables.c
        over = select(columns.id).where(columns.over).order_by(columns.made, columns.id)
        async with database.reading() as connection:
            for table in (await connection.execute(over)).scalars().all():
                record = await read_record(connection, table)
                assert record is not None
                moves = moves_in(await read_entries(connection, table, 0))
                yield transcript_of(record, replayed(record, moves))
    finally:
        await database.close()
