"""Moves and events in the reader's words."""

from katzentisch.games.core.contract import Event
from katzentisch.games.core.i18n import N_, Words

# Names in moves, views and options that are also words, translated as `_(name)`.
NAMES = (
    *(N_("black"), N_("pink"), N_("purple"), N_("blue"), N_("yellow"), N_("empty")),
    *(N_("chihuahua"), N_("stack"), N_("paw"), N_("scratcher"), N_("mouse"), N_("fish")),
)


def describe_move(name: str, _: Words) -> str:
    """A move as a player would say it: `your card 0 at 1,-1`."""
    match name.split():
        case ["place", "own", slot, "at", spot]:
            return _("your card {slot} at {spot}", slot=slot, spot=spot)
        case ["place", "seat", seat, slot, "at", spot]:
            return _("card {slot} of seat {seat} at {spot}", slot=slot, seat=seat, spot=spot)
        case ["place", "reserved", _slot, "at", spot]:
            return _("your reserved card at {spot}", spot=spot)
        case ["scratch", spot]:
            return _("scratcher on {spot}", spot=spot)
        case ["mouse", card, "to", spot]:
            return _("mouse: card {card} to {spot}", card=card, spot=spot)
        case ["fish", "seat", seat, slot]:
            return _("fish: card {slot} from seat {seat}", slot=slot, seat=seat)
    simple = {
        "stack": _("use the stack"),
        "paw": _("use the paw"),
        "end": _("end your turn"),
    }
    return simple[name]


def describe_event(event: Event, names: list[str], _: Words) -> str | None:
    """What happened, in a sentence."""
    kind = event["event"]
    if kind == "setup":
        return describe_setup(event, names, _)
    if kind == "move":
        return describe_decision(event["move"], names[event["seat"]], names, _)
    if kind == "draw":
        return _("{name} draws card {card}.", name=names[event["seat"]], card=event["card"])
    return describe_end(event, _)


def describe_setup(event: Event, names: list[str], _: Words) -> str:
    """Who is who, as far as the reader may know."""
    sentences = [_("The first card is laid.")]
    for name, identity in zip(names, event["identities"], strict=True):
        if identity is not None:
            sentences.append(_("{name}: {identity}.", name=name, identity=_(identity)))
    return " ".join(sentences)


def describe_decision(move: str, name: str, names: list[str], _: Words) -> str:
    """What a seat has decided, in a sentence."""
    match move.split():
        case ["place", "own", slot, "at", spot]:
            return _(
                "{name} lays their own card {slot} at {spot}.", name=name, slot=slot, spot=spot
            )
        case ["place", "seat", seat, slot, "at", spot]:
            other = names[int(seat)]
            return _(
                "{name} lays {other}'s card {slot} at {spot}.",
                name=name,
                slot=slot,
                other=other,
                spot=spot,
            )
        case ["place", "reserved", _slot, "at", spot]:
            return _("{name} lays their reserved card at {spot}.", name=name, spot=spot)
        case ["scratch", spot]:
            return _("{name} puts their scratcher on {spot}.", name=name, spot=spot)
        case ["mouse", card, "to", spot]:
            return _(
                "{name}: a mouse moves card {card} to {spot}.", name=name, card=card, spot=spot
            )
        case ["fish", "seat", seat, slot]:
            other = names[int(seat)]
            return _("{name} fishes card {slot} from {other}.", name=name, slot=slot, other=other)
    simple = {
        "stack": _("{name} uses the stack.", name=name),
        "paw": _("{name} uses the paw.", name=name),
        "end": _("{name} ends the turn.", name=name),
    }
    return simple[move]


def describe_end(event: Event, _: Words) -> str:
    """How many kittens of each colour are visible and grouped, then what the Chihuahua likes."""
    parts = [
        _("{colour} {n} and {group}", colour=_(colour), n=event["visible"][colour], group=group)
        for colour, group in event["groups"].items()
    ]
    return _(
        "Visible, and in the largest group: {parts};"
        " empty boxes: {boxes}, groups of three: {threes}.",
        parts=", ".join(parts),
        boxes=event["visible"]["empty"],
        threes=event["threes"],
    )
