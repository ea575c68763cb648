"""Tournaments with all games at once: experts think side by side, on a GPU if there is one.

One after another, 2,000 games of experts take hours on a core. Here all games of a pairing
advance together, decision by decision: networks evaluate all tables at once (`lookahead`), while
searches run on the cores. Deals and dice differ from the arena's; the pairings are the same.

`python -m katzentisch.learn.parallel FILE` plays the pairings with experts that are missing from
FILE; see `lab.arena.ladder`.
"""

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots import weights
from katzentisch.bots.levels import NETWORK, Level, level_of
from katzentisch.bots.policies import Chooser, chooser
from katzentisch.envs import WAIT, Batch
from katzentisch.envs.batch import machine_of
from katzentisch.games import game as find_game
from katzentisch.games.core import flow
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.jit import compiled_rules
from katzentisch.games.core.rng import Dice, seed
from katzentisch.lab import resumable
from katzentisch.lab.arena.ladder import GAMES, Encounter, Results, at_once, encounters
from katzentisch.lab.processes import INTERRUPTED, all_cores, pool_of
from katzentisch.learn.lookahead import Foreseer

Actions = NDArray[np.int64]
DICE = 0x61747F6F6E6365  # keeps the bots' dice apart from those of a deal
REPORT_EVERY = 20  # seconds
AT_A_TIME = 4  # tables that a process handles before it reports back


class OneByOne:
    """A bot that thinks about one table at a time, on several cores."""

    def __init__(self, batch: Batch, name: str, pool: Any) -> None:
        self.pool = pool
        self._who = (batch.game.SLUG, tuple(batch.options.to_dict().items()), name)
        self._asked = 0

    def ask(self, records: NDArray[Any]) -> Callable[[], Actions]:
        """Start thinking about these tables; call the result to wait for the actions."""
        parts = [
            (self._who, records[first : first + AT_A_TIME], self._asked + first)
            for first in range(0, len(records), AT_A_TIME)
        ]
        self._asked += len(records)
        thinking = self.pool.starmap_async(think_about, parts, chunksize=1)
        return lambda: np.array([one for part in thinking.get() for one in part], np.int64)


def think_about(who: tuple[Any, ...], records: NDArray[Any], first: int) -> list[int]:
    """The action a bot chooses at each of these tables; runs in a worker process."""
    game, choose = thinker(*who)
    tables, dice, actions = game.State.table(1), Dice.table(1), []
    action_of = compiled_rules(game).action_of
    for number, record in enumerate(records, first):
        tables[0] = record
        seed(dice[0].chance, DICE, number)
        flow.look.compiled(game)(tables, record["to_act"], dice)
        actions.append(int(action_of(tables[0], choose(tables, dice))))
    return actions


@cache
def thinker(slug: str, options: tuple[tuple[str, Any], ...], name: str) -> tuple[Rules, Chooser]:
    """A bot, created once per process."""
    game = find_game(slug)
    level = level_of(name, game, or_file=True)
    return game, chooser(level, game, game.read_options(dict(options)))


def foreseer(batch: Batch, level: Level, device: str, worlds: int) -> Foreseer:
    """A network that thinks about all tables at once."""
    path = Path(level.weights) if level.weights else weights.own(batch.game)
    learned = weights.load(path, batch.game.SLUG)
    learned.must_know(batch.options)
    return Foreseer(batch, learned, level, device, worlds)


class Hall:
    """All games of a pairing: each deal is played with the first bot in every seat in turn."""

    def __init__(
        self, met: Encounter, deals: list[int], pool: Any, device: str, worlds: int
    ) -> None:
        self.met = met
        seeds = np.repeat(deals, met.players).tolist()
        self.batch = Batch(met.game, len(seeds), seed=seeds, stays=True, players=met.players)
        self.one_at = np.arange(self.batch.size) % met.players
        self.over = np.zeros(self.batch.size, bool)
        self.without_number = 0  # moves that had no number and were replaced
        self.wins = np.zeros(self.batch.rewards.shape)
        self._bots = {
            is_one: self._seated(name, pool, device, worlds)
            for is_one, name in ((True, met.one), (False, met.others))
        }

    def _seated(self, name: str, pool: Any, device: str, worlds: int) -> Foreseer | OneByOne:
        level = level_of(name, self.batch.game, or_file=True)
        if level.way == NETWORK and not level.doubt:
            return foreseer(self.batch, level, device, worlds)
        return OneByOne(self.batch, name, pool)

    def step(self) -> None:
        """Make one decision at every table whose game is not over."""
        batch = self.batch
        actions = np.where(self.over, WAIT, batch.masks.argmax(axis=1))
        thinks = ~self.over & (batch.masks.sum(axis=1) > 1)
        is_one = batch.to_act == self.one_at
        records = batch.records()
        # Searches first: they run on the cores while networks are evaluated.
        asked = sorted(self._bots.items(), key=lambda bot: isinstance(bot[1], Foreseer))
        waiting: list[tuple[NDArray[np.intp], Callable[[], Actions]]] = []
        for which, bot in asked:
            rows = np.flatnonzero(thinks & (is_one == which))
            if isinstance(bot, OneByOne):
                waiting.append((rows, bot.ask(records[rows])))
            elif len(rows):
                actions[rows] = bot.choose(batch, rows)
        for rows, thought in waiting:
            actions[rows] = self._numbered(rows, thought())
        batch.step(actions)
        ended = batch.done != 0
        self.wins[ended] = batch.wins[ended]
        self.over |= ended

    def _numbered(self, rows: NDArray[np.intp], actions: Actions) -> Actions:
        """Replace moves that have no number (in Cat Box, those far out) with random actions."""
        known = self.batch.masks[rows, actions] != 0
        self.without_number += int((~known).sum())
        return np.where(known, actions, self.batch.random_actions()[rows])

    def results(self) -> list[list[float]]:
        """Each deal's share of the win, lead and rounds per game; see `lab.arena.ladder`."""
        game, players = self.batch.game, self.met.players
        lead_of = flow.lead_of.compiled(game)
        rows = [
            [self.wins[n, seat], lead_of(state, int(seat)), float(game.rounds_done(state))]
            for n, (state, seat) in enumerate(zip(self.batch.records(), self.one_at, strict=True))
        ]
        deals = np.array(rows, float).reshape(-1, players, 3).mean(axis=1)
        return [[float(number) for number in deal] for deal in deals]


