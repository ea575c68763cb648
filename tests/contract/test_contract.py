"""The contract that every game keeps, whatever its rules are. Runs in both modes."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import katzentisch as kt
from katzentisch.bots import NAMES, Bot, play_to_the_end
from katzentisch.bots.network import multiply
from katzentisch.bots.tree import Outcome
from katzentisch.bots.worth import weigh
from katzentisch.games import game as find_game
from katzentisch.games.ground.compiling import COMPILED
from katzentisch.games.ground.contract import Rules
from katzentisch.play.seeds import dice_for

from kits import kit, variants

# Interpreted rules are slow; they are the same rules, so fewer games show as much.
GAMES_A_GAME = 60 if COMPILED else 12
POSITIONS = 5 if COMPILED else 2
FEW = 2 if COMPILED else 1  # games where one shows as much as many
QUICK = ("random", "greedy", "easy")
GUESSING = ("ed-the-cat",)  # an onlooker's guesses of what moved are kept in what it imagines
TURNS = 8  # for bots that think: enough to go down the tree, and quick

VARIANTS, IDS = variants(kt.all_games())
if not COMPILED:
    # Interpreted, Cat Box takes seconds a game: every fourth of its variants.
    fewer = [i for i, (slug, _) in enumerate(VARIANTS) if slug != "cat-box" or i % 4 == 0]
    VARIANTS, IDS = [VARIANTS[i] for i in fewer], [IDS[i] for i in fewer]
every_variant = pytest.mark.parametrize(("slug", "options"), VARIANTS, ids=IDS)
every_game = pytest.mark.parametrize("slug", kt.all_games())


def games_each(slug: str) -> int:
    """How many games of each variant: a game with many variants plays fewer of each."""
    return max(1, GAMES_A_GAME // len(kit(slug).VARIANTS))


def played(slug: str, options: dict[str, Any], seed: int, bot: str = "random") -> kt.Match:
    match = kt.new(slug, seed=seed, **options)
    match.seats = [bot] * match.players
    play_to_the_end(match)
    return match


@cache
def moves_of(slug: str, told: str, seed: int, bot: str) -> list[int]:
    """The moves of a game, which many tests look at; options are told as JSON."""
    return played(slug, json.loads(told), seed, bot).moves


def positions(slug: str, options: dict[str, Any], games: int) -> Iterator[kt.Match]:
    """Some positions of random and greedy games, their ends included."""
    for seed in range(games):
        bot = ("random", "greedy")[seed % 2]
        moves = moves_of(slug, json.dumps(options), seed, bot)
        rng = random.Random(seed)
        stops = sorted({rng.randrange(len(moves)) for _ in range(POSITIONS)})
        match = kt.new(slug, seed=seed, **options)
        for stop in [*stops, len(moves)]:
            for move in moves[len(match.moves) : stop]:
                match.play(move)
            yield match.copy()


def watchers(match: kt.Match) -> Iterator[int]:
    yield from range(-1, match.players)


@every_game
def test_a_game_has_every_name_of_the_contract(slug):
    names = {name for name in vars(Rules) if not name.startswith("_")} | set(Rules.__annotations__)
    assert {name for name in names if not hasattr(find_game(slug), name)} == set()


@every_variant
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_referee_finds_nothing_wrong_with_any_game(slug, options, bot):
    for seed in range(games_each(slug)):
        transcript = played(slug, options, seed, bot).transcript(legal=True)
        kit(slug).judge(json.loads(json.dumps(transcript)))


@every_variant
def test_an_unfinished_game_is_written_down_too(slug, options):
    for match in positions(slug, options, FEW):
        transcript = json.loads(json.dumps(match.transcript()))
        kit(slug).judge(transcript)
        assert kt.verify(transcript).moves == match.moves


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
    # Field by field: between fields there may be bytes that belong to none.
    return b"".join(world[name].tobytes() for name in game.State.dtype.names or ())


def encoded(game: Rules, state: Any, seat: int, before: int = 0) -> bytes:
    seen = game.Seen.table(1)
    seen.view(np.int8)[:] = before
    game.encode(state, seat, seen[0])
    return b"".join(seen[name].tobytes() for name in game.Seen.dtype.names or ())


@every_variant
def test_what_is_encoded_does_not_depend_on_what_a_seat_has_not_seen(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(FEW, games_each(slug) // 3)):
        for seat in range(match.players):
            swapped = match.state.copy()
            kit(slug).swap_unseen(swapped, seat, random.Random(seat))
            assert encoded(game, swapped, seat) == encoded(game, match.state, seat, 77)


@every_variant
def test_every_legal_move_is_an_action_and_no_other_action_is_marked(slug, options):
    game = find_game(slug)
    for match in positions(slug, options, max(1, games_each(slug) // 6)):
        count = game.count_actions(match.options)
        words = np.full((2, -(-count // 64)), 77, np.int64)
        game.mark_legal(match.state, words, 1)
        marked = set(np.flatnonzero(np.unpackbits(words[1].view(np.uint8), bitorder="little")))
        moves = match.legal_numbers()
        chosen = {move: int(game.action_of(match.state, move)) for move in moves}
        there = {m: a for m, a in chosen.items() if game.move_of(match.state, a) == m}
        assert marked == set(there.values())
        assert max(marked, default=0) < count
        # On the widest tables of Cat Box the outermost spots have no action of their own.
        assert len(there) == len(moves) or (slug == "cat-box" and there)


def quick_bot(name: str, match: kt.Match) -> Bot:
    """A bot with little work; `hard` has none, and with turns would no longer draw its moves."""
    return Bot(name, match, match.to_act, None if name == "hard" else TURNS)


@every_variant
def test_a_bot_does_not_peek(slug, options):
    for match in positions(slug, options, max(FEW, games_each(slug) // 3)):
        if match.over:
            continue
        swapped = match.copy()
        kit(slug).swap_unseen(swapped.state, match.to_act, random.Random(1))
        for name in NAMES if COMPILED else QUICK:
            bots = [quick_bot(name, match) for _ in range(2)]
            assert bots[0].choose(match) == bots[1].choose(swapped)


@every_variant
def test_what_a_bot_chooses_is_legal_and_leaves_the_match_alone(slug, options):
    for match in positions(slug, options, 1):
        before = match.state.copy()
        for name in NAMES if COMPILED else QUICK:
            if not match.over:
                choice = quick_bot(name, match).choose(match)
                assert choice in match.legal_numbers()
        assert match.state == before


@every_game
def test_a_search_runs_interpreted_too(slug):
    match = played(slug, {}, 1)
    late = kt.new(slug, seed=1)
    for move in match.moves[: -min(6, len(match.moves))]:
        late.play(move)
    thinking: dict[str, int | None] = {"search": 2, "flat": 2, "hard": None, "expert": 2}
    if late.game.PICTURE is not None:
        del thinking["expert"]  # interpreted, one of its thoughts takes seconds
    for name, turns in thinking.items():
        assert Bot(name, late, late.to_act, turns).choose(late) in late.legal_numbers()


def test_a_network_adds_up_alike_compiled_and_interpreted():
    chance = np.random.default_rng(1)
    weights, found = (chance.normal(size=size).astype(np.float32) for size in ((9, 5), 9))
    sums = chance.normal(size=5).astype(np.float32)
    found[[1, 6]] = 0
    expected = sums.copy()
    for i in range(5):
        a, b, c, d, *rest = (found[k] * weights[k, i] for k in (0, 2, 3, 4, 5, 7, 8))
        expected[i] += (a + b) + (c + d)
        for more in rest:
            expected[i] += more
    multiply(weights, found, sums)
    assert sums.tolist() == expected.tolist()


@every_variant
def test_a_standing_has_a_worth_between_nothing_and_all(slug, options):
    weigh_standing = weigh.of(find_game(slug))
    outcome = Outcome.blank()
    for match in positions(slug, options, FEW):
        weigh_standing(match.state, outcome)
        worths = outcome.worth[: match.players].tolist()
        assert all(0 <= worth <= 1 for worth in worths)
        assert sum(worths) == pytest.approx(1)
        if match.over:
            assert all(worths[seat] == max(worths) for seat in match.winners)


@every_variant
def test_a_stretch_that_is_over_never_comes_back(slug, options):
    game = find_game(slug)
    whole = played(slug, options, 1)
    match = kt.new(slug, seed=1, **options)
    stretches = [game.stretch(match.state)]
    for move in whole.moves:
        match.play(move)
        stretches.append(game.stretch(match.state))
    assert stretches == sorted(stretches)


@every_variant
def test_what_is_counted_for_seats_adds_up_to_what_is_counted_for_the_table(slug, options):
    game = find_game(slug)
    whole = played(slug, options, 2)
    state = kt.new(slug, seed=2, **options).state
    table = np.zeros(len(game.FIGURES), np.int64)
    seats = np.zeros((whole.players, len(game.SEAT_FIGURES)), np.int64)
    for move in whole.moves:
        game.decide(state, move)
        while not game.waits(state):
            game.tally(state, table)
            for seat in range(whole.players):
                game.tally_seat(state, seat, seats[seat])
            game.step(state)
    counted = dict(zip(game.FIGURES, table.tolist(), strict=True))
    assert (seats[:, 0] == counted[game.SEAT_FIGURES[0]]).all()
    for name, total in zip(game.SEAT_FIGURES[1:], seats.sum(axis=0).tolist()[1:], strict=True):
        assert counted.get(name, total) == total


@every_variant
def test_to_imagine_again_is_to_imagine(slug, options):
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
def test_in_a_world_that_a_seat_imagines_it_is_told_the_same(slug, options):
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
def test_what_may_be_known_of_later_events_does_not_hang_on_earlier_ones(slug, options):
    for match in positions(slug, options, FEW):
        for seat in (None, *range(match.players)):
            known = match.events_for(seat)
            for start in range(len(known) + 1):
                assert match.events_for(seat, start) == known[start:]


@every_game
def test_names_and_numbers_of_moves_go_both_ways(slug):
    game = find_game(slug)
    for options in kit(slug).VARIANTS:
        for match in positions(slug, options, 1):
            for number in match.legal_numbers():
                assert game.number_of(game.name_of(number)) == number


@every_game
def test_a_copy_goes_its_own_way(slug):
    match = kt.new(slug, seed=1)
    match.play(match.legal()[0])
    twin = match.copy()
    before = match.transcript()
    twin.play(twin.legal()[0])
    assert match.transcript() == before
    assert len(twin.transcript()["events"]) > len(before["events"])


@every_game
@settings(deadline=None, max_examples=100 if COMPILED else 20)
@given(move=st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.binary()))
def test_garbage_is_refused_with_one_sentence_and_changes_nothing(slug, move):
    match = kt.new(slug, seed=1)
    before = match.transcript()
    with pytest.raises(kt.Refused) as refusal:
        match.play(move)
    assert "\n" not in str(refusal.value)
    assert match.transcript() == before


@every_variant
def test_every_move_that_is_not_legal_is_refused_with_a_reason(slug, options):
    names = {name for match in positions(slug, options, FEW) for name in match.legal()}
    for match in positions(slug, options, FEW):
        others = sorted(names - set(match.legal()))
        for name in others[:: 1 + len(others) // 60]:
            before = match.state.copy()
            with pytest.raises(kt.Refused) as refusal:
                match.play(name)
            assert str(refusal.value).endswith(".")
            assert match.state == before


@every_game
def test_a_seed_replays_the_same_game(slug):
    games = [played(slug, {}, 5).transcript() for _ in range(2)]
    assert games[0] == games[1] != played(slug, {}, 6).transcript()
    hexed = kt.new(slug, seed="0123456789abcdef0123456789abcdef")
    assert kt.verify(hexed.transcript()).seed == hexed.seed


@every_game
def test_options_are_complete_and_strange_ones_refused(slug):
    match = kt.new(slug)
    for bad in ({"players": 1}, {"players": 99}, {"players": "x"}, {"nonsense": 1}, {"start": 9}):
        with pytest.raises(kt.Refused):
            kt.new(slug, **bad)
    assert set(match.options.told()) >= {"players", "start"}


@every_game
def test_events_and_moves_can_be_told_in_both_languages(slug):
    from pathlib import Path

    from katzentisch.games.ground.words import words

    game = find_game(slug)
    folder = Path(str(game.__file__)).parent
    match = played(slug, {}, 3)
    names = ["Anna", "Ben", "Cleo", "Dino", "Edda", "Fritz"][: match.players]
    for language in ("en", "de"):
        _ = words(language, folder)
        for event in match.events():
            assert game.told_event(event, names, _) != ""
            if event["event"] == "move":
                assert game.told_move(event["move"], _)
