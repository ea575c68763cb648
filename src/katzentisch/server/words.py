"""The server's words in the reader's language."""

from pathlib import Path

from katzentisch.games.core.i18n import Words
from katzentisch.play.translations import speech

CATALOGUE = Path(__file__).parent  # of the server's translations


def words_for(language: str, slug: str | None = None) -> Words:
    """The translations for pages and, if given, a game."""
    return speech(language, CATALOGUE, slug)
