"""Worker processes, which are started when they are needed and replaced when they are killed."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, TypeVar

Done = TypeVar("Done")


class Workers:
    """So many processes; with `modesty`, others get the processor before them."""

    def __init__(self, number: int, niceness: int = 0) -> None:
        self._number = number
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None  # started by who asks first

    def _new_pool(self) -> ProcessPoolExecutor:
        # Started afresh: a copy of this process would hold its sockets.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._number, context, initializer=begin, initargs=(self._niceness,)
        )

    async def do(self, work: Callable[..., Done], *asked: Any) -> Done:
        """Have something worked out."""
        loop = asyncio.get_running_loop()
        self._pool = self._pool or self._new_pool()
        try:
            return await loop.run_in_executor(self._pool, work, *asked)
        except BrokenProcessPool:
            # A worker was killed: others take its place, and the question is asked again.
            self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, work, *asked)

    def close(self, at_once: bool = False) -> None:
        """Send the workers home, when they are done with what they do or in the midst of it."""
        if self._pool is None:
            return
        # Python has a name for this only from 3.14 on.
        working = list((self._pool._processes or {}).values()) if at_once else []
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in working:
            process.terminate()


def begin(niceness: int) -> None:
    """What a worker does first."""
    # Ctrl-C is for the server, which then sends its workers home.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def exit_with_parent() -> None:
    """When the server is killed, its workers must not stay behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
