"""The FastAPI application: assembles the services of a process, starts them and stops them."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import katzentisch
from katzentisch.games.core.errors import Refused
from katzentisch.server.api.routes import router as api
from katzentisch.server.api.websocket import router as api_websocket
from katzentisch.server.db.chat import ChatStore
from katzentisch.server.db.engine import Database
from katzentisch.server.db.guests import GuestStore
from katzentisch.server.db.presence import PresenceStore
from katzentisch.server.db.reviews import ReviewStore
from katzentisch.server.db.tables import TableStore
from katzentisch.server.jobs.bot_turns import BotSchedule, BotTurns
from katzentisch.server.jobs.reviews import Reviewer
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.broadcast import Broadcast
from katzentisch.server.live.bus import Bus
from katzentisch.server.live.connections import Backlog
from katzentisch.server.live.hub import Hub
from katzentisch.server.live.seating import Seating
from katzentisch.server.live.services import RoomServices
from katzentisch.server.ops.background import Background, measure_lag
from katzentisch.server.ops.gc_policy import CHECK_EVERY, IdleCollector
from katzentisch.server.ops.limits import Limits
from katzentisch.server.settings import Settings
from katzentisch.server.web.auth import Authenticator
from katzentisch.server.web.error_pages import add_error_pages
from katzentisch.server.web.middleware import RequestMiddleware
from katzentisch.server.web.rendering import Renderer
from katzentisch.server.web.routes import health, lobby, profile, replays, reviews, static, tables
from katzentisch.server.web.services import Services
from katzentisch.server.web.websocket import router as websocket

SWEEP, BEAT = 0.25, 5.0  # seconds
DEAD_AFTER = 20.0  # seconds without a heartbeat
PAGES = tuple(part.router for part in (lobby, tables, replays, reviews, profile, health, static))


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
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(RequestMiddleware)
    add_error_pages(app)
    for part in (*PAGES, websocket, api, api_websocket):
        app.include_router(part)
    return app


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the database, compile the games in the background, and shut down at the end."""
    settings: Settings = app.state.settings
    database = await Database.open(settings.address())
    process = Process(settings, database)
    app.state.services = process.services
    await process.start()
    services = process.services
    compiling = asyncio.create_task(services.thinkers.compile_all(services.hub.show_tables_of))
    yield
    compiling.cancel()
    await process.stop()
    await database.close()


class Process:
    """The services of one server process."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._id = secrets.token_hex(8)
        self._presence = PresenceStore(database, self._id)
        self.services = self._assembled(settings, database)

    def _assembled(self, settings: Settings, database: Database) -> Services:
        """Each service is given those that it needs, all made before it."""
        store, reviews, chat = TableStore(database), ReviewStore(database), ChatStore(database)
        clock, renderer, background = time.time, Renderer(), Background()
        thinkers = Thinkers(settings.workers)
        schedule = BotSchedule(store, thinkers, settings.claim, clock)
        for_rooms = RoomServices(
            store=store,
            chat=chat,
            presence=self._presence,
            broadcast=Broadcast(renderer, settings.pace),
            bots=schedule,
            choose=thinkers.choose,
            background=background,
            clock=clock,
            bot_pause=settings.bot_pause,
        )
        hub = Hub(for_rooms, thinkers.compile_first)
        bots = BotTurns(hub, schedule, store, thinkers, background, clock)
        return Services(
            database=database,
            store=store,
            guests=GuestStore(database),
            chat=chat,
            reviews=reviews,
            hub=hub,
            seating=Seating(database, hub.rooms.get, bots.claim_soon, clock),
            bots=bots,
            thinkers=thinkers,
            reviewer=Reviewer(self._id, settings, store, reviews, thinkers, clock),
            limits=Limits(settings.limits),
            renderer=renderer,
            authenticator=Authenticator(),
            bus=Bus(database, hub.on_change, hub.on_gap),
            backlog=Backlog(),
            background=background,
        )

    async def start(self) -> None:
        """Start listening, and start the background tasks."""
        services = self.services
        background, hub, poll = services.background, services.hub, self._settings.poll
        await services.bus.start()
        # With SQLite there is a single process: any other is dead, and its claims are void.
        patience = DEAD_AFTER if services.database.shared else 0.0
        if not services.database.shared:
            await services.store.release_all()
            await services.reviews.release_all()
        await self._presence.heartbeat(patience)
        background.spawn(measure_lag())
        background.spawn(services.bots.play_claimed())
        background.repeat(BEAT, lambda: hub.heartbeat(patience))
        background.repeat(SWEEP, hub.sweep)
        background.repeat(poll, services.bots.claim_waiting)
        background.repeat(poll, services.reviewer.claim_waiting)
        background.repeat(CHECK_EVERY, IdleCollector().collect_if_idle)

    async def stop(self) -> None:
        """Stop, and leave the work to other processes."""
        services = self.services
        services.background.closing = True
        await services.bus.stop()
        claimed = services.bots.claimed_tables()
        # Cancelled tasks return their database connections first.
        working = (services.bots.turns, services.reviewer.working, services.hub.opening)
        await services.background.close(task for tasks in working for task in tasks.values())
        await services.store.close()
        with contextlib.suppress(Refused):
            await services.store.release(claimed)
            await services.reviews.release(self._id)
            await self._presence.remove_process()
        services.thinkers.close()
