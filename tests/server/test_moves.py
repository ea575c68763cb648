"""Moves that arrive together are written together, and each number is used only once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text

from katzentisch.server.db.engine import Database
from katzentisch.server.db.moves import Row
from katzentisch.server.db.records import Seat, new_table
from katzentisch.server.db.tables import TableStore

TABLES = 5


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return request.getfixturevalue("postgres").new_database()


@asynccontextmanager
async def tables_in(address: str) -> AsyncIterator[tuple[TableStore, list[str]]]:
    database = await Database.open(address)
    store = TableStore(database)
    try:
        yield store, [await added(store) for _ in range(TABLES)]
    finally:
        await store.close()
        await database.close()


async def added(store: TableStore) -> str:
    seats = [Seat("guest", "a", name="A"), Seat("guest", "b", name="B")]
    options = {"players": 2}
    record = new_table("cat-in-the-box", options, seats, host="a", listed=False, chat=False, away=0)
    await store.add(record)
    return record.id


def row(table: str, number: int, move: str = "discard 1") -> Row:
    return Row(
        table=table, number=number, seat=0, move=move, at=1.5, over=False, due=2.5, claimed=3.5
    )


def counted(store: TableStore, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record how many rows each write contains."""
    pen: Any = store.move_writer._inserter
    sizes: list[int] = []
    write = pen.write

    async def counting(rows: list[Row]) -> set[str]:
        sizes.append(len(rows))
        written: set[str] = await write(rows)
        return written

    monkeypatch.setattr(pen, "write", counting)
    return sizes


async def test_moves_that_arrive_during_a_write_are_written_together(address, monkeypatch):
    async with tables_in(address) as (store, tables):
        sizes = counted(store, monkeypatch)
        first = asyncio.create_task(store.move_writer.write(row(tables[0], 0)))
        while not sizes:
            await asyncio.sleep(0)
        others = [store.move_writer.write(row(table, 0)) for table in tables[1:]]
        assert all([await first, *await asyncio.gather(*others)])
        assert sizes == [1, TABLES - 1]
        for table in tables:
            assert await store.entries(table, 0) == [(0, "discard 1")]
            record = await store.record(table)
            assert record is not None
            assert (record.moved, record.due, record.claimed) == (1.5, 2.5, 3.5)


async def test_a_move_whose_number_is_taken_is_refused_and_the_others_are_written(address):
    async with tables_in(address) as (store, tables):
        assert await store.move_writer.write(row(tables[1], 0, "discard 2"))
        wanted = (store.move_writer.write(row(table, 0)) for table in tables)
        given = await asyncio.gather(*wanted)
        assert given == [True, False, True, True, True]
        assert await store.entries(tables[1], 0) == [(0, "discard 2")]


async def test_of_several_moves_with_the_same_number_only_one_is_accepted(address):
    async with tables_in(address) as (store, tables):
        wanted = (store.move_writer.write(row(tables[0], 0, f"discard {n}")) for n in range(1, 6))
        given = await asyncio.gather(*wanted)
        assert given == [True, False, False, False, False]
        assert await store.entries(tables[0], 0) == [(0, "discard 1")]


async def test_a_cancelled_move_is_not_written(address):
    async with tables_in(address) as (store, tables):
        first = asyncio.create_task(store.move_writer.write(row(tables[0], 0)))
        gone = asyncio.create_task(store.move_writer.write(row(tables[1], 0)))
        await asyncio.sleep(0)
        gone.cancel()
        assert await first
        assert await store.move_writer.write(row(tables[1], 0, "discard 3"))
        assert await store.entries(tables[1], 0) == [(0, "discard 3")]


async def test_a_locked_table_does_not_block_the_others(postgres):
    async with tables_in(postgres.new_database()) as (store, tables):
        held = text("SELECT 1 FROM tables WHERE id = :id FOR UPDATE")
        async with store.database.writing() as connection:
            await connection.execute(held, {"id": tables[2]})
            wanted = (store.move_writer.write(row(table, 0)) for table in tables)
            given = await asyncio.gather(*wanted, return_exceptions=True)
        assert [one is True for one in given] == [True, True, False, True, True]
        assert await store.move_writer.write(row(tables[2], 0))
