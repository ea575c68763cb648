"""What the browser's table shows: the data `table.html` draws, and the clicks for each move."""

from collections.abc import Sequence
from typing import Any

from katzentisch.games.cat_in_the_box.knowledge.counted import bonus_group, neutral_spaces
from katzentisch.games.cat_in_the_box.rules.components import COLOURS, PREDICTIONS
from katzentisch.games.cat_in_the_box.ui.messages import predicted
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import N_, Words

ABOUT = N_("A trick-taking game in which a card has no colour until you say which.")
MINUTES = (20, 40)
OPTIONS = {
    "research": N_("Research board"),
    "start": N_("Who starts"),
    "white": N_("white side"),
    "purple": N_("purple side (reconstructed)"),
}
COMPONENTS = True  # owners may supply their own boards
PAUSES = {"trick": 1100, "paradox": 900, "score": 1500, "deal": 3200}  # milliseconds


def clicks(move: str) -> tuple[str, ...]:
    """The clicks that make a move: a card, then its colour."""
    words = move.split()
    if words[0] == "play":
        return f"play {words[1]}", words[2]
    return (move,)


def prompt(view: View, _: Words) -> str:
    """What the seat to act is asked."""
    if view["phase"] == "discard":
        return _("Your turn: discard a card.")
    if view["phase"] == "predict":
        return _("Your turn: how many tricks will you win?")
    if led := view["led"]:
        return _("Your turn: a card and its colour; {colour} was led.", colour=_(led))
    return _("Your turn: lead a card and say its colour.")


def scene(
    view: View, events: list[Event], names: list[str], legal: Sequence[str], _: Words
) -> dict[str, Any]:
    """Everything the table shows that is not in the view itself."""
    scored = view["phase"] in ("deal", "over") and bool(view["points"])
    this_round = round_events(events)
    return {
        "colours": COLOURS,
        "hand": hand(view),
        "board": board(view, this_round if scored else []),
        "columns": sum(cell is not None for cell in view["board"][0]),
        "trick": trick(view, events),
        "last_trick": last_trick(this_round),
        "predictions": PREDICTIONS[view["players"]] if view["phase"] == "predict" else (),
        "predicted": [predicted(view, seat) for seat in range(view["players"])],
        "scored": this_round[-1] if scored else None,
    }


def hand(view: View) -> list[dict[str, Any]]:
    """The player's own cards; equal ones are numbered, so that the right one flies."""
    word = "discard" if view["phase"] == "discard" else "play"
    seen: dict[int, int] = {}
    cards = []
    for value in view["hand"] or ():
        seen[value] = seen.get(value, 0) + 1
        fly = f"own-{value}-{seen[value] - 1}"
        cards.append({"value": value, "key": f"{word} {value}", "fly": fly})
    return cards


def board(view: View, scored: list[Event]) -> list[list[dict[str, Any] | None]]:
    """The research board; after a round, the groups that earned a bonus are marked."""
    marked = bonus_groups(view["board"], scored)
    return [
        [cell and space(cell, (r, c) in marked) for c, cell in enumerate(row)]
        for r, row in enumerate(view["board"])
    ]


def space(cell: dict[str, Any], marked: bool) -> dict[str, Any]:
    """A space of the board, with its token and what to click to place one there."""
    colour, value = cell["space"].split()
    return {
        "colour": colour,
        "value": value,
        "token": cell["token"],
        "key": f"play {value}|{colour}",
        "marked": marked,
    }


def bonus_groups(rows: list[list[Any]], scored: list[Event]) -> set[tuple[int, int]]:
    """The places of the tokens that earned seats a bonus in this round."""
    bonus = scored[-1]["bonus"] if scored and scored[-1]["event"] == "round" else []
    marked: set[tuple[int, int]] = set()
    for seat, points in enumerate(bonus):
        if points:
            marked |= bonus_group(rows, seat)
    return marked


