"""Works on reviews, one decision at a time, in a worker that gives way to bots.

Each decision is stored at once, so a restarted server or another process can continue.
"""

import asyncio
import contextlib
import logging
from typing import Any

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.records import short
from katzentisch.server.db.reviews import ReviewStore
from katzentisch.server.db.tables import TableStore
from katzentisch.server.db.transcripts import moves_in, replayed, transcript_of
from katzentisch.server.errors import DatabaseUnavailable, NotFound
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.table import Clock
from katzentisch.server.ops.metrics import JUDGMENTS
from katzentisch.server.settings import Settings

log = logging.getLogger(__name__)
AT_ONCE = 3  # reviews in parallel, so that a long game does not hold up a short one


class Reviewer:
    """Works on the reviews that this process has claimed."""

    def __init__(
        self,
        process: str,
        settings: Settings,
        store: TableStore,
        reviews: ReviewStore,
        thinkers: Thinkers,
        clock: Clock,
    ) -> None:
        self._process = process
        self._settings = settings
        self._store = store
        self._reviews = reviews
        self._thinkers = thinkers
        self._clock = clock
        self.working: dict[str, asyncio.Task[None]] = {}
        self._claiming = asyncio.Lock()

    async def claim_waiting(self) -> None:
        """Claim waiting reviews, as capacity allows."""
        async with self._claiming:
            capacity = AT_ONCE - len(self.working)
            if capacity <= 0 or not await self._reviews.anything_waits():
                return
            for table in await self._reviews.claim(self._process, self._until(), capacity):
                # If this process was held up for long, it may be reclaiming its own review.
                if table not in self.working:
                    self.working[table] = asyncio.create_task(self._run(table))

    def _until(self) -> float:
        return self._clock() + self._settings.claim

    async def _run(self, table: str) -> None:
        renewing = asyncio.create_task(self._renew(table))
        try:
            await self._review(table)
        except DatabaseUnavailable as why:
            # The claim will expire, and another process will continue.
            log.warning("review of %s: %s", short(table), why)
        except Exception:
            log.exception("review of %s", short(table))
            with contextlib.suppress(Refused):
                await self._reviews.drop(table)
        finally:
            # Awaited, so that it returns its database connection.
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            self.working.pop(table, None)

    async def _renew(self, table: str) -> None:
        """Renew the claim regularly, since a decision may take a long time; stop if it is lost."""
        while True:
            await asyncio.sleep(self._settings.claim / 3)
            with contextlib.suppress(DatabaseUnavailable):
                if not await self._reviews.renew(table, self._process, self._until()):
                    self.working[table].cancel()

    async def _review(self, table: str) -> None:
        transcript = await self._transcript(table)
        reviews, thinkers = self._reviews, self._thinkers
        decisions = await reviews.decisions(table)
        judged = {one.number for one in decisions}
        moves = [event for event in transcript["events"] if event["event"] == "move"]
        for number in sorted(set(range(len(moves))) - judged):
            one = await thinkers.judge(transcript, self._settings.review_turns, number)
            await reviews.add(table, one)
            decisions.append(one)
            JUDGMENTS.labels(transcript["game"]).inc()
        await reviews.finish(table, await thinkers.put_together(transcript, decisions))

    async def _transcript(self, table: str) -> dict[str, Any]:
        """The full transcript of a finished game."""
        loaded = await self._store.load(table)
        if loaded is None or not loaded[0].over:
            raise NotFound("This game is not over yet.")
        record, entries = loaded
        await self._thinkers.compiled(record.game)
        match = await asyncio.to_thread(replayed, record, moves_in(entries))
        return transcript_of(record, match)