def play_encounter(
    met: Encounter,
    deals: list[int],
    pool: Any,
    device: str,
    worlds: int,
    is_late: Callable[[], bool] = lambda: False,
) -> list[list[float]] | None:
    """Play these deals; return None if time ran out before all were over."""
    if is_late():
        return None
    hall = Hall(met, deals, pool, device, worlds)
    began = reported = time.monotonic()
    steps = 0
    while not hall.over.all():
        if is_late():
            return None
        hall.step()
        steps += 1
        if time.monotonic() - reported > REPORT_EVERY:
            reported = time.monotonic()
            done = int(hall.over.sum())
            say(f"{met.key}: steps: {steps}, games over: {done} of {len(hall.over)}")
    say(f"{met.key}: deals: {len(deals)}, in {time.monotonic() - began:.0f} s")
    if hall.without_number:
        say(f"{met.key}: moves without a number, replaced with others: {hall.without_number}")
    return hall.results()


def say(sentence: str) -> None:
    """Report progress on standard error."""
    print(sentence, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Site:
    """Where games are played, and how many at a time."""

    device: str
    tables: int  # of a hall
    worlds: int  # imagined in a hall
    halls: int  # with several, the cores and the GPU do not wait for each other
    cores: int


def play(path: Path, games: int, minutes: float, only: list[str], site: Site) -> None:
    """Play missing deals until none are left, time is up or the user interrupts."""
    results: Results = resumable.read(path)
    tasks = missing(results, games, only, site.tables)
    ends, stopped = time.monotonic() + 60 * minutes, Event()
    with pool_of(site.cores) as pool, ThreadPoolExecutor(site.halls) as doors:

        def is_late() -> bool:
            return stopped.is_set() or time.monotonic() > ends

        def visit(met: Encounter, deals: list[int]) -> tuple[str, dict[str, list[float]]]:
            found = play_encounter(met, deals, pool, site.device, site.worlds, is_late) or []
            return at_once(met.key), dict(zip(map(str, deals), found, strict=False))

        def keep(key: str, found: dict[str, list[float]]) -> None:
            if found:
                results.setdefault(key, {}).update(found)
                resumable.save(path, results)

        visits = [doors.submit(visit, *task) for task in tasks]
        try:
            for done in as_completed(visits):
                keep(*done.result())
        finally:
            stopped.set()
            doors.shutdown(cancel_futures=True)
            for done in visits:
                if not done.cancelled() and done.exception() is None:
                    keep(*done.result())


def missing(
    results: Results, games: int, only: list[str], tables: int
) -> list[tuple[Encounter, list[int]]]:
    """The deals still to be played, in groups that fill at most `tables` tables."""
    known = {met.key: met for met in encounters() if "expert" in (met.one, met.others)}
    if unknown := [key for key in only if key not in known]:
        raise Refused("There is no pairing {key!r} with experts.", key=unknown[0])
    tasks = []
    for met in [known[key] for key in only or known]:
        if len(results.get(met.key, {})) * met.players >= met.of(games):
            continue  # played one by one
        done = results.get(at_once(met.key), {})
        deals = [n for n in range(-(-met.of(games) // met.players)) if str(n) not in done]
        most = max(1, tables // met.players)
        tasks += [(met, deals[first : first + most]) for first in range(0, len(deals), most)]
    return tasks


def main(arguments: list[str] | None = None) -> None:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m katzentisch.learn.parallel")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=GAMES, help="games of each kind")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after this many minutes")
    parser.add_argument("--cores", type=int, default=all_cores())
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--tables", type=int, default=2048, help="games at once")
    parser.add_argument("--halls", type=int, choices=range(1, 9), default=1, help="at once")
    parser.add_argument("--worlds", type=int, default=4096, help="imagined worlds at once")
    parser.add_argument("--only", nargs="*", default=[], help="'GAME PLAYERS ONE OTHERS' …")
    asked = parser.parse_args(arguments)
    site = Site(asked.device, asked.tables, asked.worlds, asked.halls, asked.cores)
    try:
        machine_of(site.device, 1)
        play(asked.file, asked.games, asked.minutes, asked.only, site)
    except Refused as why:
        parser.error(str(why))
    except KeyboardInterrupt:
        parser.exit(INTERRUPTED, "Stopped; what was finished is kept.\n")


if __name__ == "__main__":
    main()
