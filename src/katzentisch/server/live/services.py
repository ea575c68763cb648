"""What a room is given when it is opened, so that it need not look for anything itself."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Protocol

from katzentisch.play.match import Match
from katzentisch.server.db.guests import GuestStore
from katzentisch.server.db.tables import TableStore
from katzentisch.server.live.broadcast import Broadcast
from katzentisch.server.live.table import Table


class BotScheduler(Protocol):
    """Who sees to it that bots play."""

    def plan(self, table: Table, to_act: int | None) -> tuple[float | None, float]:
        """When a bot is to move at this seat, and until when this process claims that."""
        ...

    def expect(self, table: str, number: int, due: float) -> None:
        """Play this turn when it is due; it is claimed."""
        ...

    async def consider(self, table: Table) -> None:
        """If it is a bot's turn and nobody was asked to play it, play it."""
        ...


@dataclass(frozen=True)
class Services:
    """The database, the screens, the bots, and somebody who does things meanwhile."""

    store: TableStore
    guests: GuestStore
    broadcast: Broadcast
    bots: BotScheduler
    choose: Callable[[Match, int, str], Awaitable[str]]  # a bot's move, for hints
    spawn: Callable[[Coroutine[None, None, None]], asyncio.Task[None]]
    bot_pause: float  # seconds before a bot's move
