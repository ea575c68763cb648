"""Replays, and transcripts to download and upload."""

import asyncio
import json
import re
import time
from typing import Annotated, Any

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, Response

from katzentisch.games.core.errors import Refused
from katzentisch.play.frames import frame_now
from katzentisch.play.match import Match
from katzentisch.play.verify import verify
from katzentisch.server.db.records import Entry, Seat, TableRecord, new_table_id, short
from katzentisch.server.db.transcripts import moves_in, replayed, transcript_of
from katzentisch.server.errors import NotFound, no_such_table
from katzentisch.server.live.snapshots import SeatView, Snapshot, story
from katzentisch.server.untrusted import parsed, plain_text
from katzentisch.server.web.context import (
    LARGEST_UPLOAD,
    Context,
    RequestContext,
    address_of,
    game_summary,
)
from katzentisch.server.web.forms import USUAL_AWAY
from katzentisch.server.web.rendering import rules_page
from katzentisch.server.web.review_pages import rendered_decision, rendered_review
from katzentisch.server.words import words_for

router = APIRouter(include_in_schema=False)
LONGEST_UPLOADED_NAME = 100
SALT = re.compile("[0-9a-f]{32}")


@router.get("/replay/{table}")
async def replay(context: Context, table: str) -> HTMLResponse:
    """Replay a finished game move by move."""
    record, moves, match = await finished(context, table)
    review = await rendered_review(context, record)
    first = replayed(record, moves, 0)
    snapshot = replay_snapshot(record, first, None, context.guest.language, 0)
    return await context.page(
        "replay.html",
        record=record,
        game=game_summary(record.game, context.guest.language),
        rules=rules_page(record.game, context.guest.language),
        moves=len(moves),
        seats=snapshot.seat_views,
        review=review,
        judged=await rendered_decision(context, record, 0),
        drawn=context.services.renderer.table(snapshot),
        result=context.services.renderer.status_line(
            replay_snapshot(record, match, None, context.guest.language, len(moves)),
            words_for(context.guest.language, record.game),
        ),
    )


@router.get("/replay/{table}/at/{number}")
async def replay_moment(
    context: Context, table: str, number: int, seat: int | None = None
) -> JSONResponse:
    """One moment of a finished game, as seen by a seat or a spectator."""
    record, moves, _match = await finished(context, table)
    if number not in range(len(moves) + 1) or seat not in (None, *range(len(record.seats))):
        raise Refused("There is no such point in this game.")
    match = await asyncio.to_thread(replayed, record, moves, number)
    snapshot = replay_snapshot(record, match, seat, context.guest.language, number)
    renderer = context.services.renderer
    names = [seat_view.name for seat_view in snapshot.seat_views]
    words = words_for(context.guest.language, record.game)
    lines = story(snapshot.game, snapshot.events, names, words)
    return JSONResponse(
        {
            "table": renderer.table(snapshot),
            "sheet": renderer.sheet(snapshot),
            "story": {"from": 0, "lines": lines},
            "judged": await rendered_decision(context, record, number),
        }
    )


@router.get("/replay/{table}/transcript")
async def download(context: Context, table: str) -> Response:
    """Download the transcript of a finished game."""
    record, _moves, match = await finished(context, table)
    text = json.dumps(transcript_of(record, match), ensure_ascii=False)
    # People pass files on, which does not mean that they pass the link on.
    name = f"{record.game}-{short(table)}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("/upload")
async def upload(context: Context, transcript: Annotated[UploadFile, Form()]) -> Response:
    """Upload a transcript, which is verified before any of it is shown."""
    context.services.limits.take("uploads", address_of(context.request))
    given, match = await asyncio.to_thread(verified, await transcript.read(LARGEST_UPLOAD))
    names = [plain_text(name, LONGEST_UPLOADED_NAME) or "?" for name in match.seats]
    now = time.time()
    record = TableRecord(
        id=new_table_id(),
        game=match.game.SLUG,
        options=match.options.to_dict(),
        seed=str(match.seed),
        host=context.guest.id,
        listed=False,
        chat=False,
        away=USUAL_AWAY,
        made=now,
        moved=now,
        over=True,
        uploaded=True,
        salt=given["commitment"]["salt"] if "commitment" in given else None,
        seats=[Seat("bot", None, name, name) for name in names],
    )
    moves = [(e["seat"], e["move"]) for e in match.events() if e["event"] == "move"]
    await context.services.store.add(record, moves)
    return context.redirect(f"/replay/{record.id}")


def verified(text: bytes) -> tuple[dict[str, Any], Match]:
    """An uploaded transcript and its match; refused if any of it is wrong."""
    given = parsed(text)
    match = verify(given)
    if "commitment" in given and not SALT.fullmatch(given["commitment"]["salt"]):
        raise Refused("A commitment's salt must be a string of 32 hex digits.")
    return given, match


async def finished_record(context: RequestContext, table: str) -> tuple[TableRecord, list[Entry]]:
    """A table and its log; only once the game is over and nothing is secret."""
    await context.services.hub.record(table)
    loaded = await context.services.store.load(table)
    if loaded is None:
        raise no_such_table()
    if not loaded[0].over:
        raise NotFound("This game is not over yet.")
    return loaded


async def finished(context: RequestContext, table: str) -> tuple[TableRecord, list[str], Match]:
    """A finished game, without moves that were taken back."""
    record, entries = await finished_record(context, table)
    moves = moves_in(entries)
    return record, moves, await asyncio.to_thread(replayed, record, moves)


def replay_snapshot(
    record: TableRecord, match: Match, seat: int | None, language: str, number: int
) -> Snapshot:
    """What a seat or spectator sees at a moment of a finished game."""
    return Snapshot(
        game=match.game,
        view=frame_now(match).view(seat),
        events=match.events() if match.over else match.events_for(seat),
        seat_views=[
            SeatView(n, s.name or "?", s.kind, s.level) for n, s in enumerate(record.seats)
        ],
        you=seat,
        language=language,
        table=record.id,
        number=number,
        status="over" if match.over else "playing",
        winners=tuple(match.winners),
    )
