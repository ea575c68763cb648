"""`katzentisch rules`: show a game's rules in the reader's language."""

import sys

from rich.console import Console
from rich.markdown import Markdown

from katzentisch.cli.common import Game, Language, resolve_language
from katzentisch.games import game as find_game
from katzentisch.play.translations import check_language, rules_text


def rules(game: Game, language: Language = None) -> None:
    """Show the rules of a game."""
    asked = resolve_language(language)
    check_language(asked)
    text = rules_text(find_game(game).SLUG, asked)
    if sys.stdout.isatty():
        console = Console()
        with console.pager(styles=True):
            console.print(Markdown(text), width=min(console.width, 88))
    else:
        print(text)
