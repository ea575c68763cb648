"""Errors for bad input: each is one sentence, in the reader's language."""

from typing import Self

from katzentisch.games.core.i18n import Words


class Sentence(str):
    """A sentence that can be translated: `Sentence("No seat {n}.", n=7)`."""

    text: str
    values: dict[str, object]
    counted: tuple[str, int] | None = None  # the plural form, and the number

    def __new__(cls, text: str, /, **values: object) -> Self:
        """The English sentence, which keeps its text and values for translation."""
        sentence = super().__new__(cls, text.format(**values) if values else text)
        sentence.text = text
        sentence.values = values
        return sentence

    @classmethod
    def ngettext(cls, one: str, many: str, n: int, /, **values: object) -> Self:
        """A sentence about `n` of something; `{n}` is that number unless passed explicitly."""
        values = {"n": n, **values}
        sentence = cls(one if n == 1 else many, **values)
        sentence.text, sentence.counted = one, (many, n)
        return sentence

    def translated(self, _: Words) -> str:
        """The sentence in the reader's language, including any sentences among its values."""
        values = {
            name: value.translated(_) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        if self.counted is None:
            return _(self.text, **values)
        return _.ngettext(self.text, *self.counted, **values)


class Refused(ValueError):
    """The request cannot be met; the text is one sentence that says why."""

    def __init__(self, text: str, /, **values: object) -> None:
        self.sentence = text if isinstance(text, Sentence) else Sentence(text, **values)
        super().__init__(str(self.sentence))

    def translated(self, _: Words) -> str:
        """The sentence in the reader's language."""
        return self.sentence.translated(_)
