"""Refusals that an API tells apart by their status."""

from katzentisch.games.core.errors import Refused


class NotFound(Refused):
    """There is no such thing."""

    status = 404


class Unauthenticated(Refused):
    """Nobody knows who is asking."""

    status = 401


class Forbidden(Refused):
    """Somebody else may do this, but not who is asking."""

    status = 403


class Conflict(Refused):
    """Somebody else was quicker, or it is not the time."""

    status = 409


class TooManyRequests(Refused):
    """Too large, too many or too often."""

    status = 429


class TooLarge(TooManyRequests):
    """More bytes than anybody needs."""

    status = 413


class DatabaseUnavailable(Refused):
    """The database does not answer; nothing was promised, and one can try again."""

    status = 503


def status_of(why: Refused) -> int:
    """The status of an answer that refuses."""
    return int(getattr(why, "status", 422))
