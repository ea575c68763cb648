"""The layers: games ← play ← bots, envs, lab, server ← cli. Nobody imports upwards."""

import ast
from collections.abc import Iterator
from pathlib import Path

import katzentisch

PACKAGE = Path(katzentisch.__file__).parent
LEVELS = {"games": 0, "play": 1, "bots": 2, "envs": 2, "lab": 2, "server": 2, "learn": 3, "cli": 4}


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE), ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield str(node.module)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def layer_of(module: str) -> str:
    return [*module.split("."), ""][1]


def test_every_folder_has_its_level():
    assert {path.parts[0] for path, _ in modules() if len(path.parts) > 1} <= set(LEVELS)


def test_nobody_imports_from_a_higher_layer_or_a_neighbour():
    for path, tree in modules():
        if len(path.parts) == 1:
            continue
        own = path.parts[0]
        for module in imported(tree):
            if module.startswith("katzentisch.") and layer_of(module) in LEVELS:
                other = layer_of(module)
                lower = LEVELS[other] < LEVELS[own]
                # A study lets bots play, and so do a server and an environment;
                bots_play = own in ("envs", "lab", "server") and other == "bots"
                # and it measures environments.
                measured = own == "lab" and other == "envs"
                # A server shows what the lab makes of a finished game.
                reviewed = own == "server" and other == "lab"
                allowed = own == other or lower or bots_play or measured or reviewed
                assert allowed, f"{path}: {module}"


def test_games_know_nobody_and_not_each_other():
    for path, tree in modules():
        if path.parts[0] != "games" or len(path.parts) < 3:
            continue
        for module in imported(tree):
            if module.startswith("katzentisch.games."):
                assert module.split(".")[2] in (path.parts[1], "core"), f"{path}: {module}"


def test_only_one_file_of_the_package_mentions_numba():
    named = [
        str(path)
        for path, tree in modules()
        if {"numba"} & {m.split(".")[0] for m in imported(tree)}
    ]
    assert named == ["games/core/jit.py"]
