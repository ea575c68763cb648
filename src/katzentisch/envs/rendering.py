"""A table drawn as text, as the terminal shows it."""

from pathlib import Path

from rich.console import Console

from katzentisch.games import part
from katzentisch.games.core.contract import AnyState, Rules
from katzentisch.play.translations import speech

WIDTH = 100


def drawn(game: Rules, state: AnyState, seat: int) -> str:
    """The table as a seat sees it, in plain text."""
    terminal = part(game.SLUG, "ui.terminal")
    words = speech("en", Path(__file__).parent, game.SLUG)
    names = [f"seat {other}" for other in range(int(state.players))]
    console = Console(width=WIDTH, no_color=True, force_terminal=False, highlight=False)
    with console.capture() as text:
        console.print(terminal.draw(game.view(state, seat), names, words))
    return text.get()
