"""Records games: what the lab notes about every game, and each game's own notes.

Written once over `rules`. Bots that do not think play whole games here; games of other bots
arrive as lists of moves. Everything recorded is a sum of whole numbers, so it does not matter
where or in which order it is added up.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from katzentisch.games.core import flow
from katzentisch.games.core.contract import AnyState, Rules, States
from katzentisch.games.core.jit import generic, long_generic
from katzentisch.games.core.notes import WHOLE
from katzentisch.games.core.record import MOST_SEATS, Numbers, Record, Records, small, word
from katzentisch.games.core.rng import Dice

rules: Rules  # each game in turn
random_move = flow.random_move
start_numbered = flow.start_numbered

RANDOM, GREEDY, GIVEN = range(3)

Moves: TypeAlias = NDArray[np.int64]


class Schedule(Record):
    """Which games are played, and by whom."""

    first: int = word()  # the seed of the first deal
    games: int = word()
    way: Numbers = small(MOST_SEATS)  # how each seat chooses its moves
    whim: Numbers = small(MOST_SEATS)  # of greedy seats
    bot: Numbers = small(MOST_SEATS)  # the number of the bot at each seat


class Common(Record):
    """What is noted about every game; shares of wins are in sixtieths."""

    games: int = word()
    moves: int = word()
    shared: int = word()  # games with several winners
    won: Numbers = word(MOST_SEATS)
    score: Numbers = word(MOST_SEATS)
    best: int = word()  # the winners' scores, times their shares
    bot_seats: Numbers = word(MOST_SEATS)
    bot_won: Numbers = word(MOST_SEATS)
    bot_score: Numbers = word(MOST_SEATS)


class Desk(NamedTuple):
    """What one game after another is played with."""

    states: States
    template: States  # the table before the deal
    dice: Records[Dice]
    memos: Records[Record]  # the game's own; the second is blank


class Ledger(NamedTuple):
    """What is noted: one record each."""

    commons: Records[Common]
    notes: Records[Record]  # the game's own


@generic
def chosen_move(state: AnyState, schedule: Schedule, given: Moves, number: int, dice: Dice) -> int:
    """The next move: read from a list, greedy or random."""
    way = schedule.way[state.to_act]
    if way == GIVEN:
        return int(given[number])
    if way == GREEDY:
        return rules.greedy_move(state, dice.chance, schedule.whim[state.to_act])
    return random_move(state, dice)


@generic
def goes_on(state: AnyState, notes: Any, memo: Any) -> bool:
    """Take and note all automatic steps; return whether there is something to decide."""
    while not rules.waits(state):
        rules.notes.note_step(state, notes, memo)
        rules.step(state)
    return not rules.is_over(state)


@generic
def observe_game(desk: Desk, schedule: Schedule, given: Moves, ledger: Ledger) -> None:
    """Play a game from its initial state, and note what happens."""
    state, dice, memo = desk.states[0], desk.dice[0], desk.memos[0]
    common, notes = ledger.commons[0], ledger.notes[0]
    number = 0
    while goes_on(state, notes, memo):
        move = chosen_move(state, schedule, given, number, dice)
        rules.notes.note_decision(state, move, notes, memo)
        rules.decide(state, move)
        number += 1
    rules.notes.note_end(state, notes, memo)
    common.moves += number
    note_result(state, schedule, common)


@generic
def note_result(state: AnyState, schedule: Schedule, common: Common) -> None:
    """Note scores and shares of the win, by seat and by bot."""
    winners = 0
    for seat in range(state.players):
        winners += 1 if rules.is_winner(state, seat) else 0
    common.games += 1
    common.shared += 1 if winners > 1 else 0
    for seat in range(state.players):
        score, bot = rules.score(state, seat), schedule.bot[seat]
        won = WHOLE // winners if rules.is_winner(state, seat) else 0
        common.won[seat] += won
        common.score[seat] += score
        common.best += score * won
        common.bot_seats[bot] += 1
        common.bot_won[bot] += won
        common.bot_score[bot] += score


@long_generic
def observe(desk: Desk, schedules: Records[Schedule], given: Moves, ledger: Ledger) -> None:
    """Play and record the games of the first schedule."""
    schedule = schedules[0]
    for number in range(schedule.first, schedule.first + schedule.games):
        start_numbered(desk.states, desk.dice, desk.template, number)
        desk.memos[0] = desk.memos[1]
        observe_game(desk, schedule, given, ledger)
