"""The language of a page: the chosen one or the one a browser asks for; and those on offer."""

import re
from functools import cache
from typing import NamedTuple

from babel.core import Locale
from starlette.requests import HTTPConnection

from katzentisch.games.core.i18n import languages
from katzentisch.play.translations import best_language

LANGUAGE_COOKIE = "language"
WISH = re.compile(r"([A-Za-z0-9-]+|\*)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?")
ANY = "*"


class Offer(NamedTuple):
    """A language as a page offers it."""

    code: str
    tag: str  # as HTML spells it
    name: str  # in the language itself


def language_of(connection: HTTPConnection) -> str:
    """The language chosen by the guest, or the one the browser asks for."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in languages():
        return chosen
    return asked_for(",".join(connection.headers.getlist("accept-language")))


def asked_for(header: str) -> str:
    """The best available language for an Accept-Language header; English if none is requested.

    A language with q=0 is not wanted; `*` stands for all that are not listed.
    """
    weights = wishes(header)
    others = [language for language in languages() if language not in weights]
    wished: list[str] = []
    for name in sorted(weights, key=lambda name: -weights[name]):  # ties keep the header's order
        if weights[name] > 0:
            wished += others if name == ANY else [name]
    return best_language(wished)


def wishes(header: str) -> dict[str, float]:
    """The weight of each language, in the header's order; malformed parts are skipped."""
    found = (WISH.fullmatch(part.strip()) for part in header.split(","))
    return {wish[1].replace("-", "_"): float(wish[2]) if wish[2] else 1.0 for wish in found if wish}


@cache
def offers() -> tuple[Offer, ...]:
    """All languages, as pages offer them."""
    return tuple(Offer(code, code.replace("_", "-"), own_name(code)) for code in languages())


def own_name(code: str) -> str:
    """A language's own name, capitalised, since many languages write it in lower case."""
    name = str(Locale.parse(code).display_name)
    return name[:1].upper() + name[1:]
