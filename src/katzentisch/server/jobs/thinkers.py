"""Bots think, and games are compiled, in other processes, so that the server never blocks."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from katzentisch.bots import Bot
from katzentisch.bots.background import command
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.cache import BOTS, is_warm
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.core.jit import look_again
from katzentisch.lab.review.evaluate import Decision, Review, put_together, review_decision
from katzentisch.play.match import Match, new_match
from katzentisch.play.precompile import warm_up
from katzentisch.server.jobs.pool import Workers
from katzentisch.server.ops.metrics import THOUGHTS

AT_ONCE = ("random", "greedy")  # they do not search; asking a worker would take longer
NICENESS = 10  # of the review worker: people wait for bots, so bots come first


class Thinkers:
    """The workers for bots and reviews, and what compiles games while people already play them."""

    def __init__(self, workers: int) -> None:
        self._bots = Workers(workers)
        self._reviewer = Workers(1, NICENESS)
        self.waiting = 0  # moves being computed
        self._next = slugs()  # to compile, in this order
        self._compiled = {slug: asyncio.Event() for slug in slugs()}

    def close(self) -> None:
        """Stop the workers."""
        self._bots.close()
        self._reviewer.close(at_once=True)

    def compile_first(self, slug: str) -> None:
        """Compile this game before the others, because somebody is playing it."""
        if slug in self._next:
            self._next.remove(slug)
            self._next.insert(0, slug)

    async def compile_all(self, on_compiled: Callable[[str], Awaitable[None]]) -> None:
        """Compile and load all games, one after the other, and report each one."""
        self._next.sort(key=lambda slug: not is_warm(slug, BOTS))
        while COMPILED and self._next:
            slug = self._next.pop(0)
            if not is_warm(slug, BOTS):
                await self._compile(slug)
            await asyncio.to_thread(load, slug)
            self._compiled[slug].set()
            await on_compiled(slug)

    async def _compile(self, slug: str) -> None:
        process = await asyncio.create_subprocess_exec(*command(slug))
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()

    async def compiled(self, slug: str) -> None:
        """Wait until a game is compiled, as reviews do; where nothing is, do not wait."""
        if COMPILED:
            self.compile_first(slug)
            await self._compiled[slug].wait()

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


def load(slug: str) -> None:
    """Load a compiled game; from then on, this process runs it compiled."""
    game = find_game(slug)
    if is_warm(slug, BOTS):  # unless compiling has failed
        warm_up(game)
        look_again(game)


def think(slug: str, options: Any, seed: Any, moves: list[int], level: str, seat: int) -> int:
    """Choose a bot's move; runs in a worker process."""
    look_again(find_game(slug))
    match = new_match(slug, options, seed)
    for move in moves:
        match.play(move)
    return Bot(level, match, seat).choose(match)
