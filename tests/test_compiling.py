"""Compiled and interpreted rules agree, and compiled rules are never stale."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import katzentisch as kt
from katzentisch.games.core import cache

from command_line import Elsewhere, Outcome, katzentisch
from kits import variants

PACKAGE = Path(kt.__file__).parent
EVERY_PART = {"rules", "bots", "envs", "lab"}
USUALLY = 60  # games for each player count
GAMES = {"cat-box": 3, "ed-the-cat": 12}  # long games, or hundreds of legal moves a turn


@pytest.fixture(scope="module")
def interpreted() -> Iterator[Elsewhere]:
    """A process in which rules are not compiled."""
    elsewhere = Elsewhere(NUMBA_DISABLE_JIT="1")
    yield elsewhere
    elsewhere.close()


def said(result: Outcome) -> str:
    assert result.returncode == 0, result.stderr
    return result.stdout


def asked(options: dict[str, object], file: Path) -> list[str]:
    """Options as typed on a command line; an owner's own components go into a file."""
    typed: list[str] = []
    for name, value in options.items():
        if name == "components":
            file.write_text(json.dumps(value), "utf-8")
            typed += ["--components", str(file)]
        else:
            typed += ["--option", f"{name}={str(value).lower()}"]
    return typed


VARIANTS, IDS = variants(kt.all_games())
every_variant = pytest.mark.parametrize(("slug", "options"), VARIANTS, ids=IDS)


@every_variant
def test_interpreted_rules_give_the_same_events_as_compiled_ones(
    slug, options, tmp_path, interpreted
):
    """Interpreted rules replay compiled games, with all legal moves, word for word."""
    sharing = sum(1 for s, o in VARIANTS if s == slug and o["players"] == options["players"])
    games = max(1, GAMES.get(slug, USUALLY) // sharing)
    file = tmp_path / "games.jsonl"
    command = ["simulate", slug, "--games", str(games), "--seed", "1", "--legal"]
    said(katzentisch(*command, "--out", str(file), *asked(options, tmp_path / "own.json")))
    checked = said(interpreted.katzentisch("verify", str(file)))
    assert checked == f"Correct transcripts: {games} of {games}.\n"


@pytest.mark.parametrize(("slug", "options"), VARIANTS[::3], ids=IDS[::3])
def test_bots_imagine_and_choose_alike_in_both_modes(slug, options, tmp_path, interpreted):
    command = ["simulate", slug, "--seed", "1", "--bots", "greedy,random"]
    command += asked(options, tmp_path / "own.json")
    assert said(katzentisch(*command)) == said(interpreted.katzentisch(*command))


def on_a_terminal(command: list[str], **environment: str) -> str:
    """What a program shows on its terminal until it ends."""
    leader, follower = pty.openpty()
    shown = b""
    with subprocess.Popen(command, stderr=follower, env={**os.environ, **environment}) as running:
        os.close(follower)
        try:
            while part := os.read(leader, 100_000):
                shown += part
        except OSError:  # how Linux reports that the other end is closed
            pass
    os.close(leader)
    assert running.returncode == 0, shown
    return shown.decode()


@pytest.mark.long
def test_long_work_compiles_first_with_progress_and_editing_a_rule_changes_what_runs(tmp_path):
    """The edited rule is in a different file from the one called; the edit is then undone."""
    copied = tmp_path / "src" / "katzentisch"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"PYTHONPATH": str(copied.parent), "KATZENTISCH_CACHE": str(tmp_path / "cache")}
    environment |= {"TERM": "xterm", "COLUMNS": "100"}
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-W", "error", "-m", "katzentisch", "simulate", "cat-in-the-box"]
    command += ["--players", "2", "--seed", "1", "--games", "50", "--out", str(file)]
    shown = on_a_terminal(command, **environment)
    assert "Compiling Cat in the Box" in shown
    # Functions so far, and the time left.
    assert re.search(r"Compiling .*?[1-9]\d*/118.*?\d:\d\d:\d\d", shown, re.DOTALL)
    before = file.read_text()
    scoring = copied / "games" / "cat_in_the_box" / "rules" / "scoring.py"
    rule = scoring.read_text("utf-8")
    assert "return -state.won[seat] if" in rule
    scoring.write_text(rule.replace("return -state.won[seat] if", "return 7 if"), "utf-8")
    assert "Compiling Cat in the Box" in on_a_terminal(command, **environment)
    edited = file.read_text()
    assert moves_of(edited) == moves_of(before)
    assert edited != before
    scoring.write_text(rule, "utf-8")
    assert "Compiling" not in on_a_terminal(command, **environment)
    assert file.read_text() == before


def moves_of(text: str) -> list[str]:
    games = [json.loads(line) for line in text.splitlines()]
    return [e["move"] for game in games for e in game["events"] if e["event"] == "move"]


def test_a_cache_folder_that_cannot_be_written_is_replaced_by_another(tmp_path):
    not_a_folder = tmp_path / "file"
    not_a_folder.write_text("")
    code = "from katzentisch.games.core.cache import folder; print(folder('cat-box', 'rules'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "KATZENTISCH_CACHE": str(not_a_folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    folder = Path(done.stdout.strip())
    assert folder.is_dir()
    shutil.rmtree(folder)


def edited(path: Path) -> None:
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")


def versions() -> dict[tuple[str, str], str]:
    """The hash of every part of every game."""
    return {
        (slug, part): cache.hashed(cache.sources(slug, part))
        for slug in kt.all_games()
        for part in EVERY_PART
    }


@pytest.fixture
def copied(tmp_path, monkeypatch) -> Path:
    """A copy of the package's sources, to edit."""
    package = tmp_path / "katzentisch"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    monkeypatch.setattr(cache, "PACKAGE", package)
    return package


@pytest.mark.parametrize(
    ("path", "games", "parts"),
    [
        ("games/core/flow.py", 4, EVERY_PART),
        ("games/cat_box/__init__.py", 1, EVERY_PART),
        ("games/cat_box/rules/cards.json", 1, EVERY_PART),
        ("games/ed_the_cat/rules/scoring.py", 1, EVERY_PART),
        ("games/ed_the_cat/knowledge/view.py", 1, EVERY_PART),
        ("games/big_bang/tensors/observation.py", 1, EVERY_PART),
        ("games/cat_in_the_box/players/greedy.py", 1, EVERY_PART),
        ("bots/search.py", 4, {"bots", "envs", "lab"}),
        ("games/big_bang/statistics/counters.py", 1, {"envs", "lab"}),
        ("envs/stepping.py", 4, {"envs"}),
        ("lab/study/recorder.py", 4, {"lab"}),
        ("games/big_bang/ui/scene.py", 0, set()),
        ("server/app.py", 0, set()),
        ("play/match.py", 0, set()),
    ],
)
def test_an_edit_compiles_again_what_can_depend_on_it_and_nothing_else(path, games, parts, copied):
    before = versions()
    edited(copied / path)
    changed = {key for key, version in versions().items() if version != before[key]}
    assert len({slug for slug, _part in changed}) == games
    assert {part for _slug, part in changed} == parts


def test_code_compiled_with_other_settings_is_cached_separately(monkeypatch):
    before = versions()
    assert versions() == before
    monkeypatch.setenv("NUMBA_SLP_VECTORIZE", "1")
    assert not set(versions().values()) & set(before.values())
