"""Observations updated step by step equal those written from scratch."""

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.core.observation import NOT_WRITTEN, WORD_BITS

from kits.sampling import every_variant, played

SPOILED = 77
GAMES = 4 if COMPILED else 1
every_bot = pytest.mark.parametrize("bot", ["random", "greedy"])


class Row:
    """What a table writes to: the observation of the seat to act, and its legal actions."""

    def __init__(self, match):
        self.game = match.game
        self.seen = self.game.Seen.table(1)
        actions = self.game.count_actions(match.options)
        self.words = np.zeros((1, -(-actions // WORD_BITS)), np.int64)
        self.spoil()

    def spoil(self):
        """Overwrite everything with other values."""
        self.stamp = NOT_WRITTEN
        self.words[:] = SPOILED
        self.seen.view(np.uint8)[:] = SPOILED

    def write_again(self, state):
        """Update what the table wrote before."""
        self.game.mark_again(state, self.words, 0, self.stamp)
        seat = int(state.to_act)
        self.stamp = self.game.encode_again(state, seat, self.seen[0], self.stamp)

    def write_anew(self, state):
        """Write everything from scratch."""
        self.spoil()
        self.game.mark_legal(state, self.words, 0)
        self.game.encode(state, int(state.to_act), self.seen[0])

    def written(self):
        """Everything written, as bytes."""
        return self.seen.tobytes(), self.words.tobytes()


@every_variant
@every_bot
def test_an_updated_row_equals_one_written_from_scratch(slug, options, bot):
    kept, fresh = (Row(kt.new(slug, **options)) for _ in range(2))
    for number in range(GAMES):
        match = kt.new(slug, seed=number, **options)
        kept.stamp = NOT_WRITTEN  # it still contains another game
        for move in played(slug, options, number, bot).moves:
            kept.write_again(match.state)
            fresh.write_anew(match.state)
            assert kept.written() == fresh.written()
            match.play(move)


@every_variant
def test_a_row_may_skip_some_moves(slug, options):
    match = kt.new(slug, seed=1, **options)
    kept, fresh = Row(match), Row(match)
    for number, move in enumerate(played(slug, options, 1).moves):
        if number % 3 != 1:
            kept.write_again(match.state)
            fresh.write_anew(match.state)
            assert kept.written() == fresh.written()
        match.play(move)


@every_variant
def test_observing_a_table_does_not_change_it(slug, options):
    match = kt.new(slug, seed=1, **options)
    row, before = Row(match), match.state.tobytes()
    row.write_again(match.state)
    row.write_again(match.state)
    assert match.state.tobytes() == before
