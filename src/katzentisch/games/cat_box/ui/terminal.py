"""The table drawn in a terminal. Every content also has letters, so it works without colour."""

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from katzentisch.games.core.contract import View
from katzentisch.games.core.i18n import N_, Words

STYLES = {
    "black": "bold white on grey23",
    "pink": "bold black on pink1",
    "purple": "bold white on purple",
    "blue": "bold white on blue",
    "yellow": "bold black on yellow",
    "empty": "dim",
}
LETTERS = {
    "black": N_("bk"),
    "pink": N_("pk"),
    "purple": N_("pu"),
    "blue": N_("bl"),
    "yellow": N_("ye"),
    "empty": N_("[]"),
}
SCRATCHER = "#"


def draw(view: View, names: list[str], _: Words) -> RenderableType:
    """The whole game as one seat, or a spectator, sees it."""
    parts = [
        headline(view, _),
        table(view, _),
        legend(_),
        seats(view, names, _),
        cards(view, names, _),
    ]
    if view["specials"] and view["phase"] != "over":
        parts.append(uncovered(view, _))
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def headline(view: View, _: Words) -> RenderableType:
    """How many cards are left to play, or that the game is over."""
    if view["phase"] == "over":
        text = _("The game is over")
    else:
        text = _.ngettext(
            "{n} card to play, {pile} in the pile",
            "{n} cards to play, {pile} in the pile",
            view["unplayed"],
            pile=view["pile"],
        )
        if view["you"] is not None:
            own = view["identities"][view["you"]]
            text += " · " + _("you are {identity}", identity=_(own))
    return Text(f"Cat Box · {text}", style="bold")


def table(view: View, _: Words) -> RenderableType:
    """What is visible on the table, with one more row and column on each side to lay cards on."""
    seen = {(q["x"], q["y"]): q["content"] for q in view["table"]}
    scratched = {(s["x"], s["y"]) for s in view["scratchers"] or [] if s}
    xs = range(min(x for x, _y in seen) - 1, max(x for x, _y in seen) + 2)
    ys = range(min(y for _x, y in seen) - 1, max(y for _x, y in seen) + 2)
    grid = Table.grid()
    grid.add_row("", *(Text(f"{x:>2} ", style="dim") for x in xs))
    for y in ys:
        row = (quadrant(seen.get((x, y)), (x, y) in scratched, _) for x in xs)
        grid.add_row(Text(f"{y:>3} ", style="dim"), *row)
    return Panel(grid, title=_("Table"), title_align="left", expand=False)


def quadrant(content: str | None, scratched: bool, _: Words) -> Text:
    """Two letters for what is visible, followed by a sign if a scratcher is there."""
    if content is None:
        return Text(" · ", style="dim")
    return Text(f"{_(LETTERS[content])}{SCRATCHER if scratched else ' '}", style=STYLES[content])


def legend(_: Words) -> RenderableType:
    """Which letters stand for what."""
    text = Text()
    for content, letters in LETTERS.items():
        text.append(_(letters), STYLES[content])
        text.append(f" {_(content)}   ")
    return text


def seats(view: View, names: list[str], _: Words) -> RenderableType:
    """Everybody's identity as far as it is known, tiles and points."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", _("Seat"), _("Identity"), _("Tiles"), _("Points")):
        table.add_column(title)
    for seat in range(view["players"]):
        identity = view["identities"][seat]
        table.add_row(
            "▶" if view["to_act"] == seat else "",
            f"{seat}  {names[seat]}",
            _(identity) if identity else "?",
            " ".join(_(tile) for tile in view["tiles"][seat]) if view["specials"] else "–",
            str(view["scores"][seat]) if view["scores"] else "",
            style="bold" if view["you"] == seat else "",
        )
    return table


def cards(view: View, names: list[str], _: Words) -> RenderableType:
    """The cards in all hands as they would lie, the reserved ones, and the top of the pile."""
    panels = []
    for seat in range(view["players"]):
        for slot, held in enumerate(view["hands"][seat]):
            name = f"own {slot}" if seat == view["you"] else f"seat {seat} {slot}"
            panels.append(card(held, name, seat == view["you"], _))
        if held := view["reserved"][seat]:
            title = "reserved 0" if seat == view["you"] else names[seat] + ": " + _("reserved")
            panels.append(card(held, title, seat == view["you"], _))
    if view["top"]:
        panels.append(card(view["top"], _("pile"), False, _))
    return Columns(panels)


def card(held: dict[str, Any], title: str, own: bool, _: Words) -> Panel:
    """A card as it would lie: the viewer's own secret side up, all others visible side up."""
    return Panel(face(held["secret"] if own else held["visible"], _), title=title, expand=False)


def face(contents: list[str], _: Words) -> Text:
    """Four quadrants in two rows."""
    text = Text()
    for i, content in enumerate(contents):
        text.append_text(quadrant(content, False, _))
        if i == 1:
            text.append("\n")
    return text


def uncovered(view: View, _: Words) -> RenderableType:
    """The cards that a mouse could move."""
    free = [
        f"{held['card']} ({held['x']},{held['y']})" for held in view["cards"] if held["uncovered"]
    ]
    return Text(_("Uncovered cards: {cards}", cards=", ".join(free)), style="dim")
