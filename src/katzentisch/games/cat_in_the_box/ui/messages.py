"""Moves and events in the reader's language."""

from katzentisch.games.cat_in_the_box.rules.components import BONUS_UP_TO
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import N_, Words

# Names in moves, views and options that are also words: they are shown as `_(name)`.
NAMES = (
    *(N_("red"), N_("blue"), N_("yellow"), N_("green")),
    *(N_("white"), N_("purple")),
)


def describe_move(name: str, _: Words) -> str:
    """A move as a player would say it: `5 as blue`."""
    word, number, *colour = name.split()
    if word == "discard":
        return _("discard the {value}", value=number)
    if word == "predict":
        return _.ngettext("predict {n} trick", "predict {n} tricks", int(number))
    return _("{value} as {colour}", value=number, colour=_(colour[0]))


def predicted(view: View, seat: int) -> str:
    """A seat's prediction; with two players nobody predicts, and few tricks earn the bonus."""
    if view["players"] == 2:
        return f"≤{BONUS_UP_TO}"
    return str(view["predicted"][seat] or "?")


def describe_event(event: Event, names: list[str], _: Words) -> str | None:
    """What happened, in a sentence."""
    kind = event["event"]
    if kind == "deal":
        return describe_deal(event, _)
    if kind == "move":
        return describe_decision(event["move"], names[event["seat"]], _)
    if kind == "trick":
        return _("{name} wins the trick.", name=names[event["winner"]])
    if kind == "paradox":
        hand = " ".join(str(value) for value in event["hand"])
        name = names[event["seat"]]
        return _("Paradox! {name} cannot play any of {hand}.", name=name, hand=hand)
    return describe_round(event, names, _)


def describe_deal(event: Event, _: Words) -> str:
    """The cards dealt, as far as the reader may know them."""
    if "revealed" not in event:
        return _("The cards are dealt.")
    shown = " ".join(str(value) for value in event["revealed"])
    return _("The cards are dealt; turned up: {values}.", values=shown)


def describe_decision(move: str, name: str, _: Words) -> str:
    """What a seat has decided, in a sentence."""
    word, number = move.split()[:2]
    if word == "discard":
        if number == "?":
            return _("{name} discards a card.", name=name)
        return _("{name} discards the {value}.", name=name, value=number)
    if word == "predict":
        return _("{name} predicts {n}.", name=name, n=number)
    return _("{name}: {card}.", name=name, card=describe_move(move, _))


def describe_round(event: Event, names: list[str], _: Words) -> str:
    """The end of a round: everybody's points, and where they come from."""
    parts = [
        _.ngettext(
            "{name} {points} ({n} trick, bonus {bonus})",
            "{name} {points} ({n} tricks, bonus {bonus})",
            tricks,
            name=name,
            points=points,
            bonus=bonus,
        )
        for name, points, tricks, bonus in zip(
            names, event["points"], event["tricks"], event["bonus"], strict=True
        )
    ]
    return _("End of the round: {parts}.", parts="; ".join(parts))
