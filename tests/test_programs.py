"""Every benchmark, script and example runs, at its smallest size."""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import jinja2
import pytest
import uvicorn
import websockets
from babel.messages.pofile import read_po, write_po

import katzentisch

from load.parts import PARTS

TESTS = Path(__file__).parent
ROOT = TESTS.parent
LIMIT = 240  # seconds
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}  # where compiling would take longer than running
SIMULATED = {**INTERPRETED, "NUMBA_ENABLE_CUDASIM": "1"}
NO_GPU = {**INTERPRETED, "CUDA_VISIBLE_DEVICES": ""}


class Small(NamedTuple):
    """How to run a program at its smallest size, and what shows that it did its work."""

    arguments: str  # `{out}` is an empty folder
    prints: str = ""
    writes: str = ""
    environment: dict[str, str] = INTERPRETED


PROGRAMS = {
    "benchmarks/clairvoyant.py": Small(
        "ed-the-cat --players=2 --turns=1 --deals=2 --cores=1", r"lead a match: -?\d+\.\d+ \(-?\d"
    ),
    "benchmarks/click_to_card.py": Small(
        "cat-in-the-box --clicks 4",
        r"cat-in-the-box: click to card \d+\.\d ms \(median of [1-4]\), page \d+ kB",
    ),
    "benchmarks/cuda_batch.py": Small(
        "big-bang ed-the-cat --tables 3 --steps 3 --rolled 5 --seconds 0.01",
        r"(?s)big-bang: 6 worlds, 3 steps, no bit differs.*\d million steps a second rolled",
        environment=SIMULATED,
    ),
    "benchmarks/cuda_limits.py": Small(
        "--tables 3 --seconds 0.01",
        r"(?s)ed-the-cat, 4 players, 3 tables: .*rules \d+, seen \d+, marks \d+, batch \d+",
        environment=SIMULATED,
    ),
    "benchmarks/cuda_networks.py": Small(
        "--device=cpu --tables=1 ed-the-cat", r"\| Ed, the Cat \| 6 \| 5 \| \d\.\de-0[5-9] \("
    ),
    "benchmarks/cuda_random_play.py": Small(
        "--checked 2 --shapes 2x2 --seconds 0.01",
        r"(?s)cat-box .*: 2 games, 0 with other scores.*random moves a second",
        environment=SIMULATED,
    ),
    "benchmarks/first_start.py": Small(
        "ed-the-cat --clicks 2",
        r"ed-the-cat: lobby \d+\.\d\d s, first legal move lit \d+\.\d\d s .* expert \d+\.\d\d s",
    ),
    "benchmarks/match_play.py": Small(
        "--games 1 --slices 1", r"(?s)cat-box +[\d,]+ moves a second.*bridge.* [\d,]+ moves"
    ),
    "examples/train_policy.py": Small(
        "--lessons 1 --matches 20", r"the policy wins \d+\.\d ± \d+\.\d%", environment={}
    ),
    "scripts/make_cat_box_cards.py": Small("", r'"cards": \['),
    "scripts/make_commands.py": Small("{out}/commands.md", writes="commands.md"),
    "scripts/make_environments.py": Small("{out}/environments.md", writes="environments.md"),
    "scripts/make_move_picture.py": Small("{out}/move.svg", writes="move.svg"),
    "scripts/make_pictures.py": Small(
        "ed-the-cat --kinds phone --folder {out}",
        "ed-the-cat-phone.png",
        "ed-the-cat-phone.png",
        environment={},
    ),
    "scripts/make_terminal_picture.py": Small("{out}/terminal.svg", writes="terminal.svg"),
    "scripts/random_play.py": Small("2", r"\| 5 players, 99 \| \d+\.\d\d ± \d+\.\d\d \|"),
    "scripts/studies.py": Small(
        "{out}/parts {out}/docs --only luck-in-ed --games 1",
        "12 of 12 games",
        "docs/luck-in-ed-4-cards.svg",
        environment={},
    ),
    "scripts/warm.py": Small("ed-the-cat", r"ed-the-cat: rules and bots compiled in \d+ s"),
}
# The other programs: the tests or fixtures that run them, and how.
ELSEWHERE = {
    "benchmarks/load/parts.py": (
        "server/test_operations.py::test_the_load_benchmark_measures_servers_and_stops_on_its_own",
        "--profile",
    ),
    "benchmarks/server_load.py": (
        "server/test_operations.py::test_the_load_benchmark_measures_servers_and_stops_on_its_own",
        '"server_load.py"',
    ),
    "examples/random_bot.py": ("server/test_operations.py::played", '"random_bot.py"'),
    "scripts/inside.py": (
        "lab/test_inside.py::test_experts_are_measured_and_described_end_to_end",
        "inside.main(",
    ),
    "scripts/strength.py": (
        "test_strength.py::test_games_already_played_are_kept_and_only_the_rest_are_played",
        "strength.main(",
    ),
    "scripts/translate.py": ("test_programs.py::with_french", '"translate.py"'),
    "scripts/where_it_installs.py": (
        "test_programs.py::"
        "test_where_the_package_installs_is_asked_of_uv_for_every_version_and_platform",
        '"where_it_installs.py"',
    ),
}


