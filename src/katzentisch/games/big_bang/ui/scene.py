"""What the browser's table shows: the data `table.html` draws, and the clicks for each move."""

from collections.abc import Sequence
from typing import Any

from katzentisch.games.big_bang.knowledge.counted import Bids, Counted, Play, set_of_tiles
from katzentisch.games.big_bang.rules.components import COLOURS, TILES
from katzentisch.games.big_bang.rules.scoring import swaps_cancel
from katzentisch.games.big_bang.ui.messages import describe_tile, format_points
from katzentisch.games.big_bang.ui.tiles import drawn_number, tile_piece
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import N_, Words

ABOUT = N_(
    "Bid for three prizes with cards that count for one of two colours,"
    " and bend the rules with hidden tiles."
)
MINUTES = (25, 40)
OPTIONS = {
    "tiles": N_("Tiles"),
    "start": N_("Who starts"),
    "hidden": N_("everybody's own, face down"),
    "open": N_("everybody's own, face up"),
    "none": N_("no tiles"),
    "chaos": N_("chaos: one from the pile each round, unseen"),
    "chaos-plus": N_("more chaos: two in every other round"),
}
COMPONENTS = True  # owners may supply their own cards and prizes
PAUSES = {"reveal": 900, "evaluate": 2600, "draw": 4200, "prizes": 700, "chaos": 700}

LETTERS = {"green": N_("G"), "blue": N_("B"), "red": N_("R")}
BEFORE_PRIZES = ("setup", "prizes")
REVEALED = ("evaluate", "draw", "over")  # the tiles of the round have been turned over
AWARDED = ("draw", "over")  # and its prizes awarded


def clicks(move: str) -> tuple[str, ...]:
    """The clicks that make a move: a card, then its colour; clicking half a card does both."""
    words = move.split()
    if words[0] == "play":
        return f"play {words[1]}", words[2]
    return (move,)


def prompt(view: View, _: Words) -> str:
    """What the seat to act is asked."""
    if view["phase"] == "activate":
        return _("Your turn: activate a tile for this round, or none.")
    if view["you"] == view["start"] and not view["played"][view["you"]]:
        return _("Your turn: you start with a card; choose one of its halves.")
    return _("Your turn: choose one half of a card, or quit.")


def scene(
    view: View, events: list[Event], names: list[str], legal: Sequence[str], _: Words
) -> dict[str, Any]:
    """Everything the table shows that is not in the view itself."""
    this_round = round_events(view, events)
    tiles = open_tiles(view, this_round)
    bids = Bids(view["cards"], plays_in(this_round, len(names)), tiles)
    faces = Faces(view, events, _)
    return {
        "number": view["round"] - (view["phase"] == "draw"),
        "letters": LETTERS,
        "faces": faces.by_name,
        "prizes": prizes(view, events, this_round),
        "cells": [
            {colour: cell(view, this_round, bids, seat, colour, faces, _) for colour in COLOURS}
            for seat in range(len(names))
        ],
        "hand": [faces.own(name) for name in view["hand"] or ()],
        "held": [held(view, seat, faces) for seat in range(len(names))],
        "own_tiles": [tile_piece(tile, _) for tile in view["tiles"] or ()],
        "active": active_tiles(view, this_round, _),
        "revealed": view["phase"] in REVEALED,
        "swaps_cancel": bool(swaps_cancel(set_of_tiles(tiles))),
        "memory": [memory(view, seat) for seat in range(len(names))],
        "all_tiles": all_tiles(view, tiles, _),
        "last": last_round(view, events, _),
    }


def round_events(view: View, events: list[Event]) -> list[Event]:
    """The events since this round's prizes were turned up; none before that."""
    starts = [number for number, event in enumerate(events) if event["event"] == "prizes"]
    return [] if not starts or view["phase"] in BEFORE_PRIZES else events[starts[-1] :]


def plays_in(this_round: list[Event], players: int) -> list[list[Play]]:
    """The cards that each seat has played, in order, with their colours."""
    plays: list[list[Play]] = [[] for _ in range(players)]
    for event in this_round:
        if event["event"] == "move" and event["move"].startswith("play"):
            _, card, colour = event["move"].split()
            plays[event["seat"]].append((card, colour))
    return plays


