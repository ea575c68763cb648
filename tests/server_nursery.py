"""Loads the server once, then forks one for each port requested on standard input."""

import asyncio
import contextlib
import gc
import json
import os
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path

from katzentisch.bots.precompile import needs_warming
from katzentisch.cli.serve import listen_on, run
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.errors import Refused
from katzentisch.play.precompile import warm_up
from katzentisch.server.app import create_app, lifespan
from katzentisch.server.settings import read_settings


def main(data: str, database: str) -> None:
    """Fork on request."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for slug in slugs():
        assert not needs_warming(find_game(slug)), "compiled beforehand, as `make test` does"
        warm_up(find_game(slug))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(open_and_close(Path(folder)))
    gc.freeze()  # a collection in a fork would have to copy every page it scans
    print("ready", flush=True)
    for line in sys.stdin:
        listening = listen_patiently(int(line))
        pid = os.fork()
        if pid == 0:
            serve(listening, data, database)
        port = listening.getsockname()[1]
        listening.close()
        print(json.dumps({"pid": pid, "port": port}), flush=True)


async def open_and_close(folder: Path) -> None:
    """Load everything that a server loads at startup, once for all forks."""
    app = create_app(read_settings(data=folder))
    async with lifespan(app):
        await asyncio.sleep(0.1)


def listen_patiently(port: int) -> socket.socket:
    """A socket on this port, once the server killed there has released it."""
    for _ in range(500):
        with contextlib.suppress(Refused):
            return listen_on("127.0.0.1", port)
        time.sleep(0.01)
    return listen_on("127.0.0.1", port)


def serve(listening: socket.socket, data: str, database: str) -> None:
    """Run the server until it is killed."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    silent = os.open(os.devnull, os.O_RDWR)
    os.dup2(silent, 0)
    os.dup2(silent, 1)
    run(listening, read_settings(data=Path(data), database=database or None), browser=False)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
