"""Compiling the environments before they are needed: `python -m katzentisch.envs.warm`."""

import multiprocessing
import sys

from katzentisch.envs.batch import Batch
from katzentisch.games import slugs


def warm_up(slug: str) -> None:
    """Compile all that a batch of this game runs."""
    batch = Batch(slug, 1)
    batch.step(batch.random_actions())
    batch.greedy_actions()
    batch.seen_after(0)


if __name__ == "__main__":
    with multiprocessing.Pool() as workers:
        workers.map(warm_up, sys.argv[1:] or slugs(), chunksize=1)
