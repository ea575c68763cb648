"""Long measurements in parts: results are kept in a file, and only missing parts are run."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from katzentisch.games import slugs
from katzentisch.lab.processes import all_cores, spread_out

SAVED_EVERY = 30  # seconds

Task = TypeVar("Task")
Found = dict[str, dict[str, Any]]
"""The results of each measurement, part by part."""


def asked_for(program: str, games: int, arguments: list[str] | None) -> Any:
    """Parse the command line: `play FILE` plays the missing parts, `page FILE` writes the page."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}")
    parser.add_argument("what", choices=["play", "page"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=games, help="games of each kind")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after this many minutes")
    parser.add_argument("--cores", type=int, default=all_cores())
    parser.add_argument("--game", choices=slugs(), help="only this game")
    return parser.parse_args(arguments)


def read(path: Path) -> Found:
    """The results so far."""
    found: Found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def go_on(
    path: Path,
    results: Found,
    work: Callable[[Task], tuple[str, str, Any]],
    tasks: Sequence[Task],
    minutes: float,
    cores: int,
) -> None:
    """Run tasks until all are done or time is up; each returns its key, its number and a result."""
    ends = time.monotonic() + 60 * minutes
    saved = time.monotonic()
    doing = spread_out(work, tasks, cores)
    for done, (key, number, found) in enumerate(doing, 1):
        results.setdefault(key, {})[number] = found
        if time.monotonic() - saved > SAVED_EVERY or done == len(tasks):
            save(path, results)
            saved = time.monotonic()
            print(f"{done} of {len(tasks)} parts", file=sys.stderr, flush=True)
        if time.monotonic() > ends:
            break
    doing.close()
    save(path, results)


def save(path: Path, results: Found) -> None:
    """Write the file atomically, so that it is never incomplete."""
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(results), "utf-8")
    fresh.replace(path)
