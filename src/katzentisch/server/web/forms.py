"""The form for a new table, generated from a game's options."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from katzentisch.bots import NAMES
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import Words
from katzentisch.games.core.options import spelled
from katzentisch.server.db.records import Seat, bot_seat
from katzentisch.server.scenes import scene_of
from katzentisch.server.words import words_for

AWAY_LIMITS = (0, 30, 60, 120, 300, 86400)  # seconds
USUAL_AWAY = 60
MENU_UP_TO = 12  # an option with more values becomes a number field


@dataclass(frozen=True)
class OptionField:
    """An option as shown in a form."""

    name: str
    label: str
    kind: str  # menu, number or tick
    values: list[tuple[str, str]]  # value and label
    default: str


def option_fields(game: Rules, players: int, language: str) -> list[OptionField]:
    """A game's options for this many players, except those that leave no choice."""
    _ = words_for(language, game.SLUG)
    labels = scene_of(game.SLUG).OPTIONS
    fields = []
    for name, choice in game.choices(players).items():
        values = [spelled(value) for value in choice.values]
        if len(values) < 2:
            continue
        kind = "number" if len(values) > MENU_UP_TO else "menu"
        if set(values) == {"true", "false"}:
            kind = "tick"
        named = partial(seat_label, _) if name == "start" else partial(value_label, labels, _)
        shown = [(value, named(value)) for value in values]
        label = _(labels.get(name, name))
        fields.append(OptionField(name, label, kind, shown, spelled(choice.default)))
    return fields


def seat_label(_: Words, value: str) -> str:
    """A seat's number as people count, from one."""
    return _("Seat {n}", n=int(value) + 1)


def value_label(labels: Mapping[str, str], _: Words, value: str) -> str:
    """A value in words; numbers are unchanged."""
    return _(labels[value]) if value in labels else value


def options_in(game: Rules, form: Mapping[str, Any]) -> dict[str, object]:
    """The options chosen in a form; browsers do not send unticked boxes."""
    options: dict[str, object] = {"players": str(form.get("players", game.PLAYERS.default))}
    players = players_in(game, form)
    if players is None:
        return options
    for name, choice in game.choices(players).items():
        if {spelled(value) for value in choice.values} == {"true", "false"}:
            options[name] = name in form
        elif name in form:
            options[name] = str(form[name])
    return options


def players_in(game: Rules, form: Mapping[str, Any]) -> int | None:
    """The number of players chosen in a form; None if the game cannot be played by that many.

    No other number may reach `game.choices`, which has a choice for each player.
    """
    players = game.PLAYERS.read(str(form.get("players", game.PLAYERS.default)))
    return None if players is None else int(players)


def read_players(game: Rules, options: Mapping[str, object]) -> int:
    """The number of players; refused if the game cannot be played by that many."""
    return game.read_options(options).players


def away_in(form: Mapping[str, Any]) -> int:
    """How many seconds until a bot plays for people who are away."""
    offered = {str(limit): limit for limit in AWAY_LIMITS}
    return checked_away(offered.get(str(form.get("away", USUAL_AWAY)), -1))


def checked_away(seconds: int) -> int:
    """The time limit for absent players; refused if we do not offer it."""
    if seconds not in AWAY_LIMITS:
        raise Refused("There is no such time limit for absent players.")
    return seconds


def seats_in(form: Mapping[str, Any], players: int, guest: str, name: str) -> list[Seat]:
    """The seats chosen in a form."""
    wishes = [str(form.get(f"seat{number}", "open")) for number in range(players)]
    return seats_for(wishes, guest, name)


def seats_for(wishes: list[str], guest: str, name: str) -> list[Seat]:
    """The seats for a list of `me`, `open` or bot levels."""
    if wishes.count("me") > 1:
        raise Refused("You can take only one seat.")
    return [seat_for(number, who, guest, name) for number, who in enumerate(wishes)]


def seat_for(number: int, who: str, guest: str, name: str) -> Seat:
    """The seat for `me`, `open` or a bot level."""
    if who == "me":
        return Seat("guest", guest, None, name)
    if who == "open":
        return Seat("open")
    if who not in NAMES:
        raise Refused("There is no bot {who!r}.", who=who)
    return bot_seat(number, who)
