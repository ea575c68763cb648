"""A review of a finished game: what each decision cost, luck and skill, and who was winning.

A strong search examines every decision, knowing only what the seat knew. The value of a
position to a seat is the share of the win that it can expect, as bots estimate it
(`bots/payoffs.py`); the shares of all seats add up to 1.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katzentisch.bots import search
from katzentisch.bots.levels import Level, level_of
from katzentisch.bots.policies import search_desk, settings_for
from katzentisch.bots.tree import NONE, ROOT, Node, Outcome
from katzentisch.games.core.errors import Refused
from katzentisch.lab.processes import spread_out
from katzentisch.lab.review.move_values import AppraisalDesk, appraise, outlook
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for
from katzentisch.play.verify import verify

VERSION = 1
LEVEL = "hard"  # the search has this level's settings, without its network
WORK = 4  # times that level's iterations, divided among the moves
MOST_MOVES = 10  # examined; if there are more, those that the search visits most
LEAST_TURNS = 40  # per move
ROLLS = 200  # playouts to see who is winning
SLIP = 0.015  # of the win; smaller losses are not mentioned
SURE = 2.0  # standard errors


@dataclass(frozen=True)
class Choice:
    """A move that could have been made, and what the search thinks of it."""

    move: str
    worth: float


@dataclass(frozen=True)
class Decision:
    """One decision of the game."""

    number: int  # counted from 0
    seat: int
    stretch: int  # the round, or whatever begins with a new deal
    move: str
    legal: int
    choices: list[Choice]  # best first; empty if only one move was legal
    best: str
    lost: float  # expected share of the win
    error: float  # standard error of that
    standing: list[float]  # each seat's expected share, judging by the scores alone
    outlook: list[float]  # the same, knowing all cards, before the move

    @property
    def is_sure(self) -> bool:
        """Is the loss larger than the search's own uncertainty?"""
        return self.lost > SURE * self.error

    @property
    def cost_something(self) -> bool:
        """Is the loss certain, and worth mentioning?"""
        return self.is_sure and self.lost >= SLIP


@dataclass(frozen=True)
class Seat:
    """A seat's result in shares of the win: `fair + deal - lost + rest = result`."""

    name: str
    fair: float
    deal: float  # the luck of its deals
    lost: float  # by its own costly moves
    rest: float  # the others' moves, and later luck
    result: float


@dataclass(frozen=True)
class Review:
    """Everything about one game."""

    game: str
    seats: list[Seat]
    decisions: list[Decision]
    final: list[float]

    def to_dict(self) -> dict[str, Any]:
        """The review in a form that JSON can hold."""
        return {"review": VERSION, **asdict(self)}

    def costliest(self, most: int = 10) -> list[Decision]:
        """The decisions whose losses are certain, the costliest first."""
        sure = [one for one in self.decisions if one.is_sure]
        return sorted(sure, key=lambda one: -one.lost)[:most]


def read_review(data: Mapping[str, Any]) -> Review:
    """Parse a stored review; other versions are refused."""
    if data.get("review") != VERSION:
        raise Refused("This program reads reviews of version {version} only.", version=VERSION)
    decisions = [read_decision(one) for one in data["decisions"]]
    seats = [Seat(**seat) for seat in data["seats"]]
    return Review(data["game"], seats, decisions, list(data["final"]))


def read_decision(data: Mapping[str, Any]) -> Decision:
    """Parse a stored decision."""
    return Decision(**{**data, "choices": [Choice(**choice) for choice in data["choices"]]})


def review_level(match: Match, turns: int | None = None) -> Level:
    """The level of the search: the usual one, with more iterations."""
    level = searching(match)
    return level.with_turns(WORK * level.turns if turns is None else turns)


def searching(match: Match) -> Level:
    """The level, or its substitute without a network."""
    level = level_of(LEVEL, match.game)
    return level.instead or level


def review_parts(
    transcript: Mapping[str, Any], turns: int | None = None, cores: int | None = None
) -> Iterator[Decision]:
    """Review every decision of a finished game; yield each when it is done, in any order."""
    match = verify(dict(transcript))
    if not match.over:
        raise Refused("Only a finished game can be reviewed.")
    look = partial(review_decision, transcript, turns)
    yield from spread_out(look, range(len(match.moves)), cores)


def put_together(transcript: Mapping[str, Any], decisions: list[Decision]) -> Review:
    """Assemble the review from all its decisions."""
    match = verify(dict(transcript))
    decisions = sorted(decisions, key=lambda one: one.number)
    final = standings_of(match, rolls=0)[0].tolist()
    seats = [seat_of(match, seat, decisions, final) for seat in range(match.players)]
    return Review(match.game.SLUG, seats, decisions, final)


