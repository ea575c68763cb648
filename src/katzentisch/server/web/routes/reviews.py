"""Reviews of finished games: asked for once, worked out in the background, seen by all readers."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from katzentisch.server.web.context import Here, address_of
from katzentisch.server.web.review_pages import shown_review
from katzentisch.server.web.routes.replays import finished, kept_when_over

router = APIRouter(include_in_schema=False)


@router.post("/replay/{table}/review")
async def ask_for_review(visit: Here, table: str) -> Response:
    """Whoever may see a replay may want it reviewed; once is enough for all."""
    _kept, moves, _match = await finished(visit, table)
    hub = visit.hub
    if await hub.reviews.progress(table) is None:
        hub.limits.take("reviews", visit.guest.id)
        hub.limits.take("reviews", address_of(visit.request), times=2)
        hub.limits.check_reviews(*await hub.reviews.waiting(visit.guest.id), len(moves))
        await hub.reviews.ask(table, visit.guest.id, len(moves))
        hub.spawn(hub.reviewer.take_over())
    return visit.go(f"/replay/{table}")


@router.get("/replay/{table}/review")
async def see_review(visit: Here, table: str) -> JSONResponse:
    """A review, or how far it is."""
    kept, _entries = await kept_when_over(visit, table)
    shown = await shown_review(visit.hub, kept, visit.guest.language)
    return JSONResponse({"state": shown.state, "html": shown.html})
