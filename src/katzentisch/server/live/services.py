"""What a room needs and is given when it is opened."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from katzentisch.play.match import Match
from katzentisch.server.db.chat import ChatStore
from katzentisch.server.db.presence import PresenceStore
from katzentisch.server.db.tables import TableStore
from katzentisch.server.live.broadcast import Broadcast
from katzentisch.server.live.table import Clock, Table
from katzentisch.server.ops.background import Background


class BotScheduler(Protocol):
    """Decides when bots play."""

    def schedule(self, table: Table, to_act: int | None, due: float) -> tuple[float | None, float]:
        """When a bot at this seat is due to move, and when this process's claim expires."""
        ...

    def play_when_due(self, table: str, number: int, due: float) -> None:
        """Have a claimed turn played when it is due."""
        ...

    async def ensure_scheduled(self, table: Table) -> None:
        """If it is a bot's turn and it has not been scheduled, schedule it."""
        ...


@dataclass(frozen=True)
class RoomServices:
    """Storage, broadcast, bots, background tasks and a clock."""

    store: TableStore
    chat: ChatStore
    presence: PresenceStore
    broadcast: Broadcast
    bots: BotScheduler
    choose: Callable[[Match, int, str], Awaitable[str]]  # chooses a bot's move, for hints
    background: Background
    clock: Clock
    bot_pause: float  # seconds before a bot's move
