"""Players at many tables, all connected, who make a given number of moves per second."""

import asyncio
import html
import json
import random
import re
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from load.client import Client, move_message

OPENED_AT_ONCE = 16


@dataclass(eq=False)
class Playing:
    """One table: its players, their connections, and the move in flight."""

    name: str
    people: list[Client]
    lines: dict[int, ClientConnection] = field(default_factory=dict)
    number: int = 0
    mover: int = -1  # the seat with legal moves
    legal: list[str] = field(default_factory=list)
    sent: float = 0.0  # when the move in flight was sent; 0 if there is none
    heard: set[int] = field(default_factory=set)  # the seats that have received it
    over: bool = False
    all_here: bool = False  # has the server confirmed that everybody is present?


@dataclass(frozen=True)
class Position:
    """What a message says about the table."""

    number: int
    legal: list[str]
    over: bool


class Crowd:
    """Many tables on some servers, and how long moves take to reach everybody."""

    def __init__(
        self, addresses: list[str], game: str, seats: int, tables: int, pictures: bool
    ) -> None:
        self.addresses = addresses
        self.game = game
        self.seats = seats
        self.count = tables
        self.pictures = pictures
        self.tables: list[Playing] = []
        self.taken: list[float] = []  # seconds, one entry per move
        self.refused = 0
        self.rng = random.Random(1)
        self._hearing: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Open all tables."""
        gate = asyncio.Semaphore(OPENED_AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                self.tables.append(await self._opened(self.addresses[number % len(self.addresses)]))

        await asyncio.gather(*(one(number) for number in range(self.count)))

    async def _opened(self, address: str) -> Playing:
        people = [Client() for _ in range(self.seats)]
        asked = {
            "game": self.game,
            "options": {"players": self.seats},
            "seats": ["me", *["open"] * (self.seats - 1)],
            "chat": False,
        }
        table = (await people[0].ask(address, "POST", "/tables", asked))["table"]
        for seat, person in enumerate(people[1:], start=1):
            await person.ask(address, "POST", f"/tables/{table}/seat", {"seat": seat})
        return Playing(table, people)

    async def connect(self, stack: AsyncExitStack) -> None:
        """Open every player's connection; those of one table go to different servers."""
        gate = asyncio.Semaphore(OPENED_AT_ONCE)

        async def one(table: Playing, seat: int) -> None:
            address = self.addresses[seat % len(self.addresses)]
            async with gate:
                line = table.people[seat].line(address, table.name, self.pictures)
                opened = await stack.enter_async_context(line)
            table.lines[seat] = opened
            self._hearing.append(asyncio.create_task(self._hear(table, seat, opened)))

        await asyncio.gather(*(one(t, s) for t in self.tables for s in range(self.seats)))

    async def settle(self) -> None:
        """Wait until the servers know that everybody is here; that time is not measured."""
        while not all(table.all_here for table in self.tables):
            await asyncio.sleep(0.1)
        await asyncio.sleep(2.0)

    async def _hear(self, table: Playing, seat: int, line: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in line:
                message = json.loads(text)
                state = understood(message)
                if state is None:
                    self.refused += "refused" in message
                    table.all_here = table.all_here or len(message.get("here", ())) == self.seats
                else:
                    self._note(table, seat, state)

    def _note(self, table: Playing, seat: int, state: Position) -> None:
        table.over = table.over or state.over
        if state.legal:
            table.mover, table.legal = seat, state.legal
        if table.sent and state.number > table.number:
            table.heard.add(seat)
            if len(table.heard) == self.seats:
                self.taken.append(time.perf_counter() - table.sent)
                table.number, table.sent, table.heard = table.number + 1, 0.0, set()

    async def move(self, rate: float, seconds: float) -> None:
        """Make `rate` moves per second, evenly spaced, each at another table."""
        began, made, turn = time.perf_counter(), 0, 0
        while made < rate * seconds:
            await asyncio.sleep(max(0.0, began + made / rate - time.perf_counter()))
            made += 1
            for _ in range(len(self.tables)):
                table = self.tables[turn % len(self.tables)]
                turn += 1
                if await self._moved(table):
                    break
        await asyncio.sleep(1.0)

    async def _moved(self, table: Playing) -> bool:
        """Make a move at this table, unless one is in flight or the game is over."""
        if table.sent or table.over or not table.legal:
            return False
        move, table.legal = self.rng.choice(table.legal), []
        table.sent = time.perf_counter()
        await table.lines[table.mover].send(move_message(move, table.number))
        return True

    def lost(self) -> int:
        """How many moves have not reached everybody."""
        return sum(bool(table.sent) for table in self.tables)

    def disconnect(self) -> None:
        """Stop listening."""
        for task in self._hearing:
            task.cancel()


def understood(message: dict[str, Any]) -> Position | None:
    """What a message says about the table, or None."""
    if "legal" in message:
        return Position(message["number"], message["legal"], message["status"] == "over")
    if "story" not in message:
        return None
    drawn = message["moments"][-1]["table"]
    found = re.search(r'data-status="(\w+)".*?data-number="(\d+)" data-paths="([^"]*)"', drawn)
    assert found is not None
    paths = html.unescape(found[3])
    legal = [path.replace("|", " ") for path in paths.split("\n")] if paths else []
    return Position(int(found[2]), legal, found[1] == "over")
