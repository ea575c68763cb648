"""What the table in the browser shows (`table.html` draws it), and which clicks make a move.

Lengths in pictures are hundredths of a quadrant.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from katzentisch.games.cat_box.rules.components import BOX, TILES
from katzentisch.games.cat_box.ui.points import UNIT, endings, outlines, sheet, tally
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import N_, Words

__all__ = [
    "ABOUT",
    "COMPONENTS",
    "MINUTES",
    "OPTIONS",
    "PAUSES",
    "clicks",
    "prompt",
    "scene",
    "sheet",
]

ABOUT = N_(
    "Cover boxes with boxes until your kittens sit together,"
    " and don't let anyone guess your colour."
)
MINUTES = (15, 30)
OPTIONS = {"specials": N_("Special tiles: five surprises each"), "start": N_("Who starts")}
COMPONENTS = True  # owners may use their own cards
PAUSES = {"draw": 900, "count": 1600}  # milliseconds

LEAST = (8, 6)  # quadrants always shown at least, so that the first card is not huge
MARGIN = 1.25
EXPLAINED = {
    "stack": N_(
        "Before playing: your next card covers one to four squares, at most three of them kittens."
    ),
    "paw": N_("After playing: play a second card."),
    "scratcher": N_(
        "After playing: a square and its eight neighbours are safe until your next turn."
    ),
    "mouse": N_("After playing: move a card that nothing covers, but not the one just played."),
    "fish": N_("After playing: take a card from any hand; only you may play it, on a later turn."),
}
TILE_MOVES = {"scratcher": "scratch"}  # the others have the same name as their tile

Spot: TypeAlias = tuple[int, int]
Visible: TypeAlias = dict[Spot, str]


def clicks(move: str) -> tuple[str, ...]:
    """What to click for a move: a card and its place, or a tile and what it needs."""
    match move.split():
        case ["place", *card, "at", spot]:
            return " ".join(["place", *card]), f"at {spot}"
        case ["mouse", card, "to", spot]:
            return "mouse", card, f"to {spot}"
        case [tile, *rest] if rest:
            return tile, " ".join(rest)
    return (move,)


def prompt(view: View, _: Words) -> str:
    """What the seat to act is asked to do."""
    if view["phase"] == "tile":
        return _("Use a tile, or end your turn.")
    if view["phase"] == "second":
        return _("The paw plays again: choose a second card.")
    if view["phase"] == "stacked":
        return _("Stack: cover up to four squares, at most three of them kittens.")
    return _("Your turn: choose any card and lay it.")


def scene(
    view: View, events: list[Event], names: list[str], legal: Sequence[str], _: Words
) -> dict[str, Any]:
    """Everything the table shows that the view does not already contain."""
    visible: Visible = {(q["x"], q["y"]): q["content"] for q in view["table"]}
    shown = frame(visible)
    return {
        "frame": shown,
        "axis": round(max(shown["height"], 0.75 * shown["width"]) / 50),  # height of its labels
        "columns": span([x for x, _y in visible]),
        "rows": span([y for _x, y in visible]),
        "cards": view["cards"],
        "recent": recent(view, events),
        "hands": [hand(view, seat, _) for seat in range(view["players"])],
        "reserved": [reserved(view, seat, _) for seat in range(view["players"])],
        "top": view["top"] and held(view["top"], "visible", None, _("pile"), _),
        "spots": spots(legal, visible, _),
        "quadrants": scratchable(view, legal),
        "movable": movable(view, legal, _),
        "zones": zones(view),
        "tiles": [tiles(view, seat, _) for seat in range(view["players"])],
        "tally": tally(view),
        "outlines": outlines(view),
        "endings": endings(view, _),
    }


def frame(visible: Visible) -> dict[str, float]:
    """The part of the table in the picture; it grows in steps, so that it seldom jumps."""
    left, width = side([x for x, _y in visible], LEAST[0])
    top, height = side([y for _x, y in visible], LEAST[1])
    return {"x": left * UNIT, "y": top * UNIT, "width": width * UNIT, "height": height * UNIT}


def side(places: list[int], least: int) -> tuple[float, float]:
    """Where the picture begins in one direction, and how long it is."""
    start = min(places, default=0) // 2 * 2
    end = -(-(max(places, default=1) + 1) // 2) * 2
    lacking = max(least - (end - start), 0) / 2
    return start - lacking - MARGIN, end - start + 2 * (lacking + MARGIN)


def span(places: list[int]) -> range:
    """The columns or rows that have something in them."""
    return range(min(places, default=0), max(places, default=-1) + 1)


def recent(view: View, events: list[Event]) -> dict[int, int]:
    """The cards laid in the last round, and by whom; the newest comes last."""
    laid = [
        e for e in events if e["event"] == "move" and e["move"].split()[0] in ("place", "mouse")
    ]
    cards = {}
    for event in laid[-max(view["players"] - 1, 1) :]:
        spot = event["move"].split()[-1]
        lying = [c["card"] for c in view["cards"] if f"{c['x']},{c['y']}" == spot]
        if lying:
            cards[int(lying[-1])] = int(event["seat"])
    return cards


# Cards that players hold.


def hand(view: View, seat: int, _: Words) -> list[dict[str, Any]]:
    """A seat's hand; its owner plays the secret side, all others the visible one."""
    own, fishing = seat == view["you"], view["phase"] == "tile"
    cards = []
    for slot, card in enumerate(view["hands"][seat]):
        place = f"place own {slot}" if own else f"place seat {seat} {slot}"
        key = f"seat {seat} {slot}" if fishing else place
        title = _("Your card") if own else _("Card")
        cards.append(held(card, "secret" if own else "visible", key, title, _))
    return cards


