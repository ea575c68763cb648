"""Running a server: backups, exports, commitments, graceful shutdown and benchmarks."""

import asyncio
import contextlib
import doctest
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from typer.testing import CliRunner, Result
from websockets.exceptions import ConnectionClosed

import katzentisch as kt
from katzentisch.cli.app import app

from load.client import Client, move_message
from server_fleet import Nursery, in_a_thread
from server_people import Server

ROOT = Path(__file__).parents[2]
GAME = "cat-in-the-box"


def command(*arguments: object) -> Result:
    """Run a command as typed, without starting another Python."""
    return in_a_thread(CliRunner().invoke, app, [str(one) for one in arguments])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, postgres) -> Iterator[tuple[str, str]]:
    """A server on PostgreSQL: its address and its database."""
    database = postgres.new_database()
    nursery = Nursery(tmp_path_factory.mktemp("data"), database)
    yield nursery.wait_until_ready(nursery.start()), database
    nursery.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(served: tuple[str, str]) -> str:
    """A finished game of the example bot against a client that plays the first legal move."""
    address, _database = served
    bot = [sys.executable, str(ROOT / "examples" / "random_bot.py"), address]

    async def play() -> str:
        anna = Client()
        asked = {"game": GAME, "options": {"players": 2}, "seats": ["me", "open"]}
        table = (await anna.ask(address, "POST", "/tables", asked))["table"]
        playing = await asyncio.create_subprocess_exec(*bot, table, stdout=asyncio.subprocess.PIPE)
        async with anna.line(address, table) as line:
            async for text in line:
                answer = json.loads(text)
                if answer["type"] == "table" and answer["legal"]:
                    await line.send(move_message(answer["legal"][0], answer["number"]))
                if answer["type"] == "table" and answer["status"] == "over":
                    printed, _ = await playing.communicate()
                    assert printed.decode().split()[3:] == list(map(str, answer["winners"]))
                    break
        return str(table)

    return await asyncio.wait_for(play(), 60)


def test_the_api_examples_in_the_docs_are_correct(served):
    page = ROOT / "docs" / "serving.md"
    answer = doctest.testfile(str(page), module_relative=False, globs={"server": served[0]})
    assert answer.failed == 0
    assert answer.attempted == page.read_text("utf-8").count("\n>>> ") > 0


def test_the_example_bot_is_short():
    source = (ROOT / "examples" / "random_bot.py").read_text("utf-8")
    code = [line for line in source.split('"""', 2)[2].splitlines() if line.strip()]
    assert len(code) <= 40


async def test_a_finished_game_reveals_seed_and_salt_and_verify_checks_the_commitment(
    served, played, tmp_path
):
    answer = await Client().ask(served[0], "GET", f"/tables/{played}/transcript")
    seen = await Client().ask(served[0], "GET", f"/tables/{played}")
    assert answer["commitment"]["sha256"] == seen["commitment"]
    assert kt.verify(answer).over
    file = tmp_path / "game.json"
    file.write_text(json.dumps(answer))
    assert command("verify", file).exit_code == 0
    answer["commitment"]["salt"] = "0" * 32
    file.write_text(json.dumps(answer))
    wrong = command("verify", file)
    assert wrong.exit_code == 1
    assert "does not match this seed and salt" in wrong.stderr


def test_a_backup_of_a_running_server_can_be_restored_to_either_kind_of_database(
    served, played, postgres, tmp_path
):
    _address, database = served
    file = tmp_path / "backup.sqlite"
    taken = command("backup", file, "--database", database)
    assert taken.exit_code == 0, taken.output
    again = command("backup", file, "--database", database)
    assert isinstance(again.exception, kt.Refused), "a backup is not overwritten"
    fresh = postgres.new_database()
    assert command("restore", file, "--database", fresh).exit_code == 0
    again = command("restore", file, "--database", fresh)
    assert isinstance(again.exception, kt.Refused), "tables are not overwritten"
    assert command("restore", file, "--data", tmp_path / "data").exit_code == 0
    exported = [
        command("export", "--database", database).stdout,
        command("export", "--database", fresh).stdout,
        command("export", "--data", tmp_path / "data").stdout,
    ]
    assert exported[0] == exported[1] == exported[2]
    games = [json.loads(line) for line in exported[0].splitlines()]
    assert games
    for game in games:
        assert kt.verify(game).over


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_that_is_stopped_asks_its_clients_to_reconnect(tmp_path, stop):
    server = Server(tmp_path, listens=True)

    async def closed() -> int:
        anna = Client()
        asked = {"game": GAME, "options": {"players": 2}, "seats": ["me", "random"]}
        table = (await anna.ask(server.address, "POST", "/tables", asked))["table"]
        async with anna.line(server.address, table) as line:
            await line.recv()
            os.kill(server.process.pid, stop)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await asyncio.wait_for(line.recv(), 10)
            return int(line.close_code or 0)

    try:
        assert await closed() == 1012, "service restart"
        complaints = server.process.communicate(timeout=15)[1]
        assert server.process.returncode == 0
        assert "Traceback" not in complaints
    finally:
        server.kill()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql-2"])
def test_the_load_benchmark_measures_servers_and_stops_on_its_own(kind):
    asked = f"--players 2 --tables 4 --rate 20 --seconds 2 --only {kind} --profile --json"
    bench = [sys.executable, str(ROOT / "benchmarks" / "server_load.py"), GAME, *asked.split()]
    answer = subprocess.run(bench, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    figures: dict[str, Any] = json.loads(answer.stdout)
    assert figures["moves_per_second"] > 10
    assert figures["lost"] == figures["refused"] == 0
    assert 0 < figures["p50_ms"] <= figures["p99_ms"]
    parts = sum(figures[name] for name in figures if name.startswith("ms: "))
    assert parts == pytest.approx(figures["cpu_ms_a_move"], abs=0.2)


def test_the_load_benchmark_knows_only_three_kinds_of_servers():
    bench = [sys.executable, str(ROOT / "benchmarks" / "server_load.py"), GAME]
    wrong = subprocess.run([*bench, "--only", "chairs"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "There is no 'chairs'" in wrong.stderr