def open_tiles(view: View, this_round: list[Event]) -> list[str]:
    """The active tiles that everybody can see: those revealed, or all if tiles are face up."""
    if view["phase"] in REVEALED:
        return next((event["tiles"] for event in this_round if event["event"] == "reveal"), [])
    return [tile for tile in view["activated"] if tile] if view["mode"] == "open" else []


class Faces:
    """What cards look like, and the names under which they are animated.

    A seat's own cards go by their names, those of others by the order in which they were
    first played, so that a card leaves the hand as the first of the unknown ones.
    """

    def __init__(self, view: View, events: list[Event], _: Words) -> None:
        self.you = view["you"]
        persons = [card["shows"] for card in view["cards"]]
        self.by_name = {
            card["name"]: {**card, "person": _(person)}
            for card, person in zip(view["cards"], persons, strict=True)
        }
        plays = plays_in(events, view["players"])
        self.seen = [list(dict.fromkeys(card for card, _ in own)) for own in plays]

    def own(self, name: str) -> dict[str, Any]:
        """A card in the player's own hand."""
        return {**self.by_name[name], "fly": f"own-{name}"}

    def of(self, seat: int, name: str) -> dict[str, Any]:
        """A card of any seat that everybody has seen."""
        if seat == self.you:
            return self.own(name)
        return {**self.by_name[name], "fly": f"card-{seat}-{self.seen[seat].index(name)}"}

    def back(self, seat: int, number: int) -> str:
        """The name of an unknown card in a hand."""
        return f"card-{seat}-{len(self.seen[seat]) + number}"


def prizes(view: View, events: list[Event], this_round: list[Event]) -> list[dict[str, Any]]:
    """The prizes of this round: their values, and who took them once they are awarded."""
    number = sum(event["event"] == "prizes" for event in events)
    awarded = view["phase"] in AWARDED and view["last_round"]
    return [
        {
            "colour": colour,
            "value": this_round[0][colour] if this_round else None,
            "fly": f"prize-{colour}-{number}",
            "awarded": bool(awarded),
            "taker": view["last_round"]["winners"][colour] if awarded else None,
        }
        for colour in COLOURS
    ]


def cell(
    view: View,
    this_round: list[Event],
    bids: Bids,
    seat: int,
    colour: str,
    faces: Faces,
    _: Words,
) -> dict[str, Any]:
    """What lies before a seat for a prize; once prizes are awarded, only what was paid."""
    bid = bids.of(seat, colour)
    took = view["phase"] in AWARDED and view["last_round"]["winners"][colour] == seat
    left = bid.cards if took or view["phase"] not in AWARDED else ()
    return {
        "cards": [lying(faces.of(seat, c.card), c, colour) for c in left],
        "bonuses": [{"add": add, "why": describe_tile(tile, _)} for tile, add in bid.bonuses],
        "total": format_points(bid.total, _) if bid.cards or bid.bonuses else None,
        "leads": bid.leads,
        "tied": bid.tied,
        "took": took,
    }


def lying(face: dict[str, Any], card: Counted, colour: str) -> dict[str, Any]:
    """A card that counts for a colour."""
    value = dict(face["sides"])[card.played]
    return {
        **face,
        "colour": card.played,
        "value": value,
        "worth": drawn_number(card.worth),
        "halved": card.worth != value,
        "moved": card.played != colour,
    }


def held(view: View, seat: int, faces: Faces) -> dict[str, Any]:
    """A hand as others see it: the cards taken back from the table are known."""
    known = view["cards_known"][seat]
    unknown = view["cards_held"][seat] - len(known)
    return {
        "known": [faces.of(seat, name) for name in known],
        "backs": [faces.back(seat, number) for number in range(unknown)],
    }


def active_tiles(view: View, this_round: list[Event], _: Words) -> list[dict[str, Any]]:
    """The tiles of this round with their seats, face down unless they are known."""
    if view["phase"] in REVEALED:
        tiles = open_tiles(view, this_round)
        owners = {e["move"].split()[1]: e["seat"] for e in this_round if is_activation(e)}
        return [{**tile_piece(tile, _), "seat": owners.get(tile)} for tile in tiles]
    if not this_round:
        return []
    own = [{**tile_piece(t, _), "seat": seat} for seat, t in enumerate(view["activated"]) if t]
    return own + [{**tile_piece("?", _), "seat": None} for _n in range(view["chaos"])]


