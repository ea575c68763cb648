"""Worker processes, started on first use and replaced when they are killed."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, TypeVar

from katzentisch.server.errors import WorkersUnavailable

Done = TypeVar("Done")
TRIES = 3  # for each question: one that kills its workers must not do so forever
PAUSE = 1.0  # seconds before the last try, in case it is memory that is lacking
OUT_OF_MEMORY = Path("/proc/self/oom_score_adj")
FIRST_TO_GO = "500"  # when memory runs out, the kernel kills a worker and not the server


class Workers:
    """A pool of processes; with `niceness`, they yield the processor to others."""

    def __init__(self, number: int, niceness: int = 0) -> None:
        self._number = number
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None  # started on first use
        # Others wait here, where they know nothing of a worker that dies.
        self._free = asyncio.Semaphore(number)
        self._last_tries = asyncio.Lock()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned: a fork would inherit this process's sockets.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._number, context, initializer=start_worker, initargs=(self._niceness,)
        )

    async def run(self, work: Callable[..., Done], *args: Any) -> Done:
        """Run a function in a worker; if a worker is killed, ask again."""
        for _ in range(TRIES - 1):
            async with self._free:
                with contextlib.suppress(BrokenProcessPool):
                    return await self._ask(work, *args)
        # Whoever kills workers has killed those of others, too; this time only their own.
        await asyncio.sleep(PAUSE)
        async with self._alone():
            with contextlib.suppress(BrokenProcessPool):
                return await self._ask(work, *args)
        raise WorkersUnavailable("Bots cannot think right now; try again in a moment.")

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """While nobody else asks anything."""
        async with self._last_tries, contextlib.AsyncExitStack() as places:
            for _ in range(self._number):
                await places.enter_async_context(self._free)
            yield

    async def _ask(self, work: Callable[..., Done], *args: Any) -> Done:
        self._pool = pool = self._pool or self._new_pool()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
        except BrokenProcessPool:
            self._discard(pool)
            raise

    def _discard(self, broken: ProcessPoolExecutor) -> None:
        """Shut a broken pool down; all its questions notice, but only one pool replaces it."""
        if self._pool is broken:
            self._pool = None
            broken.shutdown(wait=False, cancel_futures=True)

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
    with contextlib.suppress(OSError):  # only Linux has it
        OUT_OF_MEMORY.write_text(FIRST_TO_GO)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def exit_with_parent() -> None:
    """Exit when the server has been killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
