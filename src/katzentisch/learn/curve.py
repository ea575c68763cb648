"""The learning curve of a training run as a picture."""

import json
from pathlib import Path
from typing import Any

from katzentisch.learn.evaluation import NOTES
from katzentisch.learn.training import LESSONS

SHAPES = "os^Dv"


def draw_curve(folder: Path) -> Path:
    """Draw the curve from the records of a run and return the picture's path."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "katzentisch"
    from matplotlib import pyplot

    lessons, judged = notes(folder / LESSONS), notes(folder / NOTES)
    figure, (above, below) = pyplot.subplots(2, 1, figsize=(8, 7), sharex=True)
    pairs = sorted({(one["players"], one["against"]) for one in judged if is_fixed(one)})
    for n, (players, against) in enumerate(pairs):
        own = [o for o in judged if (o["players"], o["against"]) == (players, against)]
        at, lead = [one["lesson"] for one in own], [one["lead"] for one in own]
        wide = [(one["lead_high"] or one["lead"]) - one["lead"] for one in own]
        label = f"{players} players, against {against}"
        above.errorbar(at, lead, wide, marker=SHAPES[n % len(SHAPES)], capsize=3, label=label)
    above.axhline(0, color="black", linewidth=0.8)
    above.set_ylabel("lead per round, in points")
    if pairs:
        above.legend(fontsize=8)
    at = [one["lesson"] for one in lessons]
    below.plot(at, [one["entropy"] for one in lessons], label="entropy of its moves")
    below.plot(at, [one["error"] for one in lessons], "--", label="error of its estimates")
    below.set_xlabel("lessons")
    below.legend(fontsize=8)
    path = folder / "curve.svg"
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return path


def is_fixed(judgment: dict[str, Any]) -> bool:
    """Is the opponent always the same, unlike an earlier self?"""
    return not judgment["against"].startswith("lesson-")


def notes(path: Path) -> list[dict[str, Any]]:
    """Read a file of records, one JSON object per line."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
