"""`katzentisch rules`: a game's rules, in German or English."""

import sys

from rich.console import Console
from rich.markdown import Markdown

from katzentisch.cli.common import Game, Language, folder_of, language_or_own
from katzentisch.games import game as find_game
from katzentisch.games.ground.refusal import Refused
from katzentisch.games.ground.words import LANGUAGES


def rules(game: Game, language: Language = None) -> None:
    """Show the rules of a game."""
    text = rules_text(game, language_or_own(language))
    if sys.stdout.isatty():
        console = Console()
        with console.pager(styles=True):
            console.print(Markdown(text), width=min(console.width, 88))
    else:
        print(text)


def rules_text(slug: str, language: str) -> str:
    """The rules page of a game."""
    if language not in LANGUAGES:
        raise Refused(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
    return (folder_of(find_game(slug)) / f"rules.{language}.md").read_text("utf-8")
