"""Who sits at the tables: the network as it is, and at some of them others beside it.

A network that meets nobody but itself learns its own ways, and is at a loss with others'. So
at a share of the tables the game's simple player has some of the seats, at another share an
earlier self, or a network that imitates a level; or a rival that stays as it is has all seats
but one at every table. Only what the network as it is decides is learned from.
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
THEIR_SHARE = 2 / 3  # of the seats that are not one that the network always has


class Company:
    """For each table and seat who has it; drawn anew whenever a game is over."""

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
        """Seat everybody anew where a game is over."""
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
        """Keep an earlier self now and then, and let one of those kept play."""
        if not self.plan.earlier or lesson % self.plan.remembered:
            return
        self._known.append(copy.deepcopy(policy).requires_grad_(False))
        if len(self._known) > MOST_EARLIER:
            del self._known[self._chance.randrange(1, MOST_EARLIER)]
        self.earlier = self._chance.choice(self._known)

    def deciding(self, to_act: Tensor) -> Tensor:
        """Who decides at each table; whoever is not there yet is the network itself."""
        who = self.who.gather(1, to_act[:, None]).squeeze(1)
        if self.earlier is None:
            who = who.masked_fill(who == EARLIER, ITSELF)
        if self.imitation is None:
            who = who.masked_fill(who == IMITATION, ITSELF)
        return who

    def whim(self, lesson: int) -> int:
        """The simple player's whim in a lesson."""
        return self.plan.whims[lesson % len(self.plan.whims)]
