"""Words in the reader's language, from all places that have some."""

from functools import cache
from pathlib import Path

from katzentisch import games
from katzentisch.games.ground.words import Words, words

GAMES = Path(games.__path__[0])


@cache
def speech(language: str, own: Path, slug: str | None = None) -> Words:
    """The words of somebody's own folder, of a game or of all games, and of what they share."""
    chosen = [slug] if slug else games.slugs()
    folders = [folder_of(one) for one in chosen]
    return words(language, own, *folders, Path(__file__).parent, GAMES / "ground")


def folder_of(slug: str) -> Path:
    """Where a game's files lie."""
    return GAMES / slug.replace("-", "_")


def rules_text(slug: str, language: str) -> str:
    """The rules page of a game."""
    return (folder_of(slug) / f"rules.{language}.md").read_text("utf-8")
