"""One request: who asks, and what every page can do for them."""

import json
import re
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import languages
from katzentisch.server.db.models import TableRecord
from katzentisch.server.live.hub import Hub
from katzentisch.server.web.auth import COOKIE, ONE_YEAR, Guest
from katzentisch.server.web.rendering import Renderer, cover_of, scene_of, words_for

USUAL_LEVEL = "medium"
LARGEST_UPLOAD = 5_000_000
NEVER_IN_TEXT = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


class RequestContext:
    """One request: who asks, in which language, of which hub."""

    def __init__(self, request: Request, guest: Guest) -> None:
        self.request = request
        self.hub: Hub = request.app.state.hub
        self.renderer: Renderer = self.hub.renderer
        self.guest = guest

    async def name(self) -> str:
        """What the guest is called; somebody new gets a number."""
        known = None if self.guest.is_new else await self.hub.guests.name_of(self.guest.id)
        return known or self.unnamed()

    def unnamed(self) -> str:
        """What somebody without a name is called."""
        number = int(self.guest.id[:6], 16) % 900 + 100
        _ = words_for(self.guest.language)
        return _("Guest {n}", n=number)

    async def page(self, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page, with the cookie that keeps the guest."""
        told = {
            "guest_name": await self.name(),
            "path": self.request.url.path,
            "languages": languages(),
            **context,
        }
        html = HTMLResponse(self.renderer.page(template, self.guest.language, **told), status)
        self.keep(html)
        return html

    def redirect(self, path: str) -> Response:
        """On to another page, after a form."""
        response = RedirectResponse(path, 303)
        self.keep(response)
        return response

    def keep(self, response: Response) -> None:
        """Give somebody new a cookie."""
        if self.guest.is_new:
            set_cookie(self.request, response, COOKIE, self.guest.token)

    async def add_table(self, record: TableRecord) -> None:
        """Open a table, unless there are too many."""
        limits, store = self.hub.limits, self.hub.store
        limits.take("tables", self.guest.id)
        limits.take("tables", address_of(self.request), times=5)
        limits.check_tables(await store.running_by(self.guest.id))
        await store.add(record)
        self.hub.spawn(self.hub.bots.take_over())


def set_cookie(request: HTTPConnection, response: Response, name: str, value: str) -> None:
    """A cookie that no script reads, no other site sends, and that travels as safely as we do."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=ONE_YEAR, httponly=True, samesite="lax", secure=secure)


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from, for limits."""
    return connection.client.host if connection.client else ""


async def context_of(request: Request) -> RequestContext:
    """The visit that a request is."""
    state = request.app.state
    return RequestContext(request, await state.authenticator.guest(request, state.hub.guests))


Context = Annotated[RequestContext, Depends(context_of)]


def told_game(slug: str, language: str) -> dict[str, Any]:
    """A game as the lobby shows it."""
    game, scene, _ = find_game(slug), scene_of(slug), words_for(language, slug)
    players = game.PLAYERS.values
    return {
        "slug": slug,
        "title": game.TITLE,
        "cover": cover_of(slug),
        "players": f"{players[0]}–{players[-1]}",
        "minutes": f"{scene.MINUTES[0]}–{scene.MINUTES[1]}",
        "about": _(scene.ABOUT),
    }


def parsed(text: bytes) -> Any:
    """A JSON file that somebody sent."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("The file is not JSON.") from None


def plain_text(text: str, longest: int) -> str:
    """What somebody typed, in one line, without what no keyboard types."""
    return " ".join(NEVER_IN_TEXT.sub(" ", text).split())[:longest]
