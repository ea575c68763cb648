"""The open line between a table and a browser, or a program: both say the same things."""

import asyncio
import contextlib
import json
import time
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import languages
from katzentisch.server.errors import (
    NotFound,
    TooLarge,
    TooManyRequests,
    Unauthenticated,
    status_of,
)
from katzentisch.server.live.broadcast import send_chat, send_presence
from katzentisch.server.live.chat import say
from katzentisch.server.live.connections import Connection
from katzentisch.server.live.hub import Hub
from katzentisch.server.live.room import Room
from katzentisch.server.ops.metrics import ANSWERS
from katzentisch.server.web.context import address_of
from katzentisch.server.web.rendering import words_for

router = APIRouter()
LONGEST_MESSAGE = 2000
PROGRESS_EVERY = 0.3  # seconds
NO_SUCH_TABLE, NOT_FROM_HERE, TOO_MANY, NO_SUCH_TOKEN = 4404, 4403, 4429, 4401
TOO_LONG, TRY_AGAIN = 1009, 1013


@router.websocket("/table/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Show somebody a table in pictures, and take what they do."""
    await serve(socket, table, as_data=False)


async def serve(socket: WebSocket, table: str, as_data: bool) -> None:
    """Let somebody in who may, and close the line with a reason otherwise."""
    await socket.accept()
    if not is_same_origin(socket):
        await socket.close(NOT_FROM_HERE)
        return
    hub: Hub = socket.app.state.hub
    try:
        connection = await new_connection(socket, hub, as_data)
        game = (await hub.record(table)).game
        with counted(socket, hub, table):
            await show_preparation(socket, hub, game)
            await stay(socket, hub, await hub.room(table), connection)
    except (WebSocketDisconnect, RuntimeError):
        pass  # they are gone
    except Refused as why:
        with contextlib.suppress(RuntimeError):
            await socket.close(close_code(why))


async def new_connection(socket: WebSocket, hub: Hub, as_data: bool) -> Connection:
    """Who is at the other end."""
    guest = await socket.app.state.authenticator.guest(socket, hub.guests)
    # Browsers do not say here which language they want; the page does.
    asked = socket.query_params.get("language", "")
    return Connection(guest.id, asked if asked in languages() else guest.language, as_data)


@contextlib.contextmanager
def counted(socket: WebSocket, hub: Hub, table: str) -> Any:
    """One of the lines that are allowed."""
    address = address_of(socket)
    room = hub.rooms.get(table)
    hub.limits.open_connection(address, len(room.connections) if room else 0)
    try:
        yield
    finally:
        hub.limits.close_connection(address)


def close_code(why: Refused) -> int:
    """How a line is closed that cannot be."""
    kinds = (
        (NotFound, NO_SUCH_TABLE),
        (Unauthenticated, NO_SUCH_TOKEN),
        (TooLarge, TOO_LONG),
        (TooManyRequests, TOO_MANY),
    )
    return next((code for kind, code in kinds if isinstance(why, kind)), TRY_AGAIN)


def is_same_origin(socket: WebSocket) -> bool:
    """Does the page that opened this line come from this server? Cookies go along from any."""
    origin = socket.headers.get("origin")
    return origin is None or origin.split("://")[-1] == socket.headers.get("host")


async def show_preparation(socket: WebSocket, hub: Hub, slug: str) -> None:
    """While a game is being compiled, say how far that is."""
    if hub.thinkers.is_ready(slug):
        return
    preparing = asyncio.create_task(hub.thinkers.prepare(slug))
    while not preparing.done():
        await socket.send_json({"type": "preparing", "preparing": hub.thinkers.done[slug]})
        await asyncio.wait([preparing], timeout=PROGRESS_EVERY)


async def stay(socket: WebSocket, hub: Hub, room: Room, connection: Connection) -> None:
    """Be at the table until the line breaks."""
    await enter(hub, room, connection)
    sender = asyncio.create_task(send_all(socket, connection))
    try:
        while not connection.overflowed:
            text = await socket.receive_text()
            if len(text) > LONGEST_MESSAGE:
                raise TooLarge("This is too large.")
            await answer(hub, room, connection, text)
        raise TooManyRequests("This line is too slow.")
    finally:
        sender.cancel()
        await disconnect(hub, room, connection)


async def enter(hub: Hub, room: Room, connection: Connection) -> None:
    """Somebody opens the table; all hear of it."""
    async with room.lock:
        if room.record.chat:
            said = await hub.guests.sayings(room.record.id)
            lines = [list(one) for one in said]
            connection.send({"type": "said", "said": lines, "all": True})
            if said[room.heard :]:
                send_chat(room, said[room.heard :])
            room.heard = len(said)
        room.connections.add(connection)
        hub.broadcast.show_to(room, connection)
    room.present.add(connection.guest)
    send_presence(room)
    await hub.guests.enter(hub.process, room.record.id, connection.guest)


async def disconnect(hub: Hub, room: Room, connection: Connection) -> None:
    """Somebody closes the table; the seat stays theirs."""
    room.connections.discard(connection)
    room.used = time.time()
    others = {one.guest for one in room.connections}
    if connection.guest not in others and not hub.closing:
        # The line is gone, and perhaps this task with it; that they left is told all the same.
        leaving = hub.guests.leave(hub.process, room.record.id, connection.guest)
        hub.spawn(leaving)


async def send_all(socket: WebSocket, connection: Connection) -> None:
    """Send what is waiting, in order."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await connection.outbox.get())


async def answer(hub: Hub, room: Room, connection: Connection, text: str) -> None:
    """Do what somebody asks for; what is refused is told, and nothing is lost."""
    began, asked = time.perf_counter(), parsed_message(text)
    try:
        hub.limits.take("messages", str(id(connection)))
        await obey(hub, room, connection, asked)
    except Refused as why:
        told = why.told(words_for(connection.language, room.record.game))
        number, status = len(room.log), status_of(why)
        connection.send({"type": "refused", "refused": told, "status": status, "number": number})
    kind = next(iter(asked), "") if isinstance(asked, dict) else ""
    ANSWERS.labels(kind if kind in KINDS else "none").observe(time.perf_counter() - began)


KINDS = ("move", "undo", "hint", "say", "here")


def parsed_message(text: str) -> Any:
    """A message, or None."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


async def obey(hub: Hub, room: Room, connection: Connection, asked: Any) -> None:
    match asked:
        case {"move": str(move), "number": int(number)} if not isinstance(number, bool):
            accepted(connection, await room.play(connection.guest, move, number))
        case {"undo": True}:
            accepted(connection, await room.undo(connection.guest))
        case {"hint": True}:
            hub.limits.take("hints", connection.guest)
            move, clicks = await room.hint(connection.guest)
            connection.send({"type": "hint", "move": move, "clicks": clicks})
        case {"say": str(text)}:
            await say(room, hub.limits, connection.guest, text)
        case {"here": True}:
            connection.send({"type": "alive"})
        case _:
            raise Refused("This is no message to a table.")


def accepted(connection: Connection, number: int) -> None:
    """Their move is kept; it will not be lost."""
    connection.send({"type": "accepted", "number": number})
