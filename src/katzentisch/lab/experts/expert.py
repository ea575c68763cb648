"""Asks a network what it would do, how much it likes each move, and what it expects."""

from typing import Protocol

import numpy as np

from katzentisch.bots import Bot, lookahead, networks, weights
from katzentisch.games.core.rng import Dice
from katzentisch.lab.experts.forecast import foretell
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for

EXPERT = "expert:0"  # an expert that does not think ahead
LIKED = 3  # moves reported
SHORT = 0.005  # moves that are less likely are not reported


class Player(Protocol):
    """Anything that chooses moves."""

    def choose(self, match: Match) -> int:
        """Choose a move for the seat to act."""
        ...


def all_alike(name: str, match: Match) -> list[Player]:
    """A player of this name at each seat; for `expert:0`, the network is asked directly."""
    if name == EXPERT:
        return [Thinker(match)] * match.players
    return [Bot(name, match, seat) for seat in range(match.players)]


class Thinker:
    """The network that comes with a game, asked for its opinion at any seat of such a table.

    It looks at the real table. Bots look at imagined ones, which takes longer and makes no
    difference here: a network sees only what the seat to act may know.
    """

    def __init__(self, match: Match) -> None:
        self.game = match.game
        network = weights.load(weights.own(match.game), match.game.SLUG).network
        actions = match.game.count_actions(match.options)
        self.evaluator = networks.evaluator_for(match.game, network, actions)
        self.candidates = lookahead.Candidate.table(lookahead.MOST_CANDIDATES)
        self.settings = lookahead.Foresight.table(1)
        self.settings[0].least = SHORT
        self.worlds = match.game.State.table(1)
        self.dice = Dice.table(1)  # required, but never rolled

    def choose(self, match: Match) -> int:
        """The move that the network likes best."""
        best = networks.choose.compiled(self.game)
        return int(best(match.tables(), self.evaluator, 0.0, self.dice))

    def likes(self, match: Match) -> list[tuple[int, float]]:
        """The moves that the network likes best, with their probabilities."""
        count = lookahead.nominate.compiled(self.game)(
            match.state, self.evaluator, self.settings[0], self.candidates
        )
        best = self.candidates[: min(count, LIKED)]
        move_of = self.game.move_of
        return [
            (int(move_of(match.state, one.action)), round(float(one.chance), 4)) for one in best
        ]

    def hopes(self, match: Match, rolls: int) -> tuple[float, float]:
        """What the seat to act can expect: its share of the win, and its final score."""
        wins, scores = np.zeros(rolls), np.zeros(rolls)
        dice = dice_for(match.seed, f"hopes at move {len(match.moves)}")
        foretell.compiled(self.game)(
            match.tables(), self.worlds, self.evaluator, dice, wins, scores
        )
        return round(float(wins.mean()), 3), round(float(scores.mean()), 2)
