"""For operators: health and metrics."""

import ipaddress

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from sqlalchemy import text

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.engine import Database
from katzentisch.server.errors import NotFound
from katzentisch.server.ops import metrics
from katzentisch.server.web.services import services_of

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health(request: Request) -> JSONResponse:
    """Healthy if the database answers and notifications arrive."""
    services = services_of(request)
    well = {
        "database": await answers(services.database),
        "news": services.bus.connected.is_set(),
    }
    good = all(well.values()) and not services.background.closing
    return JSONResponse({"well": good, **well}, 200 if good else 503)


async def answers(database: Database) -> bool:
    """Does the database answer?"""
    try:
        async with database.reading() as connection:
            await connection.execute(text("SELECT 1"))
    except Refused:
        return False
    return True


@router.get("/metrics")
async def figures(request: Request) -> Response:
    """Metrics for Prometheus, served only to this machine."""
    if request.client is None or not is_this_computer(request.client.host):
        raise NotFound("There is no such page.")
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


def is_this_computer(address: str) -> bool:
    """Is this a loopback address?"""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
