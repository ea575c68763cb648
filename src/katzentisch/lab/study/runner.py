"""Plays a study part by part, on this machine or a cluster, continuing where it stopped.

Each part is a file in a folder beside the report, written when the part is finished. A file
that is damaged, or was made with other rules or settings, is ignored.
"""

import os
import zipfile
from collections.abc import Generator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots import play_to_the_end
from katzentisch.bots.levels import GREEDY as GREEDY_WAY
from katzentisch.bots.levels import RANDOM as RANDOM_WAY
from katzentisch.bots.levels import level_of
from katzentisch.games import game as find_game
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.figures import StudySums
from katzentisch.games.core.record import Table
from katzentisch.games.core.rng import Dice
from katzentisch.lab.arena.cluster import spread_over_cluster
from katzentisch.lab.processes import spread_out
from katzentisch.lab.study.plan import Part, Study, Variant
from katzentisch.lab.study.recorder import (
    GIVEN,
    GREEDY,
    RANDOM,
    Common,
    Desk,
    Ledger,
    Moves,
    Schedule,
    observe,
)
from katzentisch.play.match import new_match

Noted = dict[str, NDArray[Any]]
"""The sums by the name of each note; the first axis is the batches."""

OWN = "own_"  # prefix of the game's own notes; the lab's have none
WAYS = {RANDOM_WAY: RANDOM, GREEDY_WAY: GREEDY}


def empty_desk(game: Rules) -> Desk:
    """A desk for games of this kind."""
    states = game.State.table(1)
    return Desk(states, states.copy(), Dice.table(1), game.notes.Memo.table(2))


class Observer:
    """Plays and records games of one variant, batch by batch."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.game: Rules = find_game(variant.played.game)
        self._desk = empty_desk(self.game)
        self._desk.template[0] = self.game.lay_out(variant.options)
        self._observe = observe.compiled(self.game)

    def batch(self, deals: range, ledger: Ledger) -> None:
        """Play these deals in all arrangements, and add up what happens."""
        for seats in self.variant.played.arrangements:
            schedules = self.schedule_of(seats)
            if GIVEN in list(schedules[0].way)[: len(seats)]:
                for deal in deals:
                    self.observe_moves(schedules, deal, seats, ledger)
            else:
                self.play(schedules, deals, np.zeros(1, np.int64), ledger)

    def schedule_of(self, seats: tuple[str, ...]) -> Table[Schedule]:
        """How each seat plays; if any bot has to think, all moves are given."""
        schedules = Schedule.table(1)
        levels = [level_of(name, self.game) for name in seats]
        quick = all(level.way in WAYS for level in levels)
        names = list(dict.fromkeys(self.variant.played.bots))
        for seat, (name, level) in enumerate(zip(seats, levels, strict=True)):
            schedules[0].way[seat] = WAYS[level.way] if quick else GIVEN
            schedules[0].whim[seat] = level.whim
            schedules[0].bot[seat] = names.index(name)
        return schedules

    def observe_moves(
        self, schedules: Table[Schedule], deal: int, seats: tuple[str, ...], ledger: Ledger
    ) -> None:
        """Let bots that think play a game, then replay its moves to record it."""
        played = self.variant.played
        match = new_match(played.game, played.options, played.seed + deal, list(seats))
        play_to_the_end(match)
        moves = np.array(match.moves, np.int64)
        self.play(schedules, range(deal, deal + 1), moves, ledger)

    def play(self, schedules: Table[Schedule], deals: range, moves: Moves, ledger: Ledger) -> None:
        """Play and record these deals, following the schedule or these moves."""
        schedules[0].first = self.variant.played.seed + deals.start
        schedules[0].games = len(deals)
        self._observe(self._desk, schedules, moves, ledger)


def play_part(study: Study, part: Part) -> tuple[Part, Noted]:
    """Play a part of a study; return it with its notes."""
    variant = study.variants[part.variant]
    observer = Observer(variant)
    commons = Common.table(len(part.batches))
    notes = observer.game.notes.Notes.table(len(part.batches))
    for number, batch in enumerate(part.batches):
        one = slice(number, number + 1)
        observer.batch(variant.deals_of(batch), Ledger(commons[one], notes[one]))
    noted = {name: np.array(commons[name]) for name in commons.dtype.names or ()}
    noted |= {OWN + name: np.array(notes[name]) for name in notes.dtype.names or ()}
    return part, noted


def prepare(game: str) -> None:
    """Compile the recorder, so that several processes do not all compile it at once."""
    studied = find_game(game)
    ledger = Ledger(Common.table(1), studied.notes.Notes.table(1))
    observe.compiled(studied)(empty_desk(studied), Schedule.table(1), np.zeros(1, np.int64), ledger)


class Store:
    """The folder with the finished parts."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, part: Part) -> Path:
        """The file of a part."""
        return self.folder / f"{self.study.key(part)}.npz"

    def read(self, part: Part) -> Noted | None:
        """A finished part, or None if it is missing or damaged."""
        try:
            with self.path(part).open("rb") as opened, np.load(opened) as file:
                noted = {name: file[name] for name in file.files}
        except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
            return None
        games = int(noted["games"].sum()) if "games" in noted else -1
        return noted if games == self.study.games_in(part) else None

    def write(self, part: Part, noted: Noted) -> None:
        """Store a finished part, completely or not at all."""
        unfinished = self.path(part).with_suffix(f".{os.getpid()}.tmp")
        with unfinished.open("wb") as file:
            np.savez_compressed(file, **noted)  # type: ignore[arg-type]  # names are ours
        unfinished.replace(self.path(part))


def play_study(
    study: Study, store: Store, cores: int | None = None, cluster: str | None = None
) -> Generator[int, None, None]:
    """Play all missing parts; yield the number of games already done, then that of each part."""
    missing = [part for part in study.parts() if store.read(part) is None]
    yield sum(study.games_in(part) for part in study.parts() if part not in missing)
    if not missing:
        return
    work = partial(play_part, study)
    running = (
        spread_over_cluster(work, missing, cluster) if cluster else spread_out(work, missing, cores)
    )
    try:
        for part, noted in running:
            store.write(part, noted)
            yield study.games_in(part)
    finally:
        running.close()


def collected(study: Study, store: Store) -> list[Noted]:
    """All notes for each variant, with its batches in order."""
    parts: dict[int, list[Mapping[str, Any]]] = {}
    for part in study.parts():
        noted = store.read(part)
        assert noted is not None, "all parts were played"
        parts.setdefault(part.variant, []).append(noted)
    return [
        {name: np.concatenate([one[name] for one in parts[n]]) for name in parts[n][0]}
        for n in range(len(study.variants))
    ]


def sums_in(variant: Variant, noted: Noted) -> StudySums:
    """The game's own notes on a variant, in the form its questions take."""
    own = {name.removeprefix(OWN): noted[name] for name in noted if name.startswith(OWN)}
    return StudySums(variant.options, noted["games"], own)
