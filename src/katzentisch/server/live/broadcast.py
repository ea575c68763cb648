"""Everybody at a table sees what happens, each with their own eyes.

Every message is a JSON object with a `type`, for browsers and for programs alike; only of the
table itself browsers get pictures (`moments`) and programs data.
"""

import asyncio
from typing import Any

from katzentisch.play.frames import Frame
from katzentisch.server.live import snapshots
from katzentisch.server.live.connections import Connection, packed
from katzentisch.server.live.table import Table
from katzentisch.server.web.rendering import USUAL_PAUSE, Renderer, Snapshot, scene_of

DRAWN_AT_A_TIME = 4  # pictures in one round of the event loop


class Broadcast:
    """Shows tables to all who look at them."""

    def __init__(self, renderer: Renderer, pace: float) -> None:
        self._drawing = renderer
        self._pace = pace  # times the usual pauses between moments; 0 is none
        # Few tables draw at a time: a hundred that all drew once would hold up who moves.
        self._drawing_slots = asyncio.Semaphore(DRAWN_AT_A_TIME)

    def wants_moments(self, table: Table) -> bool:
        """Is anything seen of what happens on the way? Programs look at the end only."""
        return self._pace > 0 or not all(connection.as_data for connection in table.connections)

    def watching_time(self, table: Table, moments: list[Frame]) -> float:
        """For how many seconds people watch a move, before a bot goes on."""
        if not self._pace or not table.present:
            return 0.0
        pauses = scene_of(table.record.game).PAUSES
        phases = (moment.view(None)["phase"] for moment in moments[:-1])
        return sum(pauses.get(phase, USUAL_PAUSE) for phase in phases) * self._pace / 1000

    async def show_move(self, table: Table, moments: list[Frame]) -> None:
        """Everybody sees a move, moment by moment."""
        send_data(table)
        for moment in moments[:-1]:
            await self._show_pictures(table, moment)
        await self._show_pictures(table, None)

    async def _show_pictures(self, table: Table, moment: Frame | None) -> None:
        """Browsers see a moment, or the table now; each leaves before the next is drawn."""
        drawn: dict[tuple[int | None, str], dict[str, Any]] = {}
        for connection in [one for one in table.connections if not one.as_data]:
            key = (table.seat_of(connection.guest), connection.language)
            if key not in drawn:
                async with self._drawing_slots:
                    drawn[key] = self._picture(snapshots.snapshot_for(table, *key, moment))
                    await asyncio.sleep(0)
            more = snapshots.news(table, connection) if moment is None else {}
            connection.send({"type": "table", "moments": [drawn[key]], **more})

    def _picture(self, seen: Snapshot) -> dict[str, Any]:
        """What a browser is sent of a moment."""
        pauses = scene_of(seen.game.SLUG).PAUSES
        pause = pauses.get(seen.view["phase"], USUAL_PAUSE) if seen.passing else 0
        return {
            "table": self._drawing.table(seen),
            "sheet": self._drawing.sheet(seen),
            "pause": int(pause * self._pace),
        }

    async def show_all(self, table: Table) -> None:
        """Everybody sees the table as it stands."""
        for connection in list(table.connections):
            self.show_to(table, connection)
            await asyncio.sleep(0)

    def show_to(self, table: Table, connection: Connection) -> None:
        """Show somebody the table as it stands."""
        connection.events_sent = 0
        seat = table.seat_of(connection.guest)
        if connection.as_data:
            connection.send({"type": "table", **snapshots.data(table, seat)})
            connection.events_sent = len(table.match.events())
        else:
            picture = self._picture(snapshots.snapshot_for(table, seat, connection.language))
            news = snapshots.news(table, connection)
            connection.send({"type": "table", "moments": [picture], **news})


def send_data(table: Table) -> None:
    """Programs are told the table as it stands, and what has happened since."""
    programs = [connection for connection in table.connections if connection.as_data]
    if not programs:
        return
    public = packed({"type": "table", **snapshots.public_data(table)})
    told: dict[tuple[int | None, int], str] = {}
    happened = len(table.match.events())
    for connection in programs:
        key = (table.seat_of(connection.guest), connection.events_sent)
        if key not in told:
            # What all are told is packed once.
            told[key] = public[:-1] + "," + packed(snapshots.seat_data(table, *key))[1:]
        connection.events_sent = happened
        connection.send_text(told[key])


def send_to_all(table: Table, message: dict[str, Any]) -> None:
    """All hear the same."""
    text = packed(message)
    for connection in table.connections:
        connection.send_text(text)


def send_presence(table: Table) -> None:
    """All hear who is here."""
    watching = {guest for guest in table.present if table.seat_of(guest) is None}
    send_to_all(table, {"type": "presence", "here": table.here(), "watching": len(watching)})


def send_chat(table: Table, said: list[tuple[str, str]]) -> None:
    """All hear what was said."""
    send_to_all(table, {"type": "said", "said": [list(one) for one in said]})


def send_rematch(table: Table) -> None:
    """All hear that there is a rematch."""
    send_to_all(table, {"type": "rematch", "table": table.record.next})
