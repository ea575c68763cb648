"""Garbage is collected when that delays nobody."""

from types import SimpleNamespace

import pytest

from katzentisch.server.ops import gc_policy
from katzentisch.server.ops.gc_policy import AT_LAST, CHECK_EVERY, NOT_BEFORE, IdleCollector


class Days:
    """A clock and a move counter that the tests control."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.moves = 0.0
        self.collected = 0
        monkeypatch.setattr(gc_policy, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(gc_policy, "moves_made", lambda: self.moves)
        monkeypatch.setattr(gc_policy, "gc", SimpleNamespace(collect=self.collect))
        self.collector = IdleCollector()

    def collect(self) -> int:
        self.collected += 1
        return 0

    async def pass_by(self, seconds: float, moves: int) -> None:
        for _ in range(int(seconds / CHECK_EVERY)):
            self.now += CHECK_EVERY
            self.moves += moves
            await self.collector.collect_if_idle()


async def test_garbage_is_not_collected_while_people_play(monkeypatch):
    days = Days(monkeypatch)
    await days.pass_by(AT_LAST - CHECK_EVERY, moves=3)
    assert days.collected == 0


async def test_garbage_is_collected_once_after_a_game(monkeypatch):
    days = Days(monkeypatch)
    await days.pass_by(2 * NOT_BEFORE, moves=3)
    await days.pass_by(10 * NOT_BEFORE, moves=0)
    assert days.collected == 1


async def test_without_any_pause_garbage_is_collected_every_hour(monkeypatch):
    days = Days(monkeypatch)
    await days.pass_by(3 * (AT_LAST + CHECK_EVERY), moves=3)
    assert days.collected == 3
