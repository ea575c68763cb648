"""Bots think, and rules are compiled, in processes of their own; the server never waits."""

import asyncio
import multiprocessing
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from signal import SIG_IGN, SIGINT
from typing import Any

from katzentisch.bots import Bot
from katzentisch.bots.warm import STEPS, needs_warming
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.play.match import Match, new_match
from katzentisch.play.warm import warm_up
from katzentisch.server.metrics import THOUGHTS

AT_ONCE = ("random", "greedy")  # they do not search, and are sooner done than a worker is asked


class Thinkers:
    """Worker processes, and which games are ready to be played."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None  # started by the first bot that thinks
        self.waiting = 0  # thoughts that are not finished
        self._preparing: dict[str, asyncio.Task[None]] = {}
        self.done: dict[str, int] = dict.fromkeys(slugs(), 0)  # steps of preparation, in percent

    def _new_pool(self) -> ProcessPoolExecutor:
        # Started afresh: a copy of this process would hold its sockets.
        context = multiprocessing.get_context("spawn")
        # Ctrl-C is for the server, which then sends its workers home.
        return ProcessPoolExecutor(
            self._workers, context, initializer=signal.signal, initargs=(SIGINT, SIG_IGN)
        )

    def close(self) -> None:
        """Send the workers home."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def is_ready(self, slug: str) -> bool:
        """Can this game be played at once?"""
        return self.done[slug] == 100

    async def prepare_all(self) -> None:
        """Make every game ready, compiled ones first."""
        for slug in sorted(slugs(), key=lambda slug: needs_warming(find_game(slug))):
            await self.prepare(slug)

    async def prepare(self, slug: str) -> None:
        """Make a game ready now, where somebody wants to play it; nothing is done twice."""
        if slug not in self._preparing:
            self._preparing[slug] = asyncio.create_task(self._prepare(slug))
        await self._preparing[slug]

    async def _prepare(self, slug: str) -> None:
        """Compile a game and its bots where that was not done before, and load the rules."""
        game = find_game(slug)
        if needs_warming(game):
            await self._compile(slug)
        await asyncio.to_thread(lambda: list(warm_up(game)))
        self.done[slug] = 100

    async def _compile(self, slug: str) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "katzentisch.bots.warm", slug),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                self.done[slug] = 100 * int(line) // (STEPS + 1)
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()

    async def choose(self, match: Match, seat: int, level: str) -> str:
        """The move that a bot of this level would make at this seat."""
        began = time.perf_counter()
        self.waiting += 1
        try:
            move = await self._think(match, seat, level)
        finally:
            self.waiting -= 1
        THOUGHTS.labels(level).observe(time.perf_counter() - began)
        return match.game.name_of(move)

    async def _think(self, match: Match, seat: int, level: str) -> int:
        if level in AT_ONCE:
            twin = match.copy()
            return await asyncio.to_thread(lambda: Bot(level, twin, seat).choose(twin))
        asked = (match.game.SLUG, match.options.told(), match.seed, match.moves, level, seat)
        loop = asyncio.get_running_loop()
        self._pool = self._pool or self._new_pool()
        try:
            return await loop.run_in_executor(self._pool, think, *asked)
        except BrokenProcessPool:
            # A worker was killed: others take its place, and the question is asked again.
            self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, think, *asked)


def think(slug: str, options: Any, seed: Any, moves: list[int], level: str, seat: int) -> int:
    """What a bot would play; in a worker process."""
    match = new_match(slug, options, seed)
    for move in moves:
        match.play(move)
    return Bot(level, match, seat).choose(match)
