"""Nothing is lost when servers and databases are killed at random, about a hundred times."""

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import WebSocketException

import katzentisch as kt
from katzentisch.games.core.errors import Refused

from load.client import Client, move_message
from server_fleet import Nursery

GAME, OPTIONS = "cat-in-the-box", {"players": 2}
TABLES = 8  # played at the same time
SECONDS_TO_END = 60
KILLS = 51  # of servers, per database
CRASHES = 3  # of PostgreSQL itself


class Siege:
    """Players who carry on whatever happens, and the moves that servers confirmed to them."""

    def __init__(self, nursery: Nursery, ports: list[int]) -> None:
        self.nursery = nursery
        self.ports = ports
        self.promised: dict[tuple[str, int], str] = {}  # the move by table and number
        self.tables: list[str] = []
        self.over: set[str] = set()
        self.kills = 0
        self.stopping = False
        self.rng = random.Random(5)

    def address(self) -> str:
        return f"http://127.0.0.1:{self.rng.choice(self.ports)}"

    async def table_after_table(self) -> None:
        """Open a table and play it to its end, again and again until the killing stops."""
        while not self.stopping:
            people = [Client() for _ in range(1 + self.rng.randrange(2))]
            table = await self.insist(partial(self.opened, people))
            self.tables.append(table)
            await asyncio.gather(*(self.play(person, table) for person in people))
            self.over.add(table)

    async def opened(self, people: list[Client]) -> str:
        seats = ["me", "open" if len(people) > 1 else "random"]
        asked = {"game": GAME, "options": OPTIONS, "seats": seats, "chat": False}
        table = str((await people[0].ask(self.address(), "POST", "/tables", asked))["table"])
        for person in people[1:]:
            await self.insist(partial(self.sit, person, table))
        return table

    async def sit(self, person: Client, table: str) -> None:
        with contextlib.suppress(Refused):  # an earlier try was stored, but its response was lost
            await person.ask(self.address(), "POST", f"/tables/{table}/seat", {"seat": 1})

    async def insist(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Try until a server answers."""
        while True:
            try:
                return await work()
            except OSError:
                await asyncio.sleep(0.05)

    async def play(self, person: Client, table: str) -> None:
        """Play to the end, over as many connections as it takes."""
        while True:
            try:
                if await self.play_on(person, table):
                    return
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def play_on(self, person: Client, table: str) -> bool:
        """Play over one connection, and return whether the game is over."""
        sent: dict[int, str] = {}
        async with person.line(self.address(), table) as line:
            while True:
                state = json.loads(await asyncio.wait_for(line.recv(), 15))
                if state["type"] == "accepted":
                    key = (table, state["number"] - 1)
                    assert key not in self.promised, "each number is used once"
                    self.promised[key] = sent[state["number"] - 1]
                elif state["type"] == "table" and state["status"] == "over":
                    return True
                elif state["type"] == "table" and state["legal"]:
                    sent[state["number"]] = self.rng.choice(state["legal"])
                    await line.send(move_message(sent[state["number"]], state["number"]))
                elif state["type"] == "refused" and state["status"] == 503:
                    await asyncio.sleep(0.05)  # the move was not confirmed; look again
                    return False

    async def kill_servers(self, times: int) -> None:
        """Kill each of the servers again and again, sometimes all of them at once."""
        shares = [len(range(n, times, len(self.ports))) for n in range(len(self.ports))]
        await asyncio.gather(*map(self.kill_one, self.ports, shares))

    async def kill_one(self, port: int, times: int) -> None:
        """Repeatedly kill a server and restart it on the same port."""
        for _ in range(times):
            await asyncio.sleep(self.rng.uniform(0.02, 0.35))
            self.nursery.kill(port)
            self.kills += 1
            self.nursery.start(port)
            await asyncio.to_thread(self.nursery.wait_until_ready, port)

    async def endure(self, killing: Awaitable[None]) -> None:
        """Play while servers are killed, and finish every game afterwards."""
        playing = [asyncio.create_task(self.table_after_table()) for _ in range(TABLES)]
        await killing
        self.stopping = True
        await asyncio.wait_for(asyncio.gather(*playing), SECONDS_TO_END)
        assert self.over == set(self.tables), "every game ends"

    async def check(self, database: str) -> None:
        """Assert that every confirmed move is stored once and that every game is valid."""
        engine = create_engine(database)
        with engine.connect() as connection:
            rows = connection.execute(text('SELECT "table", number, move FROM moves')).all()
        engine.dispose()
        record = {(table, number): move for table, number, move in rows}
        assert len(record) == len(rows)
        assert len(self.promised) > 50
        for key, move in self.promised.items():
            assert record[key] == move
        for table in self.tables:
            numbers = sorted(number for where, number in record if where == table)
            assert numbers == list(range(len(numbers)))
        await self.verify()

    async def verify(self) -> None:
        for table in self.tables:
            state = await Client().ask(self.address(), "GET", f"/tables/{table}/transcript")
            assert kt.verify(state).over
            assert state["commitment"]["salt"]


@contextlib.contextmanager
def siege(data: Path, database: str | None, servers: int) -> Iterator[Siege]:
    nursery = Nursery(data, database, KATZENTISCH_CLAIM="0.8")
    try:
        ports = [nursery.start() for _ in range(servers)]
        for port in ports:
            nursery.wait_until_ready(port)
        yield Siege(nursery, ports)
    finally:
        nursery.close()


@pytest.mark.long
async def test_sqlite_loses_nothing_when_its_server_is_killed(tmp_path):
    with siege(tmp_path, None, servers=1) as ours:
        await ours.endure(ours.kill_servers(KILLS))
        await ours.check(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        assert ours.kills == KILLS


@pytest.mark.long
async def test_postgresql_loses_nothing_when_it_or_its_servers_are_killed(tmp_path, postgres):
    database = postgres.new_database()
    with siege(tmp_path, database, servers=2) as ours:

        async def kill_all_kinds() -> None:
            for _ in range(CRASHES):
                await ours.kill_servers(KILLS // CRASHES)
                await asyncio.to_thread(postgres.crash_and_restart)

        await ours.endure(kill_all_kinds())
        await ours.check(database.replace("postgresql:", "postgresql+psycopg:"))
        assert ours.kills == KILLS
