"""What the API can do. Browser and API go through the same functions."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query

from katzentisch.bots.levels import check_name
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.options import spelled
from katzentisch.server.api import models
from katzentisch.server.db.models import Kept, new_table
from katzentisch.server.errors import Unknown
from katzentisch.server.live import seating
from katzentisch.server.live.chat import say
from katzentisch.server.live.snapshots import data
from katzentisch.server.live.transcripts import transcript_of
from katzentisch.server.web.auth import checked_name, fresh_token, id_of
from katzentisch.server.web.context import Here, Visit, address_of
from katzentisch.server.web.forms import AWAY_LIMITS, seats_for

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Refusal, "description": why}
    for status, why in {
        400: "This is no JSON.",
        401: "There is no token, or it is not valid.",
        403: "This is for others to do.",
        404: "There is no such thing.",
        409: "Somebody was quicker, or it is not the time.",
        413: "Too large.",
        422: "This cannot be done; the sentence says why.",
        429: "Too many or too often.",
        503: "The database does not answer; try again.",
    }.items()
}
router = APIRouter(prefix="/api/v1", responses=REFUSALS, tags=["v1"])
Table = Annotated[str, Path(max_length=64, description="The table, as its link names it.")]


async def known(visit: Here) -> Visit:
    """Only for who comes with a token or a cookie of ours."""
    if visit.guest.fresh:
        raise Unknown("This needs a token: POST /api/v1/guests gives one.")
    return visit


Known = Annotated[Visit, Depends(known)]


@router.get("/games")
async def games() -> list[models.Game]:
    """The games there are, and what can be chosen."""
    return [told_game(slug) for slug in slugs()]


def told_game(slug: str) -> models.Game:
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
async def new_guest(visit: Here, asked: models.NewGuest) -> models.NewToken:
    """Become somebody: a token that seats can be taken with."""
    visit.hub.limits.take("guests", address_of(visit.request))
    token, name = fresh_token(), checked_name(asked.name)
    await visit.hub.people.rename(id_of(token), name)
    return models.NewToken(token=token, name=name)


@router.get("/me")
async def me(visit: Known) -> models.Me:
    """Who I am."""
    return models.Me(name=await visit.name())


@router.get("/tables")
async def tables(
    visit: Here, mine: Annotated[bool, Query(description="Mine; otherwise the listed.")] = False
) -> list[models.TableListed]:
    """Tables to join or to watch, or one's own."""
    store = visit.hub.store
    found = await (store.tables_of(visit.guest.id) if mine else store.listed())
    return [listed(kept) for kept in found]


def listed(kept: Kept) -> models.TableListed:
    """A table as a list has it."""
    return models.TableListed(
        table=kept.id,
        game=kept.game,
        status="over" if kept.over else "waiting" if kept.waiting else "playing",
        seats=[
            models.SeatTold.model_validate({"name": s.name, "kind": s.kind, "level": s.level})
            for s in kept.seats
        ],
        moved=kept.moved,
    )


@router.post("/tables", status_code=201)
async def open_table(visit: Known, asked: models.NewTable) -> models.TableListed:
    """Open a table."""
    if asked.away not in AWAY_LIMITS:
        raise Refused("There is no such limit for being away.")
    if asked.game not in slugs():
        raise Refused("There is no such game.")
    kept = new_table(
        asked.game,
        asked.options,
        seats_for(asked.seats, visit.guest.id, await visit.name()),
        host=visit.guest.id,
        listed=asked.listed,
        chat=asked.chat,
        away=asked.away,
    )
    await visit.add_table(kept)
    return listed(kept)


@router.get("/tables/{table}")
async def look(
    visit: Here, table: Table, events_from: Annotated[int, Query(ge=0, le=10**6)] = 0
) -> models.TableTold:
    """A table as you may see it, and your legal moves."""
    room = await visit.hub.ready_room(table)
    told = data(room, room.seat_of(visit.guest.id), events_from)
    return models.TableTold.model_validate(told)


@router.get("/tables/{table}/legal")
async def legal(visit: Here, table: Table) -> models.Legal:
    """What you may do now."""
    room = await visit.hub.ready_room(table)
    mine = room.is_turn_of(room.seat_of(visit.guest.id))
    return models.Legal(number=len(room.log), legal=room.match.legal() if mine else [])


@router.post("/tables/{table}/moves")
async def move(visit: Known, table: Table, asked: models.Move) -> models.Moved:
    """Make a move; once this is answered it will not be lost."""
    room = await visit.hub.ready_room(table)
    return models.Moved(number=await room.play(visit.guest.id, asked.move, asked.number))


@router.post("/tables/{table}/undo")
async def undo(visit: Known, table: Table) -> models.Moved:
    """Take your last move back, if nobody has learned anything from it."""
    room = await visit.hub.ready_room(table)
    return models.Moved(number=await room.undo(visit.guest.id))


@router.post("/tables/{table}/seat")
async def sit(visit: Known, table: Table, asked: models.NewSeat) -> models.TableListed:
    """Take an open seat."""
    return listed(
        await seating.sit(visit.hub, table, visit.guest.id, await visit.name(), asked.seat)
    )


@router.delete("/tables/{table}/seat")
async def leave(visit: Known, table: Table) -> models.TableListed:
    """Give up your seat; in a running game a bot plays on."""
    return listed(await seating.leave(visit.hub, table, visit.guest.id))


@router.post("/tables/{table}/bots")
async def fill_with_bots(visit: Known, table: Table, asked: models.Bots) -> models.TableListed:
    """Bots take the open seats, and the game begins."""
    check_name(asked.level)
    return listed(await seating.fill_with_bots(visit.hub, table, visit.guest.id, asked.level))


@router.post("/tables/{table}/rematch")
async def rematch(visit: Known, table: Table) -> models.Rematch:
    """Once more, with the same players; who asks second gets the same table."""
    await visit.hub.ready_room(table)
    return models.Rematch(table=await seating.rematch(visit.hub, table, visit.guest.id))


@router.get("/tables/{table}/sayings")
async def sayings(visit: Here, table: Table) -> list[models.Said]:
    """What was said at a table."""
    kept = await visit.hub.kept(table)
    said = await visit.hub.people.sayings(kept.id)
    return [models.Said(name=name, text=text) for name, text in said]


@router.post("/tables/{table}/sayings", status_code=201)
async def speak(visit: Known, table: Table, asked: models.Saying) -> models.Saying:
    """Say something."""
    room = await visit.hub.ready_room(table)
    await say(room, visit.hub.limits, visit.guest.id, asked.text)
    return asked


@router.get("/tables/{table}/transcript")
async def transcript(visit: Here, table: Table) -> dict[str, Any]:
    """The game so far as you may know it; once it is over, all of it, with seed and salt."""
    room = await visit.hub.ready_room(table)
    return transcript_of(room.kept, room.match, room.seat_of(visit.guest.id))
