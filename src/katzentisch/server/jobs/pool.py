"""Worker processes, started on first use and replaced when they are killed."""

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
    """A pool of processes; with `niceness`, they yield the processor to others."""

    def __init__(self, number: int, niceness: int = 0) -> None:
        self._number = number
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None  # started on first use

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned: a fork would inherit this process's sockets.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._number, context, initializer=start_worker, initargs=(self._niceness,)
        )

    async def run(self, work: Callable[..., Done], *args: Any) -> Done:
        """Run a function in a worker."""
        loop = asyncio.get_running_loop()
        self._pool = self._pool or self._new_pool()
        try:
            return await loop.run_in_executor(self._pool, work, *args)
        except BrokenProcessPool:
            # A worker was killed: replace the pool, and try once more.
            self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, work, *args)

    def close(self, at_once: bool = False) -> None:
        """Shut the pool down: after the work in progress, or `at_once`."""
        if self._pool is None:
            return
        # Python has a public method for this only since 3.14.
        working = list((self._pool._processes or {}).values()) if at_once else []
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in working:
            process.terminate()


def start_worker(niceness: int) -> None:
    """Initialise a worker."""
    # Ctrl-C is for the server, which then stops its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def exit_with_parent() -> None:
    """Exit when the server has been killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
