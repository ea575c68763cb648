"""Words in the reader's language, from all places that have some."""

from functools import cache
from pathlib import Path

from katzentisch import games
from katzentisch.games.core.i18n import Words, words

GAMES = Path(games.__path__[0])


@cache
def speech(language: str, own: Path, slug: str | None = None) -> Words:
    """The words of somebody's own folder, of a game or of all games, and of what they share."""
    chosen = [slug] if slug else games.slugs()
    folders = [ui_folder(one) for one in chosen]
    return words(language, own, *folders, Path(__file__).parent, GAMES / "core")


def ui_folder(slug: str) -> Path:
    """Where a game keeps how it is shown, drawn and explained."""
    return GAMES / slug.replace("-", "_") / "ui"


def rules_text(slug: str, language: str) -> str:
    """The rules page of a game."""
    return (ui_folder(slug) / f"rules.{language}.md").read_text("utf-8")