def is_activation(event: Event) -> bool:
    """Does this event record that a seat activates a tile?"""
    return bool(event["event"] == "move" and event["move"].startswith("activate"))


def memory(view: View, seat: int) -> list[str]:
    """Where each of a seat's cards is, as far as the player can know."""
    lies = {play["card"] for play in view["played"][seat]}
    gone, known = set(view["cards_gone"][seat]), set(view["cards_known"][seat])
    if seat == view["you"]:
        known = set(view["hand"])
    rest = "pile" if seat == view["you"] else "unknown"
    places = {"table": lies, "gone": gone, "hand": known}
    names = [card["name"] for card in view["cards"]]
    return [next((p for p, names in places.items() if n in names), rest) for n in names]


def all_tiles(view: View, tiles: list[str], _: Words) -> list[dict[str, Any]]:
    """All ten tiles: which have been used, and which are the player's own or active now."""
    if view["mode"] == "none":
        return []
    own = {*(view["tiles"] or ()), *(t for t in view["activated"] if t)}
    return [
        {
            **tile_piece(tile, _),
            "used": tile in view["tiles_used"] and tile not in tiles,
            "active": tile in tiles,
            "own": tile in own,
        }
        for tile in TILES
    ]


def last_round(view: View, events: list[Event], _: Words) -> dict[str, Any] | None:
    """The result of the round before this one."""
    rounds = rounds_in(events)
    if not rounds or view["phase"] in AWARDED:
        return None
    turned_up, revealed, scored = rounds[-1]
    taken = [
        {
            "colour": colour,
            "value": turned_up[colour],
            "taker": scored["winners"][colour],
            "total": format_points(max(scored["totals"][colour]), _),
        }
        for colour in COLOURS
    ]
    return {"taken": taken, "tiles": [tile_piece(tile, _) for tile in revealed["tiles"]]}


def rounds_in(events: list[Event]) -> list[tuple[Event, Event, Event]]:
    """The prizes, tiles and result of each round evaluated."""
    by_kind = {
        kind: [event for event in events if event["event"] == kind]
        for kind in ("prizes", "reveal", "evaluate")
    }
    return list(zip(*by_kind.values(), strict=False))


def sheet(view: View, events: list[Event], names: list[str], _: Words) -> dict[str, Any] | None:
    """Every round's prizes: who took them, and with what total."""
    rows: list[dict[str, Any]] = []
    for number, (turned_up, _revealed, scored) in enumerate(rounds_in(events), start=1):
        cells = [sheet_cell(turned_up, scored, seat, _) for seat in range(len(names))]
        rows.append({"title": sheet_title(number, turned_up, scored, _), "cells": cells})
    if not rows:
        return None
    scores = [{"points": score} for score in view["scores"]]
    rows.append({"title": _("Total"), "cells": scores, "sum": True})
    if view["phase"] == "over":
        cards = [{"points": held} for held in view["cards_held"]]
        rows.append({"title": _("Cards left"), "cells": cards})
    note = _("Prizes, with the winning totals in brackets; whoever has most cards left wins a tie.")
    return {"rows": rows, "note": note}


def sheet_title(number: int, turned_up: Event, scored: Event, _: Words) -> str:
    """A round's title, with the prizes that nobody took."""
    lost = [f"{_(c)} {turned_up[c]}" for c in COLOURS if scored["winners"][c] is None]
    title = _("Round {n}", n=number)
    return f"{title} ({_('nobody')}: {', '.join(lost)})" if lost else title


def sheet_cell(turned_up: Event, scored: Event, seat: int, _: Words) -> dict[str, Any]:
    """The prizes a seat took in a round, or the totals it bid in vain."""
    totals = {colour: format_points(scored["totals"][colour][seat], _) for colour in COLOURS}
    taken = [colour for colour in COLOURS if scored["winners"][colour] == seat]
    why = [f"{_(c)} {turned_up[c]} ({totals[c]})" for c in taken]
    vain = [f"{_(LETTERS[c])} {totals[c]}" for c in COLOURS if totals[c] != "0"]
    return {
        "points": sum(turned_up[colour] for colour in taken),
        "why": ", ".join(why) or " · ".join(vain),
    }
