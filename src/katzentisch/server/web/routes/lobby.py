"""The lobby: games, tables to join or continue, and the form for a new table."""

import asyncio
import time
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import FormData
from starlette.datastructures import UploadFile as StarletteUpload

from katzentisch.bots import LEVELS
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused
from katzentisch.server.db.records import Seat, TableRecord, bot_seat, new_table
from katzentisch.server.scenes import games_with_scene, scene_of
from katzentisch.server.untrusted import parsed
from katzentisch.server.web.context import (
    LARGEST_UPLOAD,
    USUAL_LEVEL,
    Context,
    RequestContext,
    game_summary,
)
from katzentisch.server.web.forms import (
    AWAY_LIMITS,
    USUAL_AWAY,
    away_in,
    option_fields,
    options_in,
    players_in,
    read_players,
    seats_in,
)
from katzentisch.server.web.times import ago, lasting
from katzentisch.server.words import words_for

router = APIRouter(include_in_schema=False)


@router.get("/")
async def lobby(context: Context) -> HTMLResponse:
    """The games, public tables, and the guest's own."""
    mine = await context.services.store.tables_of(context.guest.id)
    listed = await context.services.store.listed()
    here = {record.id for record in mine}
    return await context.page(
        "lobby.html",
        games=[game_summary(slug, context.guest.language) for slug in games_with_scene()],
        mine=[table_summary(record, context.guest.language) for record in mine],
        listed=[
            table_summary(record, context.guest.language)
            for record in listed
            if record.id not in here
        ],
    )


def table_summary(record: TableRecord, language: str) -> dict[str, Any]:
    """A table as listed in the lobby."""
    _ = words_for(language)
    open_seats = sum(seat.kind == "open" for seat in record.seats)
    return {
        "id": record.id,
        "title": find_game(record.game).TITLE,
        "names": ", ".join(seat.name or _.pgettext("seat", "open") for seat in record.seats),
        "open": open_seats,
        "status": record.status,
        "ago": ago(time.time() - record.moved, _),
    }


@router.post("/play/{slug}")
async def play_now(context: Context, slug: str) -> Response:
    """Open a table with bots at once."""
    players = int(find_game(slug).PLAYERS.default)
    seats = [bot_seat(number, USUAL_LEVEL) for number in range(players)]
    seats[0] = Seat("guest", context.guest.id, None, await context.name())
    record = new_table(
        slug, {}, seats, host=context.guest.id, listed=False, chat=True, away=USUAL_AWAY
    )
    await context.add_table(record)
    return context.redirect(f"/table/{record.id}")


@router.get("/new/{slug}")
async def form_of_a_table(context: Context, slug: str, players: int | None = None) -> HTMLResponse:
    """The form for a new table."""
    return await new_table_page(context, slug, players)


async def new_table_page(
    context: RequestContext, slug: str, players: int | None, wrong: str | None = None
) -> HTMLResponse:
    """The form for a table of this many players, or of the usual number; and what was `wrong`."""
    game = find_game(slug)
    _ = words_for(context.guest.language)
    count = players if players in game.PLAYERS.values else int(game.PLAYERS.default)
    return await context.page(
        "new.html",
        status=422 if wrong else 200,
        game=game_summary(slug, context.guest.language),
        counts=list(game.PLAYERS.values),
        players=count,
        fields=option_fields(game, int(count or 0), context.guest.language),
        levels=[*LEVELS, "greedy", "random"],
        usual_level=USUAL_LEVEL,
        limits=[(limit, lasting(limit, _)) for limit in AWAY_LIMITS],
        usual_limit=USUAL_AWAY,
        takes_components=hasattr(scene_of(slug), "COMPONENTS"),
        wrong=wrong,
    )


@router.post("/new/{slug}")
async def make_table(context: Context, slug: str) -> Response:
    """Open the table described by the form."""
    async with context.request.form() as form:
        try:
            record = await described_table(context, slug, form)
        except Refused as why:
            sentence = why.translated(words_for(context.guest.language, slug))
            players = players_in(find_game(slug), form)
            return await new_table_page(context, slug, players, sentence)
    await context.add_table(record)
    return context.redirect(f"/table/{record.id}")


async def described_table(context: RequestContext, slug: str, form: FormData) -> TableRecord:
    """The table described by the form."""
    options = options_in(find_game(slug), form)
    components = form.get("components")
    if isinstance(components, StarletteUpload) and components.size:
        options["components"] = await asyncio.to_thread(
            parsed, await components.read(LARGEST_UPLOAD)
        )
    players = read_players(find_game(slug), options)
    return new_table(
        slug,
        options,
        seats_in(form, players, context.guest.id, await context.name()),
        host=context.guest.id,
        listed="listed" in form,
        chat="chat" in form,
        away=away_in(form),
    )
