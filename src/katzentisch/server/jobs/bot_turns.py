"""Bots' turns: decides when a bot plays. A turn is a due time in the table's row and a lease.

The process that makes a move claims the bot's turn after it; when a process dies, its claims
expire and another takes over. If two play the same turn, the log accepts only one move.
"""

import asyncio
import logging
from typing import NamedTuple

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.records import SUBSTITUTE, short
from katzentisch.server.db.tables import TableStore
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.hub import Hub
from katzentisch.server.live.room import Room
from katzentisch.server.live.table import Clock, Table
from katzentisch.server.ops.background import Background

log = logging.getLogger(__name__)
CLAIMED_AT_ONCE = 20
ASK_AGAIN_AFTER = 5.0  # seconds


class Turn(NamedTuple):
    """A bot's turn that this process has claimed: the log's length, and when the bot moves."""

    table: str
    number: int
    due: float


class BotSchedule:
    """Decides when bots play, and claims turns for this process; rooms ask it."""

    def __init__(self, store: TableStore, thinkers: Thinkers, claim: float, clock: Clock) -> None:
        self._store = store
        self._thinkers = thinkers
        self._claim = claim  # seconds that a claim lasts
        self._clock = clock
        self.claimed: asyncio.Queue[Turn] = asyncio.Queue()  # for `BotTurns`

    def schedule(self, table: Table, to_act: int | None, due: float) -> tuple[float | None, float]:
        """When a bot at this seat is due to move, and when this process's claim expires."""
        if to_act is None or table.record.waiting or table.record.seats[to_act].kind != "bot":
            return None, 0.0
        return due, due + self._claim if self.has_capacity() else 0.0

    def has_capacity(self) -> bool:
        """Does this process have capacity for another turn?"""
        return not self._store.database.shared or self._thinkers.waiting < CLAIMED_AT_ONCE

    def play_when_due(self, table: str, number: int, due: float) -> None:
        """Have a claimed turn played when it is due."""
        self.claimed.put_nowait(Turn(table, number, due))

    def level(self, table: Table) -> str | None:
        """The level of the bot whose turn it is, if any."""
        if table.status != "playing" or table.to_act is None:
            return None
        seat = table.record.seats[table.to_act]
        if seat.kind == "bot":
            # A table with nobody but bots plays only while somebody watches.
            return seat.level if table.record.people() or table.present else None
        return SUBSTITUTE if self._needs_substitute(table, table.to_act) else None

    def _needs_substitute(self, table: Table, number: int) -> bool:
        """Has the player to move been away for long enough, while others are waiting?"""
        seat, here = table.record.seats[number], table.here()
        if seat.kind != "guest" or number in here or not here:
            return False
        away_until = (seat.gone or table.opened) + table.record.away
        return self._clock() >= max(away_until, table.busy_until)

    async def ensure_scheduled(self, table: Table) -> None:
        """If it is a bot's turn and it has not been scheduled, schedule it here."""
        now, number = self._clock(), len(table.log)
        asked = table.scheduled[0] == number and now < table.scheduled[1] + ASK_AGAIN_AFTER
        if asked or self.level(table) is None:
            return
        table.scheduled = (number, now)
        if await self._store.set_due(table.record.id, number, now, now + self._claim):
            self.play_when_due(table.record.id, number, now)

    async def claim_waiting(self) -> list[str]:
        """Claim due turns that nobody has claimed; return their tables."""
        if not self.has_capacity() or not await self._store.anything_due():
            return []
        return await self._store.claim(self._clock() + self._claim, CLAIMED_AT_ONCE)


class BotTurns:
    """Plays the bots' turns that this process has claimed."""

    def __init__(
        self,
        hub: Hub,
        schedule: BotSchedule,
        store: TableStore,
        thinkers: Thinkers,
        background: Background,
        clock: Clock,
    ) -> None:
        self._hub = hub
        self._schedule = schedule
        self._store = store
        self._thinkers = thinkers
        self._background = background
        self._clock = clock
        self.turns: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def play_claimed(self) -> None:
        """Play claimed turns, each when it is due, for as long as the process runs."""
        while True:
            table, number, due = await self._schedule.claimed.get()
            if (table, number) not in self.turns:
                self.turns[table, number] = asyncio.create_task(self._play(table, number, due))

    def claimed_tables(self) -> list[str]:
        """The tables where this process has claimed a turn."""
        queued = []
        while not self._schedule.claimed.empty():
            queued.append(self._schedule.claimed.get_nowait().table)
        return [*queued, *(table for table, _number in self.turns)]

    async def _play(self, table: str, number: int, due: float) -> None:
        try:
            await asyncio.sleep(max(0.0, due - self._clock()))
            await self._play_turn(await self._hub.room(table), number)
        except Refused as why:
            log.info("turn at %s: %s", short(table), why)
        except Exception:
            # The turn will be played when the claim expires.
            log.exception("turn at %s", short(table))
        finally:
            self.turns.pop((table, number), None)

    async def _play_turn(self, room: Room, number: int) -> None:
        if len(room.log) < number:
            room.sync.on_change("move", number - 1)
            return
        seat, level = room.to_act, self._schedule.level(room)
        if len(room.log) != number:
            return
        if seat is None or level is None:
            await self._store.clear_due(room.record.id, number)
            return
        move = await self._thinkers.choose(room.match, seat, level)
        async with room.lock:
            # Meanwhile the last move may have been taken back, or the player may have returned.
            if len(room.log) == number and self._schedule.level(room) == level:
                await room.make(seat, move, "bot")

    def claim_soon(self) -> None:
        """Claim due turns in the background, because there may be a new one."""
        self._background.spawn(self.claim_waiting())

    async def claim_waiting(self) -> None:
        """Claim due turns that nobody has claimed, and play them."""
        for table in await self._schedule.claim_waiting():
            self._background.spawn(self._take(table))

    async def _take(self, table: str) -> None:
        try:
            room = await self._hub.room(table)
            self._schedule.play_when_due(table, len(room.log), 0.0)
        except Refused as why:
            log.warning("turn at %s: %s", short(table), why)
