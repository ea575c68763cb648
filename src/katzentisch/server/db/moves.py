"""Batched inserts of moves: those that arrive during a write go together in the next one.

A single move takes one round trip to the database, and many at once take hardly any longer.
"""

import asyncio
from dataclasses import dataclass
from typing import Protocol

import psycopg
from pydantic_core import to_json
from sqlalchemy import text

from katzentisch.server.db.engine import Database, translate_errors
from katzentisch.server.errors import DatabaseUnavailable

MOST_AT_ONCE = 500
CONFIRMED_AT_ONCE = 8  # confirming a hundred without a break would block the event loop

# Conflicting numbers are skipped. Sorting by table keeps two writers from deadlocking.
TOGETHER = """
WITH asked AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s) AS given (
        "table" text, number int, seat int, move text, at float8,
        over boolean, due float8, claimed float8)
), made AS (
    INSERT INTO moves ("table", number, seat, move, at)
    SELECT "table", number, seat, move, at FROM asked ORDER BY "table"
    ON CONFLICT DO NOTHING RETURNING "table", number
)
UPDATE tables
SET moved = asked.at, over = asked.over, due = asked.due, claimed = asked.claimed
FROM made JOIN asked USING ("table", number) WHERE tables.id = made."table"
RETURNING tables.id
"""
# One generic plan, made for few rows; also, a row that stays locked must not block the batch.
SETTINGS = """
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET lock_timeout = '2s'
"""

HELD_UP = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)

MOVES_OF_SQLITE = text("""
INSERT INTO moves ("table", number, seat, move, at)
SELECT json_extract(value, '$.table'), json_extract(value, '$.number'),
    json_extract(value, '$.seat'), json_extract(value, '$.move'), json_extract(value, '$.at')
FROM json_each(:rows) WHERE true
ON CONFLICT DO NOTHING RETURNING "table"
""")
TABLES_OF_SQLITE = text("""
UPDATE tables SET moved = :at, over = :over, due = :due, claimed = :claimed WHERE id = :table
""")


@dataclass(frozen=True, kw_only=True)
class Row:
    """A move to insert, and the table's columns after it."""

    table: str
    number: int
    seat: int
    move: str
    at: float
    over: bool
    due: float | None  # when the next bot is due
    claimed: float


Waiting = tuple[Row, asyncio.Future[bool]]


class BatchBlocked(Exception):
    """One row of the batch is locked; nothing was written."""


class Inserter(Protocol):
    """Inserts rows of different tables; returns the tables whose rows were accepted."""

    async def write(self, rows: list[Row]) -> set[str]:
        """Insert these rows; return the tables whose rows were accepted."""
        ...

    async def close(self) -> None:
        """Close the connection, if there is one."""
        ...


class MoveWriter:
    """Collects moves and writes them in batches."""

    def __init__(self, database: Database) -> None:
        self._inserter: Inserter = (
            PostgresInserter(database) if database.shared else SqliteInserter(database)
        )
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, row: Row) -> bool:
        """Write a row; False if its number was taken."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        return await done

    async def close(self) -> None:
        """Stop writing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._inserter.close()

    async def _work(self) -> None:
        while batch := self._next():
            await self._write(batch)

    async def _write(self, batch: list[Waiting]) -> None:
        try:
            taken = await self._inserter.write([row for row, _ in batch])
        except BatchBlocked:
            for one in batch:
                await self._write([one])
        except Exception as why:
            for _, done in batch:
                if not done.done():
                    done.set_exception(why)
        else:
            for number, (row, done) in enumerate(batch, start=1):
                if not done.done():
                    done.set_result(row.table in taken)
                if number % CONFIRMED_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _next(self) -> list[Waiting]:
        """The next batch: at most one row per table, without rows whose writers have given up."""
        batch: dict[str, Waiting] = {}
        later = []
        for row, done in self._waiting:
            if done.done():
                continue
            if row.table in batch or len(batch) == MOST_AT_ONCE:
                later.append((row, done))
            else:
                batch[row.table] = (row, done)
        self._waiting = later
        return list(batch.values())


class PostgresInserter:
    """Inserts into PostgreSQL, with its own connection and one prepared statement."""

    def __init__(self, database: Database) -> None:
        self._address = database.address()
        self._connection: psycopg.AsyncConnection | None = None

    async def write(self, rows: list[Row]) -> set[str]:
        """Insert all rows in one statement."""
        try:
            async with translate_errors():
                return await self._written(rows)
        except DatabaseUnavailable as why:
            if len(rows) > 1 and isinstance(why.__cause__, HELD_UP):
                raise BatchBlocked from why
            raise

    async def _written(self, rows: list[Row]) -> set[str]:
        connection = await self._connected()
        cursor = await connection.execute(TOGETHER, [packed(rows)], prepare=True)
        return {table for (table,) in await cursor.fetchall()}

    async def _connected(self) -> psycopg.AsyncConnection:
        if self._connection is None or self._connection.closed:
            connect = psycopg.AsyncConnection.connect
            self._connection = await connect(self._address, autocommit=True)
            await self._connection.execute(SETTINGS)
        return self._connection

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await self._connection.close()


class SqliteInserter:
    """Inserts into SQLite, in one transaction, because syncing to disk is slow there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, rows: list[Row]) -> set[str]:
        """Insert all rows in one transaction."""
        async with self._database.writing() as connection:
            made = await connection.execute(MOVES_OF_SQLITE, {"rows": packed(rows)})
            taken = set(made.scalars())
            after = [vars(row) for row in rows if row.table in taken]
            if after:
                await connection.execute(TABLES_OF_SQLITE, after)
        return taken

    async def close(self) -> None:
        """Nothing to close."""


def packed(rows: list[Row]) -> str:
    """The rows as JSON, which both databases can read."""
    return to_json(rows).decode()
