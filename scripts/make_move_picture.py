"""Draw docs/pictures/a-move.svg: the path of a move from a click to every screen."""

import sys
from html import escape
from itertools import pairwise
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "pictures" / "a-move.svg"
WIDTH, TOP, ROW, BOX = 760, 70, 58, 38
LANES = ("the player's browser", "this process", "the database", "another process")
STEPS = (
    (0, "the clicks add up to a move", "static/choosing.js"),
    (1, "a message with a type arrives", "web/websocket.py"),
    (1, "your turn? the next number?", "live/room.py: play"),
    (1, "the rules play it, once", "live/table.py: after"),
    (1, "when will a bot move, and who runs it?", "jobs/bot_turns.py: schedule"),
    (2, "appended to the log, in a batch", "db/moves.py"),
    (1, "the step is applied", "live/sync.py: apply"),
    (1, "each seat is sent what it may see", "live/broadcast.py"),
    (0, "the table is redrawn", "static/swap.js"),
    (2, "NOTIFY: the log has grown", "live/bus.py"),
    (3, "the new entry is read and played", "live/sync.py"),
    (3, "the step is applied, and shown", "live/sync.py: apply"),
)
WRITTEN, NOTIFIED = 5, 9  # the log notifies the other processes, not the browser
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #222 }
.lane { font-weight: 600; text-anchor: middle }
.file { font: 10.5px ui-monospace, monospace; fill: #555 }
.box { fill: #fff; stroke: #888 }
.line { stroke: #ddd }
.way { stroke: #b3541e; stroke-width: 1.5; fill: none; marker-end: url(#tip) }
"""


def middle(lane: int) -> float:
    """The x coordinate of a lane."""
    return WIDTH / len(LANES) * (lane + 0.5)


def top_of(row: int) -> int:
    """The y coordinate of a step."""
    return TOP + row * ROW


def box(row: int, lane: int, text: str, file: str) -> str:
    """One step: what happens, and in which file."""
    half = max(len(text) * 3.3, len(file) * 3.3) + 8
    x = min(max(middle(lane) - half, 4), WIDTH - 2 * half - 4)
    y = top_of(row)
    return (
        f'<rect class="box" x="{x:.0f}" y="{y}" width="{2 * half:.0f}" height="{BOX}" rx="6"/>'
        f'<text x="{x + 8:.0f}" y="{y + 16}">{escape(text)}</text>'
        f'<text class="file" x="{x + 8:.0f}" y="{y + 31}">{escape(file)}</text>'
    )


def way(start: int, end: int) -> str:
    """The arrow from one step to another."""
    x, y = middle(STEPS[start][0]), top_of(start) + BOX
    return f'<path class="way" d="M{x:.0f} {y} L{middle(STEPS[end][0]):.0f} {top_of(end) - 3}"/>'


def page() -> str:
    """The picture."""
    height = top_of(len(STEPS)) + 4
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>A move's path from the click to the database and to the other screens</title>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"',
        'markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#b3541e"/>',
        "</marker></defs>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fafafa"/>',
    ]
    for lane, title in enumerate(LANES):
        x = middle(lane)
        parts.append(f'<text class="lane" x="{x:.0f}" y="28">{escape(title)}</text>')
        parts.append(f'<line class="line" x1="{x:.0f}" y1="40" x2="{x:.0f}" y2="{height}"/>')
    ways = [way_on for way_on in pairwise(range(len(STEPS))) if way_on[1] != NOTIFIED]
    parts += [way(start, end) for start, end in [*ways, (WRITTEN, NOTIFIED)]]
    parts += [box(row, *step) for row, step in enumerate(STEPS)]
    return "\n".join([*parts, "</svg>", ""])


def main(target: Path = PAGE) -> None:
    """Write it."""
    target.write_text(page(), "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
