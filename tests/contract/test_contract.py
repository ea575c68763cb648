"""The contract that every game keeps, whatever its rules; tested compiled and interpreted."""

import json

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import katzentisch as kt
from katzentisch.games import game as find_game
from katzentisch.games.cat_box.rules import moves as cat_box_moves
from katzentisch.games.cat_box.tensors.observation import is_shown
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.core.contract import Rules

from kits import kit
from kits.sampling import FEW, every_game, every_variant, games_each, played, positions

ONLY_OF_SEATS = {  # figures counted for seats but not for the table
    "cat-box": {"own kittens or boxes seen"},
    "ed-the-cat": {"minus points", "rounds ended"},
}


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
def test_an_unfinished_game_is_recorded_too(slug, options):
    for match in positions(slug, options, FEW):
        transcript = json.loads(json.dumps(match.transcript()))
        kit(slug).judge(transcript)
        assert kt.verify(transcript).moves == match.moves


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
        assert all(move in there or is_beyond(slug, match.state, move) for move in moves)


def is_beyond(slug, state, move):
    """Is a move without an action? On the widest tables of Cat Box the outermost spots are."""
    has_spot = slug == "cat-box" and cat_box_moves.thing_of(move) < cat_box_moves.ELSE
    return has_spot and not is_shown(state, cat_box_moves.spot_of(move))


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
def test_the_figures_of_seats_add_up_to_those_of_the_table(slug, options):
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
    assert set(game.SEAT_FIGURES) - set(game.FIGURES) == ONLY_OF_SEATS.get(slug, set())
    for name, total in zip(game.SEAT_FIGURES[1:], seats.sum(axis=0).tolist()[1:], strict=True):
        assert name not in counted or counted[name] == total


@every_game
def test_names_of_moves_convert_to_numbers_and_back(slug):
    game = find_game(slug)
    for options in kit(slug).VARIANTS:
        for match in positions(slug, options, 1):
            for number in match.legal_numbers():
                assert game.number_of(game.name_of(number)) == number


@every_game
def test_a_copy_is_independent(slug):
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
    assume(move not in match.legal() and move not in match.legal_numbers())
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
def test_options_are_complete_and_wrong_or_unknown_ones_are_refused(slug):
    match = kt.new(slug)
    for bad in ({"players": 1}, {"players": 99}, {"players": "x"}, {"nonsense": 1}, {"start": 9}):
        with pytest.raises(kt.Refused):
            kt.new(slug, **bad)
    assert set(match.options.to_dict()) >= {"players", "start"}


@every_game
def test_events_and_moves_can_be_described_in_both_languages(slug):
    from pathlib import Path

    from katzentisch.games.core.i18n import words

    game = find_game(slug)
    folder = Path(str(game.__file__)).parent / "ui"
    match = played(slug, {}, 3)
    names = ["Anna", "Ben", "Cleo", "Dino", "Edda", "Fritz"][: match.players]
    moves = [event["move"] for event in match.events() if event["event"] == "move"]
    happened = {}
    for language in ("en", "de"):
        _ = words(language, folder)
        happened[language] = [game.describe_event(event, names, _) for event in match.events()]
        happened[language] += [game.describe_move(move, _) for move in moves]
        assert "" not in happened[language]
    same = [one for one, other in zip(happened["en"], happened["de"], strict=True) if one == other]
    assert len(same) < len(happened["en"]) / 2, "names and numbers may be alike, sentences may not"
