"""Train according to a plan, lesson by lesson, with a checkpoint to resume from.

The folder has `checkpoint.pt` (to resume from), `lessons.jsonl` (each lesson's figures),
`weights.npz` (to play with), and perhaps `imitation.pt` (an opponent). The same plan gives the
same results on the same machine.
"""

import copy
import json
import pickle
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from katzentisch.bots import weights
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused
from katzentisch.learn.config import Plan
from katzentisch.learn.demonstrations import Watching, watch
from katzentisch.learn.imitation import imitate
from katzentisch.learn.mixed_tables import Tables
from katzentisch.learn.networks.critic import Critic
from katzentisch.learn.networks.factory import policy_of, untaught
from katzentisch.learn.networks.inputs import Inputs, found_by_playing
from katzentisch.learn.opponents import Company
from katzentisch.learn.ppo import Learner
from katzentisch.learn.rollouts import Class, empty, play

LESSONS, WEIGHTS = "lessons.jsonl", "weights.npz"
NEW_DEALS = 1_000_003  # seeds to skip per lesson done, so that a resumed run gets new deals


class Training:
    """A training run in progress: its tables, networks and opponents, and the lessons done."""

    def __init__(self, plan: Plan, folder: Path, device: str) -> None:
        self.plan, self.folder, self.device = plan, folder, device
        self.game = find_game(plan.game)
        torch.manual_seed(plan.seed)
        self.done, self.seconds = 0, 0.0
        checkpoint = self._checkpoint()
        inputs = found_by_playing(plan.game, list(plan.kinds), plan.seed)
        self.tables = Tables(
            plan.game,
            list(plan.kinds),
            plan.tables,
            device,
            plan.seed + (checkpoint or {"done": 0})["done"] * NEW_DEALS,
            plan.secrets,
        )
        actions = self.tables.actions
        self.policy = untaught(self.game, inputs, actions, plan.width, plan.layers).to(device)
        self.critic = self._critic(inputs)
        self.learner = Learner(self.policy, self.critic, plan, device)
        self.company = Company(self.tables, plan)
        self.company.rival = self._rival()
        self.average = copy.deepcopy(self.policy)
        if checkpoint is not None:
            self._go_on_from(checkpoint)

    def _rival(self) -> Any:
        if not self.plan.rival:
            return None
        path = weights.own(self.game) if self.plan.rival == "expert" else Path(self.plan.rival)
        learned = weights.load(path, self.plan.game)
        for kind in self.plan.kinds:
            learned.must_know(self.game.read_options(dict(kind)))
        return policy_of(self.game, learned.arrays, self.tables.actions).to(self.device)

    def _critic(self, inputs: Inputs) -> Critic | None:
        plan, tables = self.plan, self.tables
        if not plan.secrets:
            return None
        critic = Critic(inputs, tables.secret_places, tables.players, plan.width, plan.layers)
        critic.to(self.device)
        return critic

    def _checkpoint(self) -> dict[str, Any] | None:
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return None
        checkpoint = loaded(path, self.device)
        if checkpoint["game"] != self.plan.game:
            raise Refused(
                "{path} is from a training run for {game}.", path=path, game=checkpoint["game"]
            )
        return checkpoint

    def _go_on_from(self, checkpoint: dict[str, Any]) -> None:
        self.policy.load_state_dict(checkpoint["policy"])
        self.average.load_state_dict(checkpoint["average"])
        if self.critic is not None and "critic" in checkpoint:
            self.critic.load_state_dict(checkpoint["critic"])
        if "rate" in checkpoint:  # a checkpoint may be shared without it, at half the size
            self.learner.rate.load_state_dict(checkpoint["rate"])
        self.done, self.seconds = checkpoint["done"], checkpoint["seconds"]
        torch.manual_seed(self.plan.seed + self.done)

    @property
    def weights(self) -> Path:
        """The file with the weights to play with."""
        return self.folder / WEIGHTS

    def prepare(self, watching: Watching) -> bool:
        """If the plan names a level to imitate, load its imitation, or train it if there is none.

        Returns False if `watching` stopped the recording; the next call then resumes it.
        """
        plan, path = self.plan, self.folder / "imitation.pt"
        if not plan.imitated:
            return True
        imitation = copy.deepcopy(self.average).requires_grad_(True)
        if path.exists():
            imitation.load_state_dict(loaded(path, self.device)["policy"])
        else:
            recording = self.folder / "watched.npz"
            watched = watch(plan, self.weights, recording, watching)
            if watched is None:
                return False
            alike = imitate(imitation, watched, self.device)
            torch.save({"policy": imitation.state_dict(), "alike": alike}, path)
            recording.unlink(missing_ok=True)
        self.company.imitation = imitation.requires_grad_(False)
        return True

    def lessons(self, seconds: float | None = None) -> Iterator[dict[str, float]]:
        """Learn until the plan is done or time is up; yield each lesson's figures."""
        plan, began, before = self.plan, time.perf_counter(), self.seconds
        room = empty(self.tables, plan.steps)
        taught = Class(self.tables, self.policy, self.critic, self.company)
        while self.done < plan.lessons:
            self.company.remember(self.policy, self.done)
            play(taught, room, plan, self.company.whim(self.done))
            figures = self.learner.learn(room, self.done / plan.lessons)
            self._average()
            self.done += 1
            self.seconds = before + time.perf_counter() - began
            figures |= {"lesson": self.done, "seconds": round(self.seconds, 1)}
            self._note(figures)
            yield figures
            if seconds is not None and time.perf_counter() - began > seconds:
                return

    def _average(self) -> None:
        share = max(self.plan.averaged, 1 / (self.done + 1))
        with torch.no_grad():
            pairs = zip(self.average.parameters(), self.policy.parameters(), strict=True)
            for mean, new in pairs:
                mean.lerp_(new, share)

    def _note(self, figures: dict[str, float]) -> None:
        with (self.folder / LESSONS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")

    def save(self) -> None:
        """Write the checkpoint and the weights."""
        checkpoint = {
            "game": self.plan.game,
            "policy": self.policy.state_dict(),
            "average": self.average.state_dict(),
            "rate": self.learner.rate.state_dict(),
            "done": self.done,
            "seconds": self.seconds,
        }
        if self.critic is not None:
            checkpoint["critic"] = self.critic.state_dict()
        beside = self.folder / "checkpoint.part"
        torch.save(checkpoint, beside)
        beside.replace(self.folder / "checkpoint.pt")
        self.write_weights(self.weights)

    def write_weights(self, path: Path) -> None:
        """Write the weights to play with: the average over recent lessons."""
        kinds = [
            weights.settings_of(self.game.read_options(dict(kind))) for kind in self.plan.kinds
        ]
        header = {"kinds": kinds, "plan": asdict(self.plan), "lessons": self.done}
        weights.save(path, self.game, self.average.arrays(), header)


def loaded(path: Path, device: str) -> dict[str, Any]:
    """Load a file that a training run saved."""
    try:
        checkpoint: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, EOFError):
        raise Refused("{path} is not a checkpoint, or is damaged.", path=path) from None
    return checkpoint
