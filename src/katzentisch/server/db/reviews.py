"""Reviews in the database: who requested them, who works on them, and the decisions so far."""

import time
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from katzentisch.lab.review.evaluate import Decision, Review, read_decision, read_review
from katzentisch.server.db import leases, schema
from katzentisch.server.db.engine import Database

LATELY = 12  # decisions from which the remaining time is estimated
WAITING = schema.reviews.c.result.is_(None)


@dataclass(frozen=True)
class Progress:
    """The progress of a review."""

    done: int
    of: int
    left: float | None  # estimated seconds
    over: bool


class ReviewStore:
    """Reads and writes reviews."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def ask(self, table: str, guest: str, decisions: int) -> None:
        """Request a review, unless there already is one."""
        row = {"table": table, "guest": guest, "asked": time.time(), "decisions": decisions}
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(schema.reviews).values(row))
        except IntegrityError:
            return

    async def waiting(self, guest: str) -> tuple[int, int]:
        """How many unfinished reviews this guest has requested, and how many there are in all."""
        own = func.count().filter(schema.reviews.c.guest == guest)
        counted = select(own, func.count()).select_from(schema.reviews).where(WAITING)
        async with self.database.reading() as connection:
            mine, all_ = (await connection.execute(counted)).one()
            return int(mine), int(all_)

    async def progress(self, table: str) -> Progress | None:
        """The progress of a table's review, if one was requested."""
        columns, here = schema.reviews.c, schema.judgments.c
        count = select(func.count()).where(here.table == table).scalar_subquery()
        found = select(columns.decisions, WAITING, count).where(columns.table == table)
        lately = select(here.at).where(here.table == table).order_by(here.at.desc()).limit(LATELY)
        async with self.database.reading() as connection:
            row = (await connection.execute(found)).first()
            if row is None:
                return None
            of, waits, done = row
            times = list((await connection.execute(lately)).scalars()) if waits else []
        return Progress(done, of, time_left(times, of - done), not waits)

    async def decision(self, table: str, number: int) -> Decision | None:
        """One decision, if it has been reviewed."""
        columns = schema.judgments.c
        found = select(columns.decision).where(columns.table == table, columns.number == number)
        async with self.database.reading() as connection:
            decision = (await connection.execute(found)).scalar()
            return None if decision is None else read_decision(decision)

    async def decisions(self, table: str) -> list[Decision]:
        """All decisions reviewed so far."""
        return [read_decision(decision) for decision in await self._judgments(table)]

    async def whole(self, table: str) -> Review | None:
        """The finished review, or None."""
        found = select(schema.reviews.c.result).where(schema.reviews.c.table == table)
        async with self.database.reading() as connection:
            result = (await connection.execute(found)).scalar()
        if result is None:
            return None
        return read_review({**result, "decisions": await self._judgments(table)})

    async def _judgments(self, table: str) -> list[dict[str, Any]]:
        columns = schema.judgments.c
        found = select(columns.decision).where(columns.table == table).order_by(columns.number)
        async with self.database.reading() as connection:
            return list((await connection.execute(found)).scalars())

    # Leases.

    async def anything_waits(self) -> bool:
        """Is there a review that nobody is working on?"""
        return await leases.anything_free(self.database, schema.reviews, WAITING)

    async def claim(self, process: str, until: float, most: int) -> list[str]:
        """Claim reviews that nobody is working on, oldest first."""
        found = leases.free(schema.reviews, WAITING)
        found = found.order_by(schema.reviews.c.asked).limit(most)
        return await leases.claim(self.database, schema.reviews, found, until, process=process)

    async def renew(self, table: str, process: str, until: float) -> bool:
        """Renew this process's claim; False if another process has taken over."""
        columns = schema.reviews.c
        mine = update(schema.reviews).where(columns.table == table, columns.process == process)
        async with self.database.writing() as connection:
            return (await connection.execute(mine.values(claimed=until))).rowcount == 1

    async def release(self, process: str) -> None:
        """Give up this process's claims."""
        await leases.release(self.database, schema.reviews, schema.reviews.c.process == process)

    async def release_all(self) -> None:
        """Drop all claims, because the processes that made them are dead."""
        await leases.release(self.database, schema.reviews, schema.reviews.c.claimed > 0)

    async def add(self, table: str, decision: Decision) -> None:
        """Store a reviewed decision, unless another process already has."""
        row = {"table": table, "number": decision.number, "at": time.time()}
        try:
            async with self.database.writing() as connection:
                await connection.execute(
                    insert(schema.judgments).values(decision=asdict(decision), **row)
                )
        except IntegrityError:
            return

    async def finish(self, table: str, review: Review) -> None:
        """Store the result; the decisions are stored already."""
        result = {name: value for name, value in review.to_dict().items() if name != "decisions"}
        mine = update(schema.reviews).where(schema.reviews.c.table == table)
        async with self.database.writing() as connection:
            await connection.execute(mine.values(result=result))

    async def drop(self, table: str) -> None:
        """Delete a review that cannot be completed."""
        async with self.database.writing() as connection:
            for rows in (schema.judgments, schema.reviews):
                await connection.execute(delete(rows).where(rows.c.table == table))


def time_left(times: list[float], decisions: int) -> float | None:
    """Estimated seconds for this many decisions, at the pace of the latest ones."""
    if len(times) < 2:
        return None
    return (max(times) - min(times)) / (len(times) - 1) * decisions
