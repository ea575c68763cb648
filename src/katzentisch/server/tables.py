"""A table's page, and what its forms do."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from katzentisch.games.ground.refusal import Refused
from katzentisch.server.drawing import (
    rules_page,
)
from katzentisch.server.visit import USUAL_LEVEL, Here, ready_room, told_game

router = APIRouter(include_in_schema=False)


@router.get("/table/{table}")
async def table_page(visit: Here, table: str) -> HTMLResponse:
    """A table to play at or to watch."""
    loaded = await visit.house.store.load(table)
    if loaded is None:
        raise Refused("There is no such table.")
    kept, _log = loaded
    seat = next(
        (n for n, s in enumerate(kept.seats) if s.guest == visit.guest.id and s.kind == "guest"),
        None,
    )
    ready = visit.house.thinkers.is_ready(kept.game)
    drawn = sheet = None
    if ready:
        room = await visit.house.room(table)
        sight = room.sight(room.seat_of(visit.guest.id), visit.guest.language)
        drawn, sheet = visit.drawing.table(sight), visit.drawing.sheet(sight)
    return await visit.page(
        "table.html",
        kept=kept,
        game=told_game(kept.game, visit.guest.language),
        rules=rules_page(kept.game, visit.guest.language),
        seated=seat,
        drawn=drawn,
        sheet=sheet,
        prepared=visit.house.thinkers.done[kept.game],
    )


@router.post("/table/{table}/sit/{seat}")
async def sit(visit: Here, table: str, seat: int) -> Response:
    """Take an open seat."""
    room = await ready_room(visit, table)
    await room.sit(visit.guest.id, await visit.name(), seat)
    return visit.go(f"/table/{table}")


@router.post("/table/{table}/bots")
async def fill_with_bots(visit: Here, table: str) -> Response:
    """Bots take the open seats."""
    room = await ready_room(visit, table)
    await room.fill_with_bots(visit.guest.id, USUAL_LEVEL)
    return visit.go(f"/table/{table}")


@router.post("/table/{table}/leave")
async def leave(visit: Here, table: str) -> Response:
    """Give up one's seat."""
    room = await ready_room(visit, table)
    await room.leave(visit.guest.id)
    return visit.go("/")


@router.post("/table/{table}/rematch")
async def rematch(visit: Here, table: str) -> Response:
    """Once more, with the same players."""
    room = await ready_room(visit, table)
    return visit.go(f"/table/{await room.rematch(visit.guest.id)}")
