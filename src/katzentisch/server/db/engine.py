"""Database connections: SQLite in a file, or PostgreSQL for any number of processes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Self

import psycopg
from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.migrations import migrate
from katzentisch.server.errors import DatabaseUnavailable

log = logging.getLogger(__name__)
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
# A move is on disk before it is acknowledged; readers never wait for writers.
SQLITE = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON")
CONNECTIONS = 8  # per process and pool; opening one is slow

Notify = Callable[[str, str, int | None], None]
"""Called with what changed (move, saying, seat, presence), the table, and a move's number."""


class Database:
    """Opens connections for reading and transactions for writing."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        self._writing = engine.execution_options(writing=True)
        # PostgreSQL reads in autocommit mode, which saves the round trips for BEGIN and COMMIT.
        # The pool is separate because switching a connection's mode costs a round trip too.
        self._reading = single_statements(engine.url) if self.shared else engine
        # SQLite allows one writer at a time; waiting here is faster than retrying there.
        self._turn: AbstractAsyncContextManager[Any] = (
            nullcontext() if self.shared else asyncio.Lock()
        )
        self.notify: Notify = notify_nobody

    @classmethod
    async def open(cls, address: str) -> Self:
        """Connect, and migrate the database to this version's schema."""
        engine = create_engine(address)
        database = cls(engine)
        try:
            async with database.writing() as connection:
                await connection.run_sync(migrate)
        except DatabaseUnavailable as why:
            await database.close()
            raise Refused("The database cannot be used: {why}", why=first_line(why)) from None
        return database

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
        await self._reading.dispose()

    def address(self) -> str:
        """The PostgreSQL URL for its driver."""
        url = self.engine.url.set(drivername="postgresql")
        return url.render_as_string(hide_password=False)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for queries."""
        async with translate_errors(), self._reading.connect() as connection:
            yield connection

    def statement(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for a single statement that changes something."""
        return self.reading() if self.shared else self.writing()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it happens or none of it."""
        async with translate_errors(), self._turn, self._writing.begin() as connection:
            yield connection


def notify_nobody(topic: str, table: str, number: int | None) -> None:
    """Do nothing: PostgreSQL notifies all processes through triggers; see `migrations`."""


def create_engine(address: str) -> AsyncEngine:
    """The engine for a database URL."""
    try:
        url = make_url(address)
        url = url.set(drivername=DRIVERS[url.get_backend_name()])
    except (ArgumentError, KeyError):
        raise Refused("A database URL is sqlite:///FILE or postgresql://USER@HOST/NAME.") from None
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url)
        event.listen(engine.sync_engine, "connect", tune_sqlite)
        event.listen(engine.sync_engine, "begin", begin_sqlite)
        return engine
    return create_async_engine(url, pool_size=CONNECTIONS, max_overflow=0)


def single_statements(url: URL) -> AsyncEngine:
    """A PostgreSQL pool in autocommit mode."""
    return create_async_engine(
        url, pool_size=CONNECTIONS, max_overflow=0, isolation_level="AUTOCOMMIT"
    )


def tune_sqlite(connection: Any, _: object) -> None:
    """Set durability and speed, and leave it to us to begin transactions."""
    connection.isolation_level = None
    for setting in SQLITE:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA {setting}")
        cursor.close()


def begin_sqlite(connection: Connection) -> None:
    """Take the write lock at the start: SQLite may refuse to upgrade a reader to a writer."""
    writes = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@asynccontextmanager
async def translate_errors() -> AsyncIterator[None]:
    """Turn database errors into a refusal, without a traceback."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, psycopg.Error, OSError, TimeoutError) as why:
        orig = getattr(why, "orig", why)
        log.warning("database: %s: %s", type(orig).__name__, first_line(orig))
        raise DatabaseUnavailable("The database is not responding; try again in a moment.") from why


def first_line(why: BaseException) -> str:
    """The database's error message, in one line."""
    cause = why.__cause__ or why
    return str(getattr(cause, "orig", cause)).strip().split("\n")[0]
