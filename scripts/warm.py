"""Compile everything the tests run: rules, bots and environments of all games, on all cores.

The games that take longest come first. `python scripts/warm.py GAME …` compiles only these games.
"""

import multiprocessing
import sys
import time

import numpy as np

from katzentisch.bots import precompile
from katzentisch.envs.batch import Batch, Worlds
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.cache import RULES, folder
from katzentisch.games.core.compiler import counting, without_collections
from katzentisch.games.core.jit import compiled, compiling

LONGEST_FIRST = ("cat-box", "ed-the-cat", "big-bang", "cat-in-the-box")
ONE = np.zeros(1, np.int64)
TOLERANCE = 0.1


def compile_game(slug: str) -> None:
    """Compile everything of one game, and print how long it took."""
    with without_collections():
        compile_parts(slug)


def compile_parts(slug: str) -> None:
    began, done_so_far = time.perf_counter(), [0]
    # The next game in this process finds the shared functions compiled.
    first = not any(folder(slug, RULES).iterdir()) and not compiled.cache_info().currsize
    with counting(done_so_far.append):
        precompile.warm_up(find_game(slug))
    if first:
        check_bar(slug, done_so_far[-1])
    bots = time.perf_counter()
    with compiling():
        compile_environments(slug)
    done = time.perf_counter()
    print(
        f"{slug}: rules and bots compiled in {bots - began:.0f} s,"
        f" environments in {done - bots:.0f} s",
        flush=True,
    )
    precompile.think_once(find_game(slug), precompile.FLAT)  # for tests; nobody meets it at a table


def check_bar(slug: str, done: int) -> None:
    """Fail if a progress bar would end too early or too late."""
    expected = precompile.FUNCTIONS[slug]
    if abs(done - expected) > expected * TOLERANCE:
        raise ValueError(f"{slug}: {done} functions compiled; bots/precompile.py says {expected}")


def compile_environments(slug: str) -> None:
    """Compile everything a batch of this game runs."""
    batch = Batch(slug, 1)
    batch.step(batch.random_actions())
    batch.greedy_actions()
    batch.seen_after(0)
    worlds = Worlds(slug, 1)
    worlds.look_at(batch)
    worlds.imagine(ONE, ONE)


if __name__ == "__main__":
    games = sorted(sys.argv[1:] or slugs(), key=LONGEST_FIRST.index)
    with multiprocessing.Pool() as workers:
        workers.map(compile_game, games, chunksize=1)