def trick(view: View, events: list[Event]) -> list[dict[str, Any]]:
    """The cards of this trick, each flying from where it was held."""
    return [played(card["seat"], card["card"], view) for card in view["trick"]]


def played(seat: int, card: str, view: View | None = None) -> dict[str, Any]:
    """A card in the trick; given a view, also from where it flies there."""
    colour, value = card.split()
    fly = None
    if view is not None:
        own = seat == view["you"]
        left = view["hand"].count(int(value)) if own else view["cards_held"][seat]
        fly = f"own-{value}-{left}" if own else f"seat-{seat}-{left}"
    return {"seat": seat, "colour": colour, "value": value, "fly": fly}


def round_events(events: list[Event]) -> list[Event]:
    """What happened since the last deal."""
    start = max((i for i, e in enumerate(events) if e["event"] == "deal"), default=0)
    return events[start:]


def last_trick(events: list[Event]) -> dict[str, Any] | None:
    """The last trick taken in this round, and its winner."""
    cards: list[dict[str, Any]] = []
    found = None
    for event in events:
        if event["event"] == "move" and event["move"].startswith("play"):
            _, value, colour = event["move"].split()
            cards.append(played(event["seat"], f"{colour} {value}"))
        elif event["event"] == "trick":
            found, cards = {"cards": cards, "winner": event["winner"]}, []
    return found


def sheet(view: View, events: list[Event], names: list[str], _: Words) -> dict[str, Any] | None:
    """Every round's points, and why."""
    rows: list[dict[str, Any]] = []
    for number, this_round in enumerate(split_rounds(events), start=1):
        scored = this_round[-1]
        paradox = next((e["seat"] for e in this_round if e["event"] == "paradox"), None)
        cells = [
            {"points": points, "why": why(seat, scored, paradox, _)}
            for seat, points in enumerate(scored["points"])
        ]
        rows.append(
            {"title": _("Round {n}", n=number), "cells": cells, "grid": grid(view, this_round)}
        )
    if not rows:
        return None
    scores = [{"points": score} for score in view["scores"]]
    rows.append({"title": _("Total"), "cells": scores, "sum": True})
    note = _(
        "Each trick scores 1; a correct prediction adds the size of your largest group of tokens."
    )
    return {"rows": rows, "note": note}


def split_rounds(events: list[Event]) -> list[list[Event]]:
    """The events of each round that has been scored."""
    rounds: list[list[Event]] = []
    current: list[Event] = []
    for event in events:
        current.append(event)
        if event["event"] == "round":
            rounds.append(current)
            current = []
    return rounds


def why(seat: int, scored: Event, paradox: int | None, _: Words) -> str:
    """Where the points of a seat come from."""
    tricks, bonus = scored["tricks"][seat], scored["bonus"][seat]
    if seat == paradox:
        return _("paradox: −{n}", n=tricks)
    if not bonus:
        return _.ngettext("{n} trick", "{n} tricks", tricks)
    return _.ngettext("{n} trick + group of {m}", "{n} tricks + group of {m}", tricks, m=bonus)


def grid(view: View, this_round: list[Event]) -> list[list[dict[str, Any] | None]]:
    """The board at the end of a round, with the groups that counted."""
    tokens: dict[str, Any] = {}
    for event in this_round:
        if event["event"] == "deal":
            tokens |= dict.fromkeys(neutral_spaces(event.get("revealed", ())), "neutral")
        elif event["event"] == "move" and event["move"].startswith("play"):
            _, value, colour = event["move"].split()
            tokens[f"{colour} {value}"] = event["seat"]
    rows = [
        [cell and {"space": cell["space"], "token": tokens.get(cell["space"])} for cell in row]
        for row in view["board"]
    ]
    marked = bonus_groups(rows, this_round)
    return [
        [cell and {"seat": cell["token"], "marked": (r, c) in marked} for c, cell in enumerate(row)]
        for r, row in enumerate(rows)
    ]
