"""The table drawn in a terminal. Each colour also has a letter, so colours are not needed."""

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from katzentisch.games.cat_in_the_box.rules.components import COLOURS
from katzentisch.games.cat_in_the_box.ui.messages import predicted
from katzentisch.games.core.contract import View
from katzentisch.games.core.i18n import N_, Words

STYLES = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green"}
LETTERS = {"red": N_("R"), "blue": N_("B"), "yellow": N_("Y"), "green": N_("G")}
SEAT_LETTERS = "ABCDE"
NEUTRAL = "#"
LOST = "–"


def draw(view: View, names: list[str], _: Words) -> RenderableType:
    """The whole table as one seat, or a spectator, sees it."""
    parts: list[RenderableType] = [headline(view, names, _), board(view, _), seats(view, names, _)]
    parts.append(trick(view, names, _))
    if view["hand"] is not None:
        parts.append(hand(view, _))
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def headline(view: View, names: list[str], _: Words) -> Text:
    """The round and its start seat, or that the game is over."""
    start = names[view["start"]]
    text = _(
        "Round {n} of {rounds}, {name} starts", n=view["round"], rounds=view["rounds"], name=start
    )
    if view["phase"] == "over":
        text = _("The game is over")
    return Text(f"Cat in the Box · {text}", style="bold")


def board(view: View, _: Words) -> Panel:
    """The research board: each space with its value, and the letter of the seat that took it."""
    grid = Table.grid(padding=(0, 1))
    columns = [c for c in range(len(view["board"][0])) if any(row[c] for row in view["board"])]
    for row in view["board"]:
        grid.add_row(*(space(row[column], _) for column in columns))
    return Panel(grid, title=_("Research board"), title_align="left", expand=False)


def space(cell: dict[str, Any] | None, _: Words) -> Text:
    """`B5` for a free blue 5, `B5·A` for one with a token of seat A."""
    if cell is None:
        return Text("")
    colour, value = cell["space"].split()
    name = f"{_(LETTERS[colour])}{value}"
    if cell["token"] is None:
        return Text(f"{name}  ", style=STYLES[colour])
    owner = NEUTRAL if cell["token"] == "neutral" else SEAT_LETTERS[cell["token"]]
    return Text(f"{name}·{owner}", style=f"{STYLES[colour]} reverse")


def seats(view: View, names: list[str], _: Words) -> Table:
    """Everybody's cards, prediction, tricks, colours and points."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (
        "",
        _("Seat"),
        _("Cards"),
        _("Predicted"),
        _("Tricks"),
        _("Colours"),
        _("Points"),
    ):
        table.add_column(
            title, justify="left" if title in ("", _("Seat"), _("Colours")) else "right"
        )
    for seat in range(view["players"]):
        table.add_row(
            "▶" if view["to_act"] == seat else "",
            f"{SEAT_LETTERS[seat]}  {names[seat]}",
            str(view["cards_held"][seat]),
            predicted(view, seat),
            str(view["tricks"][seat]),
            colours(view["covered"][seat], _),
            str(view["scores"][seat]),
            style="bold" if view["you"] == seat else "",
        )
    return table


def colours(covered: list[str], _: Words) -> Text:
    """The colours a seat may still declare, with a dash for each lost one."""
    text = Text()
    for colour in COLOURS:
        letter = _(LETTERS[colour])
        kept = colour in covered
        text.append(letter if kept else LOST * len(letter), STYLES[colour] if kept else "dim")
        text.append(" ")
    return text


def trick(view: View, names: list[str], _: Words) -> Text:
    """The cards of this trick, in order."""
    text = Text(_("Trick") + ": ", style="dim")
    for played in view["trick"]:
        colour, value = played["card"].split()
        text.append(f"{names[played['seat']]} ", "not dim")
        text.append(f"{value} {_(colour)}", f"not dim {STYLES[colour]}")
        text.append("   ")
    return (
        text if view["trick"] else Text(_("No card has been played to the trick yet."), style="dim")
    )


def hand(view: View, _: Words) -> RenderableType:
    """The player's own cards."""
    cards = [Panel(f"[bold]{value}[/]", expand=False, padding=(0, 1)) for value in view["hand"]]
    return Group(Text(_("Your cards"), style="dim"), Columns(cards, padding=(0, 0)))
