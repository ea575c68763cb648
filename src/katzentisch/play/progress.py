"""Shows how far long work has got, with the time left."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

BETWEEN_LINES = 60  # seconds between progress lines if there is no terminal


@contextmanager
def progress(title: str, total: int) -> Iterator[tuple[Progress, TaskID]]:
    """A progress bar with the time left; without a terminal, a line once a minute."""
    console = Console(stderr=True)
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    bar = Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    task, over = bar.add_task(title, total=total), Event()

    def tell() -> None:
        while not over.wait(BETWEEN_LINES):
            done = bar.tasks[0].completed
            print(f"{title}: {done:,.0f} of {total:,}", file=sys.stderr, flush=True)

    with bar:
        if not console.is_terminal:
            Thread(target=tell, daemon=True).start()
        try:
            yield bar, task
        finally:
            over.set()
