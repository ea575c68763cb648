"""How the experts play, as a page for players: made from what `inside` has played."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from katzentisch.bots.names import BOT_NAMES
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.figures import Figure, mean, share
from katzentisch.games.core.habits import Habits
from katzentisch.lab.experts.expert import EXPERT
from katzentisch.lab.pages import NO_BREAK
from katzentisch.lab.resumable import Found
from katzentisch.lab.study.estimates import Estimate, estimate

from blinded_page import told_blindness
from inside_parts import (
    BATCH,
    HABITS,
    NETWORK,
    OTHER,
    TOLD,
    TOLD_PLAYERS,
    counts,
    habits_of,
)
from page_markdown import bullets, paragraph

FEW = 30  # chances in all; what rests on fewer is not told
ROUGH = {True: 0.05, False: 0.25}  # an interval that is wider is told with the figure
RARE = 0.01  # a share that would seem to be none
STANDS_OUT = 3
SCENES = ("The beginning.", "The end.")

INTRODUCTION = """\
# How the experts play

Made by `make inside`: what the networks that play as `expert` do, for people who want to learn
from them or to beat them. Everything here was counted in matches among players who are all alike,
with default options. To get through many matches, experts do not think ahead here but make the
move that their network likes best; how strong they are is in [Strength](strength.md), how they
came to be in [Learning](learning.md).

In the tables, the figure in brackets is for players of the level `medium`, among their like, who
search a little and know no network: where the two differ, the network has found out something.
A figure without ± has a 95 % interval of at most 5 percentage points to either side, or of 0.25
where it is no share.

**Knowing the score.** Does it help to know who is ahead? One seat is made blind: it chooses from a
copy of the match in which everybody has equally many points, while the others see the truth and
all make the move that the network likes best. Were knowing worth nothing, the blind seat would win
its fair share. *Lead* is by how many points it ends ahead of the others' mean (a minus point is one
behind), *points* by how many more it has than the same seat has when it knows, and *otherwise* how
many of its decisions came out differently. As a check, a seat is also blind in all rounds before.

