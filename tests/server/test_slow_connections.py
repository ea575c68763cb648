"""Whoever reads slowly costs little memory, misses only old pictures, and is closed at last."""

import asyncio
import json
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from katzentisch.server.live import connections
from katzentisch.server.live.connections import MOST_WAITING, Backlog, Connection
from katzentisch.server.web import websocket

from load.client import Client, move_message
from server_fleet import in_a_thread
from server_people import Server

GAME = "cat-in-the-box"
PICTURE = "x" * 70_000
SLOW = 20  # connections
MOVES = 150  # each taken back


def never() -> None:
    raise AssertionError


def picture(number: int) -> str:
    return f"{number} {PICTURE}"


async def taken(connection: Connection, newest: str = "") -> list[str]:
    """Everything that a connection is sent, without the pictures' lines."""

    def show() -> None:
        connection.send_text(newest, "table")

    found = []
    while connection.waiting or connection.behind:
        found.append((await connection.next(show)).split(" ")[0])
    return found


async def test_a_connection_that_keeps_up_is_sent_everything_in_order():
    connection = Connection("a", "en")
    for number in range(5):
        connection.send_text(picture(number), "table")
        connection.send_text(f"said{number}", "said")
    expected = [f"{word}{number}" for number in range(5) for word in ("", "said")]
    assert await taken(connection) == expected
    assert connection.size == connection.backlog.size == 0


async def test_a_slow_connection_is_sent_the_newest_picture_and_all_the_rest():
    connection = Connection("a", "en", abort=never)
    for number in range(1000):
        connection.send_text(picture(number), "table")
        assert connection.size <= MOST_WAITING
        if number % 100 == 0:
            connection.send_text(f"said{number}", "said")
            connection.send_text(f"accepted{number}", "accepted")
            connection.send_text(f"presence{number}", "presence")
    sent = await taken(connection, picture(999))
    rest = [word for word in sent if not word.isdecimal()]
    words = [f"{word}{n}" for n in range(0, 1000, 100) for word in ("said", "accepted")]
    assert [word for word in rest if not word.startswith("presence")] == words
    assert [word for word in rest if word.startswith("presence")] == ["presence900"]
    assert sent[-1] == "999"
    assert connection.size == connection.backlog.size == 0


async def test_a_picture_larger_than_all_that_may_wait_is_sent_nevertheless():
    connection = Connection("a", "en", abort=never)
    large = "x" * 2 * MOST_WAITING
    connection.send_text(large, "table")
    connection.send_text("said", "said")
    assert await taken(connection, large) == ["said", large]


async def test_a_connection_with_too_much_that_cannot_be_left_out_is_closed():
    closed: list[bool] = []
    connection = Connection("a", "en", abort=lambda: closed.append(True))
    for _ in range(100):
        connection.send_text("x" * 10_000, "said")
    assert closed == [True]
    assert connection.overflowed
    assert connection.size == connection.backlog.size == 0


async def test_when_too_much_waits_in_all_only_those_who_take_it_are_sent_pictures(monkeypatch):
    monkeypatch.setattr(connections, "MOST_WAITING_IN_ALL", 10 * len(PICTURE))
    backlog = Backlog()
    slow = [Connection("a", "en", backlog=backlog, sending=True) for _ in range(1000)]
    fast = Connection("b", "en", backlog=backlog, abort=never)
    for number in range(3):
        for connection in slow:
            connection.send_text(picture(number), "table")
        assert backlog.size <= 11 * len(PICTURE)
        fast.send_text(picture(number), "table")
        assert await taken(fast) == [str(number)]
    assert all(connection.behind for connection in slow if not connection.waiting)


class DeafSocket:
    """A client that takes nothing."""

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()


async def test_a_connection_that_takes_nothing_is_closed_in_the_end(monkeypatch):
    from unittest.mock import Mock

    monkeypatch.setattr(websocket, "PATIENCE", 0.05)
    closed: list[bool] = []
    connection = Connection("a", "en", abort=lambda: closed.append(True))
    for number in range(3):
        connection.send_text(picture(number), "table")
    room: Any = Mock()
    socket: Any = DeafSocket()
    await asyncio.wait_for(websocket.send_all(socket, room, connection), 5)
    assert closed == [True]
    assert connection.size == connection.backlog.size == 0


class RawLine:
    """A WebSocket that reads only when told to."""

    def __init__(self, server: Server, path: str) -> None:
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(20)
        self.line.connect(("127.0.0.1", server.port))
        headers = ("Host: x", "Upgrade: websocket", "Connection: Upgrade")
        key = ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13")
        lines = (f"GET {path} HTTP/1.1", *headers, *key, "", "")
        self.line.sendall("\r\n".join(lines).encode())

    def messages(self) -> Iterator[Any]:
        """Whatever has been and will be sent."""
        with self.line.makefile("rb") as file:
            while file.readline().strip():
                pass
            while True:
                kind, length = file.read(2)
                if length == 126:
                    (length,) = struct.unpack("!H", file.read(2))
                elif length == 127:
                    (length,) = struct.unpack("!Q", file.read(8))
                text = file.read(length)
                if kind == 0x81:
                    yield json.loads(text)


async def opened(server: Server) -> tuple[Client, str]:
    """A player whose first move can be taken back, and their table."""
    anna, ben = Client(), Client()
    asked = {"game": GAME, "options": {"players": 2}, "seats": ["me", "open"], "chat": True}
    table = str((await anna.ask(server.address, "POST", "/tables", asked))["table"])
    await ben.ask(server.address, "POST", f"/tables/{table}/seat", {"seat": 1})
    return anna, table


async def busy(server: Server, anna: Client, table: str) -> int:
    """Move and take back, again and again, and talk; the number of moves in the end."""
    state = await anna.ask(server.address, "GET", f"/tables/{table}")
    number = int(state["number"])
    async with anna.line(server.address, table) as line:
        for turn in range(MOVES):
            for message in (move_message(state["legal"][0], number), '{"type": "undo"}'):
                await line.send(message)
                while json.loads(await line.recv())["type"] != "accepted":
                    pass
                number += 1
            if turn % 10 == 0:
                await line.send(json.dumps({"type": "say", "text": f"turn {turn}"}))
    return number


def memory(server: Server) -> int:
    """The bytes that the server uses."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(status.partition("VmRSS:")[2].split()[0])


def test_connections_that_do_not_read_cost_little_and_then_get_the_newest_picture(server):
    anna, table = in_a_thread(asyncio.run, opened(server))
    first = in_a_thread(asyncio.run, busy(server, anna, table))  # once, to warm up
    paths = [f"/table/{table}/live", f"/api/v1/tables/{table}/line"]
    before = memory(server)
    slow = [RawLine(server, paths[number % 2]) for number in range(SLOW)]
    number = in_a_thread(asyncio.run, busy(server, anna, table))
    assert memory(server) - before < SLOW * 1_500_000
    said, tables = [], 0
    for message in slow[0].messages():
        if message["type"] == "said":
            said += message["said"]
        elif message["type"] == "table":
            tables += 1
            if f'data-number="{number}"' in message["moments"][-1]["table"]:
                break
    for line in slow:
        line.line.close()
    assert message["story"]["from"] == 0, "everything once more"
    assert tables < number - first, "old pictures are left out"
    words = [f"turn {turn}" for turn in range(0, MOVES, 10)]
    assert [text for _name, text in said] == words + words, "before and since it connected"
