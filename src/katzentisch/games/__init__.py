"""The games. Each is a folder that reads like its rule book; a new game is a new folder."""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused

CORE = "core"


def slugs() -> list[str]:
    """The names of all games, as the command line and transcripts spell them."""
    folders = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    return [name.replace("_", "-") for name in sorted(folders) if name != CORE]


@cache
def game(slug: str) -> Rules:
    """The game with this name."""
    if slug not in slugs():
        raise Refused(
            "There is no game {slug!r}; the games are {known}.", slug=slug, known=", ".join(slugs())
        )
    return cast(Rules, import_module(f"{__name__}.{slug.replace('-', '_')}"))


def part(slug: str, name: str) -> Any:
    """One of a game's own modules, such as `ui.scene`, or None where the game has none."""
    module = f"{__name__}.{slug.replace('-', '_')}.{name}"
    try:
        found = find_spec(module)
    except ModuleNotFoundError:  # not even the folder exists
        return None
    return import_module(module) if found else None
