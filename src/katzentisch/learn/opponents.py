"""Who sits at the tables: the current network, and at some of them other players as well.

A network that only ever plays itself is at a loss against other styles. So at some tables,
some seats go to the game's simple player; at others, to an earlier self or to a network that
imitates a level. Alternatively, a fixed rival takes all seats but one at every table. Only the
current network's decisions are learned from.
"""

import copy
import random

import torch
from torch import Tensor

from katzentisch.learn.config import Plan
from katzentisch.learn.mixed_tables import Tables
from katzentisch.learn.networks.policy import Policy

ITSELF, GREEDY, EARLIER, IMITATION, RIVAL = 0, 1, 2, 3, 4
MOST_EARLIER = 16
THEIR_SHARE = 2 / 3  # of the seats other than the one that the network always has


class Company:
    """Who has which seat at each table; drawn again whenever a game is over."""

    def __init__(self, tables: Tables, plan: Plan) -> None:
        self.tables, self.plan = tables, plan
        shape = (tables.size, tables.players)
        self.who = torch.zeros(shape, dtype=torch.int8, device=tables.device)
        self.draw(torch.ones(tables.size, dtype=torch.bool, device=tables.device))
        self._known: list[Policy] = []
        self._chance = random.Random(plan.seed)
        self.earlier: Policy | None = None
        self.imitation: Policy | None = None
        self.rival: Policy | None = None

    def draw(self, done: Tensor) -> None:
        """Assign the seats again at tables whose game is over."""
        size, device = self.tables.size, self.tables.device
        kind = torch.rand(size, device=device)
        other = torch.zeros(size, dtype=torch.int8, device=device)
        plan = self.plan
        other[kind < plan.greedy + plan.earlier + plan.imitations] = IMITATION
        other[kind < plan.greedy + plan.earlier] = EARLIER
        other[kind < plan.greedy] = GREEDY
        if plan.rival:
            other[:] = RIVAL
        their_share = 1.0 if plan.rival else THEIR_SHARE
        theirs = torch.rand(self.who.shape, device=device) < their_share
        own = (torch.rand(size, device=device) * self.tables.seats).long()
        theirs[torch.arange(size, device=device), own] = False
        self.who = torch.where(done[:, None], theirs * other[:, None], self.who)

    def remember(self, policy: Policy, lesson: int) -> None:
        """Now and then, keep a copy of the policy, and pick one of those kept to play."""
        if not self.plan.earlier or lesson % self.plan.remembered:
            return
        self._known.append(copy.deepcopy(policy).requires_grad_(False))
        if len(self._known) > MOST_EARLIER:
            del self._known[self._chance.randrange(1, MOST_EARLIER)]
        self.earlier = self._chance.choice(self._known)

    def deciding(self, to_act: Tensor) -> Tensor:
        """Who decides at each table; the network stands in for opponents that do not exist yet."""
        who = self.who.gather(1, to_act[:, None]).squeeze(1)
        if self.earlier is None:
            who = who.masked_fill(who == EARLIER, ITSELF)
        if self.imitation is None:
            who = who.masked_fill(who == IMITATION, ITSELF)
        return who

    def whim(self, lesson: int) -> int:
        """The simple player's whim in a lesson."""
        return self.plan.whims[lesson % len(self.plan.whims)]
