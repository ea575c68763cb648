"""Spreading work over processes on this machine, and what Ctrl-C does to them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

INTERRUPTED = 130  # the exit status that shells use after Ctrl-C


def spread_out(
    work: Callable[[Item], Done], items: Sequence[Item], cores: int | None = None
) -> Generator[Done, None, None]:
    """Run this work for all items on this many cores, by default all; yield results when done."""
    workers = min(cores or all_cores(), len(items))
    if workers <= 1:
        yield from map(work, items)
        return
    with pool_of(workers) as pool:
        yield from pool.imap_unordered(work, items)


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pool_of(workers: int) -> Any:
    """Processes that leave Ctrl-C, which reaches all processes of a terminal, to this one.

    A worker stopped by it would be replaced, but its result would never arrive. Workers are not
    forked, because the threads of a progress bar would not survive a fork.
    """
    made = partial(
        multiprocessing.get_context("spawn").Pool,
        workers,
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    if threading.current_thread() is not threading.main_thread():
        return made()
    at_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # workers ignore it from the start
    try:
        return made()
    finally:
        signal.signal(signal.SIGINT, at_interrupt)
