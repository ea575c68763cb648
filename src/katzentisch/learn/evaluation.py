"""How strong a network has become during training: tournaments against fixed opponents."""

import json
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product, takewhile
from pathlib import Path
from threading import Event

from katzentisch.lab.arena.standings import standings
from katzentisch.lab.arena.tournament import Deal, Tournament, on_this_machine, tournament
from katzentisch.learn.training import Training

NOTES = "judged.jsonl"


@dataclass(frozen=True)
class Judgment:
    """The result of one network among opponents of one kind, at one kind of table."""

    lesson: int
    players: int
    against: str
    games: int
    win_share: float
    win_share_low: float | None  # unknown if there is only one deal
    win_share_high: float | None
    lead: float  # per round
    lead_low: float | None
    lead_high: float | None


class Judge:
    """Evaluates the weights of a training run while it continues, and records the results."""

    def __init__(self, training: Training, opponents: list[str], games: int, seed: int) -> None:
        self.training, self.opponents, self.games, self.seed = training, opponents, games, seed
        self._worker = ThreadPoolExecutor(1)
        self._running: list[Future[None]] = []
        self._earlier = max(training.folder.glob("lesson-*.npz"), default=None)
        self._given_up = Event()

    def call(self) -> None:
        """Start evaluating the current weights, unless the last evaluation is still running."""
        if any(not one.done() for one in self._running):
            return
        self.finish()
        lesson = self.training.done
        path = self.training.folder / f"lesson-{lesson:05d}.npz"
        self.training.write_weights(path)
        opponents = [*self.opponents, *([str(self._earlier)] if self._earlier else [])]
        self._earlier = path
        self._running = [self._worker.submit(self._judge, path, lesson, opponents)]

    def finish(self) -> None:
        """Wait for the current evaluation."""
        for one in self._running:
            one.result()
        self._running = []

    def give_up(self) -> None:
        """Abandon the current evaluation."""
        self._given_up.set()
        self.finish()

    def _judge(self, path: Path, lesson: int, opponents: list[str]) -> None:
        plan = self.training.plan
        for kind, name in product(plan.kinds, opponents):
            played = tournament(plan.game, dict(kind), [str(path), name], self.games, self.seed)
            deals = list(takewhile(self._goes_on, on_this_machine(played)))
            if self._given_up.is_set():
                return
            line = {**vars(judged(played, deals)), "lesson": lesson}
            with (self.training.folder / NOTES).open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def _goes_on(self, _: Deal) -> bool:
        return not self._given_up.is_set()


def judged(played: Tournament, deals: list[Deal]) -> Judgment:
    """How the first of two bots fared with the second in all other seats."""
    path, against = played.bots[:2]
    table = standings(played, deals)
    found = next(bot for bot in table["bots"] if bot["name"] == path)
    a_round = found["lead_a_round"] / found["lead"] if found["lead"] else 1.0
    return Judgment(
        0,
        table["players"],
        Path(against).stem,
        found["games"],
        found["win_share"],
        found["win_share_low"],
        found["win_share_high"],
        found["lead_a_round"],
        times(a_round, found["lead_low"]),
        times(a_round, found["lead_high"]),
    )


def times(factor: float, number: float | None) -> float | None:
    """Convert a bound to another unit, if there is one."""
    return None if number is None else factor * number
