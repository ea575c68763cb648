"""The command line without the wait for another Python: in this process, or in one for all.

As a program it answers one command a line, until nobody asks any more. Its environment may be
another one: that is how rules are asked interpreted, beside the compiled ones of this process.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
from typing import Any, NamedTuple
from unittest import mock

from katzentisch.cli import main


class Told(NamedTuple):
    """What a command leaves behind."""

    returncode: int
    stdout: str
    stderr: str


def katzentisch(*arguments: str, typed: str = "") -> Told:
    """A command as it is typed, and what is typed afterwards."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        mock.patch.object(sys, "argv", ["katzentisch", *arguments]),
        mock.patch.object(sys, "stdin", io.StringIO(typed)),
        mock.patch.dict(os.environ, {"COLUMNS": "100"}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Told(code, out.getvalue(), err.getvalue())


class Elsewhere:
    """A process of its own that stays for many commands."""

    def __init__(self, **environment: str) -> None:
        self.process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-W", "error", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **environment},
            text=True,
        )

    def katzentisch(self, *arguments: str) -> Told:
        """A command as it is typed there."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(arguments) + "\n")
        self.process.stdin.flush()
        return Told(*json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        """Nobody asks any more."""
        self.process.communicate()


def answer_all(asked: Any) -> None:
    """One answer a line."""
    for line in asked:
        print(json.dumps(katzentisch(*json.loads(line))), flush=True)


if __name__ == "__main__":
    answer_all(sys.stdin)
