"""Many tables side by side, a move at each of them: written once over `rules`, for all games.

Every table has a row in each of the arrays: what the seat to act may know, its legal
actions, a stamp by which both are written again, and what the last move brought. When a game
ends, the next one begins in its place at once, or it stays.
"""

from typing import Any

import numpy as np

from katzentisch.games.core import flow
from katzentisch.games.core.bits import signed, unsigned
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.jit import generic, long_generic, rule
from katzentisch.games.core.observation import (
    NO_ACTION,
    NOT_WRITTEN,
    OCTET,
    is_marked,
    seat_after,
    spread,
)
from katzentisch.games.core.record import Numbers, Record, seeds, small, word
from katzentisch.games.core.rng import seed

rules: Rules  # each game in its turn
settle, lead_of, win_of = flow.settle, flow.lead_of, flow.win_of

# What a slice of tables does; from 1 on: so many random moves.
CHOOSE, LOOK, BEGIN, GIVEN = -3, -2, -1, 0
WAIT = NO_ACTION  # where tables may wait, this one does
DICE = unsigned(0x6B61_747A_656E)  # so that dice are not those of a deal
FANCY = unsigned(0x7472_6175_6D)  # nor what is imagined


class Place(Record):
    """What a table keeps from game to game."""

    seed: int = seeds()
    games: int = word()  # begun before the running one
    chance: Numbers = seeds(2)  # dice for random actions


class Habits(Record):
    """How a batch is run; the same for all its tables."""

    one_round: int = small()  # 1: an episode is a round, not a whole match
    by_points: int = small()  # 1: rewards are leads in points, not shares of the victory
    as_they_come: int = small()  # 1: leads are rewarded as they grow, not all at the end
    unpacked: int = small()  # 1: masks have a byte for each action
    stays: int = small()  # 1: a game that is over stays, and no other begins
    may_wait: int = small()  # 1: a table without an action stays as it is, too


@long_generic
def go_on(state: Any) -> None:
    """Let everything happen that nobody decides. (Compiled once, where it would be twice.)"""
    settle(state)


@rule
def copy_record(records: Any, at: int, others: Any, row: int) -> None:
    """Copy a record, word by word: a GPU copies a whole one byte by byte, through all registers."""
    words, given = records.view(np.int64), others.view(np.int64)
    length = records.itemsize // OCTET
    for n in range(length):
        words[unsigned(length * at + n)] = given[unsigned(length * row + n)]


@generic
def begin_game(states: Any, at: int, place: Place, template: Any) -> None:
    """The next game of a place: its seed is the place's and the game's number."""
    copy_record(states, at, template, 0)
    seed(states[at].chance, place.seed, unsigned(place.games))
    go_on(states[at])


@generic
def show(states: Any, at: int, rows: Any, row: int, habits: Habits) -> None:
    """Write what the seat to act may know, and its legal actions."""
    seen, words, masks, to_act, stamps = rows
    state = states[at]
    seat = signed(state.to_act)
    to_act[row] = seat
    rules.mark_again(state, words, row, stamps[row])
    stamps[row] = rules.encode_again(state, seat, seen[row], stamps[row])
    if habits.unpacked != 0:
        unpack(words, masks, row)


@rule
def forget_written(rows: Any, row: int) -> None:
    """What is written here, if anything, is of another table."""
    stamps = rows[4]
    stamps[row] = NOT_WRITTEN


@generic
def clear_marks(rows: Any, row: int, habits: Habits) -> None:
    """Nothing is legal any more."""
    words, masks = rows[1], rows[2]
    for n in range(words.shape[1]):
        words[row, n] = 0
    if habits.unpacked != 0:
        unpack(words, masks, row)


@rule
def unpack(words: Any, masks: Any, row: int) -> None:
    """A mask's bits as bytes."""
    for n in range(words.shape[1]):
        for octet in range(OCTET):
            masks[row, OCTET * n + octet] = spread(words[row, n] >> (OCTET * octet))


@generic
def show_to(states: Any, to_act: Any, steps: int, seen: Any, row: int) -> None:
    """Write what the seat may know that sits so many places after the one to act."""
    state = states[row]
    rules.encode(state, seat_after(signed(to_act[row]), steps, signed(state.players)), seen[row])


@generic
def imagine_at(
    states: Any,
    places: Any,
    records: Any,
    sources: Any,
    seeds: Any,
    rows: Any,
    ends: Any,
    habits: Any,
    row: int,
) -> None:
    """Be at a table as its seat to act imagines it: what it has not seen is made up."""
    copy_record(states, row, records, sources[row])
    seed(places[row].chance, FANCY, unsigned(seeds[row]))
    rules.imagine(states[row], signed(states[row].to_act), places[row].chance)
    forget_ends(ends, row)
    forget_written(rows, row)
    show(states, row, rows, row, habits[0])


