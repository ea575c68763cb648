"""A network for a game whose table is a picture: cards are laid on a square of spots.

Convolutions read the spots of the table. Other layers read the cards that could be laid and
everything that is known apart from the table; a card's score at a spot is how well the two fit.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from katzentisch.bots.weights import Arrays
from katzentisch.games.core.observation import WORD_BITS, Picture
from katzentisch.learn.networks.inputs import Inputs
from katzentisch.learn.networks.policy import IMPOSSIBLE, numbers, put

QUADRANTS = 4
LINEAR = ("beside", "to_table", "card", "from_beside", "fits", "pooled", "choice")


class PicturePolicy(nn.Module):  # type: ignore[misc]  # read as untyped, installed or not
    """Scores the actions without a spot first, then a window of spots for each card."""

    def __init__(
        self, inputs: Inputs, picture: Picture, actions: int, width: int, layers: int
    ) -> None:
        super().__init__()
        self.picture, self.actions = picture, actions
        beside = inputs.places >= picture.side**2
        self.register_buffer("places", torch.from_numpy(inputs.places[beside]))
        self.register_buffer("floors", torch.from_numpy(inputs.floors[beside]))
        begins = torch.tensor([begin for begin, _ in picture.cards])
        quadrants = begins[:, None] + torch.arange(QUADRANTS)
        self.register_buffer("quadrants", quadrants, persistent=False)
        kinds = picture.contents + 2  # each content, the wanted one, and any at all
        self.beside = nn.Linear(len(self.places), 4 * width)
        self.to_table = nn.Linear(4 * width, width)
        self.first = nn.Conv2d(kinds, width, 5, padding=2)
        self.layers = nn.ModuleList(nn.Conv2d(width, width, 3, padding=1) for _ in range(layers))
        self.card = nn.Linear(QUADRANTS * kinds, 4 * width)
        self.from_beside = nn.Linear(4 * width, 4 * width)
        self.fits = nn.Linear(4 * width, width + 1)
        self.owner = nn.Parameter(torch.zeros(len(picture.cards), 4 * width))
        self.pooled = nn.Linear(2 * width, 4 * width)
        self.choice = nn.Linear(4 * width, WORD_BITS)
        self.worth = nn.Linear(4 * width, 1)
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 0.5)
        for head in (self.choice, self.worth, self.fits):
            nn.init.orthogonal_(head.weight, 0.02)
            nn.init.zeros_(head.bias)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All weights, in the form that `bots.weights` stores."""
        found = {"places": numbers(self.places), "floors": numbers(self.floors)}
        for name in LINEAR:
            layer = getattr(self, name)
            found |= {name: numbers(layer.weight.T), f"{name}_bias": numbers(layer.bias)}
        # A window's weights: its spots in order, then the inputs, then the outputs.
        convolutions = [
            numbers(one.weight.permute(2, 3, 1, 0).flatten(0, 1)) for one in self.layers
        ]
        return found | {
            "first": numbers(self.first.weight.permute(2, 3, 1, 0).flatten(0, 1)),
            "first_bias": numbers(self.first.bias),
            "layers": np.stack(convolutions),
            "biases": np.stack([numbers(layer.bias) for layer in self.layers]),
            "owner": numbers(self.owner),
            "worth": np.concatenate([numbers(self.worth.weight[0]), numbers(self.worth.bias)]),
        }

    def take(self, arrays: Arrays) -> None:
        """Load these weights."""
        for name in LINEAR:
            put(getattr(self, name), arrays[name].T, arrays[f"{name}_bias"])
        windows = [(self.first, arrays["first"], arrays["first_bias"])]
        windows += zip(self.layers, arrays["layers"], arrays["biases"], strict=True)
        for layer, weight, bias in windows:
            found, read, height, width = layer.weight.shape
            put(layer, weight.reshape(height, width, read, found).transpose(3, 2, 0, 1), bias)
        put(self.worth, arrays["worth"][None, :-1], arrays["worth"][-1:])
        self.owner.data.copy_(torch.from_numpy(arrays["owner"]))

    def kinds_of(self, contents: Tensor, wanted: Tensor) -> Tensor:
        """Contents as flags: one for each kind, then the wanted one, then any at all."""
        kinds = torch.arange(1, self.picture.contents + 1, device=contents.device)
        each = contents[..., None] == kinds
        own = (contents == wanted) & (wanted > 0)
        return torch.cat([each, own[..., None], (contents > 0)[..., None]], dim=-1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of each action's probability, and what the seat can expect."""
        side, kind = self.picture.side, self.first.weight.dtype
        size = len(seen)
        flags = seen[:, self.picture.wanted : self.picture.wanted + self.picture.contents]
        wanted = (flags.argmax(dim=1) + 1)[:, None]
        flags = (seen[:, self.places] >= self.floors).to(kind)
        beside = torch.relu(self.beside(flags))
        table = self.kinds_of(seen[:, : side * side].long(), wanted).to(kind)
        table = table.view(size, side, side, -1).permute(0, 3, 1, 2)
        context = self.to_table(beside)[:, :, None, None]
        found = torch.relu(self.first(table) + context)
        for layer in self.layers:
            found = found + torch.relu(layer(found))
        spots = found.flatten(2)
        covered = (seen[:, None, : side * side] > 0).to(kind)
        mean = (spots * covered).sum(dim=2) / covered.sum(dim=2)
        pooled = torch.cat([mean, (spots * covered).amax(dim=2)], dim=1)
        known = torch.relu(self.from_beside(beside) + self.pooled(pooled))
        quadrants = seen[:, self.quadrants].long()
        cards = self.kinds_of(quadrants, wanted[:, :, None]).flatten(2).to(kind)
        cards = torch.relu(self.card(cards) + known[:, None, :] + self.owner)
        fits = self.fits(cards)
        scores = torch.einsum("ncw,nws->ncs", fits[:, :, :-1], spots) + fits[:, :, -1:]
        return self._at_actions(scores, self.choice(known), masks), self.worth(
            known
        ).float().squeeze(1)

    def _at_actions(self, scores: Tensor, others: Tensor, masks: Tensor) -> Tensor:
        spots = self.picture.side**2
        all_scores: list[Any] = [others]
        by_window = {window: n for n, (_, window) in enumerate(self.picture.cards)}
        windows = (self.actions - WORD_BITS) // spots
        for window in range(windows):
            if window in by_window:
                all_scores.append(scores[:, by_window[window]])
            else:
                all_scores.append(torch.zeros_like(scores[:, 0]))
        found = torch.cat(all_scores, dim=1).float().masked_fill(masks == 0, IMPOSSIBLE)
        return torch.log_softmax(found, dim=1)
