"""Compile everything the tests run: rules, bots and environments of all games, on all cores.

The games that take longest come first, and no core waits for another.
`python scripts/warm.py GAME …` compiles only these games.
"""

import multiprocessing
import sys
import time

from katzentisch.bots import precompile as bots
from katzentisch.envs import precompile as environments
from katzentisch.games import slugs

LONGEST_FIRST = ("cat-box", "ed-the-cat", "big-bang", "cat-in-the-box")
PARTS = {"bots": bots.warm_up_one, "environments": environments.warm_up}


def compile_part(part: str, slug: str) -> None:
    """Compile one part of one game, and print how long it took."""
    began = time.perf_counter()
    PARTS[part](slug)
    print(f"{slug}, {part}: compiled in {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    games = sorted(sys.argv[1:] or slugs(), key=LONGEST_FIRST.index)
    with multiprocessing.Pool() as workers:
        workers.starmap(compile_part, [(part, slug) for part in PARTS for slug in games], 1)
