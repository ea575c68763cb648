"""Sends everybody at a table what they may see.

Every message is a JSON object with a `type`, for browsers and programs alike; only the table
itself is sent as pictures (`moments`) to browsers and as data to programs.
"""

import asyncio
from typing import Protocol

from katzentisch.play.frames import Frame
from katzentisch.server.live import snapshots
from katzentisch.server.live.connections import Connection, encode
from katzentisch.server.live.messages import Moment, News, NewsMessage, TableMessage
from katzentisch.server.live.snapshots import Snapshot, WaitingRoom
from katzentisch.server.live.table import Table
from katzentisch.server.scenes import USUAL_PAUSE, scene_of

DRAWN_AT_A_TIME = 4  # pictures per turn of the event loop


class Renderer(Protocol):
    """Renders what a seat sees."""

    def table(self, seen: Snapshot | WaitingRoom) -> str:
        """The table, with everything that can be clicked."""
        ...

    def sheet(self, seen: Snapshot | WaitingRoom) -> str:
        """The score sheet."""
        ...


class Broadcast:
    """Shows a table to all its connections."""

    def __init__(self, renderer: Renderer, pace: float) -> None:
        self._renderer = renderer
        self._pace = pace  # factor on the pauses between moments; 0 for none
        # Few tables render at a time: a hundred at once would delay people's moves.
        self._rendering_slots = asyncio.Semaphore(DRAWN_AT_A_TIME)

    def wants_moments(self, table: Table) -> bool:
        """Will anybody see the moments within a move? Programs are sent only the result."""
        return self._pace > 0 or not all(connection.as_data for connection in table.connections)

    def watching_time(self, table: Table, moments: list[Frame]) -> float:
        """How many seconds people need to watch a move before a bot moves."""
        if not self._pace or not table.present:
            return 0.0
        pauses = scene_of(table.record.game).PAUSES
        phases = (moment.view(None)["phase"] for moment in moments[:-1])
        return sum(pauses.get(phase, USUAL_PAUSE) for phase in phases) * self._pace / 1000

    async def show_move(self, table: Table, moments: list[Frame]) -> None:
        """Show everybody a move, moment by moment."""
        send_data(table)
        for moment in moments[:-1]:
            await self._show_pictures(table, moment)
        await self._show_pictures(table, None)

    async def _show_pictures(self, table: Table, moment: Frame | None) -> None:
        """Send browsers a moment or the current table; each is sent before the next is rendered."""
        drawn: dict[tuple[int | None, str], Moment] = {}
        for connection in [one for one in table.connections if not one.as_data]:
            key = (table.seat_of(connection.guest), connection.language)
            if key not in drawn:
                async with self._rendering_slots:
                    drawn[key] = self._picture(snapshots.snapshot_for(table, *key, moment))
                    await asyncio.sleep(0)
            news = snapshots.extras(table, connection) if moment is None else None
            connection.send(table_message(drawn[key], news))

    def _picture(self, seen: Snapshot | WaitingRoom) -> Moment:
        """A moment as sent to a browser."""
        pause = 0
        if isinstance(seen, Snapshot) and seen.passing:
            pause = scene_of(seen.game.SLUG).PAUSES.get(seen.view["phase"], USUAL_PAUSE)
        return {
            "table": self._renderer.table(seen),
            "sheet": self._renderer.sheet(seen),
            "pause": int(pause * self._pace),
        }

    async def show_all(self, table: Table) -> None:
        """Show everybody the table as it is now."""
        for connection in list(table.connections):
            self.show_to(table, connection)
            await asyncio.sleep(0)

    def show_to(self, table: Table, connection: Connection) -> None:
        """Show one connection the table as it is now."""
        connection.events_sent = 0
        seat = table.seat_of(connection.guest)
        if connection.as_data:
            now = snapshots.data(table, seat)
            connection.send({"type": "table", **now})
            connection.events_sent = len(now["events"])
        else:
            picture = self._picture(snapshots.picture_for(table, seat, connection.language))
            connection.send(table_message(picture, snapshots.extras(table, connection)))


def table_message(picture: Moment, news: News | None) -> TableMessage:
    """A picture of the table; with news if it shows the table as it is now."""
    if news is None:
        return {"type": "table", "moments": [picture]}
    return {"type": "table", "moments": [picture], **news}


def send_data(table: Table) -> None:
    """Send programs the table as it is now, with what happened since their last message."""
    programs = [connection for connection in table.connections if connection.as_data]
    if not programs:
        return
    public = encode({"type": "table", **snapshots.public_data(table)})
    encoded: dict[tuple[int | None, int], str] = {}
    happened = len(table.match.events())
    for connection in programs:
        key = (table.seat_of(connection.guest), connection.events_sent)
        if key not in encoded:
            # The public part is encoded once.
            encoded[key] = public[:-1] + "," + encode(snapshots.private_data(table, *key))[1:]
        connection.events_sent = happened
        connection.send_text(encoded[key], "table")


def send_to_all(table: Table, message: NewsMessage) -> None:
    """Send the same message to everybody."""
    text = encode(message)
    for connection in table.connections:
        connection.send_text(text, message["type"])


def send_presence(table: Table) -> None:
    """Tell everybody who is present."""
    watching = {guest for guest in table.present if table.seat_of(guest) is None}
    send_to_all(table, {"type": "presence", "here": table.here(), "watching": len(watching)})


def send_chat(table: Table, said: list[tuple[str, str]]) -> None:
    """Send everybody new chat messages."""
    send_to_all(table, {"type": "said", "said": said})


def send_rematch(table: Table) -> None:
    """Tell everybody about the rematch, if there is one."""
    if table.record.next is not None:
        send_to_all(table, {"type": "rematch", "table": table.record.next})
