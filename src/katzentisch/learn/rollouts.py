"""A lesson: games are played at all tables for a while, then their decisions are valued.

Each seat's decisions form a separate sequence: between two of them the seat gains points, and at
the end it may win the game. What a decision gained beyond expectation is its advantage (GAE); if
the game is not over, a seat's last decision in a lesson only serves to value the one before.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from katzentisch.learn.config import Plan
from katzentisch.learn.mixed_tables import Tables
from katzentisch.learn.networks.critic import Critic
from katzentisch.learn.networks.policy import Policy
from katzentisch.learn.opponents import EARLIER, GREEDY, IMITATION, ITSELF, RIVAL, Company


@dataclass
class Played:
    """The record of a lesson at all tables, step by step."""

    seen: Tensor
    masks: Tensor
    to_act: Tensor
    actions: Tensor
    chances: Tensor  # logarithms of the actions' probabilities
    secrets: Tensor  # what only the others know, for the critic
    expected: Tensor  # estimates, by the critic if there is one
    gains: Tensor
    own: Tensor  # whether the current policy decided, not an opponent
    done: Tensor


def empty(tables: Tables, steps: int) -> Played:
    """An empty record for a lesson."""
    size, device = tables.size, tables.device

    def zeros(*shape: int, kind: torch.dtype) -> Tensor:
        return torch.zeros(steps, size, *shape, dtype=kind, device=device)

    return Played(
        zeros(tables.octets, kind=torch.int8),
        zeros(tables.actions, kind=torch.uint8),
        zeros(kind=torch.int64),
        zeros(kind=torch.int64),
        zeros(kind=torch.float32),
        zeros((tables.players - 1) * len(tables.secret_places), kind=torch.int8),
        zeros(kind=torch.float32),
        zeros(tables.players, kind=torch.float32),
        zeros(kind=torch.bool),
        zeros(kind=torch.bool),
    )


def judge(network: Any, seen: Tensor, more: Tensor) -> Any:
    """Evaluate a network; on a GPU in low precision, which is several times as fast."""
    with torch.autocast(seen.device.type, torch.bfloat16, enabled=seen.is_cuda):
        return network(seen, more)


@dataclass
class Class:
    """Everything that takes part in a lesson."""

    tables: Tables
    policy: Policy
    critic: Critic | None
    company: Company


def play(taught: Class, played: Played, plan: Plan, whim: int) -> None:
    """Let the policy and its opponents play for a lesson."""
    with torch.no_grad():
        for t in range(len(played.seen)):
            step(taught, played, t, plan, whim)


def step(taught: Class, played: Played, t: int, plan: Plan, whim: int) -> None:
    """Make and record a move at each table, sampled from the policy or chosen by an opponent."""
    tables, company = taught.tables, taught.company
    tables.look(played.seen[t], played.masks[t], played.to_act[t])
    chances, played.expected[t] = judge(taught.policy, played.seen[t], played.masks[t])
    if taught.critic is not None:
        tables.look_behind(played.secrets[t])
        played.expected[t] = judge(taught.critic, played.seen[t], played.secrets[t])
    actions = drawn(chances)
    who = company.deciding(played.to_act[t])
    if plan.greedy:
        actions = torch.where(who == GREEDY, tables.greedy(whim), actions)
    for kind, other in ((EARLIER, company.earlier), (IMITATION, company.imitation)):
        if other is not None:
            theirs = drawn(judge(other, played.seen[t], played.masks[t])[0])
            actions = torch.where(who == kind, theirs, actions)
    if company.rival is not None:
        best = judge(company.rival, played.seen[t], played.masks[t])[0].argmax(dim=1)
        actions = torch.where(who == RIVAL, best, actions)
    played.actions[t] = actions
    played.own[t] = who == ITSELF
    played.chances[t] = chances.gather(1, actions[:, None]).squeeze(1)
    wins = torch.zeros_like(played.gains[t])
    tables.step(actions, played.gains[t], wins, played.done[t])
    fair = tables.fair * played.done[t][:, None]
    played.gains[t] = played.gains[t] / plan.point + plan.victory * (wins - fair)
    company.draw(played.done[t])


def drawn(chances: Tensor) -> Tensor:
    """Sample an action for each row; chances are logarithms of probabilities."""
    dice = torch.empty_like(chances).exponential_().log_()
    return (chances - dice).argmax(dim=1)


def look_back(played: Played, memory: float) -> tuple[Tensor, Tensor]:
    """Each decision's advantage, and whether its outcome is known yet."""
    steps, size, players = played.gains.shape
    device, rows = played.gains.device, torch.arange(size, device=played.gains.device)
    coming = torch.zeros(size, players, device=device)  # gains since the seat's next decision
    next_worth, advantage = torch.zeros_like(coming), torch.zeros_like(coming)
    is_known = torch.zeros(size, players, dtype=torch.bool, device=device)
    found = torch.zeros(steps, size, device=device)
    known = torch.zeros(steps, size, dtype=torch.bool, device=device)
    for t in range(steps - 1, -1, -1):
        goes_on = ~played.done[t][:, None]
        coming, next_worth, advantage = coming * goes_on, next_worth * goes_on, advantage * goes_on
        is_known |= ~goes_on
        coming += played.gains[t]
        seat = played.to_act[t]
        better = coming[rows, seat] + next_worth[rows, seat] - played.expected[t]
        better += memory * advantage[rows, seat]
        found[t], known[t] = better, is_known[rows, seat]
        advantage[rows, seat] = better * known[t]
        next_worth[rows, seat] = played.expected[t]
        coming[rows, seat] = 0
        is_known[rows, seat] = True
    return found, known
