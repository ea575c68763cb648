"""The command line without starting Python each time: in this process, or in one kept running.

Run as a program, it answers one command per line until its input is closed. Its environment
may differ: that is how interpreted rules are compared with the compiled ones of this process.
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


class Outcome(NamedTuple):
    """The outcome of a command."""

    returncode: int
    stdout: str
    stderr: str


def katzentisch(*arguments: str, typed: str = "") -> Outcome:
    """Run a command as typed, with `typed` as its standard input."""
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
    return Outcome(code, out.getvalue(), err.getvalue())


class Elsewhere:
    """A separate process that serves many commands."""

    def __init__(self, **environment: str) -> None:
        self.process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-W", "error", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **environment},
            text=True,
        )

    def katzentisch(self, *arguments: str) -> Outcome:
        """Run a command in that process."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(arguments) + "\n")
        self.process.stdin.flush()
        return Outcome(*json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        """Close its input and wait for it to end."""
        self.process.communicate()


def answer_all(asked: Any) -> None:
    """Answer each line with one line."""
    for line in asked:
        print(json.dumps(katzentisch(*json.loads(line))), flush=True)


if __name__ == "__main__":
    answer_all(sys.stdin)