def seat_of(match: Match, seat: int, decisions: list[Decision], final: list[float]) -> Seat:
    """A seat's luck and skill."""
    fair = 1 / match.players
    first = {one.stretch: one for one in reversed(decisions)}
    deal = sum(one.outlook[seat] - one.standing[seat] for one in first.values())
    lost = sum(one.lost for one in decisions if one.seat == seat and one.cost_something)
    rest = final[seat] - fair - deal + lost
    return Seat(match.seats[seat], fair, deal, lost, rest, final[seat])


def at_decision(transcript: Mapping[str, Any], number: int) -> tuple[Match, int]:
    """The match as it was before a decision, and the move that was made."""
    whole = verify(dict(transcript))
    match = Match(whole.game, whole.options, whole.seed, whole.seats)
    for move in whole.moves[:number]:
        match.play(move)
    return match, whole.moves[number]


def review_decision(transcript: Mapping[str, Any], turns: int | None, number: int) -> Decision:
    """Review one decision."""
    match, move = at_decision(transcript, number)
    seat, legal = int(match.state.to_act), match.legal_numbers()
    worths = standings_of(match)
    name = match.game.name_of(move)
    plain = Decision(
        number,
        seat,
        int(match.game.stretch(match.state)),
        name,
        len(legal),
        [],
        name,
        0.0,
        0.0,
        worths[0].tolist(),
        worths[1:].mean(axis=0).tolist(),
    )
    return plain if len(legal) == 1 else judged(plain, match, move, legal, turns)


def judged(
    plain: Decision, match: Match, move: int, legal: list[int], turns: int | None
) -> Decision:
    """The decision with its cost, compared with the best move.

    One half of the iterations picks the best move and the other half measures how much better it
    is, and vice versa: otherwise the luckiest of many moves would always seem better than the one
    made. So a negligible loss can come out below zero.
    """
    level = review_level(match, turns)
    dice = dice_for(match.seed, f"review of move {plain.number}")
    tables = match.imagine(plain.seat, dice)
    moves = legal if len(legal) <= MOST_MOVES else favourites(level, match, tables, dice, move)
    worths = appraised(level, match, tables, dice, moves)[:, :, plain.seat]
    better = gains(worths, moves.index(move))
    names = [match.game.name_of(one) for one in moves]
    means = worths.mean(axis=0).tolist()
    choices = [Choice(*pair) for pair in sorted(zip(names, means, strict=True), key=by_worth)]
    return replace(
        plain,
        choices=choices,
        best=choices[0].move,
        lost=float(better.mean()),
        error=float(better.std(ddof=1) / len(better) ** 0.5),
    )


def gains(worths: NDArray[Any], made: int) -> NDArray[Any]:
    """For each iteration, how much better the other half's favourite move is."""
    half = len(worths) // 2
    halves = worths[:half], worths[half:]
    liked = [int(own.mean(axis=0).argmax()) for own in reversed(halves)]
    return np.concatenate(
        [own[:, best] - own[:, made] for own, best in zip(halves, liked, strict=True)]
    )


def by_worth(named: tuple[str, float]) -> tuple[float, str]:
    """A sort key: the best first."""
    return -named[1], named[0]


def favourites(level: Level, match: Match, tables: Any, dice: Any, played: int) -> list[int]:
    """The moves that a search visits most, always including the one that was made."""
    nodes = Node.table(1 + level.turns)
    desk = search_desk(level, match.game)._replace(nodes=nodes)
    search.search.compiled(match.game)(tables, desk, dice)
    found, child = [], int(nodes[ROOT].child)
    while child != NONE:
        found.append((-int(nodes[child].visits), int(nodes[child].move)))
        child = int(nodes[child].sibling)
    best = [move for _, move in sorted(found)[:MOST_MOVES]]
    return best if played in best else [*best[: MOST_MOVES - 1], played]


def appraised(level: Level, match: Match, tables: Any, dice: Any, moves: list[int]) -> NDArray[Any]:
    """The value of each move to every seat, iteration by iteration."""
    turns = max(LEAST_TURNS, level.turns // len(moves))
    trees = Node.table(len(moves) * (turns + 1)).reshape(len(moves), turns + 1)
    worths = np.zeros((turns, len(moves), match.players))
    sizes, worlds = np.zeros(len(moves), np.int64), match.game.State.table(2)
    desk = AppraisalDesk(settings_for(level), trees, sizes, worlds, Outcome.table(1))
    appraise.compiled(match.game)(tables, np.array(moves, np.int64), desk, dice, worths)
    return worths


def standings_of(match: Match, rolls: int = ROLLS) -> NDArray[Any]:
    """The value of a table to every seat: by its scores alone, then after each playout."""
    worths = np.zeros((1 + rolls, match.players))
    outlook.compiled(match.game)(
        match.tables(),
        search_desk(searching(match), match.game),
        dice_for(match.seed, f"outlook at move {len(match.moves)}"),
        worths,
    )
    return worths