def run(program: Path, *arguments: str, **environment: str) -> str:
    """Run a program; what it printed."""
    command = [sys.executable, program, *arguments]
    if environment.get("NUMBA_ENABLE_CUDASIM"):
        command.insert(1, TESTS / "simulated_gpu.py")
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **environment},
        text=True,
    ) as started:
        try:
            printed = started.communicate(timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            started.send_signal(signal.SIGINT)  # so that it ends its own servers and browsers
            raise
    assert started.returncode == 0, printed
    return printed


def test_every_program_is_run_by_a_test():
    paths = [
        path for top in ("benchmarks", "scripts", "examples") for path in (ROOT / top).rglob("*.py")
    ]
    programs = {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if 'if __name__ == "__main__":' in path.read_text("utf-8")
    }
    assert programs == PROGRAMS.keys() | ELSEWHERE.keys()
    assert not PROGRAMS.keys() & ELSEWHERE.keys()
    for program, (test, how) in ELSEWHERE.items():
        assert how in source_of(test), program


def source_of(test: str) -> str:
    """The source of a test or fixture: `file::name`."""
    file, name = test.split("::")
    text = (TESTS / file).read_text("utf-8")
    (found,) = (node for node in ast.parse(text).body if getattr(node, "name", "") == name)
    return ast.get_source_segment(text, found) or ""


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_runs_at_its_smallest_size(program, tmp_path):
    small = PROGRAMS[program]
    arguments = small.arguments.format(out=tmp_path).split()
    printed = run(ROOT / program, *arguments, **small.environment)
    assert re.search(small.prints, printed), printed
    if small.writes:
        assert (tmp_path / small.writes).stat().st_size > 2000


@pytest.mark.parametrize("name", ["cuda_batch", "cuda_limits", "cuda_networks", "cuda_random_play"])
def test_without_a_gpu_a_program_says_that_it_needs_one(name):
    program = ROOT / "benchmarks" / f"{name}.py"
    command = [sys.executable, program, "ed-the-cat"]
    ended = subprocess.run(
        command, capture_output=True, env={**os.environ, **NO_GPU}, text=True, timeout=LIMIT
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("This needs an NVIDIA GPU")
    assert ended.stderr.count("\n") == 1


def test_the_profiler_names_files_and_functions_that_exist():
    packages = (katzentisch, jinja2, uvicorn, websockets)
    paths = [path for package in packages for path in Path(package.__path__[0]).rglob("*.py")]
    for file, function, _part in PARTS:
        texts = [path.read_text("utf-8") for path in paths if file in path.as_posix()]
        assert any(f"def {function}(" in text or not function for text in texts), (file, function)


@pytest.fixture
def with_french(tmp_path) -> tuple[Path, str]:
    """A copy of the repository in which French has been begun, and what was printed."""
    for name in ("src", "scripts"):
        skipped = shutil.ignore_patterns("__pycache__", "*.npz", "fr.po", "rules.fr.md")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    shutil.copy(ROOT / "babel.cfg", tmp_path)
    program = tmp_path / "scripts" / "translate.py"
    return tmp_path, run(program, "fr", PYTHONPATH=str(tmp_path / "src"), **INTERPRETED)


def test_a_new_language_gets_catalogues_with_all_texts_and_a_list_of_what_to_translate(with_french):
    root, printed = with_french
    templates = list((root / "src" / "katzentisch").rglob("messages.pot"))
    assert printed.startswith("French: translate the texts in fr.po in each of\n")
    assert "  src/katzentisch/games/cat_box/ui/rules.fr.md\n" in printed
    assert len(templates) > 5
    for template in templates:
        assert f"  {template.parent.relative_to(root)}\n" in printed
        assert texts_in(template.with_name("fr.po")) == texts_in(template)


OFFERED = """
from katzentisch.games.core.i18n import languages
from katzentisch.play.translations import rules_text, speech, ui_folder
print("fr" in languages())
if "fr" in languages():
    _ = speech("fr", ui_folder("big-bang"), "big-bang")
    print(rules_text("cat-box", "fr") == rules_text("cat-box", "en"), _("kittens"))
"""


def test_a_new_language_is_offered_once_everything_but_the_rules_is_translated(with_french):
    root, _printed = with_french
    program = root / "offered.py"
    program.write_text(OFFERED)
    path = str(root / "src")
    assert run(program, PYTHONPATH=path, **INTERPRETED) == "False\n"
    for catalogue in root.rglob("fr.po"):
        translate_all(catalogue)
    assert run(program, PYTHONPATH=path, **INTERPRETED) == "True\nTrue kittens, en français\n"


def translate_all(catalogue: Path) -> None:
    """Translate every text, though not very well."""
    with catalogue.open("rb") as file:
        found = read_po(file)
    for message in found:
        if message.pluralizable:
            message.string = tuple(f"{one}, en français" for one in message.id)
        elif message.id:
            message.string = f"{message.id}, en français"
    with catalogue.open("wb") as file:
        write_po(file, found)


def texts_in(catalogue: Path) -> set[object]:
    with catalogue.open("rb") as file:
        return {one.id for one in read_po(file) if one.id}


def test_where_the_package_installs_is_asked_of_uv_for_every_version_and_platform(tmp_path):
    """A stand-in for uv finds no wheels for extras on Intel Macs, and none at all on Windows."""
    uv = tmp_path / "uv"
    uv.write_text(
        "#!/bin/sh\n"
        'case "$*" in *windows*) exit 1;; *x86_64-apple*--extra*) exit 1;; *) exit 0;; esac\n'
    )
    uv.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    rows = run(ROOT / "scripts" / "where_it_installs.py", PATH=path).splitlines()[2:]
    assert rows == [
        f"| {version} | yes | yes | yes | alone | no |"
        for version in ("3.11", "3.12", "3.13", "3.14")
    ]
