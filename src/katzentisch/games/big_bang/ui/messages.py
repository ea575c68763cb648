"""Moves and events in the reader's language."""

from typing import Any

from katzentisch.games.big_bang.rules.components import COLOURS, TILES_IN_WORDS
from katzentisch.games.core.contract import Event
from katzentisch.games.core.i18n import N_, Words

# Names in moves, views and options that are also words: they are shown as `_(name)`.
NAMES = (
    *(N_("green"), N_("blue"), N_("red")),
    *(N_("Sheldon"), N_("Leonard"), N_("Howard"), N_("Raj")),
    *(N_("Penny"), N_("Amy"), N_("Bernadette"), N_("Bazinga"), N_("kittens")),
    *(N_("hidden"), N_("open"), N_("none"), N_("chaos"), N_("chaos-plus")),
)


def describe_move(name: str, _: Words) -> str:
    """A move as a player would say it: `r5g2 as red`."""
    word, *rest = name.split()
    if word == "quit":
        return _("quit the round")
    if word == "activate":
        return _("activate: {tile}", tile=describe_tile(rest[0], _))
    return _("{card} as {colour}", card=rest[0], colour=_(rest[1]))


def describe_tile(tile: str | None, _: Words) -> str:
    """What a tile does; None is a hidden tile."""
    text = TILES_IN_WORDS[tile or "?"]
    return _(text)


def describe_event(event: Event, names: list[str], _: Words) -> str | None:
    """What happened, in a sentence."""
    kind = event["event"]
    if kind == "move":
        return _("{name}: {move}.", name=names[event["seat"]], move=describe_move(event["move"], _))
    if kind == "setup":
        return describe_setup(event, names, _)
    if kind == "prizes":
        return _("The prizes: {prizes}.", prizes=describe_prizes(event, _))
    if kind == "chaos":
        return _("From the pile, unseen: {tiles}.", tiles=describe_tiles(event["tiles"], _))
    if kind == "reveal":
        if not event["tiles"]:
            return _("No tile was active.")
        return _("The tiles are revealed: {tiles}.", tiles=describe_tiles(event["tiles"], _))
    if kind == "draw":
        seen = describe_cards(event["cards"], names)
        return _("Everybody draws two cards{seen}.", seen=seen)
    return describe_evaluation(event, names, _)


def describe_setup(event: Event, names: list[str], _: Words) -> str:
    """The first cards that everybody draws."""
    return _("Everybody draws five cards{seen}.", seen=describe_cards(event["hands"], names))


def describe_cards(cards: list[list[str | None]], names: list[str]) -> str:
    """The cards that are not hidden: ` (Ada: r5g2 b7)`."""
    parts = [
        f"{name}: {' '.join(str(card) for card in held)}"
        for name, held in zip(names, cards, strict=True)
        if held and None not in held
    ]
    return f" ({'; '.join(parts)})" if parts else ""


def describe_prizes(prizes: dict[str, Any], _: Words) -> str:
    """The prize of each colour."""
    return ", ".join(f"{_(colour)} {prizes[colour]}" for colour in COLOURS)


def describe_tiles(tiles: list[str | None], _: Words) -> str:
    """What these tiles do."""
    return "; ".join(describe_tile(tile, _) for tile in tiles)


def describe_evaluation(event: Event, names: list[str], _: Words) -> str:
    """Who takes the prize of each colour, and with how many points."""
    parts = []
    for colour in COLOURS:
        winner = event["winners"][colour]
        total = format_points(max(event["totals"][colour]), _)
        taker = _("nobody") if winner is None else f"{names[winner]} ({total})"
        parts.append(f"{_(colour)}: {taker}")
    return _("The prizes go to: {parts}.", parts=", ".join(parts))


def format_points(points: float, _: Words) -> str:
    """Whole points as they are, halves with the decimal sign of the reader's language."""
    whole = int(points)
    return str(whole) if points == whole else _.decimal(points)
