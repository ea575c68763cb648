"""The API's routes. Browser and API use the same functions."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request

from katzentisch.bots.levels import check_name
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.options import spelled
from katzentisch.server.api import models
from katzentisch.server.db.records import TableRecord, new_table
from katzentisch.server.db.transcripts import transcript_of
from katzentisch.server.errors import Conflict, Malformed, Unauthenticated
from katzentisch.server.live.chat import say
from katzentisch.server.live.snapshots import data
from katzentisch.server.untrusted import strict_json
from katzentisch.server.web.auth import checked_name, guest_id_of, new_token
from katzentisch.server.web.context import Context, RequestContext, address_of
from katzentisch.server.web.forms import checked_away, seats_for
from katzentisch.server.web.messages import Move

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Refusal, "description": why}
    for status, why in {
        400: "The body is not JSON.",
        401: "The token is missing or not valid.",
        403: "You may not do this.",
        404: "Not found.",
        409: "Somebody else was faster, or this cannot be done right now.",
        413: "Too large.",
        422: "This is not possible; the message says why.",
        429: "Too many, or too often.",
        503: "The database is not responding; try again.",
    }.items()
}


async def require_strict_json(request: Request) -> None:
    """Refuse a body that other programs might read differently; see `untrusted.py`."""
    body = await request.body()
    try:
        if body:
            strict_json(body)
    except ValueError:
        raise Malformed("The body of this request is not JSON.") from None


router = APIRouter(
    prefix="/api/v1",
    responses=REFUSALS,
    tags=["v1"],
    dependencies=[Depends(require_strict_json)],
)
Table = Annotated[str, Path(max_length=64, description="The table's id, as in its link.")]


async def known(context: Context) -> RequestContext:
    """Require a token or cookie."""
    if context.guest.is_new:
        raise Unauthenticated("This needs a token; get one from POST /api/v1/guests.")
    return context


KnownGuest = Annotated[RequestContext, Depends(known)]


@router.get("/games")
async def games() -> list[models.Game]:
    """List the games and their options."""
    return [game_model(slug) for slug in slugs()]


def game_model(slug: str) -> models.Game:
    """A game, and the options it has for the usual number of players."""
    game = find_game(slug)
    players = [int(n) for n in game.PLAYERS.values]
    choices = game.choices(int(game.PLAYERS.default)).items()
    return models.Game(
        slug=slug,
        title=game.TITLE,
        players=players,
        options={name: [spelled(value) for value in choice.values] for name, choice in choices},
    )


@router.post("/guests", status_code=201)
async def new_guest(context: Context, asked: models.NewGuest) -> models.NewToken:
    """Become a guest: returns a token to take seats with."""
    context.services.limits.take("guests", address_of(context.request))
    token, name = new_token(), checked_name(asked.name)
    await context.services.guests.rename(guest_id_of(token), name)
    return models.NewToken(token=token, name=name)


@router.get("/me")
async def me(context: KnownGuest) -> models.Me:
    """Who you are."""
    return models.Me(name=await context.name())


@router.get("/tables")
async def tables(
    context: Context,
    mine: Annotated[bool, Query(description="List your own tables, not public ones.")] = False,
) -> list[models.TableSummary]:
    """List public tables, or your own."""
    store = context.services.store
    found = await (store.tables_of(context.guest.id) if mine else store.listed())
    return [summary_of(record) for record in found]


def summary_of(record: TableRecord) -> models.TableSummary:
    """A table as listed."""
    return models.TableSummary(
        table=record.id,
        game=record.game,
        status=record.status,
        seats=[
            models.SeatSummary.model_validate({"name": s.name, "kind": s.kind, "level": s.level})
            for s in record.seats
        ],
        moved=record.moved,
    )


@router.post("/tables", status_code=201)
async def open_table(context: KnownGuest, asked: models.NewTable) -> models.TableSummary:
    """Open a table."""
    if asked.game not in slugs():
        raise Refused("There is no such game.")
    record = new_table(
        asked.game,
        asked.options,
        seats_for(asked.seats, context.guest.id, await context.name()),
        host=context.guest.id,
        listed=asked.listed,
        chat=asked.chat,
        away=checked_away(asked.away),
    )
    await context.add_table(record)
    return summary_of(record)


@router.get("/tables/{table}")
async def look(
    context: Context, table: Table, events_from: Annotated[int, Query(ge=0, le=10**6)] = 0
) -> models.TableState:
    """A table as you may see it, with your legal moves."""
    room = await context.services.hub.room(table)
    state = data(room, room.seat_of(context.guest.id), events_from)
    return models.TableState.model_validate(state)


@router.get("/tables/{table}/legal")
async def legal(context: Context, table: Table) -> models.Legal:
    """Your legal moves."""
    room = await context.services.hub.room(table)
    mine = room.is_turn_of(room.seat_of(context.guest.id))
    return models.Legal(number=len(room.log), legal=room.match.legal() if mine else [])


@router.post("/tables/{table}/moves")
async def move(context: KnownGuest, table: Table, asked: Move) -> models.Moved:
    """Make a move; once this returns, the move is stored for good."""
    room = await context.services.hub.room(table)
    return models.Moved(number=await room.play(context.guest.id, asked.move, asked.number))


@router.post("/tables/{table}/undo")
async def undo(context: KnownGuest, table: Table) -> models.Moved:
    """Take back your last move, if nobody has learned anything from it."""
    room = await context.services.hub.room(table)
    return models.Moved(number=await room.undo(context.guest.id))


@router.post("/tables/{table}/seat")
async def sit(context: KnownGuest, table: Table, asked: models.NewSeat) -> models.TableSummary:
    """Take an open seat."""
    name, seating = await context.name(), context.services.seating
    return summary_of(await seating.sit(table, context.guest.id, name, asked.seat))


@router.delete("/tables/{table}/seat")
async def leave(context: KnownGuest, table: Table) -> models.TableSummary:
    """Leave your seat; in a running game a bot takes over."""
    return summary_of(await context.services.seating.leave(table, context.guest.id))


@router.post("/tables/{table}/bots")
async def fill_with_bots(
    context: KnownGuest, table: Table, asked: models.Bots
) -> models.TableSummary:
    """Fill the open seats with bots, which starts the game."""
    check_name(asked.level)
    seating = context.services.seating
    return summary_of(await seating.fill_with_bots(table, context.guest.id, asked.level))


@router.post("/tables/{table}/rematch")
async def rematch(context: KnownGuest, table: Table) -> models.Rematch:
    """Open a rematch with the same players; everybody gets the same table."""
    await context.services.hub.room(table)
    return models.Rematch(table=await context.services.seating.rematch(table, context.guest.id))


@router.get("/tables/{table}/sayings")
async def sayings(context: Context, table: Table) -> list[models.Said]:
    """The chat at a table."""
    record = await context.services.hub.record(table)
    said = await context.services.chat.sayings(record.id)
    return [models.Said(name=name, text=text) for name, text in said]


@router.post("/tables/{table}/sayings", status_code=201)
async def send_saying(context: KnownGuest, table: Table, asked: models.Saying) -> models.Saying:
    """Send a chat message."""
    room = await context.services.hub.room(table)
    await say(room, context.services.limits, context.guest.id, asked.text)
    return asked


@router.get("/tables/{table}/transcript")
async def transcript(context: Context, table: Table) -> dict[str, Any]:
    """The game as far as you may know it; once it is over, all of it, with seed and salt."""
    room = await context.services.hub.room(table)
    if room.record.waiting:
        raise Conflict("The game has not started yet.")
    return transcript_of(room.record, room.match, room.seat_of(context.guest.id))
