"""The command line: `katzentisch`."""

import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import typer

from katzentisch.cli.app import app
from katzentisch.cli.common import resolve_language
from katzentisch.games.core.errors import Refused
from katzentisch.play.translations import speech

BAD_INPUT = 2
ABORTED = 1
# Typer bundles its own copy of Click and does not export this class.
WrongUsage: Any = typer.BadParameter.__base__


def main() -> None:
    """Run a command; report what it refuses in one sentence, with exit code 2."""
    try:
        sys.exit(app(standalone_mode=False))
    except Refused as why:
        refuse(why.translated(speech(resolve_language(None), Path(__file__).parent)))
    except WrongUsage as why:
        message = " ".join(why.format_message().split())
        usage = f"{why.ctx.command_path if why.ctx else 'katzentisch'} --help"
        if message.endswith("?"):
            refuse(f"{message} See {usage}.")
        refuse(f"{message.rstrip('.')}; see {usage}.")
    except typer.Abort:
        sys.exit(ABORTED)
    except BrokenPipeError:
        # The reader has closed the pipe. Without this, Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def refuse(sentence: str) -> NoReturn:
    """Print what was wrong, and exit."""
    print(f"katzentisch: {sentence}", file=sys.stderr)
    sys.exit(BAD_INPUT)
