"""Wraps the lines of generated pages of the docs."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

WIDTH = 100


def paragraph(text: str) -> list[str]:
    """A text as lines."""
    return wrap(text, WIDTH)


def bullets(sentences: Iterable[str]) -> Iterator[str]:
    """Sentences as a list."""
    for sentence in sentences:
        yield from wrap(sentence, WIDTH, initial_indent="- ", subsequent_indent="  ")
