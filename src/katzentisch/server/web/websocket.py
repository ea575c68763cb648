"""The WebSocket between a table and a browser or program; both use the same messages."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from functools import partial

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
from katzentisch.server.live.chat import say
from katzentisch.server.live.connections import Connection
from katzentisch.server.live.room import Room
from katzentisch.server.ops.limits import Limits
from katzentisch.server.ops.metrics import ANSWERS
from katzentisch.server.web.context import address_of
from katzentisch.server.web.messages import (
    AnyMessage,
    Here,
    Hint,
    MoveMessage,
    Say,
    Undo,
    parsed_message,
)
from katzentisch.server.web.middleware import is_foreign
from katzentisch.server.web.protocol import ABORT
from katzentisch.server.web.services import Services, services_of
from katzentisch.server.words import words_for

router = APIRouter()
LONGEST_MESSAGE = 2000
NO_SUCH_TABLE, NOT_FROM_HERE, TOO_MANY, NO_SUCH_TOKEN = 4404, 4403, 4429, 4401
TOO_LONG, TRY_AGAIN = 1009, 1013
PATIENCE = 20.0  # seconds in which a message must be taken


@router.websocket("/table/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """The WebSocket for browsers, with pictures."""
    await serve(socket, table, as_data=False)


async def serve(socket: WebSocket, table: str, as_data: bool) -> None:
    """Serve a WebSocket, or close it with a code that says why."""
    services = services_of(socket)
    try:
        await socket.accept()
        if is_foreign(socket.headers):
            await socket.close(NOT_FROM_HERE)
            return
        connection = await new_connection(socket, services, as_data)
        with counted(socket, services, table):
            room = await services.hub.room(table)
            await receive_messages(socket, services.limits, room, connection)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client has gone
    except Refused as why:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(close_code(why))


async def new_connection(socket: WebSocket, services: Services, as_data: bool) -> Connection:
    """The connection of an authenticated guest."""
    guest = await services.authenticator.guest(socket, services.guests)
    # Browsers send no language here, so the page does.
    asked = socket.query_params.get("language", "")
    return Connection(
        guest.id,
        asked if asked in languages() else guest.language,
        as_data,
        services.backlog,
        socket.scope.get("extensions", {}).get(ABORT, lambda: None),
    )


@contextlib.contextmanager
def counted(socket: WebSocket, services: Services, table: str) -> Iterator[None]:
    """Count the connection while it is open, and refuse it if there are too many."""
    address = address_of(socket)
    room = services.hub.rooms.get(table)
    services.limits.open_connection(address, len(room.connections) if room else 0)
    try:
        yield
    finally:
        services.limits.close_connection(address)


def close_code(why: Refused) -> int:
    """The close code for a refusal."""
    kinds = (
        (NotFound, NO_SUCH_TABLE),
        (Unauthenticated, NO_SUCH_TOKEN),
        (TooLarge, TOO_LONG),
        (TooManyRequests, TOO_MANY),
    )
    return next((code for kind, code in kinds if isinstance(why, kind)), TRY_AGAIN)


async def receive_messages(
    socket: WebSocket, limits: Limits, room: Room, connection: Connection
) -> None:
    """Handle messages until the connection closes."""
    sender = asyncio.create_task(send_all(socket, room, connection))
    try:
        await room.enter(connection)
        while not connection.overflowed:
            text = await received_text(socket)
            if len(text) > LONGEST_MESSAGE:
                raise TooLarge("This is too large.")
            await handle(limits, room, connection, text)
        raise TooManyRequests("This connection is too slow.")
    finally:
        sender.cancel()
        connection.discard()
        room.leave(connection)


async def received_text(socket: WebSocket) -> str:
    """The next message; bytes are returned as an empty one, which is refused."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received["code"])
    return received.get("text") or ""


async def send_all(socket: WebSocket, room: Room, connection: Connection) -> None:
    """Send queued messages in order, until one is not taken in time."""
    show = partial(room.services.broadcast.show_to, room, connection)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                text = await connection.next(show)
                connection.sending = True
                async with asyncio.timeout(PATIENCE):
                    await socket.send_text(text)
                connection.sending = False
        except TimeoutError:
            connection.overflowed = True
            connection.discard()
            connection.abort()


async def handle(limits: Limits, room: Room, connection: Connection, text: str) -> None:
    """Handle a message; a refusal is sent back as a sentence."""
    began, message = time.perf_counter(), parsed_message(text)
    try:
        limits.take("messages", str(id(connection)))
        await dispatch(limits, room, connection, message)
    except Refused as why:
        sentence = why.translated(words_for(connection.language, room.record.game))
        number, status = len(room.log), status_of(why)
        connection.send(
            {"type": "refused", "refused": sentence, "status": status, "number": number}
        )
    kind = message.type if message else "none"
    ANSWERS.labels(kind).observe(time.perf_counter() - began)


async def dispatch(
    limits: Limits, room: Room, connection: Connection, message: AnyMessage | None
) -> None:
    """Do what a message asks for, and answer it; None is not a message."""
    match message:
        case MoveMessage(move=move, number=number):
            confirm(connection, await room.play(connection.guest, move, number))
        case Undo():
            confirm(connection, await room.undo(connection.guest))
        case Hint():
            limits.take("hints", connection.guest)
            move, clicks = await room.hint(connection.guest)
            connection.send({"type": "hint", "move": move, "clicks": clicks})
        case Say(text=text):
            await say(room, limits, connection.guest, text)
        case Here():
            connection.send({"type": "alive"})
        case None:
            raise Refused("The table does not understand this message.")


def confirm(connection: Connection, number: int) -> None:
    """Confirm that a move has been stored."""
    connection.send({"type": "accepted", "number": number})
