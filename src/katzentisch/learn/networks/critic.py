"""The critic used in training: it sees other seats' secrets, so it can tell skill from luck.

A critic never plays. It sees what the seat to act may know and what only the others know, and
estimates what the seat can expect; what a decision gains beyond that is its advantage.
"""

import torch
from torch import Tensor, nn

from katzentisch.learn.networks.inputs import Inputs


class Critic(nn.Module):  # type: ignore[misc]  # read as untyped, installed or not
    """The same layers as a policy's, with more inputs."""

    def __init__(self, inputs: Inputs, secrets: Tensor, players: int, width: int, layers: int):
        super().__init__()
        rank = {place: n for n, place in enumerate(secrets.tolist())}
        asked = [
            (rank[place] + len(rank) * other, floor)
            for other in range(players - 1)
            for place, floor in zip(inputs.places.tolist(), inputs.floors.tolist(), strict=True)
            if place in rank
        ]
        self.register_buffer("places", torch.from_numpy(inputs.places))
        self.register_buffer("floors", torch.from_numpy(inputs.floors))
        self.register_buffer("hidden", torch.tensor([at for at, _ in asked]))
        self.register_buffer("hidden_floors", torch.tensor([n for _, n in asked], dtype=torch.int8))
        self.first = nn.Linear(len(inputs.places) + len(asked), width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.worth = nn.Linear(width, 1)
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 0.5)
            nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.worth.weight, 0.01)
        nn.init.zeros_(self.worth.bias)

    def forward(self, seen: Tensor, secrets: Tensor) -> Tensor:
        """What the seat to act can expect."""
        open_flags = seen[:, self.places] >= self.floors
        hidden_flags = secrets[:, self.hidden] >= self.hidden_floors
        flags = torch.cat([open_flags, hidden_flags], dim=1).to(self.first.weight.dtype)
        found = torch.relu(self.first(flags))
        for layer in self.layers:
            found = found + torch.relu(layer(found))
        return self.worth(found).float().squeeze(1)
