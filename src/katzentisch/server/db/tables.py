"""Tables and their moves. A move is one insert; its primary key rejects duplicates."""

import time
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import ColumnElement, String, and_, bindparam, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from katzentisch.server.db import leases, schema
from katzentisch.server.db.engine import Database
from katzentisch.server.db.moves import MoveWriter, Row
from katzentisch.server.db.records import Entry, Seat, TableRecord

MANY = 50  # at most this many tables in a list

# Frequent statements are built once.
TABLE = tuple(column.name for column in schema.tables.c)
THIS = bindparam("table", type_=String)
SEATS = (
    select(*(schema.seats.c[field.name] for field in fields(Seat)))
    .where(schema.seats.c.table == THIS)
    .order_by(schema.seats.c.seat)
)
HEAD = (
    select(*schema.tables.c, *(schema.seats.c[field.name].label(None) for field in fields(Seat)))
    .join(schema.seats)
    .where(schema.tables.c.id == THIS)
    .order_by(schema.seats.c.seat)
)
LOCK = select(schema.tables.c.id).where(schema.tables.c.id == THIS).with_for_update(key_share=True)
ENTRIES = (
    select(schema.moves.c.seat, schema.moves.c.move)
    .where(schema.moves.c.table == THIS, schema.moves.c.number >= bindparam("from"))
    .order_by(schema.moves.c.number)
)


class NumberTaken(Exception):
    """Somebody else has already used this move number."""


class TableStore:
    """Reads and writes tables."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.move_writer = MoveWriter(database)

    async def close(self) -> None:
        """Stop writing moves."""
        await self.move_writer.close()

    async def add(self, record: TableRecord, moves: Sequence[Entry] = ()) -> None:
        """Store a new table; an uploaded one already has moves."""
        async with self.database.writing() as connection:
            await add_table(connection, record)
            if moves:
                await connection.execute(
                    insert(schema.moves),
                    [
                        {"table": record.id, "number": n, "seat": s, "move": m, "at": record.made}
                        for n, (s, m) in enumerate(moves)
                    ],
                )

    async def record(self, table: str) -> TableRecord | None:
        """A table without its moves, or None."""
        async with self.database.reading() as connection:
            return await read_record(connection, table)

    async def load(self, table: str) -> tuple[TableRecord, list[Entry]] | None:
        """A table and its log, or None."""
        async with self.database.reading() as connection:
            record = await read_record(connection, table)
            if record is None:
                return None
            # A game that starts after this has entries, but the record here lacks its seed.
            return record, [] if record.waiting else await read_entries(connection, table, 0)

    async def entries(self, table: str, number: int) -> list[Entry]:
        """The log from this number on."""
        async with self.database.reading() as connection:
            return await read_entries(connection, table, number)

    async def add_move(
        self,
        table: str,
        number: int,
        entry: Entry,
        *,
        over: bool = False,
        due: float | None = None,
        claimed: float = 0.0,
    ) -> None:
        """Store a move, and when the next bot is due; raise NumberTaken if somebody was faster."""
        seat, move = entry
        row = Row(
            table=table,
            number=number,
            seat=seat,
            move=move,
            at=time.time(),
            over=over,
            due=due,
            claimed=claimed,
        )
        if not await self.move_writer.write(row):
            raise NumberTaken
        self.database.notify("move", table, number)

    async def claim(self, until: float, most: int) -> list[str]:
        """Claim tables where a bot is due and which no living process has claimed."""
        found = leases.free(schema.tables, is_due()).order_by(schema.tables.c.due).limit(most)
        return await leases.claim(self.database, schema.tables, found, until)

    async def anything_due(self) -> bool:
        """Is there an unclaimed bot turn that is due?"""
        return await leases.anything_free(self.database, schema.tables, is_due())

    async def set_due(self, table: str, number: int, due: float, claimed: float) -> bool:
        """Set when a bot is due to move; False if the table has moved on."""
        none_yet = schema.tables.c.due.is_(None)
        return await self._change(table, number, none_yet, due=due, claimed=claimed)

    async def clear_due(self, table: str, number: int) -> bool:
        """Clear the bot's turn; False if the table has moved on."""
        return await self._change(table, number, due=None, claimed=0.0)

    async def _change(self, table: str, number: int, *which: Any, **values: Any) -> bool:
        length = select(func.count()).where(schema.moves.c.table == table).scalar_subquery()
        mine = update(schema.tables).where(schema.tables.c.id == table, length == number, *which)
        async with self.database.writing() as connection:
            return (await connection.execute(mine.values(values))).rowcount == 1

    async def release_all(self) -> None:
        """Drop all claims, because the processes that made them are dead."""
        await leases.release(self.database, schema.tables, schema.tables.c.claimed > 0)

    async def release(self, tables: list[str]) -> None:
        """Give up claims so that others can take them."""
        if tables:
            await leases.release(self.database, schema.tables, schema.tables.c.id.in_(tables))

    async def tables_of(self, guest: str) -> list[TableRecord]:
        """The tables where a guest has a seat, latest first."""
        sits = exists().where(
            and_(schema.seats.c.table == schema.tables.c.id, schema.seats.c.guest == guest)
        )
        return await self._tables(sits)

    async def listed(self) -> list[TableRecord]:
        """Public tables that are not over."""
        return await self._tables(and_(schema.tables.c.listed, ~schema.tables.c.over))

    async def count_unfinished(self, host: str) -> int:
        """How many unfinished tables a guest has opened."""
        columns = schema.tables.c
        counted = select(func.count()).where(columns.host == host, ~columns.over)
        async with self.database.reading() as connection:
            return int((await connection.execute(counted)).scalar_one())

    async def _tables(self, which: Any) -> list[TableRecord]:
        found = select(schema.tables).where(which, ~schema.tables.c.uploaded)
        found = found.order_by(schema.tables.c.moved.desc()).limit(MANY)
        async with self.database.reading() as connection:
            rows = (await connection.execute(found)).mappings().all()
            return [TableRecord(**row, seats=await seats_of(connection, row["id"])) for row in rows]