**A match with its thoughts.** For each decision what the seat holds, the moves that the network
liked best (the first one was made) with how much it liked them, and what the seat could hope for:
its chance to win the match and its points at the end, if everybody plays on as the network likes
best. A seat knows only what it may know, so what two seats hope for need not add up."""


def page(results: Found) -> Iterator[str]:
    """The page of the docs, line by line."""
    yield from INTRODUCTION.splitlines()
    for slug in slugs():
        if f"{NETWORK} {slug}" in results:
            yield from ("", f"## {find_game(slug).TITLE}", "")
            yield from told_game(results, slug)


def told_game(results: Found, slug: str) -> Iterator[str]:
    """All about one game."""
    network = results[f"{NETWORK} {slug}"]
    matches = BATCH * len(sums_of(results, slug, counts(slug)[-1], EXPERT))
    yield from paragraph(
        f"The network has had {network['lessons']:,} lessons (`{network['sha256'][:8]}`). It played"
        f" {matches:,} matches at each number of players."
    )
    yield from in_short(results, slug)
    yield from striking(results, slug)
    for table in habits_of(slug).TABLES:
        yield from told_table(results, slug, table)
    yield from told_blindness(results, slug)
    yield from told_thoughts(results, slug)


def sums_of(results: Found, slug: str, players: int, who: str) -> list[Mapping[str, Any]]:
    """What was noticed of some players, part by part."""
    found = results.get(f"{HABITS} {slug} {players} {who}", {})
    return [found[number] for number in sorted(found, key=int)]


def figure_of(sums: list[Mapping[str, Any]], row: str, percent: bool) -> Estimate | None:
    """A habit, if there were chances enough to show it."""
    rows = np.array([one.get(row, [0, 0]) for one in sums], float).reshape(-1, 2)
    if rows[:, 0].sum() < FEW:
        return None
    figure: Figure = (share if percent else mean)(rows[:, 1], rows[:, 0])
    return estimate(figure)


def told_table(results: Found, slug: str, table: Habits) -> Iterator[str]:
    """A table of habits: a column for each number of players."""
    yield from ("", f"### {table.title}", "", *paragraph(table.says), "")
    yield "| |" + "".join(f" {players} players |" for players in counts(slug))
    yield "|---|" + "--:|" * len(counts(slug))
    for row, says in table.rows.items():
        cells = [cell(results, slug, players, row, table.percent) for players in counts(slug)]
        if any(cells):
            yield f"| {says} |" + "".join(f" {one} |" for one in cells)


def cell(results: Found, slug: str, players: int, row: str, percent: bool) -> str:
    """A habit of experts, and in brackets that of others."""
    own, other = (
        figure_of(sums_of(results, slug, players, who), row, percent) for who in (EXPERT, OTHER)
    )
    if own is None:
        return ""
    return figure(own) + (f" ({figure(other)})" if other is not None else "")


def figure(one: Estimate) -> str:
    """A figure, with its interval if that is wide."""
    times, digits = (100, 1 if 0 < one.value < RARE else 0) if one.percent else (1, 2)
    low, high = one.interval.low, one.interval.high
    rough = low is not None and high is not None and high - low > 2 * ROUGH[one.percent]
    told = f"{times * one.value:.{digits}f}"
    if rough and low is not None and high is not None:
        told += f" ± {times * (high - low) / 2:.{digits}f}"
    return (told + (" %" if one.percent else "")).replace(" ", NO_BREAK)


def in_short(results: Found, slug: str) -> Iterator[str]:
    """The most telling habits as sentences, for one number of players."""
    habits = habits_of(slug)
    players = int(find_game(slug).PLAYERS.default)
    cells = {
        row: cell(results, slug, players, row, table.percent) or "–"
        for table in habits.TABLES
        for row in table.rows
    }
    yield from ("", f"In short, with {players} players:", "")
    yield from bullets(sentence.format(**cells) for sentence in habits.IN_SHORT)


def striking(results: Found, slug: str) -> Iterator[str]:
    """The habits in which experts differ most from others for sure, one of a table."""
    found = [
        max(differences(results, slug, table), default=None)
        for table in habits_of(slug).TABLES
        if table.percent
    ]
    largest = sorted((one for one in found if one is not None), reverse=True)[:STANDS_OUT]
    if largest:
        yield from ("", f"What sets it apart most from `{OTHER}`:", "")
        yield from bullets(sentence for _, sentence in largest)


def differences(results: Found, slug: str, table: Habits) -> Iterator[tuple[float, str]]:
    """By how much experts differ from others in a table, where that is no chance; in words too."""
    for players in counts(slug):
        for row, says in table.rows.items():
            own, other = (
                figure_of(sums_of(results, slug, players, who), row, True)
                for who in (EXPERT, OTHER)
            )
            if own is None or other is None:
                continue
            by = abs(own.value - other.value)
            if by > 3 * (own.error + other.error):
                yield (
                    by,
                    f"{table.title}, with {players} players: *{says}* in {figure(own)}, not"
                    f" {figure(other)}.",
                )


def told_thoughts(results: Found, slug: str) -> Iterator[str]:
    """A match with what the network thought."""
    found = results.get(f"{TOLD} {slug} {TOLD_PLAYERS} {EXPERT}", {}).get("0")
    if not found:
        return
    yield from ("", "### A match with its thoughts", "")
    yield f"Seed {found['seed']}, between {', '.join(BOT_NAMES[:TOLD_PLAYERS])}."
    yield habits_of(slug).HOLDS
    for number, stretch in enumerate(found["stretches"]):
        points = listed(stretch["scores"]) if any(stretch["scores"]) else "none"
        yield from ("", f"{SCENES[number]} Points before it: {points}.")
        yield from ("", "| | holds | liked | hopes | then |", "|---|---|---|--:|---|")
        yield from (thought_row(one) for one in stretch["thoughts"])
    yield from ("", f"It ends {listed(found['scores'])}.")


def listed(scores: Iterable[float]) -> str:
    """Scores, seat by seat."""
    return ", ".join(str(score) for score in scores)


def thought_row(one: Mapping[str, Any]) -> str:
    """A decision as a row of a table."""
    first, *others = [f"{move} {percent(liked)}" for move, liked in one["liked"]]
    liked = "; ".join([f"**{first}**", *others])
    hopes = f"{percent(one['wins'])}, {one['score']:.1f}"
    return f"| {one['who']} | {one['held']} | {liked} | {hopes} | {' '.join(one['then'])} |"


def percent(liked: float) -> str:
    """A share without decimals."""
    return f"{100 * liked:.0f} %"
