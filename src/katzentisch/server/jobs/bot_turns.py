"""The butler lets bots play. A bot's turn is a time in the table's row and a claim that runs out.

Whoever makes a move claims the bot's turn after it; what a dead process had claimed is taken
over by the next one that looks. Two who play the same turn do no harm: the log takes one move.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.models import short

if TYPE_CHECKING:
    from katzentisch.server.live.hub import House
    from katzentisch.server.live.room import Room

log = logging.getLogger(__name__)
STAND_IN = "medium"  # plays for who is away
CLAIMED_AT_ONCE = 20
ASK_AGAIN_AFTER = 5.0  # seconds


class Butler:
    """Sees to the bots' turns that this process has claimed."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.turns: dict[tuple[str, int], asyncio.Task[None]] = {}

    def plan(self, room: "Room", to_act: int | None) -> tuple[float | None, float]:
        """When a bot is to move at this seat, and until when this process claims that."""
        if to_act is None or room.kept.waiting or room.kept.seats[to_act].kind != "bot":
            return None, 0.0
        due = max(time.time(), room.busy_until)
        return due, due + self.house.settings.claim if self._has_room() else 0.0

    def _has_room(self) -> bool:
        """Could another turn be taken, or should other processes?"""
        return not self.house.database.shared or self.house.thinkers.waiting < CLAIMED_AT_ONCE

    def expect(self, table: str, number: int, due: float) -> None:
        """Play this turn when it is due; it is claimed."""
        key = (table, number)
        if key not in self.turns:
            self.turns[key] = asyncio.create_task(self._play(key, due))

    async def _play(self, key: tuple[str, int], due: float) -> None:
        table, number = key
        try:
            await asyncio.sleep(max(0.0, due - time.time()))
            await self.house.thinkers.prepare(await self._game(table))
            await self._let_bot_play(await self.house.room(table), number)
        except Refused as why:
            log.info("turn at %s: %s", short(table), why)
        except Exception:
            # The claim runs out, and the turn is played then.
            log.exception("turn at %s", short(table))
        finally:
            self.turns.pop(key, None)

    async def _game(self, table: str) -> str:
        room = self.house.rooms.get(table)
        return room.kept.game if room else (await self.house.kept(table)).game

    async def _let_bot_play(self, room: "Room", number: int) -> None:
        if len(room.log) < number:
            room.following.hear("move", number - 1)
            return
        seat, level = room.to_act, self._level(room)
        if len(room.log) != number or seat is None:
            return
        if level is None:
            await self.house.store.clear_due(room.kept.id, number)
            return
        move = await self.house.thinkers.choose(room.match, seat, level)
        async with room.lock:
            # Meanwhile a move may have been taken back, or the player may have returned.
            if len(room.log) == number and self._level(room) == level:
                await room.make(seat, move, "bot")

    def _level(self, room: "Room") -> str | None:
        """Which bot is to move now, if one is."""
        if room.status != "playing" or room.to_act is None:
            return None
        seat = room.kept.seats[room.to_act]
        if seat.kind == "bot":
            # Bots among themselves play for who watches.
            return seat.level if room.kept.people() or room.present else None
        return STAND_IN if self._stands_in(room) else None

    def _stands_in(self, room: "Room") -> bool:
        """Nobody plays for who is away unless others wait, and not before the time."""
        if room.status != "playing" or room.to_act is None:
            return False
        number = room.to_act
        seat, here = room.kept.seats[number], room.here()
        if seat.kind != "guest" or number in here or not here:
            return False
        return time.time() >= max((seat.gone or room.opened) + room.kept.away, room.busy_until)

    async def consider(self, room: "Room") -> None:
        """If it is a bot's turn and nobody was asked to play it, we do."""
        now, number = time.time(), len(room.log)
        asked = room.asked[0] == number and now < room.asked[1] + ASK_AGAIN_AFTER
        if asked or self._level(room) is None:
            return
        room.asked = (number, now)
        until = now + self.house.settings.claim
        if await self.house.store.set_due(room.kept.id, number, now, until):
            self.expect(room.kept.id, number, now)

    async def take_over(self) -> None:
        """Claim what is due and nobody sees to."""
        if not self._has_room() or not await self.house.store.anything_due():
            return
        until = time.time() + self.house.settings.claim
        for table in await self.house.store.claim(until, CLAIMED_AT_ONCE):
            self._take(table)

    def _take(self, table: str) -> None:
        async def take() -> None:
            try:
                room = await self.house.ready_room(table)
                self.expect(table, len(room.log), 0.0)
            except Refused as why:
                log.warning("turn at %s: %s", short(table), why)

        self.house.spawn(take())
