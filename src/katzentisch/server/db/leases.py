"""Leases: a process claims work in the database for a limited time.

The column `claimed` holds the time when the lease expires. If the process dies, the next process
that checks after that time takes over.
"""

import time
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, exists, select, update

from katzentisch.server.db.engine import Database


def free(rows: Table, waits: ColumnElement[bool]) -> Select[Any]:
    """Select the keys of rows that are waiting and not claimed."""
    (key,) = rows.primary_key
    return select(key).where(waits, rows.c.claimed <= time.time())


async def anything_free(database: Database, rows: Table, waits: ColumnElement[bool]) -> bool:
    """Is there unclaimed work? Usually not, and then nothing needs to be locked."""
    async with database.reading() as connection:
        return bool((await connection.execute(select(exists(free(rows, waits))))).scalar())


async def claim(
    database: Database, rows: Table, found: Select[Any], until: float, **more: Any
) -> list[str]:
    """Claim these rows until a given time, skipping those that another process is claiming."""
    (key,) = rows.primary_key
    waits = found.with_for_update(skip_locked=True).scalar_subquery()
    ours = update(rows).where(key.in_(waits)).values(claimed=until, **more)
    async with database.writing() as connection:
        return list((await connection.execute(ours.returning(key))).scalars())


async def release(database: Database, rows: Table, which: ColumnElement[bool]) -> None:
    """Give up claims so that others can take them."""
    async with database.writing() as connection:
        await connection.execute(update(rows).where(which).values(claimed=0.0))
