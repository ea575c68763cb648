"""Where Numba cannot be had, everything that players and readers do works interpreted."""

import json
import os
import subprocess
import sys
import sysconfig
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import katzentisch as kt

HIDDEN = ("numba", "llvmlite", "katzentisch", "_katzentisch", "__editable__")
SOURCES = str(Path(kt.__file__).parents[1])


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All installed packages but Numba, and our sources."""
    packages = tmp_path_factory.mktemp("packages")
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.lower().startswith(HIDDEN):
            (packages / path.name).symlink_to(path)
    cache = {"KATZENTISCH_CACHE": str(tmp_path_factory.mktemp("cache"))}
    found = {"PYTHONPATH": os.pathsep.join([str(packages), SOURCES]), "COLUMNS": "200"}
    return {**os.environ, **found, **cache}


def run(environment: dict[str, str], *command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-S", *command],
        env=environment,
        input="q\n",
        capture_output=True,
        text=True,
        check=False,
    )


def test_numba_is_really_hidden(environment):
    assert "No module named 'numba'" in run(environment, "-c", "import numba").stderr


@pytest.mark.parametrize(
    "command",
    ["play big-bang", "rules ed-the-cat", "simulate cat-box", "simulate cat-in-the-box --games 5"],
)
def test_a_player_needs_no_numba(environment, command):
    done = run(environment, "-m", "katzentisch", *command.split())
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_games_are_verified_without_numba(environment, tmp_path):
    games = run(environment, "-m", "katzentisch", "simulate", "big-bang", "--games", "25").stdout
    (tmp_path / "games.jsonl").write_text(games)
    done = run(environment, "-m", "katzentisch", "verify", str(tmp_path / "games.jsonl"))
    assert done.stdout == "Correct transcripts: 25 of 25.\n"


@pytest.mark.parametrize(
    "command",
    [
        "-m katzentisch arena big-bang --games 3",
        "-m katzentisch lab cat-box --games 9 --out study",
        "-m katzentisch bench",
    ],
)
def test_long_work_says_in_one_sentence_that_it_needs_numba(environment, command, tmp_path):
    done = run(environment, *command.replace("study", str(tmp_path / "study")).split())
    assert done.returncode == 2
    assert done.stderr.strip() == (
        "katzentisch: This needs Numba, which compiles the rules:"
        ' pip install "katzentisch[compiled]".'
    )


def test_a_batch_says_that_it_needs_numba(environment):
    code = "from katzentisch.envs import Batch; Batch('cat-box', 2)"
    assert "This needs Numba, which compiles the rules" in run(environment, "-c", code).stderr


@pytest.fixture
def address(environment, tmp_path) -> Iterator[str]:
    command = [sys.executable, "-S", "-m", "katzentisch", "serve", "--port", "0", "--data"]
    with subprocess.Popen(
        [*command, str(tmp_path)],
        env={**environment, "KATZENTISCH_PACE": "0"},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[4].rstrip("/")
        server.terminate()


def asked(address: str, path: str, token: str = "", **sent: Any) -> Any:
    """The answer of the server's API."""
    request = urllib.request.Request(
        f"{address}/api/v1{path}",
        json.dumps(sent).encode() if sent else None,
        {
            "Content-Type": "application/json",
            **({"Authorization": f"Bearer {token}"} if token else {}),
        },
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_a_whole_game_is_played_on_a_server_without_numba(address):
    token = asked(address, "/guests", name="Ada")["token"]
    seats = ["me", "expert", "medium"]
    table = asked(
        address, "/tables", token, game="cat-in-the-box", options={"players": 3}, seats=seats
    )["table"]
    until = time.monotonic() + 120
    while (seen := asked(address, f"/tables/{table}", token))["status"] != "over":
        assert time.monotonic() < until
        if seen["legal"]:
            made = {"move": seen["legal"][0], "number": seen["number"]}
            asked(address, f"/tables/{table}/moves", token, **made)
        else:
            time.sleep(0.05)
    assert seen["winners"]
