"""Compile the environments before they are needed: `python -m katzentisch.envs.precompile`."""

import multiprocessing
import sys

import numpy as np

from katzentisch.envs.batch import Batch, Worlds
from katzentisch.games import slugs

ONE = np.zeros(1, np.int64)


def warm_up(slug: str) -> None:
    """Compile everything a batch of this game runs."""
    batch = Batch(slug, 1)
    batch.step(batch.random_actions())
    batch.greedy_actions()
    batch.seen_after(0)
    worlds = Worlds(slug, 1)
    worlds.look_at(batch)
    worlds.imagine(ONE, ONE)


if __name__ == "__main__":
    with multiprocessing.Pool() as workers:
        workers.map(warm_up, sys.argv[1:] or slugs(), chunksize=1)
