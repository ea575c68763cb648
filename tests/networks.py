"""Untrained networks: random numbers in the shapes that training writes."""

from pathlib import Path
from typing import Any

import numpy as np

from katzentisch.bots import weights
from katzentisch.games import game as find_game

WIDTH = 16


def untaught(slug: str, seed: int = 0) -> dict[str, np.ndarray]:
    """The arrays of a small network."""
    game, chance = find_game(slug), np.random.default_rng(seed)
    octets = game.Seen.dtype.itemsize

    def reals(*shape: int) -> np.ndarray:
        return (chance.normal(size=shape) / np.sqrt(shape[0])).astype(np.float32)

    picture, wide = game.PICTURE, 4 * WIDTH
    first = picture.side**2 if picture else 0
    places = np.repeat(np.arange(first, octets), 2)
    floors = np.tile(np.array([1, 3], np.int8), octets - first)
    found = {"places": places, "floors": floors, "worth": 1e-4 * reals(WIDTH + 1)}
    layers, biases = np.stack([reals(WIDTH, WIDTH)] * 2), np.stack([reals(WIDTH)] * 2)
    if picture is None:
        actions = game.count_actions(game.read_options({}))
        return found | {
            "first": reals(len(places), WIDTH),
            "first_bias": reals(WIDTH),
            "layers": layers,
            "biases": biases,
            "choice": reals(WIDTH, actions),
            "choice_bias": reals(actions),
        }
    kinds = picture.contents + 2
    shapes = {
        "beside": (len(places), wide),
        "to_table": (wide, WIDTH),
        "card": (4 * kinds, wide),
        "from_beside": (wide, wide),
        "fits": (wide, WIDTH + 1),
        "pooled": (2 * WIDTH, wide),
        "choice": (wide, 64),
    }
    for name, shape in shapes.items():
        found |= {name: reals(*shape), f"{name}_bias": reals(shape[1])}
    return found | {
        "first": reals(25, kinds, WIDTH),
        "first_bias": reals(WIDTH),
        "layers": np.stack([reals(9, WIDTH, WIDTH) / 3] * 2),
        "biases": biases,
        "owner": reals(len(picture.cards), wide),
        "worth": 1e-4 * reals(wide + 1),
    }


def written(folder: Path, slug: str, **result: Any) -> Path:
    """Write such a network to a file and return its path."""
    game = find_game(slug)
    kinds = [weights.settings_of(game.read_options({"players": n})) for n in game.PLAYERS.values]
    path = folder / f"{slug}.npz"
    plan = {"point": 5.0, "victory": 1.0}
    weights.save(path, game, untaught(slug), {"kinds": kinds, "plan": plan, **result})
    return path
