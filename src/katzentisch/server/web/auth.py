"""Names without accounts: a secret in a cookie, or in a header, says who somebody is.

A guest is known by a hash of that secret, so the server keeps nothing by which one could
pretend to be somebody, needs no key, and all processes agree.
"""

import hashlib
import re
import secrets
import time
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import ENGLISH, languages
from katzentisch.server.db.guests import GuestStore
from katzentisch.server.errors import Unauthenticated

COOKIE = "katzentisch"
LANGUAGE_COOKIE = "language"
ONE_YEAR = 365 * 86400
SECONDS_OF_A_LINK = 30 * 60
LONGEST_NAME = 24
# When it was made, and 256 bits that nobody guesses; who changes the first is somebody else.
TOKEN = re.compile(r"(kt|kd)-([0-9a-f]{1,12})-[A-Za-z0-9_-]{43}")
OWN, GIVEN = "kt", "kd"  # made for somebody new; given to another device of somebody known


@dataclass(frozen=True)
class Guest:
    """Somebody who asks."""

    id: str
    language: str
    token: str
    is_new: bool  # without a cookie so far


class Authenticator:
    """Knows guests by their tokens."""

    async def guest(self, connection: HTTPConnection, guests: GuestStore) -> Guest:
        """Who is asking. Without a token it is somebody new; a wrong one in a header is refused."""
        language = language_of(connection)
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            known = await guest_of_token(bearer.strip(), guests)
            if known is None:
                raise Unauthenticated("This token is not valid.")
            return Guest(known, language, bearer.strip(), False)
        cookie = connection.cookies.get(COOKIE, "")
        known = await guest_of_token(cookie, guests)
        if known is not None:
            return Guest(known, language, cookie, False)
        token = new_token()
        return Guest(guest_id_of(token), language, token, True)


def new_token(kind: str = OWN) -> str:
    """A secret for somebody new."""
    return f"{kind}-{int(time.time()):x}-{secrets.token_urlsafe(32)}"


def hashed(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def guest_id_of(token: str) -> str:
    """Who somebody new is."""
    return hashed(f"guest {token}")[:32]


async def guest_of_token(token: str, guests: GuestStore) -> str | None:
    """Whom a token stands for; None if it is forged or too old."""
    found = TOKEN.fullmatch(token)
    if found is None or time.time() - int(found[2], 16) > ONE_YEAR:
        return None
    if found[1] == OWN:
        return guest_id_of(token)
    return await guests.guest_by_token(hashed(token), "cookie")


async def token_for(guest: str, guests: GuestStore) -> str:
    """Another token for somebody known."""
    token = new_token(GIVEN)
    await guests.add_token(hashed(token), guest, "cookie", time.time() + ONE_YEAR)
    return token


async def new_device_link(guest: str, guests: GuestStore) -> str:
    """A word for a link that takes a guest to another device, once and within half an hour."""
    word = secrets.token_urlsafe(32)
    await guests.add_token(hashed(word), guest, "link", time.time() + SECONDS_OF_A_LINK)
    return word


async def guest_of_link(word: str, guests: GuestStore) -> str:
    """Who made this link."""
    guest = await guests.guest_by_token(hashed(word), "link")
    if guest is None:
        raise Refused("This link is not valid any more; make a new one.")
    return guest


def language_of(connection: HTTPConnection) -> str:
    """The language chosen here, or the one that the browser asks for."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in languages():
        return chosen
    for wish in connection.headers.get("accept-language", "").split(","):
        short = wish.split(";")[0].strip()[:2].lower()
        if short in languages():
            return short
    return ENGLISH


def checked_name(name: str) -> str:
    """A name as it may stand at a table: visible, and not too long."""
    name = " ".join(re.sub(r"[^\w\s.'’&-]", "", name).split())[:LONGEST_NAME].strip()
    if not name:
        raise Refused("A name needs letters or digits.")
    return name
