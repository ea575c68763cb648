"""The pages: lobby, tables, replays, rules, and what forms do."""

import json
import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.datastructures import UploadFile as StarletteUpload

from katzentisch.bots import LEVELS
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.ground.refusal import Refused
from katzentisch.games.ground.words import LANGUAGES
from katzentisch.play.frames import frame_now
from katzentisch.play.match import Match, new_match
from katzentisch.play.verify import verify
from katzentisch.server.drawing import (
    Drawing,
    Sight,
    Sitter,
    cover_of,
    drawn_games,
    rules_page,
    scene_of,
    story,
    words_for,
)
from katzentisch.server.forms import (
    AWAY_LIMITS,
    USUAL_AWAY,
    away_in,
    option_fields,
    options_in,
    read_players,
    seats_in,
)
from katzentisch.server.guests import (
    COOKIE,
    LANGUAGE_COOKIE,
    ONE_YEAR,
    Doorkeeper,
    Guest,
    checked_name,
)
from katzentisch.server.room import House, bot_seat
from katzentisch.server.store import UNDO, Kept, Seat, fresh_id

router = APIRouter(include_in_schema=False)
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


# The lobby.


@router.get("/")
async def lobby(visit: Here) -> HTMLResponse:
    """The games, tables to join or watch, and one's own."""
    mine = await visit.house.store.tables_of(visit.guest.id)
    listed = await visit.house.store.listed()
    here = {kept.id for kept in mine}
    return await visit.page(
        "lobby.html",
        games=[told_game(slug, visit.guest.language) for slug in drawn_games()],
        mine=[told_table(kept, visit.guest.language) for kept in mine],
        listed=[told_table(kept, visit.guest.language) for kept in listed if kept.id not in here],
    )


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
    kept = visit.house.new_table(
        slug, {}, seats, host=visit.guest.id, listed=False, chat=True, away=USUAL_AWAY
    )
    await visit.house.store.add(kept)
    return visit.go(f"/table/{kept.id}")


@router.get("/new/{slug}")
async def new_table(visit: Here, slug: str, players: int | None = None) -> HTMLResponse:
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
    await visit.house.store.add(kept)
    return visit.go(f"/table/{kept.id}")


async def described_table(visit: Visit, slug: str, form: FormData) -> Kept:
    """The table that somebody asked for."""
    options = options_in(find_game(slug), form)
    components = form.get("components")
    if isinstance(components, StarletteUpload) and components.size:
        options["components"] = parsed(await components.read(LARGEST_UPLOAD))
    players = read_players(find_game(slug), options)
    return visit.house.new_table(
        slug,
        options,
        seats_in(form, players, visit.guest.id, await visit.name()),
        host=visit.guest.id,
        listed="listed" in form,
        chat="chat" in form,
        away=away_in(form),
    )


def parsed(text: bytes) -> Any:
    """A JSON file that somebody sent."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("The file is not JSON.") from None


# A table.


@router.get("/table/{table}")
async def table_page(visit: Here, table: str) -> HTMLResponse:
    """A table to play at or to watch."""
    loaded = await visit.house.store.load(table)
    if loaded is None:
        raise Refused("There is no such table.")
    kept, _log = loaded
    seat = next(
        (n for n, s in enumerate(kept.seats) if s.guest == visit.guest.id and s.kind == "guest"),
        None,
    )
    ready = visit.house.thinkers.is_ready(kept.game)
    drawn = sheet = None
    if ready:
        room = await visit.house.room(table)
        sight = room.sight(room.seat_of(visit.guest.id), visit.guest.language)
        drawn, sheet = visit.drawing.table(sight), visit.drawing.sheet(sight)
    return await visit.page(
        "table.html",
        kept=kept,
        game=told_game(kept.game, visit.guest.language),
        rules=rules_page(kept.game, visit.guest.language),
        seated=seat,
        drawn=drawn,
        sheet=sheet,
        prepared=visit.house.thinkers.done[kept.game],
    )


@router.post("/table/{table}/sit/{seat}")
async def sit(visit: Here, table: str, seat: int) -> Response:
    """Take an open seat."""
    room = await ready_room(visit, table)
    await room.sit(visit.guest.id, await visit.name(), seat)
    return visit.go(f"/table/{table}")


@router.post("/table/{table}/bots")
async def fill_with_bots(visit: Here, table: str) -> Response:
    """Bots take the open seats."""
    room = await ready_room(visit, table)
    await room.fill_with_bots(visit.guest.id, USUAL_LEVEL)
    return visit.go(f"/table/{table}")


@router.post("/table/{table}/leave")
async def leave(visit: Here, table: str) -> Response:
    """Give up one's seat."""
    room = await ready_room(visit, table)
    await room.leave(visit.guest.id)
    return visit.go("/")


@router.post("/table/{table}/rematch")
async def rematch(visit: Here, table: str) -> Response:
    """Once more, with the same players."""
    room = await ready_room(visit, table)
    return visit.go(f"/table/{await room.rematch(visit.guest.id)}")


async def ready_room(visit: Visit, table: str) -> Any:
    loaded = await visit.house.store.load(table)
    if loaded is None:
        raise Refused("There is no such table.")
    await visit.house.thinkers.prepare(loaded[0].game)
    return await visit.house.room(table)


# Afterwards.


@router.get("/replay/{table}")
async def replay(visit: Here, table: str) -> HTMLResponse:
    """A finished game, move by move."""
    kept, moves, match = await finished(visit, table)
    first = replayed(kept, moves, 0)
    sight = sight_of(kept, first, None, visit.guest.language, 0)
    return await visit.page(
        "replay.html",
        kept=kept,
        game=told_game(kept.game, visit.guest.language),
        rules=rules_page(kept.game, visit.guest.language),
        moves=len(moves),
        seats=sight.sitters,
        drawn=visit.drawing.table(sight),
        result=visit.drawing._turn(
            sight_of(kept, match, None, visit.guest.language, len(moves)),
            words_for(visit.guest.language, kept.game),
        ),
    )


