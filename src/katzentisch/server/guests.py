"""Names without accounts: a signed cookie says who somebody is."""

import re
import secrets
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection

from katzentisch.games.ground.refusal import Refused
from katzentisch.games.ground.words import LANGUAGES

COOKIE = "katzentisch"
LANGUAGE_COOKIE = "language"
ONE_YEAR = 365 * 86400
MINUTES_OF_A_LINK = 30
LONGEST_NAME = 24


@dataclass(frozen=True)
class Guest:
    """Somebody with a browser."""

    id: str
    language: str
    fresh: bool  # without a cookie so far


class Doorkeeper:
    """Knows guests by their cookies."""

    def __init__(self, secret: str) -> None:
        self._cookies = URLSafeSerializer(secret, "guest")
        self._links = URLSafeTimedSerializer(secret, "device")

    def guest(self, connection: HTTPConnection) -> Guest:
        """Who is asking; somebody new where there is no cookie of ours."""
        language = language_of(connection)
        try:
            return Guest(self._cookies.loads(connection.cookies.get(COOKIE, "")), language, False)
        except BadSignature:
            return Guest(secrets.token_hex(12), language, True)

    def cookie(self, guest: str) -> str:
        """The cookie by which a guest is known."""
        return str(self._cookies.dumps(guest))

    def link_word(self, guest: str) -> str:
        """A word for a link that takes a guest to another device, for half an hour."""
        return str(self._links.dumps(guest))

    def guest_with(self, word: str) -> str:
        """Who made this link."""
        try:
            return str(self._links.loads(word, max_age=60 * MINUTES_OF_A_LINK))
        except BadSignature:
            raise Refused("This link is not valid any more; make a new one.") from None


def language_of(connection: HTTPConnection) -> str:
    """The language chosen here, or the one that the browser asks for."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    for wish in connection.headers.get("accept-language", "").split(","):
        short = wish.split(";")[0].strip()[:2].lower()
        if short in LANGUAGES:
            return short
    return LANGUAGES[0]


def checked_name(name: str) -> str:
    """A name as it may stand at a table: visible, and not too long."""
    name = " ".join(re.sub(r"[^\w\s.'’&-]", "", name).split())[:LONGEST_NAME].strip()
    if not name:
        raise Refused("A name needs letters or digits.")
    return name
