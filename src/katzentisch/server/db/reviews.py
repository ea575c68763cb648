"""Reviews in the database: who asked, who works at them, and each decision as it is judged."""

import time
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from katzentisch.lab.review.evaluate import Decision, Review, read_decision, read_review
from katzentisch.server.db import leases, schema
from katzentisch.server.db.engine import Database

LATELY = 12  # judgments, by which the rest is reckoned
WAITING = schema.reviews.c.told.is_(None)


@dataclass(frozen=True)
class Progress:
    """How far a review is."""

    done: int
    of: int
    left: float | None  # seconds, if it goes on as lately
    over: bool


class ReviewStore:
    """The reviews."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def ask(self, table: str, guest: str, decisions: int) -> None:
        """Somebody wants a review; if there is one, or it is on its way, nothing changes."""
        row = {"table": table, "guest": guest, "asked": time.time(), "decisions": decisions}
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(schema.reviews).values(row))
        except IntegrityError:
            return

    async def waiting(self, guest: str) -> tuple[int, int]:
        """How many reviews are not finished: of this guest, and of all."""
        own = func.count().filter(schema.reviews.c.guest == guest)
        counted = select(own, func.count()).select_from(schema.reviews).where(WAITING)
        async with self.database.reading() as connection:
            mine, all_ = (await connection.execute(counted)).one()
            return int(mine), int(all_)

    async def progress(self, table: str) -> Progress | None:
        """How far the review of a table is, if one was asked for."""
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
        """One decision, once it has been judged."""
        columns = schema.judgments.c
        found = select(columns.told).where(columns.table == table, columns.number == number)
        async with self.database.reading() as connection:
            told = (await connection.execute(found)).scalar()
            return None if told is None else read_decision(told)

    async def decisions(self, table: str) -> list[Decision]:
        """All decisions that have been judged."""
        return [read_decision(told) for told in await self._judgments(table)]

    async def whole(self, table: str) -> Review | None:
        """A review that is finished."""
        found = select(schema.reviews.c.told).where(schema.reviews.c.table == table)
        async with self.database.reading() as connection:
            told = (await connection.execute(found)).scalar()
        if told is None:
            return None
        return read_review({**told, "decisions": await self._judgments(table)})

    async def _judgments(self, table: str) -> list[dict[str, Any]]:
        columns = schema.judgments.c
        found = select(columns.told).where(columns.table == table).order_by(columns.number)
        async with self.database.reading() as connection:
            return list((await connection.execute(found)).scalars())

    # Who works at it.

    async def anything_waits(self) -> bool:
        """Is there a review that nobody works at?"""
        return await leases.anything_free(self.database, schema.reviews, WAITING)

    async def claim(self, process: str, until: float, most: int) -> list[str]:
        """Reviews that nobody works at, the oldest first: they are ours."""
        found = leases.free(schema.reviews, WAITING)
        found = found.order_by(schema.reviews.c.asked).limit(most)
        return await leases.claim(self.database, schema.reviews, found, until, process=process)

    async def renew(self, table: str, process: str, until: float) -> bool:
        """This process goes on with a review; unless another one has taken over."""
        columns = schema.reviews.c
        mine = update(schema.reviews).where(columns.table == table, columns.process == process)
        async with self.database.writing() as connection:
            return (await connection.execute(mine.values(claimed=until))).rowcount == 1

    async def release(self, process: str) -> None:
        """What this process does not finish is for others."""
        await leases.release(self.database, schema.reviews, schema.reviews.c.process == process)

    async def release_all(self) -> None:
        """All claims are void: who had made them is dead."""
        await leases.release(self.database, schema.reviews, schema.reviews.c.claimed > 0)

    async def add(self, table: str, decision: Decision) -> None:
        """Keep what was found out about a decision; if another process was quicker, it has."""
        row = {"table": table, "number": decision.number, "at": time.time()}
        try:
            async with self.database.writing() as connection:
                await connection.execute(
                    insert(schema.judgments).values(told=asdict(decision), **row)
                )
        except IntegrityError:
            return

    async def finish(self, table: str, review: Review) -> None:
        """Keep what came out; the decisions are there."""
        told = {name: value for name, value in review.told().items() if name != "decisions"}
        mine = update(schema.reviews).where(schema.reviews.c.table == table)
        async with self.database.writing() as connection:
            await connection.execute(mine.values(told=told))

    async def drop(self, table: str) -> None:
        """Forget a review that cannot be worked out."""
        async with self.database.writing() as connection:
            for rows in (schema.judgments, schema.reviews):
                await connection.execute(delete(rows).where(rows.c.table == table))


def time_left(times: list[float], decisions: int) -> float | None:
    """How many seconds so many decisions take, if they take as long as the latest ones did."""
    if len(times) < 2:
        return None
    return (max(times) - min(times)) / (len(times) - 1) * decisions
