"""The command line: `katzentisch`."""

import os
import sys
from pathlib import Path

from katzentisch.cli.app import app
from katzentisch.cli.common import language_or_own
from katzentisch.games.ground.refusal import Refused
from katzentisch.play.speech import speech

BAD_INPUT = 2


def main() -> None:
    """Run a command; what it refuses is one sentence and exit code 2."""
    try:
        app()
    except Refused as why:
        told = why.told(speech(language_or_own(None), Path(__file__).parent))
        print(f"katzentisch: {told}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        # Whoever read our output has read enough; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