def reserved(view: View, seat: int, _: Words) -> dict[str, Any] | None:
    """The card that a fish caught, which nobody else may play."""
    card = view["reserved"][seat]
    if card is None:
        return None
    own = seat == view["you"]
    key = "place reserved 0" if own else None
    return held(card, "secret" if own else "visible", key, _("reserved"), _)


def held(card: dict[str, Any], up: str, key: str | None, title: str, _: Words) -> dict[str, Any]:
    """A card as it would be laid, and its other side if that is shown too."""
    face = card[up]
    return {
        "card": card["card"],
        "face": face,
        "back": card["visible"] if up == "secret" else None,
        "key": key,
        "label": f"{title}: {contents(face, _)}",
        "hint": covering_hint(face, _),
    }


def contents(face: Iterable[str], _: Words) -> str:
    """What is on these quadrants, in words."""
    return ", ".join(_(content) for content in face)


def covering_hint(face: list[str], _: Words) -> str:
    """How many squares a card with these quadrants has to cover."""
    if BOX in face:
        return _("With an empty box: cover one or two squares.")
    return _("Four kittens: cover exactly one square.")


# Where something can be put.


def spots(legal: Sequence[str], visible: Visible, _: Words) -> list[dict[str, Any]]:
    """The spots where some card may be put."""
    ends = {" ".join(move.rsplit(" ", 2)[-2:]) for move in legal}
    keys = sorted((key for key in ends if key.startswith(("at ", "to "))), key=corner_in)
    return [spot_at(key, *corner_in(key), visible, _) for key in keys]


def corner_in(key: str) -> Spot:
    """The spot that a click such as `at 1,-1` names."""
    x, y = key.split()[-1].split(",")
    return int(x), int(y)


def spot_at(key: str, x: int, y: int, visible: Visible, _: Words) -> dict[str, Any]:
    """A spot, and what a card there would cover."""
    covers = [q for q in square(x, y) if q in visible]
    label = _(
        "{spot}: covers {contents}", spot=f"{x},{y}", contents=contents_at(visible, covers, _)
    )
    marks = "".join(marked(q[0] - x, q[1] - y) for q in covers)
    return {"x": x, "y": y, "key": key, "marks": marks, "label": label}


def marked(x: int, y: int) -> str:
    """The line around a quadrant that would be covered."""
    return f"M{UNIT * x + 7} {UNIT * y + 7}h86v86h-86z"


def square(x: int, y: int) -> list[Spot]:
    """The quadrants of a card that lies here."""
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def contents_at(visible: Visible, places: list[Spot], _: Words) -> str:
    """What is on the quadrants at these places, in words."""
    return contents([visible[place] for place in places], _)


def targets(legal: Sequence[str], tile: str) -> set[str]:
    """What a tile may be used on now."""
    return {move.split()[1] for move in legal if move.startswith(tile)}


def scratchable(view: View, legal: Sequence[str]) -> list[dict[str, Any]]:
    """The quadrants on which a scratcher may be put."""
    safe = targets(legal, "scratch")
    return [q for q in view["table"] if f"{q['x']},{q['y']}" in safe]


def movable(view: View, legal: Sequence[str], _: Words) -> list[dict[str, Any]]:
    """The cards that a mouse may move."""
    cards = targets(legal, "mouse")
    return [
        {
            **card,
            "label": _(
                "Card at {spot}: {contents}",
                spot=f"{card['x']},{card['y']}",
                contents=contents(card["face"], _),
            ),
        }
        for card in view["cards"]
        if str(card["card"]) in cards
    ]


def zones(view: View) -> list[dict[str, int]]:
    """What scratchers keep safe."""
    lying = enumerate(view["scratchers"] or ())
    return [{"seat": seat, **spot} for seat, spot in lying if spot is not None]


def tiles(view: View, seat: int, _: Words) -> list[dict[str, Any]]:
    """All five tiles of a seat, used ones too."""
    if view["tiles"] is None:
        return []
    return [
        {
            "name": name,
            "key": TILE_MOVES.get(name, name),
            "left": name in view["tiles"][seat],
            "why": _(EXPLAINED[name]),
        }
        for name in TILES
    ]
