"""The page of a table, and its forms."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from katzentisch.server.live.snapshots import picture_for
from katzentisch.server.web.context import USUAL_LEVEL, Context, game_summary
from katzentisch.server.web.rendering import rules_page

router = APIRouter(include_in_schema=False)


@router.get("/table/{table}")
async def table_page(context: Context, table: str) -> HTMLResponse:
    """A table to play at or watch."""
    services = context.services
    record = await services.hub.record(table)
    room = await services.hub.room(table)
    seen = picture_for(room, room.seat_of(context.guest.id), context.guest.language)
    return await context.page(
        "table.html",
        record=record,
        game=game_summary(record.game, context.guest.language),
        rules=rules_page(record.game, context.guest.language),
        seated=record.seat_of(context.guest.id),
        drawn=services.renderer.table(seen),
        sheet=services.renderer.sheet(seen),
        seal=record.commitment,
    )


@router.post("/table/{table}/sit/{seat}")
async def sit(context: Context, table: str, seat: int) -> Response:
    """Take an open seat."""
    await context.services.hub.room(table)
    await context.services.seating.sit(table, context.guest.id, await context.name(), seat)
    return context.redirect(f"/table/{table}")


@router.post("/table/{table}/bots")
async def fill_with_bots(context: Context, table: str) -> Response:
    """Fill the open seats with bots."""
    await context.services.hub.room(table)
    await context.services.seating.fill_with_bots(table, context.guest.id, USUAL_LEVEL)
    return context.redirect(f"/table/{table}")


@router.post("/table/{table}/leave")
async def leave(context: Context, table: str) -> Response:
    """Leave the table."""
    await context.services.hub.room(table)
    await context.services.seating.leave(table, context.guest.id)
    return context.redirect("/")


@router.post("/table/{table}/rematch")
async def rematch(context: Context, table: str) -> Response:
    """Open a rematch with the same players."""
    await context.services.hub.room(table)
    again = await context.services.seating.rematch(table, context.guest.id)
    return context.redirect(f"/table/{again}")
