"""`katzentisch serve`, and `katzentisch` without a command, which also opens the browser."""

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
MAX_MESSAGE = 16_000  # bytes in one message from a browser
SEND_BUFFER = 128 * 1024  # bytes that the system keeps for each connection
SECONDS_UNREAD = 60  # until a connection is closed whose data nobody takes
SECONDS_TO_CLOSE = 5  # for pending requests; open connections are asked to reconnect

Port = Annotated[int, typer.Option(help="The port; 0 for any free one.", min=0, max=65535)]
Data = Annotated[
    Path | None,
    typer.Option(help="The folder for tables; your data folder by default."),
]


class LogLevel(StrEnum):
    """How much is logged."""

    WARNING = "warning"
    INFO = "info"
    DEBUG = "debug"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = THIS_COMPUTER,
    port: Port = PORT,
    data: Data = None,
    database: Annotated[
        str | None, typer.Option(help="The database URL; SQLite in the data folder by default.")
    ] = None,
    log_level: Annotated[
        LogLevel, typer.Option(help="How much to log, as JSON lines on standard error.")
    ] = LogLevel.WARNING,
) -> None:
    """Start the server without opening a browser, for this computer or for a network."""
    write_logs(log_level)
    run(listen_on(host, port), read_settings(data=data, database=database), browser=False)


def start_table() -> None:
    """Start the server on this computer and open the browser."""
    write_logs(LogLevel.WARNING)
    run(listen_on_free_port(), read_settings(), browser=True)


def listen_on(host: str, port: int) -> socket.socket:
    """A socket that listens on this address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY, without which small messages wait, only if the protocol is given.
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((host, port))
    except OSError as why:
        line.close()
        raise Refused(
            "Cannot listen on {host}, port {port}: {strerror}.",
            host=host,
            port=port,
            strerror=why.strerror,
        ) from None
    bound_buffers(line)
    line.listen()
    return line


def bound_buffers(line: socket.socket) -> None:
    """Bound what the system keeps for each connection, which inherits this, and for how long."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # only Linux has it
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SECONDS_UNREAD)


def listen_on_free_port() -> socket.socket:
    """A socket on the usual port, or on the next free one."""
    for port in range(PORT, PORT + PORTS_TRIED):
        try:
            return listen_on(THIS_COMPUTER, port)
        except Refused:
            continue
    return listen_on(THIS_COMPUTER, 0)


def run(line: socket.socket, settings: Settings, browser: bool) -> None:
    """Serve until somebody presses Ctrl-C."""
    # Imported here so that other commands do not have to load a web server.
    import uvicorn

    from katzentisch.server.app import create_app
    from katzentisch.server.ops.gc_policy import configure_gc
    from katzentisch.server.web.protocol import WebSocketProtocol

    host, port = line.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws=WebSocketProtocol,
        ws_max_size=MAX_MESSAGE,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
    )
    server = uvicorn.Server(config)

    async def go() -> None:
        serving = asyncio.create_task(server.serve(sockets=[line]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        configure_gc()
        print(f"Katzentisch is running at {address} (press Ctrl-C to stop).", flush=True)
        if browser:
            await asyncio.to_thread(webbrowser.open, address)
        await serving

    # After closing, uvicorn re-raises the signal that stopped it. Handled like Ctrl-C, it lets
    # Python clean up; otherwise the workers' semaphores would leak.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=fast_event_loop()) as runner,
    ):
        runner.run(go())


def fast_event_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop, which is faster than Python's event loop, unless the platform lacks it (Windows)."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
