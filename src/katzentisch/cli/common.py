"""What the commands share: parsing options, languages, files, progress bars."""

import json
import locale
from pathlib import Path
from typing import Annotated, Any

import typer

from katzentisch.bots import precompile as warm_bots
from katzentisch.bots.levels import check_name
from katzentisch.games import game as find_game
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import ENGLISH, Words
from katzentisch.play import precompile
from katzentisch.play.translations import best_language, speech

Game = Annotated[str, typer.Argument(help="The game, such as cat-in-the-box.")]
Players = Annotated[int | None, typer.Option(help="The number of players.", show_default=False)]
Seed = Annotated[
    str | None, typer.Option(help="A whole number or 32 hex digits; random by default.")
]
Option = Annotated[
    list[str] | None, typer.Option(help="An option of the game, key=value; can be repeated.")
]
Components = Annotated[Path | None, typer.Option(help="A JSON file with your own components.")]
Language = Annotated[
    str | None, typer.Option("--lang", help="A language, such as de; your own by default.")
]
Cores = Annotated[
    int | None, typer.Option(help="The number of cores to use; all by default.", min=1)
]
Cluster = Annotated[str | None, typer.Option(help="The address of a Ray cluster to play on.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]


def parse_options(
    players: int | None, options: list[str] | None, components: Path | None
) -> dict[str, object]:
    """The options of a game as given on the command line."""
    asked: dict[str, object] = {}
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals:
            raise Refused("An option must be key=value, not {option!r}.", option=option)
        if name == "components":
            raise Refused("Components come from a file: --components FILE.")
        asked[name] = value
    if players is not None:
        asked["players"] = players
    if components is not None:
        asked["components"] = read_json(components)
    return asked


def read_seed(seed: str | None) -> int | str | None:
    """Parse a seed: a number if it looks like one."""
    if seed is None:
        return None
    return int(seed) if seed.isdecimal() and len(seed) < 20 else seed.lower()


def read_json(path: Path) -> Any:
    """The contents of a JSON file."""
    text = read_text(path)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as why:
        raise Refused("{path} is not JSON: {why}.", path=path, why=why) from None


def read_text(path: Path) -> str:
    """The text of a file, or a refusal that says why it cannot be read."""
    try:
        return path.read_text("utf-8")
    except OSError as why:
        raise Refused(
            "{path} cannot be read: {strerror}.", path=path, strerror=why.strerror
        ) from None
    except UnicodeDecodeError:
        raise Refused("{path} cannot be read: it is not UTF-8 text.", path=path) from None


def resolve_language(language: str | None) -> str:
    """The language asked for, or that of the environment, or English."""
    if language is not None:
        return language
    return best_language([locale.getlocale()[0] or ENGLISH])


def words_for(game: Rules, language: str) -> Words:
    """The translations of the command line and of a game."""
    return speech(language, Path(__file__).parent, game.SLUG)


def load_game(slug: str, bots: str = "", or_files: bool = False, few: bool = False) -> Rules:
    """The game, compiled along with these bots; a progress bar shows how far that is.

    With `few` games to play, compiling would take longer than playing them interpreted.
    """
    game = find_game(slug)
    names = bots.split(",") if bots else []
    for name in names:
        check_name(name, or_files)
    if not few:
        if set(names) - {"random", "greedy"}:
            warm_bots.prepare(game, names)
        else:
            precompile.prepare(game)
    return game
