"""`katzentisch lab`: statistics over many games, as a report with plots."""

import re
import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from katzentisch.bots import NAMES
from katzentisch.cli.arena import numeric_seed
from katzentisch.cli.common import (
    Cluster,
    Components,
    Cores,
    Game,
    Language,
    Option,
    Seed,
    load_game,
    parse_options,
    resolve_language,
    words_for,
)
from katzentisch.cli.output import refusing
from katzentisch.games.core.errors import Refused
from katzentisch.lab.processes import INTERRUPTED
from katzentisch.lab.study.plan import Compared, Study, check_installed, plan_study
from katzentisch.lab.study.runner import Noted, Store, collected, play_study, prepare
from katzentisch.play.progress import progress

REPORT = "report.html"
PARTS = "parts"


def lab(
    game: Game,
    out: Annotated[Path, typer.Option(help="The folder for the report and its data.")],
    players: Annotated[
        str | None, typer.Option(help="Numbers of players: 4, 3-5 or 2,4.", show_default=False)
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"The bots, from {', '.join(NAMES)}; the last one fills the remaining seats."
        ),
    ] = "greedy",
    games: Annotated[
        int, typer.Option(help="Games of each variant, rounded up to whole deals.", min=1)
    ] = 10_000,
    option: Option = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="An option whose values to compare, key=a,b; can be repeated."),
    ] = None,
    components: Components = None,
    seed: Seed = None,
    cores: Cores = None,
    cluster: Cluster = None,
    lang: Language = None,
) -> None:
    """Study a game: play it many times and write a report with plots.

    An interrupted study continues where it stopped when started again with the same seed.
    """
    check_installed()
    rules = load_game(game, bots)
    asked = parse_options(None, option, components)
    compared = Compared(parse_player_counts(players), parse_variations(vary))
    study = plan_study(game, asked, compared, bots.split(","), games, numeric_seed(seed))
    store = Store(ensure_folder(out / PARTS), study)
    prepare(game)
    total = sum(study.games_in(part) for part in study.parts())
    with progress(f"Playing {rules.TITLE}", total) as (bar, task):
        running = play_study(study, store, cores, cluster)
        try:
            for done in running:
                bar.advance(task, done)
        except KeyboardInterrupt:
            _ = words_for(rules, resolve_language(lang))
            print(_("Stopped; continue with --seed {seed}.", seed=study.seed), file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        finally:
            running.close()
    write_report(study, collected(study, store), resolve_language(lang), out)


def write_report(study: Study, noted: list[Noted], language: str, out: Path) -> None:
    """Write the report and its data files, and print where."""
    # Imported here because they are slow to load and only the report needs them.
    from babel.dates import format_date

    from katzentisch.lab.study.exports import write_all
    from katzentisch.lab.study.report import Report

    today = str(format_date(date.today(), "long", locale=language))
    report = Report(study, noted, language, today)
    (out / REPORT).write_text(report.page(), "utf-8")
    write_all(report, out)
    print(out / REPORT)


def ensure_folder(folder: Path) -> Path:
    """The folder, created if it does not exist."""
    with refusing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def parse_player_counts(players: str | None) -> list[int]:
    """Parse numbers of players: 4, 3-5 or 2,4."""
    counts: list[int] = []
    for piece in [] if players is None else players.split(","):
        found = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", piece.strip())
        span = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
        if not span:
            raise Refused(
                "Numbers of players must be given as 4, 3-5 or 2,4, not as {given!r}.",
                given=players,
            )
        counts += span
    return list(dict.fromkeys(counts))


def parse_variations(vary: list[str] | None) -> dict[str, list[str]]:
    """Parse the options to compare, with their values."""
    varied = {}
    for one in vary or []:
        name, equals, values = one.partition("=")
        chosen = [value for value in values.split(",") if value]
        if not equals or not chosen:
            raise Refused("Give an option to compare as key=a,b, not as {option!r}.", option=one)
        if name == "players":
            raise Refused("To compare numbers of players, use --players 3-5.")
        varied[name] = chosen
    return varied
