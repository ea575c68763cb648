"""`katzentisch learn`: train a network by self-play."""

import math
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from katzentisch.cli.common import Game, load_game
from katzentisch.games.core.errors import Refused
from katzentisch.lab.processes import INTERRUPTED
from katzentisch.play.progress import progress

BETWEEN_CHECKPOINTS = 60  # seconds


def learn(
    game: Game,
    out: Annotated[
        Path, typer.Option(help="The output folder; a training run found there continues.")
    ],
    plan: Annotated[
        Path | None, typer.Option(help="A training plan; by default the game's own.")
    ] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    minutes: Annotated[
        float | None, typer.Option(help="Stop after this time; training can continue later.")
    ] = None,
    lessons: Annotated[
        int | None, typer.Option(help="The number of lessons; overrides the plan.", min=1)
    ] = None,
    tables: Annotated[
        int | None, typer.Option(help="The number of tables; overrides the plan.", min=1)
    ] = None,
    against: Annotated[
        str, typer.Option(help="Bots to evaluate it against, besides its earlier self.")
    ] = "greedy,hard",
    judge_every: Annotated[
        int, typer.Option(help="Lessons between two evaluations; 0 for none.", min=0)
    ] = 100,
    judge_games: Annotated[int, typer.Option(help="Games per evaluation.", min=1)] = 60,
) -> None:
    """Train a network by self-play; Ctrl-C saves the progress (needs the extra `learn`)."""
    training_of, judge_of, draw_curve, read = parts()
    rules = load_game(game, against if judge_every else "")
    asked = read(plan, game, lessons=lessons, tables=tables)
    out.mkdir(parents=True, exist_ok=True)
    training = training_of(asked, out, device)
    ends = math.inf if minutes is None else time.monotonic() + 60 * minutes
    prepare_imitation(training, asked, ends)
    judge = judge_of(training, against.split(","), judge_games, asked.seed)
    interrupted = False
    with progress(f"Learning {rules.TITLE}", asked.lessons) as (bar, task):
        try:
            saved = time.monotonic()
            for lesson in training.lessons(ends - time.monotonic()):
                bar.update(task, completed=lesson["lesson"])
                if judge_every and training.done % judge_every == 0:
                    judge.call()
                if time.monotonic() - saved > BETWEEN_CHECKPOINTS:
                    training.save()
                    saved = time.monotonic()
        except KeyboardInterrupt:
            interrupted = True
    training.save()
    if interrupted:
        judge.give_up()
    else:
        judge.finish()
    draw_curve(out)
    print(f"Lessons done: {training.done} of {asked.lessons}.")
    print(f"The network is in {training.weights}.")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def prepare_imitation(training: Any, asked: Any, ends: float) -> None:
    """Record the matches from which the plan's imitation learns; can be continued later."""
    if not asked.imitated:
        return
    recorded = 0

    def on_match(done: int, _: int) -> bool:
        nonlocal recorded
        recorded = done
        bar.update(task, completed=done)
        return time.monotonic() > ends

    interrupted = False
    with progress(f"Recording {asked.imitated}", asked.imitated_matches) as (bar, task):
        try:
            is_ready = training.prepare(on_match)
        except KeyboardInterrupt:
            is_ready, interrupted = False, True
    if not is_ready:
        print(f"Matches of {asked.imitated} recorded: {recorded} of {asked.imitated_matches}.")
        raise typer.Exit(INTERRUPTED if interrupted else 0)


def parts() -> tuple[Any, Any, Any, Any]:
    """The functions that need PyTorch, which is optional."""
    try:
        from katzentisch.learn.config import plan_of, read_plan
        from katzentisch.learn.curve import draw_curve
        from katzentisch.learn.evaluation import Judge
        from katzentisch.learn.training import Training
    except ImportError:
        raise Refused("Learning needs PyTorch: pip install 'katzentisch[learn]'.") from None

    def read(path: Path | None, game: str, **changes: Any) -> Any:
        found = read_plan(path or plan_of(game), **changes)
        if found.game != game:
            raise Refused("This plan is for {other}, not for {game}.", other=found.game, game=game)
        return found

    return Training, Judge, draw_curve, read
