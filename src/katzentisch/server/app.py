"""The application, put together."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import PurePath

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.middleware.gzip import GZipMiddleware

import katzentisch
from katzentisch.games.ground.refusal import Refused
from katzentisch.server import api, live, lobby, me, replays, tables
from katzentisch.server.drawing import Drawing, words_for
from katzentisch.server.guests import Doorkeeper
from katzentisch.server.room import House
from katzentisch.server.settings import Settings
from katzentisch.server.store import Store
from katzentisch.server.thinking import Thinkers
from katzentisch.server.visit import Visit

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:;"
        " frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
FOR_A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def create_app(settings: Settings) -> FastAPI:
    """The server's application."""
    app = FastAPI(
        title="Katzentisch", version=katzentisch.__version__, lifespan=open_house, docs_url=None
    )
    app.state.settings = settings
    app.state.doorkeeper = Doorkeeper(settings.secret())
    app.state.drawing = Drawing()
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.middleware("http")(guard)
    app.exception_handler(Refused)(refuse)
    app.get("/static/{version}/{name:path}", include_in_schema=False)(static)
    for part in (lobby.router, tables.router, replays.router, me.router, live.router, api.router):
        app.include_router(part)
    return app


@contextlib.asynccontextmanager
async def open_house(app: FastAPI) -> AsyncIterator[None]:
    """Open the database, prepare the games meanwhile, and close all at the end."""
    settings: Settings = app.state.settings
    store = await Store.open(settings.address())
    thinkers = Thinkers(settings.workers)
    app.state.house = House(settings, store, thinkers, app.state.drawing)
    preparing = asyncio.create_task(thinkers.prepare_all())
    yield
    preparing.cancel()
    app.state.house.close()
    thinkers.close()
    await store.close()


async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Forms come from our own pages only, and pages load nothing from elsewhere."""
    origin = request.headers.get("origin")
    foreign = origin is not None and origin.split("://")[-1] != request.headers.get("host")
    if foreign and request.method not in ("GET", "HEAD"):
        return JSONResponse({"refused": "This form comes from another site."}, 403)
    response = await go_on(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def refuse(request: Request, why: Exception) -> Response:
    """What is refused is one sentence, as a page or as JSON."""
    visit = Visit(request)
    assert isinstance(why, Refused)
    told = why.told(words_for(visit.guest.language))
    missing = request.method in ("GET", "HEAD")
    status = 404 if missing else 422
    if request.url.path.startswith("/api/"):
        return JSONResponse({"refused": told}, status)
    return await visit.page("refused.html", status=status, why=told)


async def static(request: Request, version: str, name: str) -> Response:
    """Styles, script and pictures, kept by browsers until they change."""
    drawing: Drawing = request.app.state.drawing
    if name not in drawing.files:
        raise Refused("There is no such file.")
    kind = KINDS[PurePath(name).suffix]
    return Response(drawing.files[name], media_type=kind, headers=FOR_A_YEAR)
