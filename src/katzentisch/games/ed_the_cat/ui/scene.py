"""What the browser's table shows: the data `table.html` draws, and the clicks for each move."""

from collections.abc import Sequence
from typing import Any

from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import N_, Words
from katzentisch.games.ed_the_cat.knowledge.events import penalties_seen
from katzentisch.games.ed_the_cat.rules.components import AT_NOBODY, VALUES
from katzentisch.games.ed_the_cat.ui.messages import describe_event

ABOUT = N_("Get rid of your cards, and saddle the others with penalties before they saddle you.")
MINUTES = (10, 25)
OPTIONS = {"limit": N_("Minus points that end the game"), "start": N_("Who starts")}
PAUSES = {"take": 600, "draw": 600, "reshuffle": 500, "round": 1200, "deal": 3000}  # milliseconds

ACTIONS = {
    1: N_("An opponent draws 2 cards from your hand and discards them."),
    2: N_("An opponent draws a card from your hand as a penalty for themselves."),
    3: N_("An opponent draws 3 cards."),
    4: N_("All others draw a card."),
    5: N_("This card goes to an opponent as a penalty."),
    6: N_("2 of an opponent's cards become their penalties."),
    7: N_("An opponent draws a card from your hand as a penalty for you."),
    8: N_("You draw a card."),
    9: N_("You draw a card from an opponent's hand."),
}
SHORT = {
    1: N_("you −2"),
    2: N_("you −1, they penalty"),
    3: N_("they +3"),
    4: N_("all +1"),
    5: N_("penalty"),
    6: N_("2 penalties"),
    7: N_("you: penalty"),
    8: N_("you +1"),
    9: N_("steal 1"),
}


def clicks(move: str) -> tuple[str, ...]:
    """The clicks that make a move: a card, then the opponent it is for."""
    words = move.split()
    if len(words) == 4:
        return " ".join(words[:2]), " ".join(words[2:])
    return (move,)


def prompt(view: View, _: Words) -> str:
    """What the seat to act is asked."""
    if view["phase"] == "drop":
        return _("Your turn: you ended the round and may drop one penalty.")
    return _("Your turn: play a card, and say who it is for.")


def scene(
    view: View, events: list[Event], names: list[str], legal: Sequence[str], _: Words
) -> dict[str, Any]:
    """Everything the table shows that is not in the view itself."""
    scored = last_round(events) if view["phase"] in ("deal", "over") else None
    return {
        "hand": [card(v, n, "play", _) for v, n in numbered(view["hand"] or ())],
        "penalties": [card(v, n, "drop", _) for v, n in numbered(view["penalties"] or ())],
        "top": card(view["top_discard"], 0, "top", _) if view["top_discard"] else None,
        "all": [card(value, 0, "all", _) for value in range(1, VALUES + 1)],
        "known": known_penalties(view, events),
        "scored": scored,
        "last": last_play(events),
        "happened": happened(events, names, _),
        "fly": flown(view, events),
    }


def numbered(values: Any) -> list[tuple[int, int]]:
    """Cards numbered among equal ones, so that the right one flies."""
    seen: dict[int, int] = {}
    found = []
    for value in values:
        found.append((value, seen.get(value, 0)))
        seen[value] = seen.get(value, 0) + 1
    return found


def card(value: int, number: int, word: str, _: Words) -> dict[str, Any]:
    """A card as the table draws it."""
    return {
        "value": value,
        "key": f"{word} {value}",
        "fly": f"{word}-{value}-{number}",
        "action": _(ACTIONS[value]),
        "short": _(SHORT[value]),
        "aims": value not in AT_NOBODY,
    }


def flown(view: View, events: list[Event]) -> str | None:
    """The name that the top discard had in a hand, from where it flies."""
    latest = next((e for e in reversed(events) if e["event"] == "move"), None)
    if latest is None or latest["move"].split()[0] != "play":
        return None
    value = int(latest["move"].split()[1])
    if value != view["top_discard"]:
        return None
    if latest["seat"] == view["you"]:
        return f"play-{value}-{(view['hand'] or []).count(value)}"
    return f"seat-{latest['seat']}-{view['cards_held'][latest['seat']]}"


def known_penalties(view: View, events: list[Event]) -> list[list[int]]:
    """The penalty cards to show before each seat while a round is being played."""
    between = view["phase"] in ("deal", "over")
    return penalties_seen([] if between else events, view["players"])


def last_play(events: list[Event]) -> dict[str, Any] | None:
    """The last card played, by whom and on whom."""
    for event in reversed(events):
        words = event.get("move", "").split()
        if words and words[0] == "play":
            chosen = int(words[3]) if len(words) == 4 else None
            return {"seat": event["seat"], "value": int(words[1]), "chosen": chosen}
        if event["event"] == "deal":
            return None
    return None


def happened(events: list[Event], names: list[str], _: Words) -> list[str]:
    """What has happened since the last move, in words."""
    start = max((i for i, e in enumerate(events) if e["event"] == "move"), default=len(events))
    sentences = [describe_event(event, names, _) for event in events[start + 1 :]]
    return [sentence for sentence in sentences if sentence][:4]


def last_round(events: list[Event]) -> Event | None:
    """The result of the last round scored."""
    return next((e for e in reversed(events) if e["event"] == "round"), None)


def sheet(view: View, events: list[Event], names: list[str], _: Words) -> dict[str, Any] | None:
    """Every round's minus points, and who ended it."""
    rows: list[dict[str, Any]] = []
    for event in events:
        if event["event"] != "round":
            continue
        cells = [
            {"points": points, "why": _("ended it") if seat == event["ended_by"] else ""}
            for seat, points in enumerate(event["points"])
        ]
        rows.append({"title": _("Round {n}", n=len(rows) + 1), "cells": cells})
    if not rows:
        return None
    scores = [{"points": score} for score in view["scores"]]
    rows.append({"title": _("Total"), "cells": scores, "sum": True})
    note = _("Cards in hand and penalties count their values; {n} ends it.", n=view["limit"])
    return {"rows": rows, "note": note + " " + _("The fewest minus points win.")}
