"""Moves and events in the reader's language."""

from katzentisch.games.core.contract import Event
from katzentisch.games.core.i18n import Words


def describe_move(name: str, _: Words) -> str:
    """A move as a player would say it: `3 on seat 2`."""
    word, value, *on = name.split()
    if word == "drop":
        return _("drop none") if value == "none" else _("drop the {value}", value=value)
    return _("{value} on seat {seat}", value=value, seat=on[1]) if on else value


def describe_event(event: Event, names: list[str], _: Words) -> str | None:
    """What happened, in a sentence."""
    kind = event["event"]
    if kind == "deal":
        return _("Everybody gets five cards.")
    if kind == "move":
        return describe_decision(event["move"], names[event["seat"]], names, _)
    if kind == "draw":
        return describe_draw(event, names, _)
    if kind == "take":
        return describe_take(event, names, _)
    if kind == "reshuffle":
        return _("The discard pile is shuffled and becomes the draw pile.")
    return describe_round(event, names, _)


def describe_decision(move: str, name: str, names: list[str], _: Words) -> str:
    """What a seat has decided, in a sentence."""
    word, value, *on = move.split()
    if word == "drop":
        if value == "none":
            return _("{name} keeps all penalties.", name=name)
        return _("{name} drops the penalty {value}.", name=name, value=value)
    if on:
        return _("{name}: {value} on {other}.", name=name, value=value, other=names[int(on[1])])
    return _("{name}: {value}.", name=name, value=value)


def describe_cards(cards: list[int | None]) -> str:
    """Cards in a row; a hidden one is a question mark."""
    return " ".join("?" if card is None else str(card) for card in cards)


def describe_draw(event: Event, names: list[str], _: Words) -> str:
    """Who draws how many cards, and which, as far as the reader may know."""
    name, cards = names[event["seat"]], describe_cards(event["cards"])
    if event["to"] == "penalty":
        return _("From the draw pile, as a penalty for {name}: {cards}.", name=name, cards=cards)
    return _("From the draw pile to {name}: {cards}.", name=name, cards=cards)


def describe_take(event: Event, names: list[str], _: Words) -> str:
    """Who takes cards from whom, and which, as far as the reader may know."""
    giver, by = names[event["from"]], names[event["by"]]
    cards = describe_cards(event["cards"])
    if event["to"] == "discard":
        return _(
            "From {giver}'s hand, drawn by {by}, discarded: {cards}.",
            giver=giver,
            by=by,
            cards=cards,
        )
    if event["to"] == "hand":
        return _("From {giver}'s hand to {by}: {cards}.", giver=giver, by=by, cards=cards)
    return _(
        "From {giver}'s hand, drawn by {by}, as a penalty for {name}: {cards}.",
        giver=giver,
        by=by,
        name=names[event["owner"]],
        cards=cards,
    )


def describe_round(event: Event, names: list[str], _: Words) -> str:
    """The end of a round: everybody's minus points."""
    points_of = zip(names, event["points"], strict=True)
    parts = ", ".join(f"{name} {points}" for name, points in points_of)
    if event["ended_by"] is None:
        return _("The round has gone on long enough. Minus points: {parts}.", parts=parts)
    name = names[event["ended_by"]]
    return _("{name} has ended the round. Minus points: {parts}.", name=name, parts=parts)
