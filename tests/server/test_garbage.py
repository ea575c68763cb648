"""Garbage input causes no 5xx and no crash, and closes only the sender's connection."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from websockets.exceptions import ConnectionClosed

from katzentisch.server.app import create_app
from katzentisch.server.settings import Settings

from load.client import Client
from server_fleet import Nursery

MESSAGES = 400
QUIET = settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, postgres) -> Iterator[str]:
    # PostgreSQL, which rejects more characters than SQLite does.
    nursery = Nursery(tmp_path_factory.mktemp("data"), postgres.new_database())
    yield nursery.wait_until_ready(nursery.start())
    nursery.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(address: str) -> tuple[str, Client]:
    anna = Client()
    asked = {"game": "cat-in-the-box", "options": {"players": 2}, "seats": ["me", "open"]}
    made = await anna.ask(address, "POST", "/tables", asked)
    return made["table"], anna


DESCRIBED = schemathesis.openapi.from_dict(create_app(Settings(data=Path())).openapi())
OPERATIONS = {one.ok().label: one.ok() for one in DESCRIBED.get_all_operations()}
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.mark.parametrize("label", OPERATIONS)
def test_the_api_conforms_to_its_description_whatever_is_sent(label, address, table):
    name, anna = table

    @QUIET
    @given(OPERATIONS[label].as_strategy())
    def send(case: Any) -> None:
        # Half of the garbage is sent to a table that exists.
        if case.path_parameters and len(str(case.path_parameters.get("table", ""))) % 2:
            case.path_parameters["table"] = name
        answer = case.call(base_url=address, headers=anna.headers)
        case.validate_response(answer, checks=CHECKS)
        assert "Traceback" not in answer.text

    send()


def shaped(kind: str, **fields: Any) -> Any:
    """Messages of a given type, with fields of any type."""
    return st.fixed_dictionaries({"type": st.just(kind), **fields}).map(json.dumps)


kinds = st.sampled_from(["move", "undo", "hint", "say", "here"])
words = st.sampled_from(["type", "move", "number", "text", "x"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
moves = st.sampled_from(["discard 1", "play 1 red", "undo", "\x00", "\ud800", "discard 99"])
numbers = st.integers(-2, 5) | values
messages = (
    st.dictionaries(words, kinds | values, max_size=4).map(json.dumps)
    | shaped("move", move=moves | values, number=numbers)
    | shaped("say", text=st.text(max_size=300))
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=100)
    | st.binary(max_size=100)
    | st.sampled_from(["[" * 1900, '{"type":' * 200, "9" * 1900, '{"type": 1e999}', "x" * 2500])
)


@pytest.mark.parametrize("kind", ["api", "browser"])
async def test_a_malformed_message_closes_at_most_its_own_connection(address, table, kind):
    name, anna = table
    garbage: list[str | bytes] = []

    @settings(QUIET, max_examples=MESSAGES)
    def collect(message: str | bytes) -> None:
        garbage.append(message)

    given(messages)(collect)()
    await throw(address, name, anna, garbage, kind)


async def throw(
    address: str, name: str, anna: Client, garbage: list[str | bytes], kind: str
) -> None:
    async with Client().line(address, name) as watching:
        hearing = asyncio.create_task(hear(watching))
        waiting = list(garbage)
        while waiting:
            try:
                async with anna.line(address, name, pictures=kind == "browser") as line:
                    reading = asyncio.create_task(hear(line))
                    while waiting:
                        await line.send(waiting.pop())
                        if reading.done():
                            break
                    await asyncio.sleep(0)
            except (ConnectionClosed, OSError):
                continue
        await watching.send('{"type": "here"}')
        assert not hearing.done(), "somebody else's connection was closed"
        state = await anna.ask(address, "GET", f"/tables/{name}")
        assert state["status"] == "waiting"
        hearing.cancel()


async def hear(line: Any) -> None:
    async for _ in line:
        pass
