"""The inputs of a network: for each byte of an observation, whether it is at least a given value.

Which questions to ask is found by random play: there is one for every value that a byte takes,
except the smallest. Together they are equivalent to the value itself, and a value never seen in
training still counts as large.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from katzentisch.envs import Batch

MOST_QUESTIONS = 32  # about one byte
MOVES = 600
TABLES = 512
LOOKS = 60


class Inputs(NamedTuple):
    """Questions: is the byte at this place at least this floor?"""

    places: NDArray[np.int64]
    floors: NDArray[np.int8]


def found_by_playing(game: str, options: list[dict[str, Any]], seed: int) -> Inputs:
    """The questions worth asking at tables with these options."""
    rows = np.concatenate([seen_at_random(game, one, seed) for one in options])
    places, floors = [], []
    for place in range(rows.shape[1]):
        for floor in worth_asking(rows[:, place]):
            places.append(place)
            floors.append(floor)
    return Inputs(np.array(places, np.int64), np.array(floors, np.int8))


def seen_at_random(game: str, options: dict[str, Any], seed: int) -> NDArray[np.int8]:
    """Observations from many tables, sampled now and then during random play."""
    batch = Batch(game, TABLES, seed=seed, **options)
    looks = []
    for _ in range(LOOKS):
        looks.append(np.array(batch.observations))
        batch.play_randomly(MOVES // LOOKS)
    return np.concatenate(looks)


def worth_asking(values: NDArray[np.int8]) -> NDArray[np.int8]:
    """The values of a byte except the smallest; if there are too many, a selection."""
    known: NDArray[np.int8] = np.unique(values)[1:]
    if len(known) <= MOST_QUESTIONS:
        return known
    chosen: NDArray[np.int8] = known[np.linspace(0, len(known) - 1, MOST_QUESTIONS).astype(int)]
    return chosen
