"""`katzentisch serve`, and what `katzentisch` alone does: the table in the browser."""

import asyncio
import contextlib
import signal
import socket
import webbrowser
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from katzentisch.games.core.errors import Refused
from katzentisch.server.ops.logs import write_logs
from katzentisch.server.settings import Settings, read_settings

PORT = 8421
PORTS_TRIED = 20
THIS_COMPUTER = "127.0.0.1"
LONGEST_FRAME = 16_000  # bytes that one message from a browser may have
SECONDS_TO_CLOSE = 5  # for requests that are being answered; open lines are told to come again

Port = Annotated[int, typer.Option(help="The port; 0 for any that is free.", min=0, max=65535)]
Data = Annotated[
    Path | None,
    typer.Option(help="The folder for tables; otherwise your data folder."),
]


class LogLevel(StrEnum):
    """How much is logged."""

    WARNING = "warning"
    INFO = "info"
    DEBUG = "debug"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = THIS_COMPUTER,
    port: Port = PORT,
    data: Data = None,
    database: Annotated[
        str | None, typer.Option(help="A database URL instead of SQLite in the data folder.")
    ] = None,
    log_level: Annotated[
        LogLevel, typer.Option(help="What is logged, as JSON lines to standard error.")
    ] = LogLevel.WARNING,
) -> None:
    """Start the server, for this computer or a network, without opening a browser."""
    write_logs(log_level)
    run(opened(host, port), read_settings(data=data, database=database), browser=False)


def start_table() -> None:
    """Start the server on this computer, and open the browser."""
    write_logs(LogLevel.WARNING)
    run(first_free(), read_settings(), browser=True)


def opened(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without its protocol named, asyncio would let small messages wait for others to join them.
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((host, port))
    except OSError as why:
        line.close()
        raise Refused(
            "Cannot listen at {host}, port {port}: {strerror}.",
            host=host,
            port=port,
            strerror=why.strerror,
        ) from None
    line.listen()
    return line


def first_free() -> socket.socket:
    """The usual port, or the next one that is free."""
    for port in range(PORT, PORT + PORTS_TRIED):
        try:
            return opened(THIS_COMPUTER, port)
        except Refused:
            continue
    return opened(THIS_COMPUTER, 0)


def run(line: socket.socket, settings: Settings, browser: bool) -> None:
    """Serve until somebody presses Ctrl-C."""
    # Only here: other commands need not wait for a web server to be loaded.
    import uvicorn

    from katzentisch.server.app import create_app
    from katzentisch.server.ops.gc_policy import configure_gc

    host, port = line.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LONGEST_FRAME,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
    )
    server = uvicorn.Server(config)

    async def go() -> None:
        serving = asyncio.create_task(server.serve(sockets=[line]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        configure_gc()
        print(f"Katzentisch is open at {address} (Ctrl-C closes it).", flush=True)
        if browser:
            await asyncio.to_thread(webbrowser.open, address)
        await serving

    # When the server has closed, the signal that ended it comes once more. Taken like Ctrl-C it
    # lets Python tidy up: workers' semaphores would be left to the system.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=quick_loop()) as runner,
    ):
        runner.run(go())


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A quicker event loop than Python's, where there is one: on Windows there is not."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
