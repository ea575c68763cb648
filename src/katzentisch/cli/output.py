"""Writing files: where commands put what they make."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TextIO

from katzentisch.games.core.errors import Refused


@contextmanager
def open_output(out: Path | None, mode: Literal["w", "a"] = "w") -> Iterator[TextIO]:
    """The file to write to, or standard output."""
    if out is None:
        yield sys.stdout
        return
    with refusing(out):
        file = out.open(mode, encoding="utf-8")
    with file:
        yield file


@contextmanager
def refusing(out: Path) -> Iterator[None]:
    """If this cannot be written, refuse with the reason."""
    try:
        yield
    except OSError as why:
        raise Refused(
            "{path} cannot be written: {strerror}.", path=out, strerror=why.strerror
        ) from None
