"""The services of a server process that request handlers use."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from katzentisch.server.db.chat import ChatStore
from katzentisch.server.db.engine import Database
from katzentisch.server.db.guests import GuestStore
from katzentisch.server.db.reviews import ReviewStore
from katzentisch.server.db.tables import TableStore
from katzentisch.server.jobs.bot_turns import BotTurns
from katzentisch.server.jobs.reviews import Reviewer
from katzentisch.server.jobs.thinkers import Thinkers
from katzentisch.server.live.bus import Bus
from katzentisch.server.live.connections import Backlog
from katzentisch.server.live.hub import Hub
from katzentisch.server.live.seating import Seating
from katzentisch.server.ops.background import Background
from katzentisch.server.ops.limits import Limits
from katzentisch.server.web.auth import Authenticator
from katzentisch.server.web.rendering import Renderer


@dataclass(frozen=True)
class Services:
    """Everything is made once, when the process starts; see `server/app.py`."""

    database: Database
    store: TableStore
    guests: GuestStore
    chat: ChatStore
    reviews: ReviewStore
    hub: Hub
    seating: Seating
    bots: BotTurns
    thinkers: Thinkers
    reviewer: Reviewer
    limits: Limits
    renderer: Renderer
    authenticator: Authenticator
    bus: Bus
    backlog: Backlog
    background: Background


def services_of(connection: HTTPConnection) -> Services:
    """The services of the process that handles this request or WebSocket."""
    services: Services = connection.app.state.services
    return services
