"""Spans of time in words."""

from datetime import timedelta

from babel.dates import format_timedelta

from katzentisch.games.core.i18n import Words

MINUTE = 60


def ago(seconds: float, _: Words) -> str:
    """How long ago: "5 minutes ago"."""
    if seconds < MINUTE:
        return _("just now")
    past = timedelta(seconds=-seconds)
    return str(format_timedelta(past, add_direction=True, locale=_.language))


def lasting(seconds: int, _: Words) -> str:
    """How long: "5 minutes"."""
    if seconds == 0:
        return _("at once")
    return str(format_timedelta(timedelta(seconds=seconds), locale=_.language))
