"""Tables of several kinds, for example one per player count, that are played as one batch."""

from typing import Any

import torch
from torch import Tensor

from katzentisch.envs import Batch


class Tables:
    """Several batches as one; in every tensor, their rows come one after another."""

    def __init__(
        self,
        game: str,
        kinds: list[dict[str, Any]],
        size: int,
        device: str,
        seed: int,
        secrets: tuple[str, ...] = (),
    ) -> None:
        each = size // len(kinds)
        self.batches = [
            Batch(
                game,
                each,
                device,
                seed=seed + n * size,
                rewards="points",
                as_they_come=True,
                **kind,
            )
            for n, kind in enumerate(kinds)
        ]
        self.device, self.size = device, each * len(kinds)
        self.players = max(batch.players for batch in self.batches)
        self.actions = max(batch.actions for batch in self.batches)
        self.octets = self.batches[0].game.Seen.dtype.itemsize
        places = [
            place
            for field in self.batches[0].fields
            if field.name in secrets
            for place in range(field.offset, field.offset + field.length)
        ]
        self.secret_places = torch.tensor(places, dtype=torch.int64, device=device)
        self._slices = [slice(n * each, (n + 1) * each) for n in range(len(kinds))]
        self._arrays = [
            {name: self._shared(getattr(batch, name)) for name in NAMES} for batch in self.batches
        ]
        self.fair = torch.zeros(self.size, self.players, device=device)
        self.seats = torch.zeros(self.size, dtype=torch.int64, device=device)
        for batch, part in zip(self.batches, self._slices, strict=True):
            self.fair[part, : batch.players] = 1 / batch.players
            self.seats[part] = batch.players

    def _shared(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    def greedy(self, whim: int) -> Tensor:
        """The action that the game's simple player would choose at each table."""
        found = [self._shared(batch.greedy_actions(whim)) for batch in self.batches]
        return torch.cat(found)

    def look(self, seen: Tensor, masks: Tensor, to_act: Tensor) -> None:
        """Write the current observations, masks and seats to act."""
        for arrays, part in zip(self._arrays, self._slices, strict=True):
            seen[part] = arrays["observations"]
            masks[part, : arrays["masks"].shape[1]] = arrays["masks"]
            to_act[part] = arrays["to_act"]

    def look_behind(self, secrets: Tensor) -> None:
        """Write what only the other seats know, starting with the one after the seat to act."""
        secrets.zero_()
        width = len(self.secret_places)
        for batch, part in zip(self.batches, self._slices, strict=True):
            for steps in range(1, batch.players):
                seen = self._shared(batch.seen_after(steps))
                at = width * (steps - 1)
                secrets[part, at : at + width] = seen[:, self.secret_places]

    def step(self, actions: Tensor, gains: Tensor, wins: Tensor, done: Tensor) -> None:
        """Act at each table; write what each seat gained, and which games are over."""
        host = actions.numpy() if self.device == "cpu" else actions
        for batch, arrays, part in zip(self.batches, self._arrays, self._slices, strict=True):
            batch.step(host[part])
            gains[part, : batch.players] = arrays["rewards"]
            wins[part, : batch.players] = arrays["wins"]
            done[part] = arrays["done"]


NAMES = ("observations", "masks", "to_act", "rewards", "wins", "done")
