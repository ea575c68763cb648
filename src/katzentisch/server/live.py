"""The open line between a browser and its table."""

import asyncio
import contextlib
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from katzentisch.games.ground.refusal import Refused
from katzentisch.games.ground.words import LANGUAGES
from katzentisch.server.drawing import words_for
from katzentisch.server.guests import Doorkeeper
from katzentisch.server.room import House, Room, Visitor

router = APIRouter()
LONGEST_MESSAGE = 2000
PROGRESS_EVERY = 0.3  # seconds
NO_SUCH_TABLE, NOT_FROM_HERE = 4404, 4403


@router.websocket("/table/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Show somebody a table, and take what they do."""
    house: House = socket.app.state.house
    doorkeeper: Doorkeeper = socket.app.state.doorkeeper
    await socket.accept()
    if not from_here(socket):
        await socket.close(NOT_FROM_HERE)
        return
    loaded = await house.store.load(table)
    if loaded is None:
        await socket.close(NO_SUCH_TABLE)
        return
    guest = doorkeeper.guest(socket)
    # Browsers do not say here which language they want; the page does.
    asked = socket.query_params.get("language", "")
    visitor = Visitor(guest.id, asked if asked in LANGUAGES else guest.language)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await show_preparation(socket, house, loaded[0].game)
        room = await house.room(table)
        await stay(socket, room, visitor)


def from_here(socket: WebSocket) -> bool:
    """Does the page that opened this line come from this server? Cookies go along from any."""
    origin = socket.headers.get("origin")
    return origin is None or origin.split("://")[-1] == socket.headers.get("host")


async def show_preparation(socket: WebSocket, house: House, slug: str) -> None:
    """While a game is being compiled, say how far that is."""
    preparing = asyncio.create_task(house.thinkers.prepare(slug))
    while not preparing.done():
        await socket.send_json({"preparing": house.thinkers.done[slug]})
        await asyncio.wait([preparing], timeout=PROGRESS_EVERY)


async def stay(socket: WebSocket, room: Room, visitor: Visitor) -> None:
    """Be at the table until the line breaks."""
    if room.kept.chat:
        said = await room.house.store.sayings(room.kept.id)
        visitor.send({"said": [list(one) for one in said], "all": True})
    room.enter(visitor)
    sender = asyncio.create_task(send_all(socket, visitor))
    try:
        while not visitor.lost:
            text = await socket.receive_text()
            if len(text) > LONGEST_MESSAGE:
                break
            await answer(room, visitor, text)
    finally:
        sender.cancel()
        room.leave_window(visitor)


async def send_all(socket: WebSocket, visitor: Visitor) -> None:
    """Send what is waiting, in order."""
    while True:
        message = await visitor.outbox.get()
        await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


async def answer(room: Room, visitor: Visitor, text: str) -> None:
    """Do what a browser asks for; what is refused is told, and nothing is lost."""
    try:
        asked = json.loads(text)
    except ValueError:
        asked = None
    try:
        if not isinstance(asked, dict):
            raise Refused("This is no message to a table.")
        await obey(room, visitor, asked)
    except Refused as why:
        visitor.send({"refused": why.told(words_for(visitor.language, room.kept.game))})


async def obey(room: Room, visitor: Visitor, asked: dict[str, Any]) -> None:
    match asked:
        case {"move": str(move), "number": int(number)}:
            await room.play(visitor.guest, move, number)
        case {"undo": True}:
            await room.undo(visitor.guest)
        case {"hint": True}:
            visitor.send({"hinted": await room.hint(visitor.guest)})
        case {"say": str(text)}:
            await room.say(visitor, text)
        case {"here": True}:
            visitor.send({"alive": True})
        case _:
            raise Refused("This is no message to a table.")
