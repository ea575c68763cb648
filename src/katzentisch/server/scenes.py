"""What the server asks of a game's `ui/scene.py`: how its table is drawn and clicked."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

from katzentisch.games import part, slugs
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import Words

USUAL_PAUSE = 700  # milliseconds to look at a moment between two decisions


class Scene(Protocol):
    """A game's `scene.py`: what its `table.html` draws, and what can be clicked."""

    ABOUT: str  # one sentence for the lobby
    MINUTES: tuple[int, int]
    OPTIONS: dict[str, str]  # options in words
    PAUSES: dict[str, int]  # by phase

    def clicks(self, move: str) -> tuple[str, ...]:
        """The keys of the elements to click, in order, to make this move."""
        ...

    def scene(
        self, view: View, events: list[Event], names: list[str], legal: Sequence[str], _: Words
    ) -> Any:
        """What the template of the table draws."""
        ...

    def sheet(self, view: View, events: list[Event], names: list[str], _: Words) -> Any:
        """The rows of the score sheet."""
        ...

    def prompt(self, view: View, _: Words) -> str:
        """What a player whose turn it is should do."""
        ...


@cache
def games_with_scene() -> list[str]:
    """The games that can be shown in the browser."""
    return [slug for slug in slugs() if part(slug, "ui.scene")]


@cache
def scene_of(slug: str) -> Scene:
    """A game's `scene.py`."""
    return cast(Scene, part(slug, "ui.scene"))
