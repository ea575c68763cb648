"""Who knows what, in every game: views, events, observations, and what a seat imagines."""

import json
import random
from typing import Any

import numpy as np

from katzentisch.games import game as find_game
from katzentisch.games.core.contract import Rules
from katzentisch.play.seeds import dice_for

from kits import kit
from kits.sampling import FEW, every_variant, games_each, positions, watchers

GUESSING = ("ed-the-cat",)  # worlds it imagines keep an onlooker's guesses about what moved


@every_variant
def test_something_is_hidden_from_every_seat(slug, options):
    """The swaps in the tests below really change something, or those tests would prove nothing."""
    changes = dict.fromkeys(range(-1, 6), 0)
    for match in positions(slug, options, FEW):
        for seat in watchers(match):
            swapped = match.state.copy()
            kit(slug).swap_unseen(swapped, seat, random.Random(seat))
            changes[seat] += bool(swapped != match.state)
    assert all(changes[seat] for seat in watchers(match)), changes


@every_variant
def test_a_seat_cannot_tell_what_it_has_not_seen(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(FEW, games_each(slug) // 3)):
        for seat in watchers(match):
            swapped = match.state.copy()
            kit(slug).swap_unseen(swapped, seat, random.Random(seat))
            assert game.view(swapped, seat) == game.view(match.state, seat)


@every_variant
def test_what_a_seat_imagines_does_not_depend_on_what_it_has_not_seen(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(FEW, games_each(slug) // 3)):
        for seat in watchers(match):
            swapped = match.state.copy()
            kit(slug).swap_unseen(swapped, seat, random.Random(seat))
            assert imagined(game, swapped, seat) == imagined(game, match.state, seat)


def imagined(game: Rules, state: Any, seat: int) -> bytes:
    world = state.copy()
    game.imagine(world, seat, dice_for(7, "test")[0].chance)
    # Field by field, because bytes between them may belong to no field.
    return b"".join(world[name].tobytes() for name in game.State.dtype.names or ())


def encoded(game: Rules, state: Any, seat: int, before: int = 0) -> bytes:
    seen = game.Seen.table(1)
    seen.view(np.int8)[:] = before
    game.encode(state, seat, seen[0])
    return b"".join(seen[name].tobytes() for name in game.Seen.dtype.names or ())


@every_variant
def test_an_observation_does_not_depend_on_what_a_seat_has_not_seen(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(FEW, games_each(slug) // 3)):
        for seat in range(match.players):
            swapped = match.state.copy()
            kit(slug).swap_unseen(swapped, seat, random.Random(seat))
            assert encoded(game, swapped, seat) == encoded(game, match.state, seat, 77)


@every_variant
def test_imagining_twice_is_the_same_as_imagining_once(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(1, games_each(slug) // 6)):
        for seat in range(match.players):
            world = match.state.copy()
            game.imagine(world, seat, dice_for(1, "first")[0].chance)
            if slug not in GUESSING:
                assert imagined(game, world, seat) == imagined(game, match.state, seat)
            game.imagine(world, seat, dice_for(2, "second")[0].chance)
            kit(slug).check_world(match, seat, world)


@every_variant
def test_a_seat_observes_the_same_in_every_world_it_imagines(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(1, games_each(slug) // 3)):
        for seat in range(match.players):
            world = match.state.copy()
            game.imagine(world, seat, dice_for(match.seed, f"test {seat}")[0].chance)
            assert encoded(game, world, seat) == encoded(game, match.state, seat)


@every_variant
def test_every_imagined_world_explains_the_past(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(FEW, games_each(slug) // 3)):
        for seat in watchers(match):
            world = match.state.copy()
            game.imagine(world, seat, dice_for(match.seed, f"test {seat}")[0].chance)
            kit(slug).check_world(match, seat, world)


@every_variant
def test_views_are_plain_json(slug, options):
    for match in positions(slug, options, FEW):
        for seat in (None, *range(match.players)):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view


@every_variant
def test_a_redacted_transcript_has_the_same_events_in_the_same_order(slug, options):
    for match in positions(slug, options, FEW):
        kinds = [event["event"] for event in match.events()]
        for seat in (None, *range(match.players)):
            redacted = match.transcript_for(seat)
            assert [event["event"] for event in redacted["events"]] == kinds
            assert (redacted["seed"] is None) == (not match.over)
            json.dumps(redacted)


@every_variant
def test_later_events_are_redacted_the_same_without_the_earlier_ones(slug, options):
    for match in positions(slug, options, FEW):
        for seat in (None, *range(match.players)):
            known = match.events_for(seat)
            for start in range(len(known) + 1):
                assert match.events_for(seat, start) == known[start:]
