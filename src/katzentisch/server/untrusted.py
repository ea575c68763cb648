"""What people and programs send: text as one clean line, and JSON with only one meaning."""

import json
import math
import re
import unicodedata
from typing import Any, Never

from katzentisch.games.core.errors import Refused

DEEPEST = 50  # objects and lists inside each other
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # as JSON escapes it
# Emojis and some scripts join their characters with these; nothing else that is invisible may stay.
JOINERS = "\u200c\u200d"
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0"  # letters by name only
REMOVED = ("Cf", "Cs")  # among them whatever reverses the direction of text


def plain_text(text: str, longest: int) -> str:
    """One line in Unicode's normal form, without controls and what reorders or hides text."""
    # Normalised again at the end, since what stood between two characters may be gone.
    shown = "".join(map(shown_as, unicodedata.normalize("NFC", text)))
    return unicodedata.normalize("NFC", " ".join(shown.split()))[:longest].strip()


def shown_as(character: str) -> str:
    """A character as it may be shown: itself, a space for a control, or nothing."""
    if character in JOINERS:
        return character
    category = unicodedata.category(character)
    if category == "Cc":
        return " "
    return "" if category in REMOVED or character in BLANK_LETTERS else character


def strict_json(given: bytes | str) -> Any:
    """Parse JSON; a `ValueError` says that it is none, or that programs would read it differently.

    A key may appear only once, numbers are finite, text has no lone surrogates, and nothing is
    nested so deeply that it could not be looked through.
    """
    text = given.decode("utf-8-sig") if isinstance(given, bytes) else given
    try:
        found = json.loads(
            text, object_pairs_hook=once_each, parse_constant=no_number, parse_float=finite
        )
    except RecursionError:
        raise ValueError("too deep") from None
    check_depth(found)
    if SURROGATE.search(text):
        json.dumps(found, ensure_ascii=False).encode()
    return found


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, unless it says the same thing twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key appears twice")
    return found


def no_number(text: str) -> Never:
    """Refuse `NaN` and `Infinity`, which JSON does not have."""
    raise ValueError(text)


def finite(text: str) -> float:
    """A number, unless it is too large to be one."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("too large")
    return number


def check_depth(found: Any) -> None:
    """Refuse what is nested too deeply."""
    level = [found]
    for _ in range(DEEPEST + 1):
        inside = [one for one in level if isinstance(one, dict | list)]
        if not inside:
            return
        level = [
            inner for one in inside for inner in (one.values() if isinstance(one, dict) else one)
        ]
    raise ValueError("too deep")


def parsed(text: bytes) -> Any:
    """Parse an uploaded JSON file."""
    try:
        return strict_json(text)
    except ValueError:
        raise Refused("The file is not JSON.") from None
