"""Where compiled rules are stored: a folder for each part of a game and version of its sources.

Numba checks only the file a function is in, but a rule it calls may be in another. As a folder's
name has a hash of every source that its code can depend on, stale rules never run; and as each part
has a hash of its own, an upgrade compiles only what has changed.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

RULES, BOTS = "rules", "bots"
PACKAGE = Path(__file__).parents[2]
# What a game's compiled rules can depend on: the shared core, and these folders of the game.
CORE = "games/core"
RULE_FOLDERS = ("rules", "knowledge", "tensors", "players")
# What all other compiled code can depend on, too.
COUNTING_FOLDER = "statistics"  # of the game
SUFFIXES = {".py", ".json"}
DAYS_KEPT = 30


def part_of(module: str) -> str:
    """The part that a module's functions belong to: a game's rules, the bots, envs, lab …"""
    levels = module.split(".")
    folder = levels[1] if levels[0] == PACKAGE.name and len(levels) > 1 else levels[0]
    return RULES if folder == "games" else folder


@cache
def folder(slug: str, part: str) -> Path:
    """The folder for a part of a game, compiled from the present sources."""
    found = cache_root() / "compiled" / f"{slug}-{part}-{hashed(sources(slug, part))}"
    try:
        if not found.is_dir():
            found.mkdir(parents=True, exist_ok=True)
            forget_old(found.parent)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="katzentisch-"))
    return found


def cache_root() -> Path:
    """The user's cache folder, or the one that `KATZENTISCH_CACHE` names."""
    if named := os.environ.get("KATZENTISCH_CACHE"):
        return Path(named)
    import platformdirs

    return platformdirs.user_cache_path("katzentisch")


def sources(slug: str, part: str) -> list[Path]:
    """Every source and data file on which a part of a game can depend."""
    game = folder_of_game(slug)
    folders = [PACKAGE / CORE, *(game / name for name in RULE_FOLDERS)]
    if part != RULES:
        folders.append(PACKAGE / BOTS)
    if part not in (RULES, BOTS):
        folders += [game / COUNTING_FOLDER, PACKAGE / part]
    return sorted({game / "__init__.py", *files_in(folders)})


def folder_of_game(slug: str) -> Path:
    """A game's folder: one of ours, or one that somebody has added to `games.__path__`."""
    name = slug.replace("-", "_")
    ours = PACKAGE / "games" / name
    found = None if ours.is_dir() else find_spec(f"{PACKAGE.name}.games.{name}")
    return ours if found is None or found.origin is None else Path(found.origin).parent


def files_in(folders: Iterable[Path]) -> Iterator[Path]:
    """The source and data files in these folders."""
    for one in folders:
        yield from (path for path in sorted(one.rglob("*")) if path.suffix in SUFFIXES)


def hashed(files: Iterable[Path]) -> str:
    """A short hash of these files, and of the compiler's version and settings."""
    vectorizes = os.environ.get("NUMBA_SLP_VECTORIZE", "0")
    digest = hashlib.sha256(f"{version('numba')} {vectorizes}".encode())
    for path in files:
        digest.update(os.path.relpath(path, PACKAGE).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def forget_old(root: Path) -> None:
    """Delete what earlier versions compiled, once it has been unchanged for a month."""
    for one in root.iterdir():
        if one.stat().st_mtime < time.time() - DAYS_KEPT * 86400:
            shutil.rmtree(one, ignore_errors=True)


def is_warm(slug: str, part: str) -> bool:
    """Has this part of a game been compiled before, from these sources?"""
    return marker(slug, part).exists()


def mark_warm(slug: str, part: str) -> None:
    """Remember that this part of a game has been compiled."""
    marker(slug, part).touch()


def marker(slug: str, part: str) -> Path:
    """The file that says so."""
    return folder(slug, part) / "complete"
