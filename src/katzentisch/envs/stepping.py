"""Many tables side by side, a move at each of them: written once over `rules`, for all games.

Every table has a row in each array: the observation of the seat to act, its legal actions, a
stamp that says what both were last written from, and the results of the last move. When a game
ends, the next one begins in its place at once, or the table stays as it is.
"""

from typing import NamedTuple, NewType, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from katzentisch.games.core import flow
from katzentisch.games.core.bits import signed, unsigned
from katzentisch.games.core.contract import AnyState, Rules
from katzentisch.games.core.jit import generic, long_generic, rule
from katzentisch.games.core.observation import (
    NO_ACTION,
    NOT_WRITTEN,
    OCTET,
    Marks,
    is_marked,
    seat_after,
    spread,
)
from katzentisch.games.core.record import Numbers, Record, Table, seeds, small, word
from katzentisch.games.core.rng import seed

rules: Rules  # each game in turn
settle, lead_of, win_of = flow.settle, flow.lead_of, flow.win_of

# What to do at every table: draw an action, write the observation, begin the first game, make
# the move of a given action, or play random moves.
Operation = NewType("Operation", int)
CHOOSE, SHOW, BEGIN, STEP, PLAY = map(Operation, range(5))
WAIT = NO_ACTION  # the action of a table that is to stay unchanged, where tables may wait
DICE = unsigned(0x6B61_747A_656E)  # keeps a table's dice apart from those of the deal
FANCY = unsigned(0x7472_6175_6D)  # and both apart from what is imagined

Integers: TypeAlias = NDArray[np.int64]
Kind = TypeVar("Kind")  # of record
Reals: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.int8]
StateTable: TypeAlias = Table[AnyState]


class Place(Record):
    """What a table keeps from game to game."""

    seed: int = seeds()
    games: int = word()  # begun before the current one
    chance: Numbers = seeds(2)  # dice for random actions


class Settings(Record):
    """How a batch is run; the same for all its tables."""

    one_round: int = small()  # 1: an episode is a round, not a whole match
    by_points: int = small()  # 1: rewards are leads in points, not shares of the win
    as_they_come: int = small()  # 1: leads are rewarded as they grow, not all at the end
    unpacked: int = small()  # 1: masks have a byte for each action
    stays: int = small()  # 1: a finished game stays, and no other begins
    may_wait: int = small()  # 1: a table without an action is left unchanged, too


class Rows(NamedTuple):
    """What the seat to act at each table observes, and may do."""

    seen: Table[Record]
    words: Marks  # legal actions as bits
    masks: Integers  # the same with a byte for each action, unless masks are packed
    to_act: Bytes
    stamps: Integers


class Results(NamedTuple):
    """What every seat got from the last move at each table."""

    rewards: Reals
    wins: Reals
    done: NDArray[np.uint8]


class Tables(NamedTuple):
    """All arrays of a batch."""

    states: StateTable
    places: Table[Place]
    template: StateTable  # one: a game before its first deal
    settings: Table[Settings]  # one
    rows: Rows
    results: Results


PlainRows: TypeAlias = tuple[Table[Record], Marks, Integers, Bytes, Integers]
PlainResults: TypeAlias = tuple[Reals, Reals, NDArray[np.uint8]]
Plain: TypeAlias = tuple[
    StateTable, Table[Place], StateTable, Table[Settings], PlainRows, PlainResults
]
"""`Tables` as Python passes them: Numba takes plain tuples in half the time of named ones."""


def plain(tables: Tables) -> Plain:
    """The arrays of a batch, ready for compiled code."""
    *first, rows, results = tables
    return cast(Plain, (*first, tuple(rows), tuple(results)))


@rule
def named(tables: Plain) -> Tables:
    """The arrays of a batch by their names."""
    states, places, template, settings, rows, results = tables
    return Tables(states, places, template, settings, Rows(*rows), Results(*results))


