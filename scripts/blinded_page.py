"""The section of the experts page on what knowing the score is worth; see `score_blind`."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from katzentisch.lab.intervals import Interval, interval
from katzentisch.lab.resumable import Found

from inside_parts import BATCH, BLIND, counts, habits_of
from page_markdown import bullets
from score_blind import BEFORE, LATE
from strength import shown

WHEN = {LATE: "late in the match", BEFORE: "in all earlier rounds"}
COSTS = {
    LATE: "So knowing the score helps to win.",
    BEFORE: "So the score matters there too, or equal scores confuse the network.",
}
COSTS_NOTHING = {
    LATE: "So there is no evidence that knowing the score helps to win.",
    BEFORE: "So there is no evidence that equal scores as such confuse the network.",
}
FAIR = 100  # percent
OTHERWISE = 3  # the column that counts changed decisions


def blindness_lines(results: Found, slug: str) -> Iterator[str]:
    """What a seat loses if it does not know the scores."""
    keys = [(players, time) for time in WHEN for players in counts(slug)]
    found = {key: blind_of(results, slug, *key) for key in keys}
    if not any(len(rows) for rows in found.values()):
        return
    yield from ("", "### Knowing the score", "")
    yield f"*Late in the match* here means {habits_of(slug).LATE}."
    yield ""
    yield "| players | blind | matches | wins | fair | lead | points | changed |"
    yield "|--:|---|--:|--:|--:|--:|--:|--:|"
    for (players, time), rows in found.items():
        if len(rows):
            yield blind_row(players, time, rows)
    yield ""
    for time in WHEN:
        yield from verdict(found, time)


def blind_of(results: Found, slug: str, players: int, time: str) -> Any:
    """The results of blind seats, a row for each part."""
    found = results.get(f"{BLIND} {slug} {players} {time}", {})
    return np.array([found[number] for number in sorted(found, key=int)])


def blind_row(players: int, time: str, rows: Any) -> str:
    """One number of players as a row of the table."""
    wins, lead, gain, otherwise, decisions = rows.T
    return (
        f"| {players} | {WHEN[time]} | {players * BATCH * len(rows):,}"
        f" | {shown(interval(wins), 100, 1)}% | {100 / players:.0f}%"
        f" | {shown(interval(lead), 1, 2)} | {shown(interval(gain), 1, 2)}"
        f" | {100 * otherwise.sum() / decisions.sum():.0f}% |"
    )


def verdict(found: Mapping[tuple[int, str], Any], time: str) -> Iterator[str]:
    """The effect of being blind, over all numbers of players for which it changes anything."""
    shares = [
        100 * players * row[0]
        for (players, when), rows in found.items()
        if when == time and len(rows) and rows[:, OTHERWISE].any()
        for row in rows
    ]
    if len(shares) > 1:
        value = interval(shares)
        wins = f"a seat wins {shown(value, 1, 1)}% of its fair share."
        text = f"When blind {WHEN[time]}, {wins} {judged(value, time)} {alone(found, time)}"
        yield from bullets([text.rstrip()])


def alone(found: Mapping[tuple[int, str], Any], time: str) -> str:
    """A sentence on the numbers of players for which, taken alone, the cost is significant."""
    if time != LATE:
        return ""
    own = {
        n: interval(rows[:, 0]) for (n, when), rows in found.items() if when == time and len(rows)
    }
    shown_with = [str(n) for n, value in own.items() if value.high and value.high < 1 / n]
    text = " and ".join(filter(None, (", ".join(shown_with[:-1]), *shown_with[-1:])))
    if not text:
        return "The effect is not significant for any single number of players."
    return f"Taken individually, the effect is significant with {text} players."


def judged(value: Interval, time: str) -> str:
    """What a share, in percent of the fair one, shows about knowing the score."""
    if value.high is not None and value.high < FAIR:
        return COSTS[time]
    if value.low is not None and value.low > FAIR:
        return "So it would do better to ignore the score there."
    return COSTS_NOTHING[time]
