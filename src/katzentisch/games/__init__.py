"""The games. Each is a folder that reads like its rule book; adding one adds a folder."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import cast

from katzentisch.games.ground.contract import Rules
from katzentisch.games.ground.refusal import Refused

GROUND = "ground"


def slugs() -> list[str]:
    """The names of all games, as the command line and transcripts have them."""
    folders = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    return [name.replace("_", "-") for name in sorted(folders) if name != GROUND]


@cache
def game(slug: str) -> Rules:
    """The game of this name."""
    if slug not in slugs():
        raise Refused(
            "There is no game {slug!r}; there are {known}.", slug=slug, known=", ".join(slugs())
        )
    return cast(Rules, import_module(f"{__name__}.{slug.replace('-', '_')}"))
