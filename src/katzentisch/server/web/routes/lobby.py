"""The lobby: the games, tables to join or to go on with, and the form of a new one."""

import time
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import FormData
from starlette.datastructures import UploadFile as StarletteUpload

from katzentisch.bots import LEVELS
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused
from katzentisch.server.db.models import Kept, Seat, bot_seat, new_table
from katzentisch.server.web.context import (
    LARGEST_UPLOAD,
    USUAL_LEVEL,
    Here,
    Visit,
    parsed,
    told_game,
)
from katzentisch.server.web.forms import (
    AWAY_LIMITS,
    USUAL_AWAY,
    away_in,
    option_fields,
    options_in,
    read_players,
    seats_in,
)
from katzentisch.server.web.rendering import drawn_games, scene_of, words_for

router = APIRouter(include_in_schema=False)


@router.get("/")
async def lobby(visit: Here) -> HTMLResponse:
    """The games, tables to join or watch, and one's own."""
    mine = await visit.hub.store.tables_of(visit.guest.id)
    listed = await visit.hub.store.listed()
    here = {kept.id for kept in mine}
    return await visit.page(
        "lobby.html",
        games=[told_game(slug, visit.guest.language) for slug in drawn_games()],
        mine=[told_table(kept, visit.guest.language) for kept in mine],
        listed=[told_table(kept, visit.guest.language) for kept in listed if kept.id not in here],
    )


def told_table(kept: Kept, language: str) -> dict[str, Any]:
    """A table as the lobby lists it."""
    _ = words_for(language)
    minutes = int(time.time() - kept.moved) // 60
    open_seats = sum(seat.kind == "open" for seat in kept.seats)
    return {
        "id": kept.id,
        "title": find_game(kept.game).TITLE,
        "names": ", ".join(seat.name or _("open") for seat in kept.seats),
        "open": open_seats,
        "status": "over" if kept.over else "waiting" if open_seats else "playing",
        "ago": ago(minutes, language),
    }


def ago(minutes: int, language: str) -> str:
    """How long ago, in words."""
    _ = words_for(language)
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return _("{n} min ago", n=minutes)
    if minutes < 48 * 60:
        return _("{n} h ago", n=minutes // 60)
    return _("{n} days ago", n=minutes // (24 * 60))


@router.post("/play/{slug}")
async def play_now(visit: Here, slug: str) -> Response:
    """One click, and one sits at a table with bots."""
    players = int(find_game(slug).PLAYERS.default)
    seats = [bot_seat(number, USUAL_LEVEL) for number in range(players)]
    seats[0] = Seat("guest", visit.guest.id, None, await visit.name())
    kept = new_table(slug, {}, seats, host=visit.guest.id, listed=False, chat=True, away=USUAL_AWAY)
    await visit.add_table(kept)
    return visit.go(f"/table/{kept.id}")


@router.get("/new/{slug}")
async def form_of_a_table(visit: Here, slug: str, players: int | None = None) -> HTMLResponse:
    """The form for a new table."""
    return await new_table_page(visit, slug, players)


async def new_table_page(
    visit: Visit, slug: str, players: int | None, wrong: str | None = None
) -> HTMLResponse:
    game = find_game(slug)
    count = players if players in game.PLAYERS.values else int(game.PLAYERS.default)
    return await visit.page(
        "new.html",
        status=422 if wrong else 200,
        game=told_game(slug, visit.guest.language),
        counts=list(game.PLAYERS.values),
        players=count,
        fields=option_fields(game, int(count or 0), visit.guest.language),
        levels=[*LEVELS, "greedy", "random"],
        usual_level=USUAL_LEVEL,
        limits=AWAY_LIMITS,
        usual_limit=USUAL_AWAY,
        takes_components=hasattr(scene_of(slug), "COMPONENTS"),
        wrong=wrong,
    )


@router.post("/new/{slug}")
async def make_table(visit: Here, slug: str) -> Response:
    """Make the table that the form describes."""
    async with visit.request.form() as form:
        try:
            kept = await described_table(visit, slug, form)
        except Refused as why:
            told = why.told(words_for(visit.guest.language, slug))
            given = str(form.get("players", ""))
            return await new_table_page(
                visit, slug, int(given) if given.isdecimal() else None, told
            )
    await visit.add_table(kept)
    return visit.go(f"/table/{kept.id}")


async def described_table(visit: Visit, slug: str, form: FormData) -> Kept:
    """The table that somebody asked for."""
    options = options_in(find_game(slug), form)
    components = form.get("components")
    if isinstance(components, StarletteUpload) and components.size:
        options["components"] = parsed(await components.read(LARGEST_UPLOAD))
    players = read_players(find_game(slug), options)
    return new_table(
        slug,
        options,
        seats_in(form, players, visit.guest.id, await visit.name()),
        host=visit.guest.id,
        listed="listed" in form,
        chat="chat" in form,
        away=away_in(form),
    )
