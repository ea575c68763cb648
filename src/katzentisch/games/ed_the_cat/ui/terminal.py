"""The table drawn in a terminal."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from katzentisch.games.core.contract import View
from katzentisch.games.core.i18n import Words


def draw(view: View, names: list[str], _: Words) -> RenderableType:
    """The whole table as one seat, or a spectator, sees it."""
    parts: list[RenderableType] = [headline(view, names, _), seats(view, names, _), piles(view, _)]
    if view["hand"] is not None:
        parts.append(cards(_("Your penalties"), view["penalties"]))
        parts.append(cards(_("Your cards"), view["hand"]))
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def headline(view: View, names: list[str], _: Words) -> Text:
    """The round, the turn, and how many minus points end the game."""
    text = _.ngettext(
        "Round {round}, turn {turn}; {n} minus point ends the game",
        "Round {round}, turn {turn}; {n} minus points end the game",
        view["limit"],
        round=view["round"],
        turn=view["turn"],
    )
    if view["phase"] == "over":
        text = _("The game is over")
    if view["phase"] == "drop":
        text = _("{name} has ended the round", name=names[view["ended_by"]])
    return Text(f"Ed, the Cat · {text}", style="bold")


def seats(view: View, names: list[str], _: Words) -> Table:
    """Everybody's cards, penalties and minus points."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(_("Seat"))
    for title in (_("Cards"), _("Penalties"), _("on top"), _("Minus points")):
        table.add_column(title, justify="right")
    for seat in range(view["players"]):
        table.add_row(
            "▶" if view["to_act"] == seat else "",
            f"{seat}  {names[seat]}",
            str(view["cards_held"][seat]),
            str(view["penalties_held"][seat]),
            str(view["top_penalties"][seat] or "–"),
            str(view["scores"][seat]),
            style="bold" if view["you"] == seat else "",
        )
    return table


def piles(view: View, _: Words) -> Text:
    """The sizes of the two piles, and the top card of the open one."""
    text = _(
        "Draw pile: {drawn}. Discard pile: {discarded}, on top: {top}",
        drawn=view["draw_pile"],
        discarded=view["discard_pile"],
        top=view["top_discard"] or "–",
    )
    return Text(text, style="dim")


def cards(title: str, values: list[int]) -> RenderableType:
    """Some of the player's own cards, side by side."""
    shown = [Panel(f"[bold]{value}[/]", expand=False, padding=(0, 1)) for value in values]
    return Group(Text(title, style="dim"), Columns(shown, padding=(0, 0)) if shown else Text("–"))
