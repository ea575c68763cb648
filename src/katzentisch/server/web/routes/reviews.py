"""Reviews of finished games: requested once, worked on in the background, seen by everybody."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from katzentisch.server.web.context import Context, address_of
from katzentisch.server.web.review_pages import rendered_review
from katzentisch.server.web.routes.replays import finished, finished_record

router = APIRouter(include_in_schema=False)


@router.post("/replay/{table}/review")
async def ask_for_review(context: Context, table: str) -> Response:
    """Request a review; one is enough for all readers."""
    _record, moves, _match = await finished(context, table)
    services, guest = context.services, context.guest.id
    if await services.reviews.progress(table) is None:
        services.limits.take("reviews", guest)
        services.limits.take("reviews", address_of(context.request), times=2)
        services.limits.check_reviews(*await services.reviews.waiting(guest), len(moves))
        await services.reviews.ask(table, guest, len(moves))
        services.background.spawn(services.reviewer.claim_waiting())
    return context.redirect(f"/replay/{table}")


@router.get("/replay/{table}/review")
async def see_review(context: Context, table: str) -> JSONResponse:
    """A review, or its progress."""
    record, _entries = await finished_record(context, table)
    shown = await rendered_review(context, record)
    return JSONResponse({"state": shown.state, "html": shown.html})
