"""The WebSocket between a table and a browser or program; both use the same messages."""

import asyncio
import contextlib
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
from katzentisch.server.web.messages import (
    AnyMessage,
    Here,
    Hint,
    Move,
    Say,
    Undo,
    parsed_message,
)
from katzentisch.server.web.rendering import words_for

router = APIRouter()
LONGEST_MESSAGE = 2000
PROGRESS_EVERY = 0.3  # seconds
NO_SUCH_TABLE, NOT_FROM_HERE, TOO_MANY, NO_SUCH_TOKEN = 4404, 4403, 4429, 4401
TOO_LONG, TRY_AGAIN = 1009, 1013


@router.websocket("/table/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """The WebSocket for browsers, with pictures."""
    await serve(socket, table, as_data=False)


async def serve(socket: WebSocket, table: str, as_data: bool) -> None:
    """Serve a WebSocket, or close it with a code that says why."""
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
            await receive_messages(socket, hub, await hub.room(table), connection)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client has gone
    except Refused as why:
        with contextlib.suppress(RuntimeError):
            await socket.close(close_code(why))


async def new_connection(socket: WebSocket, hub: Hub, as_data: bool) -> Connection:
    """The connection of an authenticated guest."""
    guest = await socket.app.state.authenticator.guest(socket, hub.guests)
    # Browsers send no language here, so the page does.
    asked = socket.query_params.get("language", "")
    return Connection(guest.id, asked if asked in languages() else guest.language, as_data)


@contextlib.contextmanager
def counted(socket: WebSocket, hub: Hub, table: str) -> Any:
    """Count the connection while it is open, and refuse it if there are too many."""
    address = address_of(socket)
    room = hub.rooms.get(table)
    hub.limits.open_connection(address, len(room.connections) if room else 0)
    try:
        yield
    finally:
        hub.limits.close_connection(address)


def close_code(why: Refused) -> int:
    """The close code for a refusal."""
    kinds = (
        (NotFound, NO_SUCH_TABLE),
        (Unauthenticated, NO_SUCH_TOKEN),
        (TooLarge, TOO_LONG),
        (TooManyRequests, TOO_MANY),
    )
    return next((code for kind, code in kinds if isinstance(why, kind)), TRY_AGAIN)


def is_same_origin(socket: WebSocket) -> bool:
    """Was the socket opened by one of our pages? Browsers send our cookies from any page."""
    origin = socket.headers.get("origin")
    return origin is None or origin.split("://")[-1] == socket.headers.get("host")


async def show_preparation(socket: WebSocket, hub: Hub, slug: str) -> None:
    """Report progress while a game is being compiled."""
    if hub.thinkers.is_ready(slug):
        return
    preparing = asyncio.create_task(hub.thinkers.prepare(slug))
    while not preparing.done():
        await socket.send_json({"type": "preparing", "preparing": hub.thinkers.done[slug]})
        await asyncio.wait([preparing], timeout=PROGRESS_EVERY)


async def receive_messages(socket: WebSocket, hub: Hub, room: Room, connection: Connection) -> None:
    """Handle messages until the connection closes."""
    await join(hub, room, connection)
    sender = asyncio.create_task(send_all(socket, connection))
    try:
        while not connection.overflowed:
            text = await received_text(socket)
            if len(text) > LONGEST_MESSAGE:
                raise TooLarge("This is too large.")
            await handle(hub, room, connection, text)
        raise TooManyRequests("This connection is too slow.")
    finally:
        sender.cancel()
        await disconnect(hub, room, connection)


async def received_text(socket: WebSocket) -> str:
    """The next message; bytes are returned as an empty one, which is refused."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received["code"])
    return received.get("text") or ""


async def join(hub: Hub, room: Room, connection: Connection) -> None:
    """Add a connection to the room, and tell everybody."""
    async with room.lock:
        if room.record.chat:
            said = await hub.chat.sayings(room.record.id)
            lines = [list(one) for one in said]
            connection.send({"type": "said", "said": lines, "all": True})
            if said[room.heard :]:
                send_chat(room, said[room.heard :])
            room.heard = len(said)
        room.connections.add(connection)
        hub.broadcast.show_to(room, connection)
    room.present.add(connection.guest)
    send_presence(room)
    await hub.presence.add(room.record.id, connection.guest)


async def disconnect(hub: Hub, room: Room, connection: Connection) -> None:
    """Remove a connection from the room; the guest keeps the seat."""
    room.connections.discard(connection)
    room.used = time.time()
    others = {one.guest for one in room.connections}
    if connection.guest not in others and not hub.closing:
        # In the background: this task may be cancelled because the connection has closed.
        leaving = hub.presence.remove(room.record.id, connection.guest)
        hub.spawn(leaving)


async def send_all(socket: WebSocket, connection: Connection) -> None:
    """Send queued messages in order."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await connection.outbox.get())


async def handle(hub: Hub, room: Room, connection: Connection, text: str) -> None:
    """Handle a message; a refusal is sent back as a sentence."""
    began, message = time.perf_counter(), parsed_message(text)
    try:
        hub.limits.take("messages", str(id(connection)))
        await dispatch(hub, room, connection, message)
    except Refused as why:
        sentence = why.translated(words_for(connection.language, room.record.game))
        number, status = len(room.log), status_of(why)
        connection.send(
            {"type": "refused", "refused": sentence, "status": status, "number": number}
        )
    kind = message.type if message else "none"
    ANSWERS.labels(kind).observe(time.perf_counter() - began)


async def dispatch(
    hub: Hub, room: Room, connection: Connection, message: AnyMessage | None
) -> None:
    match message:
        case Move(move=move, number=number):
            confirm(connection, await room.play(connection.guest, move, number))
        case Undo():
            confirm(connection, await room.undo(connection.guest))
        case Hint():
            hub.limits.take("hints", connection.guest)
            move, clicks = await room.hint(connection.guest)
            connection.send({"type": "hint", "move": move, "clicks": clicks})
        case Say(text=text):
            await say(room, hub.limits, connection.guest, text)
        case Here():
            connection.send({"type": "alive"})
        case None:
            raise Refused("The table does not understand this message.")


def confirm(connection: Connection, number: int) -> None:
    """Confirm that a move has been stored."""
    connection.send({"type": "accepted", "number": number})
