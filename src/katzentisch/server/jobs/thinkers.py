"""Bots think, and rules are compiled, in other processes, so that the server never blocks."""

import asyncio
import sys
import time
from collections.abc import Mapping
from typing import Any

from katzentisch.bots import Bot
from katzentisch.bots.precompile import STEPS, needs_warming
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.lab.review.evaluate import Decision, Review, put_together, review_decision
from katzentisch.play.match import Match, new_match
from katzentisch.play.precompile import warm_up
from katzentisch.server.jobs.pool import Workers
from katzentisch.server.ops.metrics import THOUGHTS

AT_ONCE = ("random", "greedy")  # they do not search; asking a worker would take longer
NICENESS = 10  # of the review worker: people wait for bots, so bots come first

# Ctrl-C reaches this process too and would print a traceback; the server stops it instead.
COMPILE = """
import runpy, signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
runpy.run_module("katzentisch.bots.precompile", run_name="__main__", alter_sys=True)
"""


class Thinkers:
    """The workers for bots and reviews, and which games are compiled."""

    def __init__(self, workers: int) -> None:
        self._bots = Workers(workers)
        self._reviewer = Workers(1, NICENESS)
        self.waiting = 0  # moves being computed
        self._preparing: dict[str, asyncio.Task[None]] = {}
        self.done: dict[str, int] = dict.fromkeys(slugs(), 0)  # compiled so far, in percent

    def close(self) -> None:
        """Stop the workers."""
        self._bots.close()
        self._reviewer.close(at_once=True)

    def is_ready(self, slug: str) -> bool:
        """Is this game compiled and loaded?"""
        return self.done[slug] == 100

    async def prepare_all(self) -> None:
        """Prepare every game, starting with those already compiled."""
        for slug in sorted(slugs(), key=lambda slug: needs_warming(find_game(slug))):
            await self.prepare(slug)

    async def prepare(self, slug: str) -> None:
        """Compile and load a game if that has not been done yet."""
        if slug not in self._preparing:
            self._preparing[slug] = asyncio.create_task(self._prepare(slug))
        await self._preparing[slug]

    async def _prepare(self, slug: str) -> None:
        """Compile a game and its bots if they are not in the cache, and load the rules."""
        game = find_game(slug)
        if needs_warming(game):
            await self._compile(slug)
        await asyncio.to_thread(lambda: list(warm_up(game)))
        self.done[slug] = 100

    async def _compile(self, slug: str) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", COMPILE, slug),
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
        """The move a bot of this level would make at this seat."""
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
        asked = (match.game.SLUG, match.options.to_dict(), match.seed, match.moves, level, seat)
        return await self._bots.run(think, *asked)

    async def judge(
        self, transcript: Mapping[str, Any], turns: int | None, number: int
    ) -> Decision:
        """Review one decision of a finished game."""
        return await self._reviewer.run(review_decision, transcript, turns, number)

    async def put_together(
        self, transcript: Mapping[str, Any], decisions: list[Decision]
    ) -> Review:
        """Assemble the review from its decisions."""
        return await self._reviewer.run(put_together, transcript, decisions)


def think(slug: str, options: Any, seed: Any, moves: list[int], level: str, seat: int) -> int:
    """Choose a bot's move; runs in a worker process."""
    match = new_match(slug, options, seed)
    for move in moves:
        match.play(move)
    return Bot(level, match, seat).choose(match)