class Wanted(NamedTuple):
    """Which worlds to imagine: for each table, the record to start from and a seed."""

    records: StateTable
    sources: Integers  # numbers of records
    seeds: Integers


@long_generic
def go_on(state: AnyState) -> None:
    """Take the automatic steps, in a separate function so that they are compiled only once."""
    settle(state)


@rule
def copy_record(records: Table[Kind], at: int, others: Table[Kind], row: int) -> None:
    """Copy a record word by word; a GPU would copy it byte by byte, through all registers."""
    words, given = records.view(np.int64), others.view(np.int64)
    length = records.itemsize // OCTET
    for n in range(length):
        words[unsigned(length * at + n)] = given[unsigned(length * row + n)]


@generic
def begin_game(states: StateTable, at: int, place: Place, template: StateTable) -> None:
    """Begin a place's next game, seeded by the place's seed and the game's number."""
    copy_record(states, at, template, 0)
    seed(states[at].chance, place.seed, unsigned(place.games))
    go_on(states[at])


@generic
def show(states: StateTable, at: int, rows: Rows, row: int, settings: Settings) -> None:
    """Write the observation of the seat to act, and its legal actions."""
    state = states[at]
    seat = signed(state.to_act)
    rows.to_act[row] = seat
    rules.mark_again(state, rows.words, row, rows.stamps[row])
    rows.stamps[row] = rules.encode_again(state, seat, rows.seen[row], rows.stamps[row])
    if settings.unpacked != 0:
        unpack(rows, row)


@rule
def forget_written(rows: Rows, row: int) -> None:
    """Have the next observation written from scratch: this row now belongs to another table."""
    rows.stamps[row] = NOT_WRITTEN


@generic
def clear_marks(rows: Rows, row: int, settings: Settings) -> None:
    """Mark no action as legal."""
    for n in range(rows.words.shape[1]):
        rows.words[row, n] = 0
    if settings.unpacked != 0:
        unpack(rows, row)


@rule
def unpack(rows: Rows, row: int) -> None:
    """Write a mask's bits as bytes."""
    for n in range(rows.words.shape[1]):
        for octet in range(OCTET):
            rows.masks[row, OCTET * n + octet] = spread(rows.words[row, n] >> (OCTET * octet))


@generic
def show_to(states: StateTable, to_act: Bytes, steps: int, seen: Table[Record], row: int) -> None:
    """Write the observation of the seat `steps` places after the one to act."""
    state = states[row]
    rules.encode(state, seat_after(signed(to_act[row]), steps, signed(state.players)), seen[row])


@long_generic
def show_slice(
    states: StateTable, to_act: Bytes, steps: int, seen: Table[Record], first: int, last: int
) -> None:
    """Do `show_to` at these tables, on one CPU thread."""
    for row in range(first, last):
        show_to(states, to_act, steps, seen, row)


@generic
def imagine_at(tables: Tables, wanted: Wanted, row: int) -> None:
    """Set up a table as its seat to act imagines it: everything it has not seen is made up."""
    states, places, rows = tables.states, tables.places, tables.rows
    copy_record(states, row, wanted.records, wanted.sources[row])
    seed(places[row].chance, FANCY, unsigned(wanted.seeds[row]))
    rules.imagine(states[row], signed(states[row].to_act), places[row].chance)
    clear_results(tables.results, row)
    forget_written(rows, row)
    show(states, row, rows, row, tables.settings[0])


@long_generic
def imagine_slice(tables: Plain, wanted: Wanted, first: int, last: int) -> None:
    """Do `imagine_at` at these tables, on one CPU thread."""
    for row in range(first, last):
        imagine_at(named(tables), wanted, row)


@rule
def clear_results(results: Results, row: int) -> None:
    """Nobody has won anything yet."""
    for seat in range(results.rewards.shape[1]):
        results.rewards[row, seat] = 0.0
        results.wins[row, seat] = 0.0
    results.done[row] = 0


