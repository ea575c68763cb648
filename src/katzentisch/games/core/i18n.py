"""Words in the reader's language, from gettext catalogues (`de.po`) beside what they belong to.

English is what stands in the sources. `_ = words("de", folder, …)` gives a function
that translates and fills in: `_("{name} leads", name="Anna")`.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

from katzentisch.games.core.errors import Refused

LANGUAGES = ("en", "de")
Words: TypeAlias = Callable[..., str]


def words(language: str, *folders: Path) -> Words:
    """A translator that looks into these folders' catalogues, in this order."""
    if language not in LANGUAGES:
        raise Refused(
            "There is no language {language!r}; there are {known}.",
            language=language,
            known=", ".join(LANGUAGES),
        )
    known: dict[str, str] = {}
    for folder in reversed(folders):
        known |= catalogue(folder / f"{language}.po")

    def translate(text: str, /, **values: object) -> str:
        found = known.get(text, text)
        return found.format(**values) if values else found

    return translate


@cache
def catalogue(path: Path) -> dict[str, str]:
    """The translations in a catalogue; none where there is no such file."""
    if not path.exists():
        return {}
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file) if m.id and m.string}
