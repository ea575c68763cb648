"""The database: tables, seats, moves and what was said."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from sqlalchemy import and_, event, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from katzentisch.play.seeds import Seed
from katzentisch.server import schema

UNDO = "undo"
MANY = 50  # more tables than this are not listed


@dataclass
class Seat:
    """Who sits there: a guest, a bot of some level, or nobody yet."""

    kind: str
    guest: str | None = None
    level: str | None = None
    name: str | None = None


@dataclass
class Kept:
    """A table as the database has it."""

    id: str
    game: str
    options: dict[str, Any]
    seed: str
    host: str | None
    listed: bool
    chat: bool
    away: int
    made: float
    moved: float
    over: bool = False
    uploaded: bool = False
    next: str | None = None
    seats: list[Seat] = field(default_factory=list)

    def seed_itself(self) -> Seed:
        """The seed as a match takes it."""
        return self.seed if len(self.seed) == 32 else int(self.seed)


class Taken(Exception):
    """Somebody else was quicker."""


class Store:
    """All that a server must not forget."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @classmethod
    async def open(cls, address: str) -> Self:
        """Connect, and make what is not there yet."""
        engine = create_async_engine(address)
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", tune_sqlite)
        async with engine.begin() as connection:
            await connection.run_sync(schema.metadata.create_all)
        return cls(engine)

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()

    async def name_of(self, guest: str) -> str | None:
        """What a guest wants to be called."""
        wanted = select(schema.guests.c.name).where(schema.guests.c.id == guest)
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).scalar()

    async def rename(self, guest: str, name: str) -> None:
        """A guest is called so from now on, at tables too."""
        columns = schema.guests.c
        async with self.engine.begin() as connection:
            known = update(schema.guests).where(columns.id == guest).values(name=name)
            if (await connection.execute(known)).rowcount == 0:
                await connection.execute(insert(schema.guests).values(id=guest, name=name))
            sits = schema.seats.c.guest == guest
            await connection.execute(update(schema.seats).where(sits).values(name=name))

    async def add(self, kept: Kept, moves: Sequence[tuple[int, str]] = ()) -> None:
        """Keep a new table; an uploaded one has moves already."""
        row = asdict(kept)
        row.pop("seats")
        async with self.engine.begin() as connection:
            await connection.execute(insert(schema.tables).values(row))
            await connection.execute(
                insert(schema.seats),
                [{"table": kept.id, "seat": n, **asdict(s)} for n, s in enumerate(kept.seats)],
            )
            if moves:
                await connection.execute(
                    insert(schema.moves),
                    [
                        {"table": kept.id, "number": n, "seat": s, "move": m, "at": kept.made}
                        for n, (s, m) in enumerate(moves)
                    ],
                )

    async def load(self, table: str) -> tuple[Kept, list[tuple[int, str]]] | None:
        """A table and its moves, each with the seat that made it."""
        async with self.engine.connect() as connection:
            found = select(schema.tables).where(schema.tables.c.id == table)
            row = (await connection.execute(found)).mappings().first()
            if row is None:
                return None
            kept = Kept(**row, seats=await seats_of(connection, table))
            made = select(schema.moves.c.seat, schema.moves.c.move)
            made = made.where(schema.moves.c.table == table).order_by(schema.moves.c.number)
            moves = [(seat, move) for seat, move in await connection.execute(made)]
        return kept, moves

    async def add_move(self, table: str, number: int, seat: int, move: str) -> None:
        """Keep a move; refuses to keep a second one of the same number."""
        row = {"table": table, "number": number, "seat": seat, "move": move, "at": time.time()}
        mine = update(schema.tables).where(schema.tables.c.id == table)
        async with self.engine.begin() as connection:
            try:
                await connection.execute(insert(schema.moves).values(row))
            except IntegrityError:
                raise Taken from None
            await connection.execute(mine.values(moved=row["at"]))

    async def set_seat(self, table: str, number: int, seat: Seat) -> None:
        """Somebody sits down, or a bot takes over."""
        here = and_(schema.seats.c.table == table, schema.seats.c.seat == number)
        async with self.engine.begin() as connection:
            await connection.execute(update(schema.seats).where(here).values(asdict(seat)))

    async def end(self, table: str) -> None:
        """The game is over."""
        await self._change(table, over=True)

    async def set_next(self, table: str, following: str) -> None:
        """There is a rematch."""
        await self._change(table, next=following)

    async def _change(self, table: str, **values: object) -> None:
        mine = update(schema.tables).where(schema.tables.c.id == table)
        async with self.engine.begin() as connection:
            await connection.execute(mine.values(values))

    async def say(self, table: str, number: int, name: str, text: str) -> None:
        """Keep what somebody said."""
        row = {"table": table, "number": number, "name": name, "text": text, "at": time.time()}
        async with self.engine.begin() as connection:
            await connection.execute(insert(schema.sayings).values(row))

    async def sayings(self, table: str) -> list[tuple[str, str]]:
        """What was said at a table, and by whom."""
        said = select(schema.sayings.c.name, schema.sayings.c.text)
        said = said.where(schema.sayings.c.table == table).order_by(schema.sayings.c.number)
        async with self.engine.connect() as connection:
            return [(name, text) for name, text in await connection.execute(said)]

    async def tables_of(self, guest: str) -> list[Kept]:
        """Where a guest sits, the latest first."""
        sits = exists().where(
            and_(schema.seats.c.table == schema.tables.c.id, schema.seats.c.guest == guest)
        )
        return await self._tables(sits)

    async def listed(self) -> list[Kept]:
        """Listed tables that are not over."""
        return await self._tables(and_(schema.tables.c.listed, ~schema.tables.c.over))

    async def _tables(self, which: Any) -> list[Kept]:
        found = select(schema.tables).where(which, ~schema.tables.c.uploaded)
        found = found.order_by(schema.tables.c.moved.desc()).limit(MANY)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(found)).mappings().all()
            return [Kept(**row, seats=await seats_of(connection, row["id"])) for row in rows]


async def seats_of(connection: AsyncConnection, table: str) -> list[Seat]:
    found = select(schema.seats).where(schema.seats.c.table == table)
    rows = (await connection.execute(found.order_by(schema.seats.c.seat))).mappings()
    return [Seat(r["kind"], r["guest"], r["level"], r["name"]) for r in rows]


def tune_sqlite(connection: Any, _: object) -> None:
    """Readers do not wait for writers, and a write is one append."""
    for setting in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=5000"):
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA {setting}")
        cursor.close()


def fresh_id() -> str:
    """A name that nobody guesses: whoever has the link is invited."""
    return secrets.token_urlsafe(9)
