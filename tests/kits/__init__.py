"""What the contract suite needs to know about each game; see `Kit`."""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, cast


class Kit(Protocol):
    """A game's side of the contract suite: one module here for each game."""

    VARIANTS: list[dict[str, object]]
    """Options that cover every player count and every variant."""

    judge: Callable[[dict[str, Any]], None]
    """The game's referee."""

    def swap_unseen(self, state: Any, seat: int, rng: random.Random) -> None:
        """Randomly swap what this seat cannot see, giving a table that could have arisen."""

    def check_world(self, match: Any, seat: int, world: Any) -> None:
        """Assert that an imagined world explains everything this seat has seen."""


def variants(slugs: list[str]) -> tuple[list[tuple[str, dict[str, object]]], list[str]]:
    """Every variant of these games, and short names for them."""
    found = [(slug, options) for slug in slugs for options in kit(slug).VARIANTS]
    names = [
        "-".join([slug, *("own" if isinstance(v, dict) else str(v) for v in options.values())])
        for slug, options in found
    ]
    return found, names


def kit(slug: str) -> Kit:
    """The kit of a game."""
    return cast(Kit, import_module(f"kits.{slug.replace('-', '_')}"))
