"""Compiling a game in another process, at low priority, while people already play it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from katzentisch.games.core.cache import BOTS, is_warm
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.jit import look_again

LOOK_EVERY = 0.5  # seconds
NICENESS = 15
# Ctrl-C reaches that process too and would print a traceback; the one that started it stops it.
COMPILE = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
if hasattr(os, "nice"):
    os.nice(int(sys.argv[1]))
from katzentisch.bots.precompile import warm_up_one
warm_up_one(sys.argv[2])
"""


def command(slug: str) -> list[str]:
    """The command that compiles a game with its bots at low priority."""
    return [sys.executable, "-c", COMPILE, str(NICENESS), slug]


@contextmanager
def compiled_in_background(game: Rules) -> Iterator[None]:
    """Compile a game beside this block, which goes on compiled as soon as that is done."""
    if not COMPILED or is_warm(game.SLUG, BOTS):
        yield
        return
    over = Event()
    with subprocess.Popen(command(game.SLUG), stderr=subprocess.DEVNULL) as compiling:
        Thread(target=look_until, args=(game, compiling, over), daemon=True).start()
        try:
            yield
        finally:
            over.set()
            compiling.terminate()


def look_until(game: Rules, compiling: "subprocess.Popen[bytes]", over: Event) -> None:
    """Go on compiled once the other process has finished."""
    while not over.wait(LOOK_EVERY):
        if compiling.poll() is not None:
            look_again(game)
            return
