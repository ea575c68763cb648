"""The network in training, in PyTorch; `bots.flat_network` is the same, compiled."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from katzentisch.bots.weights import Arrays
from katzentisch.learn.networks.inputs import Inputs

IMPOSSIBLE = -1e9


class Policy(nn.Module):  # type: ignore[misc]  # read as untyped, installed or not
    """Residual layers, then a score for each action and an estimate of what the seat can expect."""

    def __init__(self, inputs: Inputs, actions: int, width: int, layers: int) -> None:
        super().__init__()
        self.register_buffer("places", torch.from_numpy(inputs.places))
        self.register_buffer("floors", torch.from_numpy(inputs.floors))
        self.first = nn.Linear(len(inputs.places), width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.choice = nn.Linear(width, actions)
        self.worth = nn.Linear(width, 1)
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 0.5)
            nn.init.zeros_(layer.bias)
        for head in (self.choice, self.worth):
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All weights, in the form that `bots.weights` stores."""
        return {
            "places": numbers(self.places),
            "floors": numbers(self.floors),
            "first": numbers(self.first.weight.T),
            "first_bias": numbers(self.first.bias),
            "layers": np.stack([numbers(layer.weight.T) for layer in self.layers]),
            "biases": np.stack([numbers(layer.bias) for layer in self.layers]),
            "choice": numbers(self.choice.weight.T),
            "choice_bias": numbers(self.choice.bias),
            "worth": np.concatenate([numbers(self.worth.weight[0]), numbers(self.worth.bias)]),
        }

    def take(self, arrays: Arrays) -> None:
        """Load these weights, leaving out those of actions that no table has."""
        actions = self.choice.out_features
        put(self.first, arrays["first"].T, arrays["first_bias"])
        for layer, weight, bias in zip(
            self.layers, arrays["layers"], arrays["biases"], strict=True
        ):
            put(layer, weight.T, bias)
        put(self.choice, arrays["choice"].T[:actions], arrays["choice_bias"][:actions])
        put(self.worth, arrays["worth"][None, :-1], arrays["worth"][-1:])

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of each action's probability, and what the seat can expect."""
        flags = (seen[:, self.places] >= self.floors).to(self.first.weight.dtype)
        found = torch.relu(self.first(flags))
        for layer in self.layers:
            found = found + torch.relu(layer(found))
        scores = self.choice(found).float().masked_fill(masks == 0, IMPOSSIBLE)
        return torch.log_softmax(scores, dim=1), self.worth(found).float().squeeze(1)


def put(layer: Any, weight: NDArray[Any], bias: NDArray[Any]) -> None:
    """Set the weights and biases of a layer."""
    with torch.no_grad():
        layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(weight)))
        layer.bias.copy_(torch.from_numpy(np.ascontiguousarray(bias)))


def numbers(tensor: Any) -> NDArray[Any]:
    """A tensor as a NumPy array."""
    return np.ascontiguousarray(tensor.detach().cpu().numpy())
