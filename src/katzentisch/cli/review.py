"""`katzentisch review`: what each decision of a finished game cost."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from katzentisch.cli.common import (
    Cores,
    Json,
    Language,
    load_game,
    read_text,
    resolve_language,
)
from katzentisch.cli.output import refusing
from katzentisch.cli.verify import transcripts_in
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.lab.processes import INTERRUPTED
from katzentisch.play.progress import progress
from katzentisch.play.verify import verify as verify_transcript


def review(
    file: Annotated[Path, typer.Argument(help="A file with one transcript, or one per line.")],
    game: Annotated[int, typer.Option(help="Which game in the file, counted from 1.", min=1)] = 1,
    turns: Annotated[
        int | None,
        typer.Option(
            help="Search iterations per decision; by default four times those of `hard`.", min=2
        ),
    ] = None,
    cores: Cores = None,
    out: Annotated[
        Path | None, typer.Option(help="Write an HTML page to this file instead of printing text.")
    ] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Review a finished game: what each decision cost, luck and skill, who was winning when."""
    from katzentisch.lab.review.evaluate import put_together, review_parts
    from katzentisch.lab.review.narrate import recounted

    transcript = pick_transcript(file, game)
    match = verify_transcript(transcript)
    load_game(match.game.SLUG, "hard")
    decisions = []
    with progress("Reviewing", len(match.moves)) as (bar, task):
        try:
            for decision in review_parts(transcript, turns, cores):
                decisions.append(decision)
                bar.advance(task)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
    found = put_together(transcript, decisions)
    narrative = recounted(found, resolve_language(lang))
    if out is not None:
        write(out, narrative.page())
    if as_json:
        print(json.dumps(found.to_dict()))
    else:
        print(narrative.text() if out is None else out)


def pick_transcript(file: Path, game: int) -> dict[str, Any]:
    """One of the transcripts in a file."""
    texts = transcripts_in(read_text(file))
    if game > len(texts):
        raise Refused(
            Sentence.ngettext(
                "{file} has no game number {game}; it has {n} game.",
                "{file} has no game number {game}; it has {n} games.",
                len(texts),
                file=file,
                game=game,
            )
        )
    try:
        transcript: dict[str, Any] = json.loads(texts[game - 1][1])
    except (ValueError, RecursionError):
        raise Refused("{file} is not a transcript.", file=file) from None
    return transcript


def write(out: Path, page: str) -> None:
    """Write a page."""
    with refusing(out):
        out.write_text(page, "utf-8")
