"""How bad input is answered: with one sentence."""

from collections.abc import Callable


class Refused(ValueError):
    """What was asked cannot be done; the text is one sentence that says why.

    `Refused("There is no seat {seat}.", seat=7)` can be told in other languages; a text
    without values is taken as it stands.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.text = text
        self.values = values

    def told(self, _: Callable[..., str]) -> str:
        """The sentence in the reader's language."""
        return _(self.text, **self.values)
