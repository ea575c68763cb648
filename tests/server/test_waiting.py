"""Nothing is dealt before the last seat is taken: while a table waits, there is nothing to see."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

import katzentisch as kt
from katzentisch.play.commitment import commitment
from katzentisch.server.app import create_app
from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database
from katzentisch.server.db.records import Seat, TableRecord, new_table
from katzentisch.server.db.tables import TableStore
from katzentisch.server.live.seating import Seating
from katzentisch.server.settings import Settings

GAME = "cat-in-the-box"
RACES = 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[TestClient]:
    settings = Settings(data=folder, pace=0, limits=10)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


@pytest.fixture
def anna(site: TestClient) -> TestClient:
    return another(site)


@pytest.fixture
def ben(site: TestClient) -> TestClient:
    return another(site)


def another(guest: TestClient) -> TestClient:
    """Another guest of the same server."""
    one = TestClient(guest.app, follow_redirects=False)
    one.portal = guest.portal
    one.get("/")
    return one


def opened(guest: TestClient, slug: str = GAME) -> str:
    """Open a table with two open seats."""
    asked = {"game": slug, "options": {"players": 3}, "seats": ["me", "open", "open"]}
    return str(guest.post("/api/v1/tables", json=asked).json()["table"])


def sit(guest: TestClient, table: str, seat: int) -> None:
    assert guest.post(f"/api/v1/tables/{table}/seat", json={"seat": seat}).status_code == 200


def look(guest: TestClient, table: str) -> dict[str, Any]:
    state: dict[str, Any] = guest.get(f"/api/v1/tables/{table}").json()
    return state


def first_table(guest: TestClient, path: str) -> str:
    """The first picture of the table, or data, that a WebSocket brings."""
    with guest.websocket_connect(path) as line:
        while True:
            text = line.receive_text()
            if json.loads(text)["type"] == "table":
                return str(text)


def everything(guest: TestClient, table: str) -> list[str]:
    """All that a guest can get about a table, without its name and who is present."""
    api = f"/api/v1/tables/{table}"
    paths = (api, f"{api}/legal", f"{api}/transcript", f"/table/{table}", f"/replay/{table}")
    texts = [guest.get(path).text for path in paths]
    texts += [first_table(guest, f"{api}/line"), first_table(guest, f"/table/{table}/live")]
    return [re.sub('"here":(true|false)', "", text.replace(table, "TABLE")) for text in texts]


def hop(host: TestClient, guest: TestClient, slug: str) -> list[str]:
    """All that a host and a guest get, while the guest goes from seat to seat."""
    table = opened(host, slug)
    seen = everything(host, table) + everything(guest, table)
    for seat in (1, 2):
        sit(guest, table, seat)
        seen += everything(host, table) + everything(guest, table)
        guest.delete(f"/api/v1/tables/{table}/seat")
    return seen


@pytest.mark.parametrize("slug", kt.all_games())
def test_hopping_from_seat_to_seat_shows_the_same_whatever_will_be_dealt(anna, ben, slug):
    assert hop(anna, ben, slug) == hop(anna, ben, slug)


@pytest.mark.parametrize("slug", kt.all_games())
def test_at_a_waiting_table_there_is_no_card_to_see(anna, ben, slug):
    table = opened(anna, slug)
    sit(ben, table, 1)
    nothing: dict[str, Any] = {
        "status": "waiting", "number": 0, "to_act": None, "view": None, "events": [], "legal": [],
        "undo": False, "winners": [], "commitment": None,
    }  # fmt: skip
    for guest in (anna, ben, another(anna)):
        for state in (
            look(guest, table),
            json.loads(first_table(guest, f"/api/v1/tables/{table}/line")),
        ):
            assert {name: state[name] for name in nothing} == nothing
        picture = json.loads(first_table(guest, f"/table/{table}/live"))
        assert picture["story"] == {"from": 0, "lines": []}
        assert "waiting-room" in picture["moments"][0]["table"]
        assert "game-area" not in guest.get(f"/table/{table}").text


def test_a_game_that_has_not_started_has_no_transcript_and_no_move(anna):
    table = opened(anna)
    answer = anna.get(f"/api/v1/tables/{table}/transcript")
    assert answer.status_code == 409
    assert answer.json() == {"refused": "The game has not started yet."}
    move = {"move": "discard 1", "number": 0}
    assert anna.post(f"/api/v1/tables/{table}/moves", json=move).status_code == 409
    assert anna.post(f"/api/v1/tables/{table}/undo").status_code == 409
    with anna.websocket_connect(f"/table/{table}/live") as line:
        line.send_json({"type": "hint"})
        while (message := line.receive_json())["type"] != "refused":
            pass
    assert message["refused"] == "It is not your turn."


@pytest.mark.parametrize("kind", ["live", "line"])
def test_whoever_is_waiting_is_shown_the_game_as_soon_as_it_starts(anna, ben, kind):
    table = opened(anna)
    path = f"/table/{table}/live" if kind == "live" else f"/api/v1/tables/{table}/line"
    with anna.websocket_connect(path) as line:
        sit(ben, table, 1)
        anna.post(f"/api/v1/tables/{table}/bots", json={"level": "random"})
        while True:
            message = line.receive_json()
            if message["type"] == "table" and (message.get("seal") or message.get("commitment")):
                break
    state = look(anna, table)
    if kind == "line":
        assert message["view"]["hand"] == state["view"]["hand"]
        assert message["events"] == state["events"]
        assert message["legal"] == state["legal"]
    else:
        assert message["seal"] == state["commitment"]
        assert message["story"]["from"] == 0
        assert len(message["story"]["lines"]) == len(state["events"])
        assert 'data-your-turn="yes"' in message["moments"][0]["table"]


def stored(anna: TestClient, folder: Path) -> bytes:
    """All that the database holds: every row, and every byte of its files."""

    async def rows() -> list[Any]:
        database: Database = anna.app.state.services.database
        async with database.reading() as connection:
            return [
                (await connection.execute(select(table))).all()
                for table in schema.metadata.sorted_tables
            ]

    assert anna.portal is not None
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return b"".join([repr(anna.portal.call(rows)).encode(), *files])


def test_the_seed_is_nowhere_in_the_database_until_the_game_starts(anna, ben, folder):
    table = opened(anna)
    sit(ben, table, 1)
    before = stored(anna, folder)
    anna.post(f"/api/v1/tables/{table}/bots", json={"level": "random"})
    promised = look(anna, table)["commitment"]
    record = anna.app.state.services.hub.rooms[table].record
    after = stored(anna, folder)
    for secret in (record.seed, record.salt):
        assert re.fullmatch("[0-9a-f]{32}", secret)
        assert secret.encode() in after
        assert secret.encode() not in before
    assert promised == commitment(record.seed, record.salt)


def test_leaving_a_running_game_changes_neither_its_seed_nor_its_commitment(anna, ben):
    table = opened(anna)
    sit(ben, table, 1)
    anna.post(f"/api/v1/tables/{table}/bots", json={"level": "random"})
    before = look(anna, table)
    ben.delete(f"/api/v1/tables/{table}/seat")
    anna.post(f"/api/v1/tables/{table}/bots", json={"level": "random"})
    after = look(anna, table)
    assert after["commitment"] == before["commitment"]
    assert after["view"]["hand"] == before["view"]["hand"]


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return str(request.getfixturevalue("postgres").new_database())


@asynccontextmanager
async def two_processes(address: str) -> AsyncIterator[list[Database]]:
    opened = [await Database.open(address) for _ in range(2)]
    try:
        yield opened
    finally:
        for database in opened:
            await database.close()


def seating_in(database: Database) -> Seating:
    return Seating(database, lambda _: None, lambda: None, lambda: 1.0)


async def waiting_table(store: TableStore) -> TableRecord:
    seats = [Seat("guest", "a", name="A"), Seat("open"), Seat("open")]
    record = new_table(GAME, {"players": 3}, seats, host="a", listed=False, chat=False, away=0)
    await store.add(record)
    return record


async def test_two_processes_that_fill_the_last_seats_at_once_draw_one_seed(address):
    async with two_processes(address) as databases:
        here, there = map(seating_in, databases)
        store = TableStore(databases[0])
        for _ in range(RACES):
            table = (await waiting_table(store)).id
            taken = await asyncio.gather(
                here.sit(table, "b", "B", 1), there.sit(table, "c", "C", 2)
            )
            record = await store.record(table)
            assert record is not None
            assert record.status == "playing"
            assert sorted([taken[0].seed, taken[1].seed]) == ["", record.seed]
            assert len(record.seed) == 32
        await store.close()


async def test_of_two_who_fill_the_table_with_bots_at_once_one_draws_the_seed(address):
    async with two_processes(address) as databases:
        here, there = map(seating_in, databases)
        store = TableStore(databases[0])
        for _ in range(RACES):
            table = (await waiting_table(store)).id
            answers = await asyncio.gather(
                *(one.fill_with_bots(table, "a", "random") for one in (here, there))
            )
            record = await store.record(table)
            assert record is not None
            assert record.due is not None, "the first turn may be a bot's"
            assert {one.seed for one in answers} == {record.seed}
            assert len(record.seed) == 32
        await store.close()


async def test_a_seat_that_cannot_be_stored_starts_no_game(address, monkeypatch):
    async with two_processes(address) as databases:
        store, seating = TableStore(databases[0]), seating_in(databases[0])
        table = (await waiting_table(store)).id
        draw = TableRecord.draw_seed

        def draw_and_fail(record: TableRecord) -> None:
            draw(record)
            raise RuntimeError("the power is cut")

        monkeypatch.setattr(TableRecord, "draw_seed", draw_and_fail)
        with pytest.raises(RuntimeError):
            await seating.fill_with_bots(table, "a", "random")
        record = await store.record(table)
        assert record is not None
        assert (record.status, record.seed, record.salt) == ("waiting", "", None)
        await store.close()
