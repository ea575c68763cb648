"""The JSON API: what the pages are drawn from, for people's own tools."""

from typing import Annotated, Any

from fastapi import APIRouter, Body

from katzentisch.games import slugs
from katzentisch.server.visit import Here, ready_room

router = APIRouter(prefix="/api")


@router.get("/games")
async def games() -> list[str]:
    """The games there are."""
    return slugs()


@router.get("/tables/{table}")
async def table(visit: Here, table: str) -> dict[str, Any]:
    """A table as you may see it, and your legal moves."""
    room = await ready_room(visit, table)
    sight = room.sight(room.seat_of(visit.guest.id), visit.guest.language)
    return {
        "table": table,
        "game": room.kept.game,
        "status": room.status,
        "number": sight.number,
        "seats": [{"name": s.name, "kind": s.kind, "level": s.level} for s in sight.sitters],
        "view": sight.view,
        "events": sight.events,
        "legal": list(sight.legal),
    }


@router.post("/tables/{table}/moves")
async def move(
    visit: Here,
    table: str,
    move: Annotated[str, Body(embed=True)],
    number: Annotated[int, Body(embed=True)],
) -> dict[str, Any]:
    """Make a move; `number` is the one that `GET` told, so that nothing happens twice."""
    room = await ready_room(visit, table)
    await room.play(visit.guest.id, move, number)
    return {"number": len(room.log)}
