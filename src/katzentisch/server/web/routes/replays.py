"""Afterwards: replays, and transcripts both ways."""

import asyncio
import json
import time
from typing import Annotated

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, Response

from katzentisch.games import slugs
from katzentisch.games.core.errors import Refused
from katzentisch.play.frames import frame_now
from katzentisch.play.match import Match
from katzentisch.play.verify import verify
from katzentisch.server.db.models import Entry, Kept, Seat, fresh_id
from katzentisch.server.errors import Missing
from katzentisch.server.live.transcripts import moves_in, replayed, transcript_of
from katzentisch.server.web.context import (
    LARGEST_UPLOAD,
    Here,
    Visit,
    address_of,
    parsed,
    told_game,
)
from katzentisch.server.web.forms import USUAL_AWAY
from katzentisch.server.web.rendering import Sight, Sitter, rules_page, story, words_for
from katzentisch.server.web.review_pages import judged_at, shown_review

router = APIRouter(include_in_schema=False)


@router.get("/replay/{table}")
async def replay(visit: Here, table: str) -> HTMLResponse:
    """A finished game, move by move."""
    kept, moves, match = await finished(visit, table)
    review = await shown_review(visit.hub, kept, visit.guest.language)
    first = replayed(kept, moves, 0)
    sight = sight_of(kept, first, None, visit.guest.language, 0)
    return await visit.page(
        "replay.html",
        kept=kept,
        game=told_game(kept.game, visit.guest.language),
        rules=rules_page(kept.game, visit.guest.language),
        moves=len(moves),
        seats=sight.sitters,
        review=review,
        judged=await judged_at(visit.hub, kept, 0, visit.guest.language),
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
    match = await asyncio.to_thread(replayed, kept, moves, number)
    sight = sight_of(kept, match, seat, visit.guest.language, number)
    drawing = visit.drawing
    names = [sitter.name for sitter in sight.sitters]
    words = words_for(visit.guest.language, kept.game)
    lines = story(sight.game, sight.events, names, words)
    return JSONResponse(
        {
            "table": drawing.table(sight),
            "sheet": drawing.sheet(sight),
            "story": {"from": 0, "lines": lines},
            "judged": await judged_at(visit.hub, kept, number, visit.guest.language),
        }
    )


@router.get("/replay/{table}/transcript")
async def download(visit: Here, table: str) -> Response:
    """The transcript of a finished game."""
    kept, _moves, match = await finished(visit, table)
    text = json.dumps(transcript_of(kept, match), ensure_ascii=False)
    name = f"{kept.game}-{table}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("/upload")
async def upload(visit: Here, transcript: Annotated[UploadFile, Form()]) -> Response:
    """A transcript from elsewhere, checked word by word before anything of it is shown."""
    visit.hub.limits.take("uploads", address_of(visit.request))
    text = await transcript.read(LARGEST_UPLOAD)
    told = parsed(text)
    slug = told.get("game") if isinstance(told, dict) else None
    if isinstance(slug, str) and slug in slugs():
        await visit.hub.thinkers.prepare(slug)
    match = await asyncio.to_thread(verify, told)
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
        salt=told["commitment"]["salt"] if "commitment" in told else None,
        seats=[Seat("bot", None, who, who) for who in match.seats],
    )
    moves = [(e["seat"], e["move"]) for e in match.events() if e["event"] == "move"]
    await visit.hub.store.add(kept, moves)
    return visit.go(f"/replay/{kept.id}")


async def kept_when_over(visit: Visit, table: str) -> tuple[Kept, list[Entry]]:
    """A table and its log; only when the game is over, for then nothing is secret."""
    await visit.hub.kept(table)
    loaded = await visit.hub.store.load(table)
    if loaded is None:
        raise Missing("There is no such table.")
    if not loaded[0].over:
        raise Missing("This game is not over yet.")
    return loaded


async def finished(visit: Visit, table: str) -> tuple[Kept, list[str], Match]:
    """A game that is over, with the moves that were not taken back."""
    kept, entries = await kept_when_over(visit, table)
    moves = moves_in(entries)
    await visit.hub.thinkers.prepare(kept.game)
    return kept, moves, await asyncio.to_thread(replayed, kept, moves)


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
