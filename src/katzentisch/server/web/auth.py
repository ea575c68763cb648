"""Guests without accounts: a secret token in a cookie or a header identifies them.

A guest's id is a hash of that token. The server therefore stores nothing that could be
used to impersonate a guest and needs no signing key, and all processes agree.
"""

import hashlib
import re
import secrets
import time
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from katzentisch.games.core.errors import Refused
from katzentisch.server.db.guests import GuestStore
from katzentisch.server.errors import Unauthenticated
from katzentisch.server.untrusted import plain_text
from katzentisch.server.web.languages import language_of

COOKIE = "katzentisch"
ONE_YEAR = 365 * 86400
SECONDS_OF_A_LINK = 30 * 60
LONGEST_NAME = 24
MOST_READ = 1000  # characters of a name that is much too long
# The time it was made and 256 random bits; changing the time makes it another guest's.
TOKEN = re.compile(r"(kt|kd)-([0-9a-f]{1,12})-[A-Za-z0-9_-]{43}")
OWN, GIVEN = "kt", "kd"  # made for a new guest; made for another device of a known guest


@dataclass(frozen=True)
class Guest:
    """The guest who sent a request."""

    id: str
    language: str
    token: str
    is_new: bool  # has no cookie yet


class Authenticator:
    """Identifies guests by their tokens."""

    async def guest(self, connection: HTTPConnection, guests: GuestStore) -> Guest:
        """The guest behind a request: a new one without a token; a bad header is refused."""
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
    """A new secret token."""
    return f"{kind}-{int(time.time()):x}-{secrets.token_urlsafe(32)}"


def hashed(token: str) -> str:
    """The hash of a secret; only the hash is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def guest_id_of(token: str) -> str:
    """The id of a new guest."""
    return hashed(f"guest {token}")[:32]


async def guest_of_token(token: str, guests: GuestStore) -> str | None:
    """The id of a token's guest; None if the token is forged or too old."""
    found = TOKEN.fullmatch(token)
    if found is None or time.time() - int(found[2], 16) > ONE_YEAR:
        return None
    if found[1] == OWN:
        return guest_id_of(token)
    return await guests.guest_by_token(hashed(token), "cookie")


async def token_for(guest: str, guests: GuestStore) -> str:
    """Another token for a known guest."""
    token = new_token(GIVEN)
    await guests.add_token(hashed(token), guest, "cookie", time.time() + ONE_YEAR)
    return token


async def new_device_link(guest: str, guests: GuestStore) -> str:
    """The secret of a link to move to another device, valid once and for half an hour."""
    word = secrets.token_urlsafe(32)
    await guests.add_token(hashed(word), guest, "link", time.time() + SECONDS_OF_A_LINK)
    return word


async def guest_of_link(word: str, guests: GuestStore) -> str:
    """The guest who made this link."""
    guest = await guests.guest_by_token(hashed(word), "link")
    if guest is None:
        raise Refused("This link is no longer valid; make a new one.")
    return guest


def checked_name(name: str) -> str:
    """A cleaned-up display name: visible, and not too long."""
    name = plain_text(re.sub(r"[^\w\s.'’&-]", "", plain_text(name, MOST_READ)), LONGEST_NAME)
    if not name:
        raise Refused("A name needs letters or digits.")
    return name
