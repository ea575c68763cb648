"""Words in the reader's language, from gettext catalogues (`de.po`) beside the code they serve.

The sources are in English. `_ = words("de", folder, …)` translates and fills in placeholders:
`_("{name} leads", name="Anna")`; `_.ngettext` picks the plural form, `_.pgettext` tells two
meanings apart. How to add a language: docs/languages.md.
"""

import io
import re
from collections.abc import Callable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

ENGLISH = "en"
PACKAGE = Path(__file__).parents[2]
# An empty translation that does not go on in the next line, or one marked as a guess.
UNTRANSLATED = re.compile(r'^(?:msgstr(?:\[\d+\])? ""(?!\n")|#,.*\bfuzzy\b)', re.MULTILINE)


class Words:
    """The words of one language; a call translates an English text and fills its placeholders."""

    def __init__(self, language: str, found: NullTranslations) -> None:
        self.language = language
        self.found = found
        self._texts = {"": ""}  # gettext translates the empty text into the catalogue's header

    def __call__(self, text: str, /, **values: object) -> str:
        """This text in the reader's language."""
        if text not in self._texts:
            self._texts[text] = self.found.gettext(text)
        return self.fill(self._texts[text], values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form for `n` of something; `{n}` is that number unless passed explicitly."""
        return self.fill(self.found.ngettext(one, many, n), {"n": n, **values})

    def pgettext(self, context: str, text: str, /, **values: object) -> str:
        """A text that has several meanings in English; the context says which is meant."""
        return self.fill(self.found.pgettext(context, text), values)

    def decimal(self, number: float) -> str:
        """A number as this language writes it."""
        from babel.numbers import format_decimal

        return str(format_decimal(number, locale=self.language))

    def in_templates(self) -> dict[str, Callable[..., str]]:
        """The functions for templates, by the names used there."""
        return {"_": self, "ngettext": self.ngettext, "pgettext": self.pgettext}

    def fill(self, text: str, values: Mapping[str, object]) -> str:
        """A translated text with its placeholders filled."""
        return text.format(**values) if values else text


def N_(text: str) -> str:  # noqa: N802 - gettext's usual name
    """Mark a text for translation where it is defined; it is translated where it is shown."""
    return text


@cache
def languages() -> tuple[str, ...]:
    """English, and every language into which all texts have been translated."""
    catalogues = {(path.parent, path.stem): path for path in PACKAGE.rglob("*.po")}
    folders = {folder for folder, _ in catalogues}
    complete = {key for key, path in catalogues.items() if is_complete(path.read_text("utf-8"))}
    names = sorted({name for _, name in catalogues})
    return (ENGLISH, *(n for n in names if all((folder, n) in complete for folder in folders)))


def is_complete(catalogue: str) -> bool:
    """Is every text in a `.po` file translated, none by a guess?"""
    return UNTRANSLATED.search(catalogue) is None


def words(language: str, *folders: Path) -> Words:
    """The words in these folders' catalogues, looked up in this order."""
    found = NullTranslations()
    for folder in reversed(folders):
        path = folder / f"{language}.po"
        if path.exists():
            own = catalogue(path)
            own.add_fallback(found)
            found = own
    return Words(language, found)


def catalogue(path: Path) -> GNUTranslations:
    """A catalogue as gettext reads it: compiled, without fuzzy entries."""
    return GNUTranslations(io.BytesIO(compiled(path)))


@cache
def compiled(path: Path) -> bytes:
    """A `.po` file compiled to `.mo`."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = io.BytesIO()
    with path.open("rb") as file:
        write_mo(made, read_po(file))
    return made.getvalue()
