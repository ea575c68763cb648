"""Everybody at a table sees what happens, each with their own eyes."""

import asyncio
from typing import TYPE_CHECKING, Any

from katzentisch.play.frames import Frame
from katzentisch.server.live import snapshots
from katzentisch.server.live.connections import Visitor, packed

if TYPE_CHECKING:
    from katzentisch.server.live.room import Room


async def show_move(room: "Room", moments: list[Frame]) -> None:
    """Everybody sees a move, moment by moment."""
    show_data(room)
    for moment in moments[:-1]:
        await show_pictures(room, moment)
    await show_pictures(room, None)


async def show_pictures(room: "Room", moment: Frame | None) -> None:
    """Browsers see a moment, or the table now; what is drawn leaves before the next is drawn."""
    # Few tables draw at a time: a hundred that all drew once would hold up who moves.
    drawn: dict[tuple[int | None, str], dict[str, Any]] = {}
    for visitor in [one for one in room.visitors if not one.as_data]:
        key = (room.seat_of(visitor.guest), visitor.language)
        if key not in drawn:
            async with room.house.easels:
                drawn[key] = snapshots.picture(room, snapshots.sight(room, *key, moment))
                await asyncio.sleep(0)
        more = snapshots.news(room, visitor) if moment is None else {}
        visitor.send({"moments": [drawn[key]], **more})


def show_data(room: "Room") -> None:
    """Programs are told the table as it stands, and what has happened since."""
    programs = [visitor for visitor in room.visitors if visitor.as_data]
    if not programs:
        return
    public = packed({"type": "table", **snapshots.public_data(room)})
    told: dict[tuple[int | None, int], str] = {}
    happened = len(room.match.events())
    for visitor in programs:
        key = (room.seat_of(visitor.guest), visitor.told)
        if key not in told:
            # What all are told is packed once.
            told[key] = public[:-1] + "," + packed(snapshots.own_data(room, *key))[1:]
        visitor.told = happened
        visitor.send_text(told[key])


async def show_all(room: "Room") -> None:
    """Everybody sees the table as it stands."""
    for visitor in list(room.visitors):
        show_all_to(room, visitor)
        await asyncio.sleep(0)


def show_all_to(room: "Room", visitor: Visitor) -> None:
    """Show somebody the table as it stands."""
    visitor.told = 0
    seat = room.seat_of(visitor.guest)
    if visitor.as_data:
        visitor.send({"type": "table", **snapshots.data(room, seat)})
        visitor.told = len(room.match.events())
    else:
        seen = snapshots.sight(room, seat, visitor.language)
        visitor.send({"moments": [snapshots.picture(room, seen)], **snapshots.news(room, visitor)})


def tell_presence(room: "Room") -> None:
    """All hear who is here."""
    watching = {guest for guest in room.present if room.seat_of(guest) is None}
    message = {"here": room.here(), "watching": len(watching)}
    for visitor in room.visitors:
        visitor.send({"type": "presence", **message} if visitor.as_data else message)


def tell_sayings(room: "Room", said: list[tuple[str, str]]) -> None:
    """All hear what was said."""
    lines = [list(one) for one in said]
    for visitor in room.visitors:
        visitor.send({"type": "said", "said": lines} if visitor.as_data else {"said": lines})


def tell_rematch(room: "Room") -> None:
    """All hear that there is a rematch."""
    for visitor in room.visitors:
        if visitor.as_data:
            visitor.send({"type": "rematch", "table": room.kept.next})
        else:
            visitor.send({"rematch": f"/table/{room.kept.next}"})
