"""An expert's lookahead for many tables at once, in PyTorch: `bots.lookahead`, batched.

The worlds of all tables form one batch that the network evaluates together, which on a GPU is
many times faster than one by one on a core. The algorithm is the same as the compiled one, but
its random numbers differ and sums are added up in a different order.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from katzentisch.bots.levels import Level
from katzentisch.bots.lookahead import MOST_CANDIDATES
from katzentisch.bots.weights import Learned
from katzentisch.envs import WAIT, Batch, Worlds
from katzentisch.learn.networks.factory import policy_of

NEVER = -1e9
SEEDS_APART = 1 << 20  # more worlds than a table ever imagines for one decision


class Foreseer:
    """A network that thinks one decision ahead, at many tables like those of a batch."""

    def __init__(
        self,
        like: Batch,
        learned: Learned,
        level: Level,
        device: str = "cpu",
        worlds: int = 4096,
        seed: int = 0,
    ) -> None:
        game, self.level, self.device = like.game, level, device
        self.worlds = Worlds(game.SLUG, worlds, device, **like.options.to_dict())
        self.policy = policy_of(game, learned.arrays, self.worlds.actions).to(device)
        self.point, self.victory = (
            learned.header["plan"]["point"],
            learned.header["plan"]["victory"],
        )
        self._chance = torch.Generator(device).manual_seed(seed)
        self._seed = seed << 48
        self._seen, self._masks, self._to_act, self._rewards, self._wins, self._done = (
            torch.as_tensor(array, device=device)
            for array in (
                self.worlds.observations,
                self.worlds.masks,
                self.worlds.to_act,
                self.worlds.rewards,
                self.worlds.wins,
                self.worlds.done,
            )
        )

    def choose(self, tables: Batch, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Choose actions for these rows of a batch, from what the seats to act may know."""
        with torch.no_grad():
            chosen: NDArray[np.int64] = self._chosen(tables, rows).cpu().numpy()
        return chosen

    def _chosen(self, tables: Batch, rows: NDArray[np.intp]) -> Tensor:
        arrays = (torch.from_numpy(array[rows]) for array in (tables.observations, tables.masks))
        liking = self.policy(*(one.to(self.device) for one in arrays))[0]
        width = min(MOST_CANDIDATES, liking.shape[1])
        chances, actions = liking.exp().topk(width, dim=1)
        alive = (chances >= self.level.least).sum(dim=1).clamp(min=1)
        if self.level.turns:
            self.worlds.look_at(tables, rows)
            actions = self._after_trying(actions, chances, alive)
        return actions[:, 0]

    def _after_trying(self, actions: Tensor, chances: Tensor, alive: Tensor) -> Tensor:
        """Try the likely actions, and order them by their results."""
        totals = torch.zeros(chances.shape, dtype=torch.float64, device=self.device)
        tries = torch.zeros_like(totals)
        place = torch.arange(chances.shape[1], device=self.device)
        phases = (alive.double().log2() - 1e-9).ceil().long().clamp(min=1)
        while bool((alive > 1).any()):
            worlds = (self.level.turns // (phases * alive)).clamp(min=1) * (alive > 1)
            self._try(actions, alive, worlds, totals, tries)
            merit = totals / tries.clamp(min=1) + self.level.trust * chances.double().log()
            # Eliminated candidates stay at the end, in the same order.
            merit = torch.where(place < alive[:, None], merit, NEVER - place)
            order = merit.argsort(dim=1, descending=True, stable=True)
            actions, chances, totals, tries = (
                one.gather(1, order) for one in (actions, chances, totals, tries)
            )
            alive = torch.where(alive > 2, (alive + 1) // 2, 1)
        return actions

    def _try(
        self, actions: Tensor, alive: Tensor, worlds: Tensor, totals: Tensor, tries: Tensor
    ) -> None:
        """Try each remaining candidate in this many worlds, and add up the results."""
        counts = worlds * alive
        table = torch.arange(len(alive), device=self.device).repeat_interleave(counts)
        within = torch.arange(len(table), device=self.device) - (counts.cumsum(0) - counts)[table]
        candidate, world = within % alive[table], within // alive[table]
        seeds = self._seed + SEEDS_APART * table + world
        self._seed += SEEDS_APART * len(alive)
        tried = actions[table, candidate]
        for first in range(0, len(table), self.worlds.size):
            part = slice(first, first + self.worlds.size)
            brought = self._try_out(table[part], seeds[part], tried[part])
            at = (table[part], candidate[part])
            totals.index_put_(at, brought.double(), accumulate=True)
            tries.index_put_(at, torch.ones_like(brought, dtype=torch.float64), accumulate=True)

    def _try_out(self, tables: Tensor, seeds: Tensor, actions: Tensor) -> Tensor:
        """What the seat to act can expect after its action, in each of these worlds."""
        count, fair = len(tables), 1 / self.worlds.players
        self.worlds.imagine(self._given(tables), self._given(seeds))
        seat = self._to_act[:count].long()
        gained = torch.zeros(count, device=self.device)
        brought = torch.zeros(count, device=self.device)
        going, made = torch.arange(count, device=self.device), actions
        while len(going):
            self._step(going, made)
            gained[going] += self._rewards[going, seat[going]] / self.point
            over = self._done[going] != 0
            ended, going = going[over], going[~over]
            won = self._wins[ended, seat[ended]] - fair
            brought[ended] = gained[ended] + self.victory * won
            if len(going):
                liking, worth = self.policy(self._seen[going], self._masks[going])
                back = self._to_act[going] == seat[going]
                brought[going[back]] = gained[going[back]] + worth[back]
                going, made = going[~back], self._drawn(liking[~back])
        return brought

    def _drawn(self, liking: Tensor) -> Tensor:
        """Sample an action for each row from the network's probabilities."""
        if not len(liking):
            return torch.zeros(0, dtype=torch.int64, device=self.device)
        return torch.multinomial(liking.exp(), 1, generator=self._chance).squeeze(1)

    def _step(self, going: Tensor, made: Tensor) -> None:
        """Act in the worlds that are still in play; the others wait."""
        actions = torch.full((self.worlds.size,), WAIT, dtype=torch.int64, device=self.device)
        actions[going] = made
        self.worlds.step(self._given(actions))

    def _given(self, numbers: Tensor) -> Any:
        """Numbers in the form that `Worlds` takes: a tensor on a GPU, otherwise a NumPy array."""
        return numbers if self.device == "cuda" else numbers.numpy()
