"""Several servers on one PostgreSQL: everybody sees every move at once, and none is made twice."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import psycopg
import pytest

from katzentisch.games.core.errors import Refused

from load.client import Client, move_message
from server_fleet import Nursery

GAME = "cat-in-the-box"


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory, postgres) -> Iterator[tuple[Any, ...]]:
    database = postgres.new_database()
    nursery = Nursery(tmp_path_factory.mktemp("data"), database, KATZENTISCH_CLAIM="1")
    ports = [nursery.start(), nursery.start()]
    addresses = [nursery.wait_until_ready(port) for port in ports]
    yield nursery, addresses, database
    nursery.close()


@pytest.fixture
def two(fleet) -> list[str]:
    return list(fleet[1])


async def opened(address: str, person: Client, seats: list[str], **more: Any) -> str:
    asked = {"game": GAME, "options": {"players": len(seats)}, "seats": seats, **more}
    return str((await person.ask(address, "POST", "/tables", asked))["table"])


async def table_for_two(two: list[str]) -> tuple[str, Client, Client]:
    anna, ben = Client(), Client()
    table = await opened(two[0], anna, ["me", "open"])
    await ben.ask(two[1], "POST", f"/tables/{table}/seat", {"seat": 1})
    return table, anna, ben


def moves_of(database: str, table: str) -> list[tuple[int, int]]:
    """The stored moves: their numbers and seats."""
    with psycopg.connect(database) as connection:
        return connection.execute(
            'SELECT number, seat FROM moves WHERE "table" = %s ORDER BY number', [table]
        ).fetchall()


async def next_with(line: Any, kind: str, **fields: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 10))
        if message["type"] == kind and all(
            message[name] == value for name, value in fields.items()
        ):
            return message


async def test_players_on_different_servers_see_each_others_moves_seats_chat_and_presence(two):
    table, anna, ben = await table_for_two(two)
    async with anna.line(two[0], table) as here, ben.line(two[1], table) as there:
        first = await next_with(here, "table", status="playing")
        await next_with(here, "presence", here=[0, 1])
        await here.send(move_message(first["legal"][0], 0))
        assert (await next_with(there, "table", number=1))["legal"]
        await there.send(json.dumps({"type": "say", "text": "hello"}))
        said = await next_with(here, "said")
        while not said["said"]:
            said = await next_with(here, "said")
        assert said["said"][0][1] == "hello"
        await ben.ask(two[1], "DELETE", f"/tables/{table}/seat")
        seen = await next_with(here, "table")
        while seen["seats"][1]["kind"] != "bot":
            seen = await next_with(here, "table")


async def test_when_a_seat_moves_on_two_servers_at_once_exactly_one_move_is_made(two):
    table, anna, _ben = await table_for_two(two)
    for server in two:  # both servers have loaded the table
        legal = (await anna.ask(server, "GET", f"/tables/{table}/legal"))["legal"]
    path = f"/tables/{table}/moves"
    tries = [
        anna.ask(two[n % 2], "POST", path, {"move": legal[n % 3], "number": 0}) for n in range(8)
    ]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    won = [one for one in answers if isinstance(one, dict)]
    lost = [one for one in answers if isinstance(one, Refused)]
    assert won == [{"number": 1}]
    assert len(lost) == 7
    assert {str(why) for why in lost} <= {
        "The table has moved on; take another look.",
        "It is not your turn.",
    }


async def test_double_clicks_in_several_tabs_make_exactly_one_move(two):
    table, anna, _ben = await table_for_two(two)
    async with AsyncExitStack() as lines:
        tabs = [await lines.enter_async_context(anna.line(two[n], table)) for n in (0, 0, 1)]
        first = [await next_with(tab, "table", status="playing") for tab in tabs]
        for tab, message in zip(tabs, first, strict=True):
            for move in message["legal"][:2]:
                await tab.send(move_message(move, 0))
        kinds = []
        for tab in tabs:
            answers: list[str] = []
            while len(answers) < 2:
                message = json.loads(await asyncio.wait_for(tab.recv(), 10))
                if message["type"] in ("accepted", "refused"):
                    answers.append(message["type"])
            kinds += answers
        assert sorted(kinds) == ["accepted"] + ["refused"] * 5


async def test_when_several_guests_want_a_seat_exactly_one_gets_it(two):
    anna, others = Client(), [Client() for _ in range(6)]
    for _ in range(8):
        table = await opened(two[0], anna, ["me", "open", "open"])
        tries = [
            one.ask(two[n % 2], "POST", f"/tables/{table}/seat", {"seat": 1})
            for n, one in enumerate(others)
        ]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(one, dict) for one in answers) == 1
        lost = [str(one) for one in answers if isinstance(one, Refused)]
        assert lost == ["This seat is taken."] * 5


async def test_when_the_last_seats_are_taken_on_two_servers_at_once_there_is_one_deal(two):
    anna, ben, cleo = Client(), Client(), Client()
    for _ in range(8):
        table = await opened(two[0], anna, ["me", "open", "open"])
        path = f"/tables/{table}"
        async with anna.line(two[0], table) as here, ben.line(two[1], table) as there:
            for line in (here, there):
                assert (await next_with(line, "table", status="waiting"))["view"] is None
            await asyncio.gather(
                ben.ask(two[1], "POST", f"{path}/seat", {"seat": 1}),
                cleo.ask(two[0], "POST", f"{path}/seat", {"seat": 2}),
            )
            first = [await next_with(line, "table", status="playing") for line in (here, there)]
        assert first[0]["commitment"] == first[1]["commitment"] is not None
        for person in (anna, ben, cleo):
            views = [(await person.ask(server, "GET", path))["view"] for server in two]
            assert views[0] == views[1]


async def test_a_bots_turn_is_played_once_when_two_servers_show_the_table(fleet, two):
    anna = Client()
    table = await opened(two[0], anna, ["me", "random", "random"])
    async with anna.line(two[0], table) as line, anna.line(two[1], table):
        first = await next_with(line, "table", status="playing")
        await line.send(move_message(first["legal"][0], 0))
        await next_with(line, "table", number=3)
    assert moves_of(fleet[2], table)[:3] == [(0, 0), (1, 1), (2, 2)]


async def test_when_a_server_dies_mid_thought_another_takes_over_once_its_claim_expires(fleet, two):
    nursery = fleet[0]
    anna = Client()
    doomed = nursery.start()
    address = await asyncio.to_thread(nursery.wait_until_ready, doomed)
    # An expert thinks for a while, and its worker takes a while to start.
    table = await opened(address, anna, ["me", "expert"])
    first = await anna.ask(address, "GET", f"/tables/{table}")
    move = {"move": first["legal"][0], "number": 0}
    await anna.ask(address, "POST", f"/tables/{table}/moves", move)
    nursery.kill(doomed)
    assert moves_of(fleet[2], table) == [(0, 0)], "it died before the bot had moved"
    async with anna.line(two[0], table) as line:
        message = await next_with(line, "table")
        while message["number"] < 2:
            message = json.loads(await asyncio.wait_for(line.recv(), 30))
            message = message if message["type"] == "table" else {"number": 0}
