"""A table's page, and what its forms do."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from katzentisch.server.live import seating
from katzentisch.server.live.snapshots import sight
from katzentisch.server.web.context import USUAL_LEVEL, Here, told_game
from katzentisch.server.web.rendering import rules_page

router = APIRouter(include_in_schema=False)


@router.get("/table/{table}")
async def table_page(visit: Here, table: str) -> HTMLResponse:
    """A table to play at or to watch."""
    hub = visit.hub
    kept = await hub.kept(table)
    drawn = sheet = None
    if hub.thinkers.is_ready(kept.game):
        room = await hub.room(table)
        seen = sight(room, room.seat_of(visit.guest.id), visit.guest.language)
        drawn, sheet = visit.drawing.table(seen), visit.drawing.sheet(seen)
    return await visit.page(
        "table.html",
        kept=kept,
        game=told_game(kept.game, visit.guest.language),
        rules=rules_page(kept.game, visit.guest.language),
        seated=kept.seat_of(visit.guest.id),
        drawn=drawn,
        sheet=sheet,
        seal=None if kept.waiting else kept.commitment,
        prepared=hub.thinkers.done[kept.game],
    )


@router.post("/table/{table}/sit/{seat}")
async def sit(visit: Here, table: str, seat: int) -> Response:
    """Take an open seat."""
    await visit.hub.ready_room(table)
    await seating.sit(visit.hub, table, visit.guest.id, await visit.name(), seat)
    return visit.go(f"/table/{table}")


@router.post("/table/{table}/bots")
async def fill_with_bots(visit: Here, table: str) -> Response:
    """Bots take the open seats."""
    await visit.hub.ready_room(table)
    await seating.fill_with_bots(visit.hub, table, visit.guest.id, USUAL_LEVEL)
    return visit.go(f"/table/{table}")


@router.post("/table/{table}/leave")
async def leave(visit: Here, table: str) -> Response:
    """Give up one's seat."""
    await visit.hub.ready_room(table)
    await seating.leave(visit.hub, table, visit.guest.id)
    return visit.go("/")


@router.post("/table/{table}/rematch")
async def rematch(visit: Here, table: str) -> Response:
    """Once more, with the same players."""
    await visit.hub.ready_room(table)
    return visit.go(f"/table/{await seating.rematch(visit.hub, table, visit.guest.id)}")