def is_due() -> ColumnElement[bool]:
    """Is a bot due to move?"""
    return schema.tables.c.due <= time.time()


async def add_table(connection: AsyncConnection, record: TableRecord) -> None:
    """Insert a new table and its seats."""
    row = asdict(record)
    seats = row.pop("seats")
    await connection.execute(insert(schema.tables).values(row))
    rows = [{"table": record.id, "seat": n, **seat} for n, seat in enumerate(seats)]
    await connection.execute(insert(schema.seats), rows)


async def set_seat(connection: AsyncConnection, table: str, number: int, seat: Seat) -> None:
    """Change who has a seat."""
    columns = schema.seats.c
    here = update(schema.seats).where(columns.table == table, columns.seat == number)
    await connection.execute(here.values(asdict(seat)))


async def read_record(
    connection: AsyncConnection, table: str, lock: bool = False
) -> TableRecord | None:
    """Read a table and its seats; with `lock`, keep others from changing them."""
    if lock:
        # A separate statement: one that also read the seats would see them as they were
        # before it waited for the lock.
        await connection.execute(LOCK, {"table": table})
    rows = (await connection.execute(HEAD, {"table": table})).all()
    if not rows:
        return None
    count = len(TABLE)
    seats = [Seat(*row[count:]) for row in rows]
    return TableRecord(**dict(zip(TABLE, rows[0][:count], strict=True)), seats=seats)


async def seats_of(connection: AsyncConnection, table: str) -> list[Seat]:
    """Read the seats of a table, in order."""
    return [Seat(*row) for row in await connection.execute(SEATS, {"table": table})]


async def read_entries(connection: AsyncConnection, table: str, number: int) -> list[Entry]:
    """Read the log of a table from this number on."""
    rows = await connection.execute(ENTRIES, {"table": table, "from": number})
    return [(seat, move) for seat, move in rows]
