"""What `stepping` does at one table, as kernels: one GPU thread for each table."""

from functools import cache
from typing import Any

from katzentisch.envs import stepping
from katzentisch.envs.stepping import PLAY, Integers, Operation, Tables, Wanted
from katzentisch.games import game as find_game
from katzentisch.games.core.compiler import cuda_module, record_type
from katzentisch.games.core.jit import compiled
from katzentisch.games.core.record import Record, Table

cuda: Any = cuda_module()


@cache
def kernels(slug: str) -> dict[str, Any]:
    """A game's functions for a GPU: each thread has one table."""
    game = find_game(slug)
    visit, show_to = stepping.visit.inner(game), stepping.show_to.inner(game)
    greedy_action, imagine_at = stepping.greedy_action.inner(game), stepping.imagine_at.inner(game)
    random_action = compiled(game.random_action)
    copy_record = compiled(stepping.copy_record)
    state_type, place_type = record_type(game.State.dtype), record_type(stepping.Place.dtype)

    def run(tables: Tables, actions: Integers, refused: Integers, operation: Operation) -> None:
        row = cuda.grid(1)
        if row < len(tables.states) and visit(tables, operation, actions[row], row, row) != 0:
            cuda.atomic.add(refused, 0, 1)

    def play(tables: Tables, moves: int) -> None:
        row = cuda.grid(1)
        if row < len(tables.states):
            # In thread-local memory, the same word of all threads is contiguous.
            own, place = cuda.local.array(1, state_type), cuda.local.array(1, place_type)
            copy_record(own, 0, tables.states, row)
            copy_record(place, 0, tables.places, row)
            copy = Tables(own, place, tables.template, tables.settings, tables.rows, tables.results)
            for _ in range(moves):
                action = random_action(own[0], tables.rows.words, row, place[0].chance)
                visit(copy, PLAY, action, 0, row)
            copy_record(tables.states, row, own, 0)
            copy_record(tables.places, row, place, 0)

    def choose(tables: Tables, actions: Integers) -> None:
        row = cuda.grid(1)
        if row < len(tables.states):
            chance = tables.places[row].chance
            actions[row] = random_action(tables.states[row], tables.rows.words, row, chance)

    def show(tables: Tables, seen: Table[Record], steps: int) -> None:
        row = cuda.grid(1)
        if row < len(tables.states):
            show_to(tables.states, tables.rows.to_act, steps, seen, row)

    def greedy(tables: Tables, actions: Integers, whim: int) -> None:
        row = cuda.grid(1)
        if row < len(tables.states):
            actions[row] = greedy_action(tables, whim, row)

    def imagine(tables: Tables, wanted: Wanted) -> None:
        row = cuda.grid(1)
        if row < len(wanted.sources):
            imagine_at(tables, wanted, row)

    return {one.__name__: cuda.jit(one) for one in (run, play, choose, show, greedy, imagine)}
