"""A sampling profiler for a server: interrupts it regularly and counts which part is running.

`python benchmarks/load/parts.py FILE serve …` is a `katzentisch serve` that counts from SIGUSR1
to SIGUSR2 and then writes its counts to the file.
"""

import json
import runpy
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

EVERY = 0.002  # seconds of CPU time

# The innermost known function determines the part. If a file is listed more than once, its
# functions come before the rest of it.
PARTS: tuple[tuple[str, str, str], ...] = (
    ("/play/match.py", "view", "views of the seats"),
    ("/view.py", "", "views of the seats"),
    ("/play/match.py", "events", "telling what happened"),
    ("/play/match.py", "events_for", "telling what happened"),
    ("/play/story.py", "legal_numbers", "legal moves"),
    ("/play/story.py", "legal_names", "legal moves"),
    ("/play/story.py", "", "telling what happened"),
    ("/events.py", "", "telling what happened"),
    ("/live/undo.py", "", "may it be taken back?"),
    ("/play/", "", "playing the move"),
    ("/jinja2/", "", "drawing pictures"),
    ("/web/rendering.py", "", "drawing pictures"),
    ("/scene.py", "", "drawing pictures"),
    ("/live/connections.py", "encode", "encoding as JSON"),
    ("/db/moves.py", "", "database"),
    ("/db/tables.py", "", "database"),
    ("/db/guests.py", "", "database"),
    ("/db/presence.py", "", "database"),
    ("/db/chat.py", "", "database"),
    ("/live/bus.py", "", "news"),
    ("/live/sync.py", "", "news"),
    ("/live/hub.py", "on_change", "news"),
    ("/live/hub.py", "", "sweeping"),
    ("/jobs/bot_turns.py", "", "sweeping"),
    ("/websockets/", "data_received", "receiving"),
    ("/websockets_sansio_impl.py", "send_keepalive_ping", "pings"),
    ("/websockets_sansio_impl.py", "send", "sending"),
    ("/web/websocket.py", "send_all", "sending"),
    ("/websockets_sansio_impl.py", "", "receiving"),
    ("/web/websocket.py", "", "messages and limits"),
    ("/web/messages.py", "", "messages and limits"),
    ("/ops/limits.py", "", "messages and limits"),
    ("/ops/metrics.py", "", "messages and limits"),
    ("/live/broadcast.py", "", "showing"),
    ("/live/snapshots.py", "", "showing"),
    ("/live/room.py", "", "playing the move"),
    ("/live/table.py", "", "playing the move"),
)
REST = "event loop, other threads"


def part_of(frame: FrameType | None) -> str:
    """Which part a server at this point of the code is working on."""
    while frame is not None:
        code = frame.f_code
        for file, function, part in PARTS:
            if file in code.co_filename and function in ("", code.co_name):
                return part
        frame = frame.f_back
    return REST


class Counting:
    """Counts the parts that are running, between two signals."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._counts: Counter[str] = Counter()
        signal.signal(signal.SIGPROF, self._count)
        signal.signal(signal.SIGUSR1, self._begin)
        signal.signal(signal.SIGUSR2, self._end)

    def _count(self, _signal: int, frame: FrameType | None) -> None:
        self._counts[part_of(frame)] += 1

    def _begin(self, *_: Any) -> None:
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _end(self, *_: Any) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        beside = self._file.with_suffix(".part")
        beside.write_text(json.dumps(self._counts))
        beside.replace(self._file)  # atomic: whoever waits for the file finds all of it


if __name__ == "__main__":
    Counting(Path(sys.argv.pop(1)))
    runpy.run_module("katzentisch", run_name="__main__", alter_sys=True)
