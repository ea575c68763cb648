"""Bots' turns: decides when a bot plays. A turn is a due time in the table's row and a lease.

The process that makes a move claims the bot's turn after it; when a process dies, its claims
expire and another takes over. If two play the same turn, the log accepts only one move.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Protocol

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.records import SUBSTITUTE, TableRecord, short
from katzentisch.server.db.tables import TableStore
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.room import Room
from katzentisch.server.live.table import Table

log = logging.getLogger(__name__)
CLAIMED_AT_ONCE = 20
ASK_AGAIN_AFTER = 5.0  # seconds


class Rooms(Protocol):
    """What `BotTurns` needs from the hub."""

    async def record(self, table: str) -> TableRecord:
        """A table without its moves."""
        ...

    async def room(self, table: str) -> Room:
        """The room of a table whose game is compiled."""
        ...

    async def ready_room(self, table: str) -> Room:
        """The room of a table; compiles its game if necessary."""
        ...

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something in the background."""
        ...


class BotTurns:
    """Plays the bots' turns that this process has claimed."""

    def __init__(self, rooms: Rooms, store: TableStore, thinkers: Thinkers, claim: float) -> None:
        self._rooms = rooms
        self._store = store
        self._thinkers = thinkers
        self._claim = claim  # seconds that a claim lasts
        self.turns: dict[tuple[str, int], asyncio.Task[None]] = {}

    def schedule(self, table: Table, to_act: int | None, due: float) -> tuple[float | None, float]:
        """When a bot at this seat is due to move, and when this process's claim expires."""
        if to_act is None or table.record.waiting or table.record.seats[to_act].kind != "bot":
            return None, 0.0
        return due, due + self._claim if self._has_capacity() else 0.0

    def _has_capacity(self) -> bool:
        """Does this process have capacity for another turn?"""
        return not self._store.database.shared or self._thinkers.waiting < CLAIMED_AT_ONCE

    def play_when_due(self, table: str, number: int, due: float) -> None:
        """Play a claimed turn when it is due."""
        key = (table, number)
        if key not in self.turns:
            self.turns[key] = asyncio.create_task(self._play(key, due))

    async def _play(self, key: tuple[str, int], due: float) -> None:
        table, number = key
        try:
            await asyncio.sleep(max(0.0, due - time.time()))
            await self._thinkers.prepare((await self._rooms.record(table)).game)
            await self._play_turn(await self._rooms.room(table), number)
        except Refused as why:
            log.info("turn at %s: %s", short(table), why)
        except Exception:
            # The turn will be played when the claim expires.
            log.exception("turn at %s", short(table))
        finally:
            self.turns.pop(key, None)

    async def _play_turn(self, room: Room, number: int) -> None:
        if len(room.log) < number:
            room.sync.on_change("move", number - 1)
            return
        seat, level = room.to_act, self._level(room)
        if len(room.log) != number or seat is None:
            return
        if level is None:
            await self._store.clear_due(room.record.id, number)
            return
        move = await self._thinkers.choose(room.match, seat, level)
        async with room.lock:
            # Meanwhile the last move may have been taken back, or the player may have returned.
            if len(room.log) == number and self._level(room) == level:
                await room.make(seat, move, "bot")

    def _level(self, table: Table) -> str | None:
        """The level of the bot whose turn it is, if any."""
        if table.status != "playing" or table.to_act is None:
            return None
        seat = table.record.seats[table.to_act]
        if seat.kind == "bot":
            # A table with nobody but bots plays only while somebody watches.
            return seat.level if table.record.people() or table.present else None
        return SUBSTITUTE if self._needs_substitute(table) else None

    def _needs_substitute(self, table: Table) -> bool:
        """Has the player to move been away for long enough, while others are waiting?"""
        if table.status != "playing" or table.to_act is None:
            return False
        number = table.to_act
        seat, here = table.record.seats[number], table.here()
        if seat.kind != "guest" or number in here or not here:
            return False
        return time.time() >= max((seat.gone or table.opened) + table.record.away, table.busy_until)

    async def ensure_scheduled(self, table: Table) -> None:
        """If it is a bot's turn and it has not been scheduled, schedule it here."""
        now, number = time.time(), len(table.log)
        asked = table.scheduled[0] == number and now < table.scheduled[1] + ASK_AGAIN_AFTER
        if asked or self._level(table) is None:
            return
        table.scheduled = (number, now)
        until = now + self._claim
        if await self._store.set_due(table.record.id, number, now, until):
            self.play_when_due(table.record.id, number, now)

    def claim_soon(self) -> None:
        """Claim due turns in the background, because there may be a new one."""
        self._rooms.spawn(self.claim_waiting())

    async def claim_waiting(self) -> None:
        """Claim due turns that nobody has claimed."""
        if not self._has_capacity() or not await self._store.anything_due():
            return
        until = time.time() + self._claim
        for table in await self._store.claim(until, CLAIMED_AT_ONCE):
            self._take(table)

    def _take(self, table: str) -> None:
        async def take() -> None:
            try:
                room = await self._rooms.ready_room(table)
                self.play_when_due(table, len(room.log), 0.0)
            except Refused as why:
                log.warning("turn at %s: %s", short(table), why)

        self._rooms.spawn(take())
