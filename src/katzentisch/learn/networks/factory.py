"""Build the kind of network that a game uses, untrained or from its weights."""

from typing import Any

from katzentisch.bots.weights import Arrays
from katzentisch.games.core.contract import Rules
from katzentisch.learn.networks.grid import PicturePolicy
from katzentisch.learn.networks.inputs import Inputs
from katzentisch.learn.networks.policy import Policy


def untaught(
    game: Rules, inputs: Inputs, actions: int, width: int, layers: int
) -> Policy | PicturePolicy:
    """An untrained network."""
    if game.PICTURE is None:
        return Policy(inputs, actions, width, layers)
    return PicturePolicy(inputs, game.PICTURE, actions, width, layers)


def policy_of(game: Rules, arrays: Arrays, actions: int) -> Any:
    """The network with these weights, for tables with this many actions."""
    inputs = Inputs(arrays["places"], arrays["floors"])
    layers, width = len(arrays["layers"]), arrays["layers"].shape[-1]
    policy = untaught(game, inputs, actions, width, layers)
    policy.take(arrays)
    return policy.requires_grad_(False)
