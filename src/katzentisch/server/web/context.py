"""A request's context: its guest, and what all pages need."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.server.db.records import TableRecord
from katzentisch.server.scenes import scene_of
from katzentisch.server.web.auth import COOKIE, ONE_YEAR, Guest
from katzentisch.server.web.languages import language_of, offers
from katzentisch.server.web.rendering import cover_of
from katzentisch.server.web.services import services_of
from katzentisch.server.words import words_for

USUAL_LEVEL = "medium"
LARGEST_UPLOAD = 5_000_000


class RequestContext:
    """A request's guest and language, and the services that answer it."""

    def __init__(self, request: Request, guest: Guest) -> None:
        self.request = request
        self.services = services_of(request)
        self.guest = guest

    async def name(self) -> str:
        """The guest's name, or a numbered one."""
        known = None if self.guest.is_new else await self.services.guests.name_of(self.guest.id)
        return known or self.numbered_name()

    def numbered_name(self) -> str:
        """The display name of a guest without one."""
        number = int(self.guest.id[:6], 16) % 900 + 100
        _ = words_for(self.guest.language)
        return _("Guest {n}", n=number)

    async def page(self, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """Render a page, and set a new guest's cookie."""
        html = self.page_for(await self.name(), template, status, **context)
        self.add_guest_cookie(html)
        return html

    def page_for(self, guest_name: str, template: str, status: int, **context: Any) -> HTMLResponse:
        """Render a page for a guest of this name."""
        usual = {
            "guest_name": guest_name,
            "path": self.request.url.path,
            "languages": offers(),
        }
        renderer, language = self.services.renderer, self.guest.language
        return HTMLResponse(renderer.page(template, language, **usual, **context), status)

    def redirect(self, path: str) -> Response:
        """Redirect to another page after a form."""
        response = RedirectResponse(path, 303)
        self.add_guest_cookie(response)
        return response

    def add_guest_cookie(self, response: Response) -> None:
        """Give a new guest their cookie."""
        if self.guest.is_new:
            set_cookie(self.request, response, COOKIE, self.guest.token)

    async def add_table(self, record: TableRecord) -> None:
        """Store a new table, unless the guest has too many."""
        limits, store = self.services.limits, self.services.store
        limits.take("tables", self.guest.id)
        limits.take("tables", address_of(self.request), times=5)
        limits.check_tables(await store.count_unfinished(self.guest.id))
        await store.add(record)
        self.services.bots.claim_soon()


def set_cookie(request: HTTPConnection, response: Response, name: str, value: str) -> None:
    """Set a cookie that scripts cannot read, other sites do not send, and HTTPS protects."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=ONE_YEAR, httponly=True, samesite="lax", secure=secure)


def address_of(connection: HTTPConnection) -> str:
    """The client's address, for limits."""
    return connection.client.host if connection.client else ""


async def context_of(request: Request) -> RequestContext:
    """The context of a request."""
    services = services_of(request)
    return RequestContext(request, await services.authenticator.guest(request, services.guests))


def sentence_for(connection: HTTPConnection, why: Refused | Sentence) -> str:
    """A refusal in the language of the request."""
    return why.translated(words_for(language_of(connection)))


Context = Annotated[RequestContext, Depends(context_of)]


def game_summary(slug: str, language: str) -> dict[str, Any]:
    """A game as the lobby shows it."""
    game, scene, _ = find_game(slug), scene_of(slug), words_for(language, slug)
    players, longest = game.PLAYERS.values, scene.MINUTES[-1]
    most = int(players[-1])
    return {
        "slug": slug,
        "title": game.TITLE,
        "cover": cover_of(slug),
        "players": _.ngettext("{n} player", "{n} players", most, n=span(players)),
        "minutes": _.ngettext("{n} minute", "{n} minutes", longest, n=span(scene.MINUTES)),
        "about": _(scene.ABOUT),
    }


def span(numbers: Sequence[Any]) -> str:
    """From the first to the last of these numbers."""
    return f"{numbers[0]}–{numbers[-1]}"
