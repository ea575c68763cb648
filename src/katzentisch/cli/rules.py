"""`katzentisch rules`: a game's rules, in German or English."""

import sys
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from katzentisch.cli.common import Game, Language, language_or_own
from katzentisch.games import game as find_game
from katzentisch.play.translations import rules_text, speech


def rules(game: Game, language: Language = None) -> None:
    """Show the rules of a game."""
    asked = language_or_own(language)
    speech(asked, Path(__file__).parent)  # refuses a language that is not there
    text = rules_text(find_game(game).SLUG, asked)
    if sys.stdout.isatty():
        console = Console()
        with console.pager(styles=True):
            console.print(Markdown(text), width=min(console.width, 88))
    else:
        print(text)
