"""Bots play. A bot's turn is a time in the table's row and a claim that runs out.

Whoever makes a move claims the bot's turn after it; what a dead process had claimed is taken
over by the next one that looks. Two who play the same turn do no harm: the log takes one move.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Protocol

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.models import TableRecord, short
from katzentisch.server.db.tables import TableStore
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.room import Room
from katzentisch.server.live.table import Table

log = logging.getLogger(__name__)
STAND_IN = "medium"  # plays for who is away
CLAIMED_AT_ONCE = 20
ASK_AGAIN_AFTER = 5.0  # seconds


class Rooms(Protocol):
    """Where the tables are played."""

    async def record(self, table: str) -> TableRecord:
        """A table, without its moves."""
        ...

    async def room(self, table: str) -> Room:
        """A table whose game is ready."""
        ...

    async def ready_room(self, table: str) -> Room:
        """A table, its game compiled if need be."""
        ...

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something meanwhile."""
        ...


class BotTurns:
    """Sees to the bots' turns that this process has claimed."""

    def __init__(self, rooms: Rooms, store: TableStore, thinkers: Thinkers, claim: float) -> None:
        self._rooms = rooms
        self._store = store
        self._thinkers = thinkers
        self._claim = claim  # seconds for which a turn is claimed
        self.turns: dict[tuple[str, int], asyncio.Task[None]] = {}

    def plan(self, table: Table, to_act: int | None) -> tuple[float | None, float]:
        """When a bot is to move at this seat, and until when this process claims that."""
        if to_act is None or table.record.waiting or table.record.seats[to_act].kind != "bot":
            return None, 0.0
        due = max(time.time(), table.busy_until)
        return due, due + self._claim if self._has_room() else 0.0

    def _has_room(self) -> bool:
        """Could another turn be taken, or should other processes?"""
        return not self._store.database.shared or self._thinkers.waiting < CLAIMED_AT_ONCE

    def expect(self, table: str, number: int, due: float) -> None:
        """Play this turn when it is due; it is claimed."""
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
            # The claim runs out, and the turn is played then.
            log.exception("turn at %s", short(table))
        finally:
            self.turns.pop(key, None)

    async def _play_turn(self, room: Room, number: int) -> None:
        if len(room.log) < number:
            room.sync.hear("move", number - 1)
            return
        seat, level = room.to_act, self._level(room)
        if len(room.log) != number or seat is None:
            return
        if level is None:
            await self._store.clear_due(room.record.id, number)
            return
        move = await self._thinkers.choose(room.match, seat, level)
        async with room.lock:
            # Meanwhile a move may have been taken back, or the player may have returned.
            if len(room.log) == number and self._level(room) == level:
                await room.make(seat, move, "bot")

    def _level(self, table: Table) -> str | None:
        """Which bot is to move now, if one is."""
        if table.status != "playing" or table.to_act is None:
            return None
        seat = table.record.seats[table.to_act]
        if seat.kind == "bot":
            # Bots among themselves play for who watches.
            return seat.level if table.record.people() or table.present else None
        return STAND_IN if self._stands_in(table) else None

    def _stands_in(self, table: Table) -> bool:
        """Nobody plays for who is away unless others wait, and not before the time."""
        if table.status != "playing" or table.to_act is None:
            return False
        number = table.to_act
        seat, here = table.record.seats[number], table.here()
        if seat.kind != "guest" or number in here or not here:
            return False
        return time.time() >= max((seat.gone or table.opened) + table.record.away, table.busy_until)

    async def consider(self, table: Table) -> None:
        """If it is a bot's turn and nobody was asked to play it, we do."""
        now, number = time.time(), len(table.log)
        asked = table.asked[0] == number and now < table.asked[1] + ASK_AGAIN_AFTER
        if asked or self._level(table) is None:
            return
        table.asked = (number, now)
        until = now + self._claim
        if await self._store.set_due(table.record.id, number, now, until):
            self.expect(table.record.id, number, now)

    async def take_over(self) -> None:
        """Claim what is due and nobody sees to."""
        if not self._has_room() or not await self._store.anything_due():
            return
        until = time.time() + self._claim
        for table in await self._store.claim(until, CLAIMED_AT_ONCE):
            self._take(table)

    def _take(self, table: str) -> None:
        async def take() -> None:
            try:
                room = await self._rooms.ready_room(table)
                self.expect(table, len(room.log), 0.0)
            except Refused as why:
                log.warning("turn at %s: %s", short(table), why)

        self._rooms.spawn(take())
