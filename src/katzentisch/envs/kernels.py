"""What `stepping` does at one table, as kernels: a thread of the GPU for each table."""

from collections.abc import Callable
from functools import cache
from typing import Any

from katzentisch.envs import stepping
from katzentisch.games import game as find_game
from katzentisch.games.core.jit import cuda_module, record_type

cuda: Any = cuda_module()


@cache
def kernels(slug: str) -> dict[str, Callable[..., None]]:
    """A game's functions for a GPU: each thread has one table."""
    game = find_game(slug)
    visit, show_to = stepping.visit.of(game), stepping.show_to.of(game)
    greedy_action, imagine_at = stepping.greedy_action.of(game), stepping.imagine_at.of(game)
    random_action, copy_record = game.random_action, stepping.copy_record
    state_type, place_type = record_type(game.State.dtype), record_type(stepping.Place.dtype)

    def run(
        states: Any,
        places: Any,
        template: Any,
        seen: Any,
        words: Any,
        masks: Any,
        to_act: Any,
        stamps: Any,
        rewards: Any,
        wins: Any,
        done: Any,
        habits: Any,
        actions: Any,
        refused: Any,
        steps: int,
    ) -> None:
        row = cuda.grid(1)
        if row < len(states):
            rows, ends = (seen, words, masks, to_act, stamps), (rewards, wins, done)
            action = actions[row]
            if visit(states, places, template, rows, ends, habits, steps, action, row, row) != 0:
                cuda.atomic.add(refused, 0, 1)

    def roll(
        states: Any,
        places: Any,
        template: Any,
        seen: Any,
        words: Any,
        masks: Any,
        to_act: Any,
        stamps: Any,
        rewards: Any,
        wins: Any,
        done: Any,
        habits: Any,
        steps: int,
    ) -> None:
        row = cuda.grid(1)
        if row < len(states):
            rows, ends = (seen, words, masks, to_act, stamps), (rewards, wins, done)
            # In threads' own memory the same word of all of them lies together.
            own, place = cuda.local.array(1, state_type), cuda.local.array(1, place_type)
            copy_record(own, 0, states, row)
            copy_record(place, 0, places, row)
            for _ in range(steps):
                action = random_action(own[0], words, row, place[0].chance)
                visit(own, place, template, rows, ends, habits, steps, action, 0, row)
            copy_record(states, row, own, 0)
            copy_record(places, row, place, 0)

    def choose(states: Any, places: Any, words: Any, actions: Any) -> None:
        row = cuda.grid(1)
        if row < len(states):
            actions[row] = random_action(states[row], words, row, places[row].chance)

    def show(states: Any, to_act: Any, seen: Any, steps: int) -> None:
        row = cuda.grid(1)
        if row < len(states):
            show_to(states, to_act, steps, seen, row)

    def greedy(states: Any, places: Any, words: Any, actions: Any, whim: int) -> None:
        row = cuda.grid(1)
        if row < len(states):
            actions[row] = greedy_action(states, places, words, whim, row)

    def imagine(
        sources: Any,
        seeds: Any,
        states: Any,
        places: Any,
        records: Any,
        seen: Any,
        words: Any,
        masks: Any,
        to_act: Any,
        stamps: Any,
        rewards: Any,
        wins: Any,
        done: Any,
        habits: Any,
    ) -> None:
        row = cuda.grid(1)
        if row < len(sources):
            rows, ends = (seen, words, masks, to_act, stamps), (rewards, wins, done)
            imagine_at(states, places, records, sources, seeds, rows, ends, habits, row)

    return {one.__name__: cuda.jit(one) for one in (run, roll, choose, show, greedy, imagine)}
