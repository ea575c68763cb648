"""The command line: `katzentisch`."""

import os
import sys
from pathlib import Path
from typing import Any

import typer

from katzentisch.cli.app import app
from katzentisch.cli.common import language_or_own
from katzentisch.games.core.errors import Refused
from katzentisch.play.translations import speech

BAD_INPUT = 2
ABORTED = 1
# Typer has brought its own Click for a while, and does not name this one.
WrongUsage: Any = typer.BadParameter.__base__


def main() -> None:
    """Run a command; what it refuses is one sentence and exit code 2."""
    try:
        sys.exit(app(standalone_mode=False))
    except Refused as why:
        refuse(why.told(speech(language_or_own(None), Path(__file__).parent)))
    except WrongUsage as why:
        said = " ".join(why.format_message().split())
        asked = f"{why.ctx.command_path if why.ctx else 'katzentisch'} --help"
        refuse(
            f"{said} See {asked}." if said.endswith("?") else f"{said.rstrip('.')}; see {asked}."
        )
    except typer.Abort:
        sys.exit(ABORTED)
    except BrokenPipeError:
        # Whoever read our output has read enough; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def refuse(sentence: str) -> None:
    """Say what was wrong, and go."""
    print(f"katzentisch: {sentence}", file=sys.stderr)
    sys.exit(BAD_INPUT)