@router.get("/replay/{table}/at/{number}")
async def replay_moment(
    visit: Here, table: str, number: int, seat: int | None = None
) -> JSONResponse:
    """One moment of a finished game, as a seat or a spectator saw it."""
    kept, moves, _match = await finished(visit, table)
    if number not in range(len(moves) + 1) or seat not in (None, *range(len(kept.seats))):
        raise Refused("There is no such moment.")
    sight = sight_of(kept, replayed(kept, moves, number), seat, visit.guest.language, number)
    drawing = visit.drawing
    names = [sitter.name for sitter in sight.sitters]
    words = words_for(visit.guest.language, kept.game)
    lines = story(sight.game, sight.events, names, words)
    return JSONResponse(
        {
            "table": drawing.table(sight),
            "sheet": drawing.sheet(sight),
            "story": {"from": 0, "lines": lines},
        }
    )


@router.get("/replay/{table}/transcript")
async def download(visit: Here, table: str) -> Response:
    """The transcript of a finished game."""
    kept, _moves, match = await finished(visit, table)
    text = json.dumps(match.transcript(), ensure_ascii=False)
    name = f"{kept.game}-{table}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("/upload")
async def upload(visit: Here, transcript: Annotated[UploadFile, Form()]) -> Response:
    """A transcript from elsewhere, checked word by word before anything of it is shown."""
    text = await transcript.read(LARGEST_UPLOAD)
    told = parsed(text)
    slug = told.get("game") if isinstance(told, dict) else None
    if isinstance(slug, str) and slug in slugs():
        await visit.house.thinkers.prepare(slug)
    match = verify(told)
    now = time.time()
    kept = Kept(
        id=fresh_id(),
        game=match.game.SLUG,
        options=match.options.told(),
        seed=str(match.seed),
        host=visit.guest.id,
        listed=False,
        chat=False,
        away=USUAL_AWAY,
        made=now,
        moved=now,
        over=True,
        uploaded=True,
        seats=[Seat("bot", None, who, who) for who in match.seats],
    )
    moves = [(e["seat"], e["move"]) for e in match.events() if e["event"] == "move"]
    await visit.house.store.add(kept, moves)
    return visit.go(f"/replay/{kept.id}")


async def finished(visit: Visit, table: str) -> tuple[Kept, list[str], Match]:
    """A game that is over, with the moves that were not taken back."""
    loaded = await visit.house.store.load(table)
    if loaded is None:
        raise Refused("There is no such table.")
    kept, log = loaded
    if not kept.over:
        raise Refused("This game is not over yet.")
    moves: list[str] = []
    for _seat, move in log:
        if move == UNDO:
            moves.pop()
        else:
            moves.append(move)
    await visit.house.thinkers.prepare(kept.game)
    return kept, moves, replayed(kept, moves, len(moves))


def replayed(kept: Kept, moves: list[str], number: int) -> Match:
    """The game after so many moves."""
    seats = [seat.level or "human" for seat in kept.seats]
    match = new_match(kept.game, kept.options, kept.seed_itself(), seats)
    for move in moves[:number]:
        match.play(move)
    return match


def sight_of(kept: Kept, match: Match, seat: int | None, language: str, number: int) -> Sight:
    """What is seen of a finished game."""
    return Sight(
        game=match.game,
        view=frame_now(match).view(seat),
        events=match.events() if match.over else match.events_for(seat),
        sitters=[Sitter(n, s.name or "?", s.kind, s.level) for n, s in enumerate(kept.seats)],
        you=seat,
        language=language,
        table=kept.id,
        number=number,
        status="over" if match.over else "playing",
        winners=tuple(match.winners),
    )


# Oneself.


@router.post("/me/name")
async def rename(visit: Here, name: Annotated[str, Form()]) -> Response:
    """Be called something else."""
    await visit.house.store.rename(visit.guest.id, checked_name(name))
    return visit.go("/")


@router.get("/me/link")
async def device_link(visit: Here) -> HTMLResponse:
    """A link that takes name and seats to another device."""
    word = visit.doorkeeper.link_word(visit.guest.id)
    link = str(visit.request.base_url) + f"me/from/{word}"
    return await visit.page("device.html", link=link)


@router.get("/me/from/{word}")
async def from_device(visit: Here, word: str) -> HTMLResponse:
    """Ask whether this browser should become that guest; a link alone changes nothing."""
    guest = visit.doorkeeper.guest_with(word)
    name = await visit.house.store.name_of(guest)
    return await visit.page("arrive.html", word=word, name=name)


@router.post("/me/from/{word}")
async def arrive(visit: Here, word: str) -> Response:
    """This browser is that guest from now on."""
    guest = visit.doorkeeper.guest_with(word)
    response = RedirectResponse("/", 303)
    keep_cookie(response, COOKIE, visit.doorkeeper.cookie(guest))
    return response


@router.post("/language/{language}")
async def speak(visit: Here, language: str, back: Annotated[str, Form()] = "/") -> Response:
    """Switch the language."""
    # Only to a page of ours: a path with one slash.
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = visit.go(safe)
    if language in LANGUAGES:
        keep_cookie(response, LANGUAGE_COOKIE, language)
    return response


@router.get("/rules/{slug}")
async def rules(visit: Here, slug: str) -> HTMLResponse:
    """The rules of a game."""
    told = told_game(slug, visit.guest.language)
    return await visit.page("rules.html", game=told, rules=rules_page(slug, visit.guest.language))
