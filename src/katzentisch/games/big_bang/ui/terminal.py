"""The table drawn in a terminal. Each colour also has a letter, so colours are not needed."""

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from katzentisch.games.big_bang.rules.components import COLOURS, TITLE
from katzentisch.games.big_bang.ui.messages import describe_tile, describe_tiles
from katzentisch.games.core.contract import View
from katzentisch.games.core.i18n import N_, Words

STYLES = {"green": "green", "blue": "blue", "red": "red"}
LETTERS = {"green": N_("G"), "blue": N_("B"), "red": N_("R")}
SEAT_LETTERS = "ABCD"
OUT = "–"


def draw(view: View, names: list[str], _: Words) -> RenderableType:
    """The whole table as one seat, or a spectator, sees it."""
    parts: list[RenderableType] = [headline(view, names, _), prizes(view, _)]
    parts.append(seats(view, names, _))
    parts.append(known(view, names, _))
    if view["last_round"] is not None:
        parts.append(last_round(view, names, _))
    if view["hand"] is not None:
        parts.append(hand(view, _))
        parts.append(tiles(view, _))
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def headline(view: View, names: list[str], _: Words) -> Text:
    """The round and its start seat, or that the game is over."""
    start = names[view["start"]]
    text = _(
        "Round {n} of {rounds}, {name} starts", n=view["round"], rounds=view["rounds"], name=start
    )
    if view["phase"] == "over":
        text = _("The game is over")
    return Text(f"{TITLE} · {text}", style="bold")


def prizes(view: View, _: Words) -> RenderableType:
    """The prizes of this round."""
    if view["prizes"] is None:
        return Text(_("All prizes are gone."), style="dim")
    cards = [
        Panel(
            Text(f"{_(LETTERS[colour])} {value}", style=f"bold {STYLES[colour]}"),
            border_style=STYLES[colour],
            expand=False,
        )
        for colour, value in view["prizes"].items()
    ]
    return Group(Text(_("Prizes"), style="dim"), Columns(cards, padding=(0, 1)))


def seats(view: View, names: list[str], _: Words) -> Table:
    """Everybody's cards, tile, bids and points."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    columns = ("", _("Seat"), _("Cards"), _("Tiles"), _("Active"))
    for title in (*columns, *(_(colour) for colour in COLOURS), _("Points")):
        table.add_column(title, justify="right" if title in (_("Cards"), _("Points")) else "left")
    for seat in range(view["players"]):
        table.add_row(
            "▶" if view["to_act"] == seat else "",
            f"{SEAT_LETTERS[seat]}  {names[seat]}",
            str(view["cards_held"][seat]),
            str(view["tiles_held"][seat]),
            view["activated"][seat] or OUT,
            *(bid(view, seat, colour) for colour in COLOURS),
            str(view["scores"][seat]),
            style="bold" if view["you"] == seat else "",
        )
    return table


def bid(view: View, seat: int, colour: str) -> Text:
    """What lies before a seat in a colour: `9  r5g2 b3r4`; a dash for a seat that is out."""
    cards = [played["card"] for played in view["played"][seat] if played["colour"] == colour]
    out = view["phase"] == "play" and not view["still_in"][seat]
    if not cards:
        return Text(OUT if out else "")
    return Text(f"{view['bids'][colour][seat]}  {' '.join(cards)}", style=STYLES[colour])


def known(view: View, names: list[str], _: Words) -> RenderableType:
    """The cards in others' hands that everybody knows, because they came back from the table."""
    lines = [
        f"{names[seat]}: {' '.join(cards)}"
        for seat, cards in enumerate(view["cards_known"])
        if cards and seat != view["you"]
    ]
    text = _("Known in other hands: {cards}", cards="; ".join(lines) if lines else OUT)
    return Text(text, style="dim")


def last_round(view: View, names: list[str], _: Words) -> Text:
    """The result of the last round."""
    last = view["last_round"]
    parts = [
        f"{_(colour)} {OUT if seat is None else names[seat]}"
        for colour, seat in last["winners"].items()
    ]
    tiles = describe_tiles(last["tiles"], _) or OUT
    text = _("Last round: {prizes}; tiles: {tiles}", prizes=", ".join(parts), tiles=tiles)
    return Text(text, style="dim")


def hand(view: View, _: Words) -> RenderableType:
    """The player's own cards, with what they are worth and whom they show."""
    described = {card["name"]: card for card in view["cards"]}
    cards = [card_panel(described[name], _) for name in view["hand"]]
    return Group(Text(_("Your cards"), style="dim"), Columns(cards, padding=(0, 0)))


def card_panel(card: dict[str, Any], _: Words) -> Panel:
    """A card of the hand, with its name, both sides and what it shows."""
    text = Text()
    for colour, value in card["sides"]:
        text.append(f"{_(LETTERS[colour])}{value} ", f"bold {STYLES[colour]}")
    text.append(f"\n{_(card['shows'])}", "dim")
    return Panel(text, title=card["name"], title_align="left", expand=False, padding=(0, 1))


def tiles(view: View, _: Words) -> Text:
    """The tiles that the player has left."""
    own = [f"{tile} ({describe_tile(tile, _)})" for tile in view["tiles"]]
    return Text(_("Your tiles: {tiles}", tiles="; ".join(own) if own else OUT), style="dim")
