"""Refusals that have their own HTTP status."""

from katzentisch.games.core.errors import Refused


class NotFound(Refused):
    """The requested page, table or file does not exist."""

    status = 404


class Malformed(Refused):
    """The request cannot be read at all."""

    status = 400


class Unauthenticated(Refused):
    """The request carries no valid token."""

    status = 401


class Forbidden(Refused):
    """This guest may not do this."""

    status = 403


class Conflict(Refused):
    """Somebody else was first, or this cannot be done right now."""

    status = 409


class TooManyRequests(Refused):
    """A limit has been reached."""

    status = 429


class TooLarge(TooManyRequests):
    """The body or message is too large."""

    status = 413


class InternalError(Refused):
    """A mistake of ours; the log has the details."""

    status = 500


class DatabaseUnavailable(Refused):
    """The database is not responding. Nothing was confirmed, so it is safe to try again."""

    status = 503


class WorkersUnavailable(Refused):
    """The processes that think for bots were killed again and again."""

    status = 503


def no_such_table() -> NotFound:
    """The refusal when a table does not exist."""
    return NotFound("There is no such table.")


def status_of(why: Refused) -> int:
    """The HTTP status for a refusal."""
    return int(getattr(why, "status", 422))
