"""`katzentisch verify`: replay transcripts and report the first difference."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from katzentisch.cli.common import Json, read_text
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.compiler import HAS_COMPILER
from katzentisch.games.core.errors import Refused
from katzentisch.play.precompile import prepare
from katzentisch.play.progress import progress
from katzentisch.play.verify import verify as verify_transcript

WRONG = 1
FEW = 20  # games, which are replayed sooner than their rules would be compiled


def verify(
    file: Annotated[Path, typer.Argument(help="A file with one transcript, or one per line.")],
    as_json: Json = False,
) -> None:
    """Check transcripts; the exit code is 0 if every event of every game is right, otherwise 1."""
    texts = transcripts_in(read_text(file))
    if not texts:
        raise Refused("{file} contains no transcript.", file=file)
    if len(texts) > FEW and HAS_COMPILER:
        compile_games(texts)
    wrong = 0
    with progress("Verifying", len(texts)) as (bar, task):
        for line, text in texts:
            complaint = find_error(text)
            wrong += complaint is not None
            report(line, complaint, as_json)
            bar.advance(task)
    if not as_json:
        print(f"Correct transcripts: {len(texts) - wrong} of {len(texts)}.")
    raise typer.Exit(WRONG if wrong else 0)


def compile_games(texts: list[tuple[int, str]]) -> None:
    """Compile the rules of all games named in the transcripts."""
    named = {slug for slug in slugs() for _line, text in texts if f'"game": "{slug}"' in text}
    for slug in sorted(named):
        prepare(find_game(slug))


def transcripts_in(text: str) -> list[tuple[int, str]]:
    """The transcripts in a file with their line numbers: one per line, or a single one."""
    if text.lstrip().startswith("{\n"):
        return [(1, text)]
    lines = enumerate(text.splitlines(), start=1)
    return [(number, line) for number, line in lines if line.strip()]


def find_error(text: str) -> str | None:
    """What is wrong with a transcript, or None."""
    try:
        verify_transcript(json.loads(text))
    except Refused as why:
        return str(why)
    except (ValueError, RecursionError):
        return "This is not JSON."
    return None


def report(line: int, complaint: str | None, as_json: bool) -> None:
    """Print whether the transcript in this line is right, and if not, why."""
    if as_json:
        print(json.dumps({"line": line, "right": complaint is None, "complaint": complaint}))
    elif complaint is not None:
        print(f"Line {line}: {complaint}", file=sys.stderr)
