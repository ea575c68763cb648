"""Claims: what waits in the database is taken by one process, for a while.

A row that can be claimed has a time, `claimed`, until which a process sees to it. When that
process dies, the time runs out, and the next one that looks takes over.
"""

import time
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, exists, select, update

from katzentisch.server.db.engine import Database


def free(rows: Table, waits: ColumnElement[bool]) -> Select[Any]:
    """The keys of rows that wait and that no living process sees to."""
    (key,) = rows.primary_key
    return select(key).where(waits, rows.c.claimed <= time.time())


async def anything_free(database: Database, rows: Table, waits: ColumnElement[bool]) -> bool:
    """Does anything wait for somebody? Most times not, and then nothing is locked."""
    async with database.reading() as connection:
        return bool((await connection.execute(select(exists(free(rows, waits))))).scalar())


async def claim(
    database: Database, rows: Table, found: Select[Any], until: float, **more: Any
) -> list[str]:
    """These rows are ours until then, except those that somebody else is just claiming."""
    (key,) = rows.primary_key
    waits = found.with_for_update(skip_locked=True).scalar_subquery()
    ours = update(rows).where(key.in_(waits)).values(claimed=until, **more)
    async with database.writing() as connection:
        return list((await connection.execute(ours.returning(key))).scalars())


async def release(database: Database, rows: Table, which: ColumnElement[bool]) -> None:
    """Claims that will not be used, for others to take."""
    async with database.writing() as connection:
        await connection.execute(update(rows).where(which).values(claimed=0.0))
