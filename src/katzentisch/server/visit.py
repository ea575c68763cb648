"""One request: who asks, and what every page can do for them."""

import json
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from katzentisch.games import game as find_game
from katzentisch.games.ground.refusal import Refused
from katzentisch.games.ground.words import LANGUAGES
from katzentisch.server.drawing import (
    Drawing,
    cover_of,
    scene_of,
    words_for,
)
from katzentisch.server.guests import (
    COOKIE,
    ONE_YEAR,
    Doorkeeper,
    Guest,
)
from katzentisch.server.room import House

USUAL_LEVEL = "medium"
LARGEST_UPLOAD = 5_000_000


class Visit:
    """One request: who asks, in which language, of which house."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.house: House = request.app.state.house
        self.doorkeeper: Doorkeeper = request.app.state.doorkeeper
        self.drawing: Drawing = self.house.drawing
        self.guest: Guest = self.doorkeeper.guest(request)

    async def name(self) -> str:
        """What the guest is called; somebody new gets a number."""
        known = await self.house.store.name_of(self.guest.id)
        number = int(self.guest.id[:6], 16) % 900 + 100
        return known or words_for(self.guest.language)("Guest {n}", n=number)

    async def page(self, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page, with the cookie that keeps the guest."""
        told = {
            "guest_name": await self.name(),
            "path": self.request.url.path,
            "languages": LANGUAGES,
            **context,
        }
        html = HTMLResponse(self.drawing.page(template, self.guest.language, **told), status)
        self.keep(html)
        return html

    def go(self, path: str) -> Response:
        """On to another page, after a form."""
        response = RedirectResponse(path, 303)
        self.keep(response)
        return response

    def keep(self, response: Response) -> None:
        """Give somebody new a cookie."""
        if self.guest.fresh:
            keep_cookie(response, COOKIE, self.doorkeeper.cookie(self.guest.id))


def keep_cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=ONE_YEAR, httponly=True, samesite="lax")


Here = Annotated[Visit, Depends(Visit)]


async def ready_room(visit: Visit, table: str) -> Any:
    loaded = await visit.house.store.load(table)
    if loaded is None:
        raise Refused("There is no such table.")
    await visit.house.thinkers.prepare(loaded[0].game)
    return await visit.house.room(table)


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