@long_generic
def imagine_slice(
    states: Any,
    places: Any,
    records: Any,
    sources: Any,
    seeds: Any,
    rows: Any,
    ends: Any,
    habits: Any,
    first: int,
    last: int,
) -> None:
    """On the CPU, a thread goes from table to table."""
    for row in range(first, last):
        imagine_at(states, places, records, sources, seeds, rows, ends, habits, row)


@rule
def forget_ends(ends: Any, row: int) -> None:
    """Nothing has been won yet."""
    rewards, wins, done = ends
    for seat in range(rewards.shape[1]):
        rewards[row, seat] = 0.0
        wins[row, seat] = 0.0
    done[row] = 0


@long_generic
def show_slice(states: Any, to_act: Any, steps: int, seen: Any, first: int, last: int) -> None:
    """On the CPU, a thread goes from table to table."""
    for row in range(first, last):
        show_to(states, to_act, steps, seen, row)


@generic
def act(states: Any, at: int, action: int, one_round: int) -> bool:
    """Do what a legal action means; is the episode over?"""
    state = states[at]
    rounds = rules.rounds_done(state)
    rules.decide(state, rules.move_of(state, action))
    go_on(states[at])
    return rules.is_over(state) or (one_round != 0 and rules.rounds_done(state) != rounds)


@generic
def reward_of(state: Any, seat: int, by_points: int) -> float:
    """What the end brings a seat; all seats together get nothing."""
    if by_points != 0:
        return lead_of(state, seat)
    fair: float = 1.0 / state.players
    return win_of(state, seat) - fair


@generic
def visit(
    states: Any,
    places: Any,
    template: Any,
    rows: Any,
    ends: Any,
    habits: Any,
    steps: int,
    action: int,
    at: int,
    row: int,
) -> int:
    """Do at one table what there is to do; 1 if the action is not legal, and nothing happens.

    The table and its place are at `at`, which may be a copy; what it tells is in `row`.
    Always compiled into what calls it, and called from one place only: to hand on so many
    arrays takes longer than a move, and so much code twice takes long to compile.
    """
    begins = steps == BEGIN
    if begins:
        seed(places[at].chance, DICE, places[at].seed)
    elif steps != LOOK:
        rewards, wins, done = ends
        as_they_come = habits[0].as_they_come != 0
        if done[row] != 0 or as_they_come:
            forget_ends(ends, row)
        if not is_marked(rows[1], row, action):
            return 0 if action == WAIT and habits[0].may_wait != 0 else 1
        if as_they_come:
            for seat in range(rewards.shape[1]):
                rewards[row, seat] = -lead_of(states[at], seat)
        ended = act(states, at, action, habits[0].one_round)
        if as_they_come:
            for seat in range(rewards.shape[1]):
                rewards[row, seat] += lead_of(states[at], seat)
        if ended:
            done[row] = 1
            for seat in range(rewards.shape[1]):
                wins[row, seat] = win_of(states[at], seat)
                if not as_they_come:
                    rewards[row, seat] = reward_of(states[at], seat, habits[0].by_points)
            if habits[0].stays != 0:
                clear_marks(rows, row, habits[0])
                return 0
            places[at].games += 1
            begins = True
    if begins:
        begin_game(states, at, places[at], template)
    if begins or steps == LOOK:
        forget_written(rows, row)
    show(states, at, rows, row, habits[0])
    return 0


@generic
def greedy_action(states: Any, places: Any, words: Any, whim: int, row: int) -> int:
    """What the game's simple player would do at a table, or anything if that has no number."""
    state, chance = states[row], places[row].chance
    if rules.is_over(state):
        return WAIT
    action = signed(rules.action_of(state, rules.greedy_move(state, chance, whim)))
    if is_marked(words, row, action):
        return action
    return signed(rules.random_action(state, words, row, chance))


@long_generic
def greedy_slice(
    states: Any, places: Any, words: Any, whim: int, actions: Any, first: int, last: int
) -> None:
    """On the CPU, a thread goes from table to table."""
    for row in range(first, last):
        actions[row] = greedy_action(states, places, words, whim, row)


@long_generic
def run_slice(
    states: Any,
    places: Any,
    template: Any,
    rows: Any,
    ends: Any,
    habits: Any,
    actions: Any,
    steps: int,
    first: int,
    last: int,
) -> int:
    """On the CPU, a thread goes from table to table; how many actions were not legal.

    One function for all that a batch does: each would take as long to compile as this one.
    """
    refused = 0
    for row in range(first, last):
        for _ in range(max(steps, 1)):
            action = actions[row]
            if steps == CHOOSE or steps > 0:
                action = rules.random_action(states[row], rows[1], row, places[row].chance)
            if steps == CHOOSE:
                actions[row] = action
            else:
                refused += visit(
                    states, places, template, rows, ends, habits, steps, action, row, row
                )
    return refused