@generic
def act(states: StateTable, at: int, action: int, one_round: int) -> bool:
    """Make the move that a legal action stands for, and return whether the episode is over."""
    state = states[at]
    rounds = rules.rounds_done(state)
    rules.decide(state, rules.move_of(state, action))
    go_on(states[at])
    return rules.is_over(state) or (one_round != 0 and rules.rounds_done(state) != rounds)


@generic
def reward_of(state: AnyState, seat: int, by_points: int) -> float:
    """A seat's reward at the end; the rewards of all seats add up to zero."""
    if by_points != 0:
        return lead_of(state, seat)
    fair: float = 1.0 / state.players
    return win_of(state, seat) - fair


@generic
def visit(tables: Tables, operation: Operation, action: int, at: int, row: int) -> int:
    """Do one operation at one table; 1 if its action is not legal, in which case nothing happens.

    The table and its place are at index `at` (they may be a copy), everything else is in `row`.
    This is always inlined, and called from only one place in a function: passing this many arrays
    takes longer than a move, and compiling this much code twice takes too long.
    """
    states, places, rows, results = tables.states, tables.places, tables.rows, tables.results
    settings = tables.settings[0]
    begins = operation == BEGIN
    if begins:
        seed(places[at].chance, DICE, places[at].seed)
    elif operation != SHOW:
        rewards = results.rewards
        as_they_come = settings.as_they_come != 0
        if results.done[row] != 0 or as_they_come:
            clear_results(results, row)
        if not is_marked(rows.words, row, action):
            return 0 if action == WAIT and settings.may_wait != 0 else 1
        if as_they_come:
            for seat in range(rewards.shape[1]):
                rewards[row, seat] = -lead_of(states[at], seat)
        ended = act(states, at, action, settings.one_round)
        if as_they_come:
            for seat in range(rewards.shape[1]):
                rewards[row, seat] += lead_of(states[at], seat)
        if ended:
            results.done[row] = 1
            for seat in range(rewards.shape[1]):
                results.wins[row, seat] = win_of(states[at], seat)
                if not as_they_come:
                    rewards[row, seat] = reward_of(states[at], seat, settings.by_points)
            if settings.stays != 0:
                clear_marks(rows, row, settings)
                return 0
            places[at].games += 1
            begins = True
    if begins:
        begin_game(states, at, places[at], tables.template)
    if begins or operation == SHOW:
        forget_written(rows, row)
    show(states, at, rows, row, settings)
    return 0


@generic
def greedy_action(tables: Tables, whim: int, row: int) -> int:
    """What the game's simple player would do at a table, or any action if that has no number."""
    state, words, chance = tables.states[row], tables.rows.words, tables.places[row].chance
    if rules.is_over(state):
        return WAIT
    action = signed(rules.action_of(state, rules.greedy_move(state, chance, whim)))
    if is_marked(words, row, action):
        return action
    return signed(rules.random_action(state, words, row, chance))


@long_generic
def greedy_slice(tables: Plain, whim: int, actions: Integers, first: int, last: int) -> None:
    """Write the `greedy_action` of each of these tables, on one CPU thread."""
    for row in range(first, last):
        actions[row] = greedy_action(named(tables), whim, row)


@long_generic
def run_slice(
    tables: Plain, actions: Integers, operation: Operation, moves: int, first: int, last: int
) -> int:
    """Do an operation at these tables, on one CPU thread; count the illegal actions.

    One function does all operations, because each would take as long to compile as this one.
    """
    batch = named(tables)
    words, refused = batch.rows.words, 0
    for row in range(first, last):
        for _ in range(moves):
            action = actions[row]
            if operation in (CHOOSE, PLAY):
                chance = batch.places[row].chance
                action = rules.random_action(batch.states[row], words, row, chance)
            if operation == CHOOSE:
                actions[row] = action
            else:
                refused += visit(batch, operation, action, row, row)
    return refused
