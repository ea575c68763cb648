"""A small policy that learns a game by playing against itself, with PyTorch on `Batch`.

    python examples/train_policy.py [--game GAME] [--players N] [--lessons 40]

Rounds are played at all tables of a batch. The same network plays all seats: it sees what its
seat may know and chooses among the legal actions. Actions after which a seat did better than
expected are made likelier (policy gradients with a learned baseline, clipped as in PPO). At the
end, the network plays whole matches against random players.
"""

import argparse
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from katzentisch.envs import Batch

STEPS = 64  # per lesson
SAMPLES = 4096  # per step of the optimizer
EPOCHS = 2
CLIP = 0.2
CURIOSITY = 0.01  # the weight of the entropy bonus


class Policy(nn.Module):
    """Two layers, then a score for each action and an estimate of the reward."""

    def __init__(self, width: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.choice = nn.Linear(hidden, actions)
        self.worth = nn.Linear(hidden, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Any, Tensor]:
        """The probability of each action, and the reward that the seat can expect."""
        found = self.body(seen.float())
        scores = self.choice(found).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=scores), self.worth(found).squeeze(1)


@dataclass
class Lesson:
    """What happened at all tables in a stretch of steps, one row per step and table."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor  # log probabilities of the actions
    returns: Tensor  # what the seat that acted got at the end of the round
    known: Tensor  # True if the round ended within the stretch


def play(batch: Batch, policy: Policy) -> Lesson:
    """Let the policy play all seats for a while."""
    rows: list[tuple[Tensor, ...]] = []
    ends: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    seen, masks = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)
    with torch.no_grad():
        for _ in range(STEPS):
            likely, _ = policy(seen, masks)
            actions = likely.sample()
            rows.append((seen.clone(), masks.clone(), actions, likely.log_prob(actions)))
            seats = batch.to_act.copy()
            batch.step(actions.numpy())
            ends.append((seats, batch.done.astype(bool), batch.rewards.copy()))
    returns, known = looked_back(ends)
    stacked = [torch.cat(column) for column in zip(*rows, strict=True)]
    return Lesson(*stacked, torch.from_numpy(returns), torch.from_numpy(known))


def looked_back(ends: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> tuple[Any, Any]:
    """For each step, what the seat got in the end, and whether that end is known."""
    size, players = ends[0][2].shape
    coming, seen_end = np.zeros((size, players), np.float32), np.zeros(size, bool)
    returns, known = [], []
    for seats, done, rewards in reversed(ends):
        coming[done], seen_end = rewards[done], seen_end | done
        returns.append(coming[np.arange(size), seats])
        known.append(seen_end.copy())
    return np.concatenate(returns[::-1]), np.concatenate(known[::-1])


def learn(policy: Policy, optimizer: torch.optim.Optimizer, lesson: Lesson, scale: float) -> None:
    """Make actions that went better than expected likelier."""
    chosen = torch.nonzero(lesson.known).squeeze(1)
    for _ in range(EPOCHS):
        for part in chosen[torch.randperm(len(chosen))].split(SAMPLES):
            likely, worth = policy(lesson.seen[part], lesson.masks[part])
            returns = lesson.returns[part] / scale
            better = returns - worth.detach()
            better = (better - better.mean()) / (better.std() + 1e-6)
            ratio = (likely.log_prob(lesson.actions[part]) - lesson.chances[part]).exp()
            gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            error = (returns - worth).square().mean()
            optimizer.zero_grad()
            (0.5 * error - gain - CURIOSITY * likely.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def train(game: str, lessons: int, tables: int = 512, seed: int = 0, **options: object) -> Policy:
    """Train a policy by self-play for this many lessons and return it."""
    torch.manual_seed(seed)
    batch = Batch(game, tables, seed=seed, episode="round", rewards="points", **options)
    policy = Policy(batch.observations.shape[1], batch.actions)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    scale = 0.0
    for _ in range(lessons):
        lesson = play(batch, policy)
        scale = scale or float(lesson.returns.std()) + 1e-6
        learn(policy, optimizer, lesson, scale)
    return policy


def match_against_random(game: str, policy: Policy, matches: int, **options: object) -> np.ndarray:
    """The policy's rewards in one seat among random players, in this many whole matches."""
    batch = Batch(game, matches, seed=1_000_000, **options)
    mine = np.arange(matches) % batch.players
    got, over = np.zeros(matches), np.zeros(matches, bool)
    seen, masks = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)
    while not over.all():
        with torch.no_grad():
            chosen = policy(seen, masks)[0].probs.argmax(dim=1).numpy()
        batch.step(np.where(batch.to_act == mine, chosen, batch.random_actions()))
        ended = batch.done.astype(bool) & ~over
        got[ended] = batch.rewards[ended, mine[ended]]
        over |= ended
    return got


def main() -> None:
    """Train, then print how often the policy wins."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="cat-in-the-box")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--lessons", type=int, default=40)
    parser.add_argument("--matches", type=int, default=3000)
    asked = parser.parse_args()
    began = time.perf_counter()
    policy = train(asked.game, asked.lessons, players=asked.players)
    seconds = time.perf_counter() - began
    got = match_against_random(asked.game, policy, asked.matches, players=asked.players)
    share, fair = got.mean() + 1 / asked.players, 1 / asked.players
    wide = 1.96 * got.std() / len(got) ** 0.5
    print(
        f"After {seconds:.0f} seconds the policy wins {100 * share:.1f} ± {100 * wide:.1f}%"
        f" of its matches of {asked.game} against random players; a fair share is"
        f" {100 * fair:.1f}%."
    )


if __name__ == "__main__":
    main()
