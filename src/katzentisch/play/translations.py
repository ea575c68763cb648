"""Words in the reader's language, from all folders with catalogues."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from katzentisch import games
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import ENGLISH, Words, languages, words

GAMES = Path(games.__path__[0])


@cache
def speech(language: str, own: Path, slug: str | None = None) -> Words:
    """The words of the caller's own folder, of one game or all games, and of what games share."""
    check_language(language)
    chosen = [slug] if slug else games.slugs()
    folders = [ui_folder(one) for one in chosen]
    return words(language, own, *folders, Path(__file__).parent, GAMES / "core")


def best_language(wished: Iterable[str]) -> str:
    """The first requested language that we have, `de` for `de_AT`; English if there is none."""
    from babel.core import negotiate_locale

    known = {language.lower(): language for language in languages()}
    found = negotiate_locale(wished, list(known))
    return known[found.lower()] if found else ENGLISH


def check_language(language: str) -> None:
    """Refuse a language unless everything has been translated into it."""
    if language not in languages():
        raise Refused(
            "There is no language {language!r}; there are {known}.",
            language=language,
            known=", ".join(languages()),
        )


def ui_folder(slug: str) -> Path:
    """The folder of files that show, draw and explain a game."""
    return GAMES / slug.replace("-", "_") / "ui"


def rules_text(slug: str, language: str) -> str:
    """The rules page of a game, in English if it has not been translated."""
    own = ui_folder(slug) / f"rules.{language}.md"
    return (own if own.exists() else own.with_name(f"rules.{ENGLISH}.md")).read_text("utf-8")
