"""What people install: a wheel, without the source tree."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLAY = """
import sys
sys.modules["torch"] = None  # a network must play without the library that trained it
import katzentisch as kt
from katzentisch.bots import play_to_the_end
assert "wheel-only" in kt.__file__, kt.__file__
match = kt.new("cat-in-the-box", players=2, seed=1, seats=["hard", "random"])
play_to_the_end(match)
print(kt.verify(match.transcript(legal=True)).scores)
"""


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(folder), str(ROOT))
    return next(folder.glob("*.whl"))


def test_the_wheel_is_pure_and_contains_every_source_file(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")
    files = set(zipfile.ZipFile(wheel).namelist())
    sources = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert sources <= files


def test_a_game_can_be_played_from_the_wheel_alone(wheel, tmp_path):
    """An empty environment that borrows only the dependencies of this one.

    (Downloading them again would take minutes.)
    """
    venv = tmp_path / "wheel-only"
    run(sys.executable, "-m", "venv", "--without-pip", str(venv))
    python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    target = run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    zipfile.ZipFile(wheel).extractall(target.strip())
    ours = {str(ROOT / "src"), ""}
    borrowed = os.pathsep.join(path for path in sys.path if path not in ours)
    path = f"{target.strip()}{os.pathsep}{borrowed}"
    result = run(str(python), "-P", "-c", PLAY, PYTHONPATH=path, NUMBA_DISABLE_JIT="1")
    assert result.startswith("[")
