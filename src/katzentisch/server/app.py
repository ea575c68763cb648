"""The FastAPI application and its lifespan."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import PurePath

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import katzentisch
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.server.api.routes import router as api
from katzentisch.server.api.websocket import router as api_websocket
from katzentisch.server.db.engine import Database
from katzentisch.server.errors import NotFound, status_of
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.hub import Hub
from katzentisch.server.settings import Settings
from katzentisch.server.web.auth import Authenticator, Guest
from katzentisch.server.web.context import RequestContext, context_of, sentence_for
from katzentisch.server.web.languages import language_of
from katzentisch.server.web.middleware import RequestMiddleware
from katzentisch.server.web.rendering import Renderer
from katzentisch.server.web.routes import health, lobby, profile, replays, reviews, tables
from katzentisch.server.web.websocket import router as websocket

FOR_A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_AT_ALL = {"Cache-Control": "no-store"}
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PAGES = tuple(part.router for part in (lobby, tables, replays, reviews, profile, health))


def create_app(settings: Settings) -> FastAPI:
    """Build the application: routes, middleware and error handlers."""
    app = FastAPI(
        title="Katzentisch",
        version=katzentisch.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.settings = settings
    app.state.authenticator = Authenticator()
    app.state.renderer = Renderer()
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(RequestMiddleware)
    app.exception_handler(Refused)(refuse)
    app.exception_handler(RequestValidationError)(refuse_form)
    app.exception_handler(HTTPException)(refuse_page)
    app.get("/static/{version}/{name:path}", include_in_schema=False)(static)
    for part in (*PAGES, websocket, api, api_websocket):
        app.include_router(part)
    return app


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the database, prepare the games in the background, and shut down at the end."""
    settings: Settings = app.state.settings
    database = await Database.open(settings.address())
    thinkers = Thinkers(settings.workers)
    hub = app.state.hub = Hub(settings, database, thinkers, app.state.renderer)
    await hub.start()
    preparing = asyncio.create_task(thinkers.prepare_all())
    yield
    preparing.cancel()
    await hub.close()
    thinkers.close()
    await database.close()


async def refuse(request: Request, why: Exception) -> Response:
    """Answer a refusal with its sentence, as a page or as JSON."""
    assert isinstance(why, Refused)
    sentence = sentence_for(request, why)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"refused": sentence}, status_of(why))
    known = status_of(why)
    missing = request.method in ("GET", "HEAD")
    status = known if known in (401, 413, 429, 503) else 404 if missing else 422
    return await page_of(request, status, sentence)


async def page_of(request: Request, status: int, sentence: str) -> Response:
    """A page with one sentence; works even when the guest is unknown or the database is down."""
    try:
        context = await context_of(request)
        return await context.page("refused.html", status=status, why=sentence)
    except Refused:
        context = RequestContext(request, Guest("0" * 32, language_of(request), "", False))
        html = context.renderer.page(
            "refused.html",
            context.guest.language,
            why=sentence,
            guest_name="",
            path="/",
            languages=(),
        )
        return Response(html, status, media_type="text/html")


async def refuse_form(request: Request, why: Exception) -> Response:
    """Refuse a request that does not match its schema."""
    assert isinstance(why, RequestValidationError)
    if request.url.path.startswith("/api/"):
        first = why.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return JSONResponse({"refused": f"{place}: {first['msg']}"}, 422)
    return await refuse(request, Refused("Something in this form is not valid."))


async def refuse_page(request: Request, why: Exception) -> Response:
    """Answer unknown paths, methods that a path does not take, and bodies nobody can read."""
    assert isinstance(why, HTTPException)
    if why.status_code == 404:
        return await refuse(request, NotFound("There is no such page."))
    sentence = Sentence("The body of this request cannot be read.")
    if why.status_code == 405:
        sentence = Sentence("This address does not take requests of this kind.")
    return JSONResponse({"refused": sentence_for(request, sentence)}, why.status_code, why.headers)


async def static(request: Request, version: str, name: str) -> Response:
    """Styles, scripts and pictures, which browsers cache until they change.

    While servers are being replaced, a page from one server may request its files from another:
    it gets that server's files, but must not cache them under this address.
    """
    renderer: Renderer = request.app.state.renderer
    if name not in renderer.files:
        raise NotFound("There is no such file.")
    kind = KINDS[PurePath(name).suffix]
    headers = FOR_A_YEAR if version == renderer.version else NOT_AT_ALL
    return Response(renderer.files[name], media_type=kind, headers=headers)
