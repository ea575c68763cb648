"""Rules run interpreted at once and compiled later, and nobody can tell the difference."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.bots import Bot
from katzentisch.bots.levels import LEVELS, level_of, uncompiled
from katzentisch.games import game as find_game
from katzentisch.games.core import flow, jit
from katzentisch.games.core.cache import BOTS
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for

from command_line import katzentisch
from kits import variants

MOST_MOVES = 200  # Ed's games can be endless
FIRST_MOVES = 15
VARIANTS, IDS = variants(kt.all_games())


def fields(tables: Any) -> dict[str, Any]:
    """Every field of a record; the gaps between fields may differ."""
    return {name: tables[name].tolist() for name in tables.dtype.names}


def one_more_move(match: Match, move: int, form: str) -> dict[str, Any]:
    """All fields after a move at a copy of the table, made by rules in this form."""
    after = match.tables().copy()
    assert getattr(flow.try_move, form)(match.game)(after, move)
    return fields(after)


def chosen(match: Match, form: str) -> tuple[list[int], dict[str, Any], int]:
    """What is legal, a world that the seat to act imagines, and a simple player's move there."""
    moves, seat = np.empty(4096, np.int64), int(match.state.to_act)
    count = getattr(flow.list_legal, form)(match.game)(match.tables(), moves)
    dice, world = dice_for(1, f"move {len(match.moves)}"), match.tables().copy()
    getattr(flow.look, form)(match.game)(world, seat, dice)
    greedy = getattr(flow.choose_greedily, form)(match.game)(world, dice, 150)
    return moves[:count].tolist(), fields(world), int(greedy)


@pytest.mark.parametrize(("slug", "options"), VARIANTS, ids=IDS)
def test_a_game_may_go_on_in_the_other_form_after_any_move(slug, options):
    """At every move of a game, both forms lead to the same record, bit for bit.

    One game of each is played to its end; of the other variants, its beginning is enough.
    """
    match, rng = kt.new(slug, seed=3, **options), random.Random(3)
    whole = match.options == find_game(slug).read_options({})
    try:
        while not match.over and len(match.moves) < (MOST_MOVES if whole else FIRST_MOVES):
            legal, world, greedy = chosen(match, "plain")
            assert (legal, world, greedy) == chosen(match, "compiled")
            move = rng.choice([greedy, rng.choice(legal)])
            after = one_more_move(match, move, "plain")
            assert after == one_more_move(match, move, "compiled")
            (jit.run_plain if len(match.moves) % 2 else jit.run_compiled)(match.game)
            match.play(move)
            assert fields(match.tables()) == after
    finally:
        jit.run_compiled(match.game)


@pytest.mark.parametrize("slug", kt.all_games())
def test_a_bot_goes_on_compiled_in_the_middle_of_a_game(slug, monkeypatch):
    game = find_game(slug)
    jit.run_plain(game)
    try:
        match = kt.new(slug, seed=4)
        bots = [Bot("expert", match, seat) for seat in range(match.players)]
        match.play(bots[int(match.state.to_act)].choose(match))
        jit.run_compiled(game)
        twin = Bot("expert", match, int(match.state.to_act))
        assert bots[int(match.state.to_act)].choose(match) == twin.choose(match)
    finally:
        jit.run_compiled(game)


@pytest.mark.parametrize("slug", kt.all_games())
def test_until_it_is_compiled_a_level_thinks_at_most_as_much_as_afterwards(slug):
    for name in LEVELS:
        level = level_of(name, find_game(slug))
        meanwhile = uncompiled(level, slug)
        assert meanwhile.turns <= level.turns
        assert (meanwhile.way, meanwhile.doubt) == (level.way, level.doubt)


# With an empty cache.


def cold(tmp_path: Path) -> dict[str, str]:
    """An environment whose cache is empty."""
    cache = {"KATZENTISCH_CACHE": str(tmp_path / "cache")}
    return {**os.environ, **cache, "PYTHONWARNINGS": "error", "COLUMNS": "100"}


def answered(command: list[str], tmp_path: Path, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *command],
        env=cold(tmp_path),
        cwd=tmp_path,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Compiling" not in done.stderr
    return done.stdout


AT_ONCE = {
    "play": ["play", "ed-the-cat", "--bots", "easy,hard"],
    "rules": ["rules", "big-bang"],
    "simulate": ["simulate", "cat-box"],
    "simulate-with-bots-that-think": ["simulate", "big-bang", "--bots", "medium,expert"],
}


@pytest.mark.parametrize("command", AT_ONCE.values(), ids=AT_ONCE)
def test_commands_for_people_answer_without_waiting_for_the_compiler(command, tmp_path):
    assert answered(["-m", "katzentisch", *command], tmp_path, typed="q\n")
    assert not list((tmp_path / "cache").rglob("complete"))


def test_a_match_is_played_and_verified_without_loading_the_compiler(tmp_path):
    transcript = katzentisch("simulate", "cat-in-the-box", "--seed", "5").stdout
    (tmp_path / "game.json").write_text(transcript)
    code = """
import json, pathlib, sys, katzentisch as kt
match = kt.new("big-bang", players=3, seed=1)
while not match.over:
    match.play(match.legal()[0])
    match.view(seat=0)
assert match.winners and kt.verify(match.transcript()).over
assert kt.verify(json.loads(pathlib.Path("game.json").read_text())).over
assert "numba" not in sys.modules
"""
    answered(["-c", code], tmp_path)


def test_what_another_process_has_compiled_is_used_as_soon_as_it_is_there(monkeypatch):
    game = find_game("cat-box")
    jit.run_plain(game)
    try:
        monkeypatch.setattr(jit, "is_warm", lambda *_: False)
        jit.look_again(game)
        assert not jit.is_ready(game, BOTS)
        monkeypatch.undo()
        jit.look_again(game)
        assert jit.is_ready(game, BOTS)
    finally:
        jit.run_compiled(game)
