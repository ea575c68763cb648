"""Words in the reader's language, from all places that have some."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from katzentisch import games
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import ENGLISH, Words, languages, words

GAMES = Path(games.__path__[0])


@cache
def speech(language: str, own: Path, slug: str | None = None) -> Words:
    """The words of somebody's own folder, of a game or of all games, and of what they share."""
    check_language(language)
    chosen = [slug] if slug else games.slugs()
    folders = [ui_folder(one) for one in chosen]
    return words(language, own, *folders, Path(__file__).parent, GAMES / "core")


def best_language(wished: Iterable[str]) -> str:
    """The first of the languages wished for that we have, `de` for `de_AT`; English if none."""
    from babel.core import negotiate_locale

    known = {language.lower(): language for language in languages()}
    found = negotiate_locale(wished, list(known))
    return known[found.lower()] if found else ENGLISH


def check_language(language: str) -> None:
    """Refuse a language into which not everything has been translated."""
    if language not in languages():
        raise Refused(
            "There is no language {language!r}; there are {known}.",
            language=language,
            known=", ".join(languages()),
        )


def ui_folder(slug: str) -> Path:
    """Where a game keeps how it is shown, drawn and explained."""
    return GAMES / slug.replace("-", "_") / "ui"


def rules_text(slug: str, language: str) -> str:
    """The rules page of a game, in English where nobody has translated it."""
    own = ui_folder(slug) / f"rules.{language}.md"
    return (own if own.exists() else own.with_name(f"rules.{ENGLISH}.md")).read_text("utf-8")
