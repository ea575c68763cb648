"""Verifying transcripts: the first wrong event is named, whatever the file holds."""

import copy
import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import katzentisch as kt
from katzentisch.bots import play_to_the_end


def written(slug: str = "cat-in-the-box", legal: bool = False) -> dict:
    match = kt.new(slug, seed=3)
    match.seats = ["random"] * match.players
    play_to_the_end(match)
    return json.loads(json.dumps(match.transcript(legal=legal)))


WRITTEN = {slug: written(slug) for slug in kt.all_games()}
GOOD = WRITTEN["cat-in-the-box"]

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize("legal", [False, True])
@pytest.mark.parametrize("slug", kt.all_games())
def test_a_correct_transcript_passes(slug, legal):
    assert kt.verify(written(slug, legal)).over


def test_a_transcript_of_an_unfinished_game_passes():
    match = kt.new("cat-in-the-box", seed=1)
    match.play(match.legal()[0])
    assert kt.verify(match.transcript()).moves == match.moves


def refused(transcript: object) -> str:
    with pytest.raises(kt.Refused) as refusal:
        kt.verify(transcript)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def changed(**changes: object) -> dict:
    return {**copy.deepcopy(GOOD), **changes}


def test_an_illegal_move_is_named_with_its_event_and_the_rule():
    wrong = changed()
    wrong["events"][1]["move"] = "predict 2"
    assert refused(wrong) == "Event 1, 'predict 2': This is not the time for predictions."


def test_a_changed_event_is_shown_as_it_should_be():
    wrong = changed()
    wrong["events"][0]["hands"][0][0] = 9
    assert refused(wrong).startswith('Event 0 should be {"event": "deal"')


def test_a_missing_event_is_named():
    wrong = changed()
    del wrong["events"][-1]
    assert "is missing" in refused(wrong)


def test_an_extra_event_is_named():
    wrong = changed()
    wrong["events"].append({"event": "trick", "winner": 0})
    assert "is one too many" in refused(wrong)


def test_a_wrong_result_is_named():
    assert "The result should be" in refused(changed(result={"scores": [], "winners": []}))


def test_an_integer_written_as_a_float_is_a_different_number():
    wrong = changed()
    wrong["events"][-1]["points"][0] = float(wrong["events"][-1]["points"][0])
    assert "should be" in refused(wrong)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rules": 99}, "version"),
        ({"katzentisch": 2}, "format"),
        ({"game": "chess"}, "no game"),
        ({"game": 3}, "string"),
        ({"seed": None}, "redacted"),
        ({"seed": -1}, "seed"),
        ({"seed": "0x17"}, "seed"),
        ({"seats": ["random"]}, "seat names"),
        ({"options": {"players": 4}}, "complete"),
        ({"options": {"players": 7}}, "players must be"),
        ({"events": {}}, "list"),
    ],
)
def test_a_wrong_header_is_refused_with_a_reason(changes, said):
    assert said in refused(changed(**changes))


@given(garbage=anything)
def test_garbage_is_not_a_transcript(garbage):
    refused(garbage)


def other_than(value: object, garbage: object) -> object:
    """The garbage, put in a list if it happens to equal this value."""
    return [garbage] if json.dumps(garbage) == json.dumps(value) else garbage


@given(key=st.sampled_from(sorted(GOOD.keys() - {"seats"})), garbage=anything)
def test_garbage_under_any_key_is_refused(key, garbage):
    refused(changed(**{key: other_than(GOOD[key], garbage)}))


ENTRIES = [
    (slug, number, key)
    for slug, transcript in WRITTEN.items()
    for number, event in enumerate(transcript["events"])
    for key in event
]


@settings(deadline=None)
@given(entry=st.sampled_from(ENTRIES), garbage=anything)
def test_garbage_in_any_event_is_refused(entry, garbage):
    slug, number, key = entry
    transcript = copy.deepcopy(WRITTEN[slug])
    event = transcript["events"][number]
    event[key] = other_than(event[key], garbage)
    assert "vent" in refused(transcript)


def kind_and_seat(event: dict) -> tuple[str, int | None]:
    return event["event"], event.get("seat")


DIFFERENT = [
    (one, other)
    for (one, event), (other, later) in itertools.combinations(enumerate(GOOD["events"]), 2)
    if kind_and_seat(event) != kind_and_seat(later)
]


@settings(deadline=None)
@given(pair=st.sampled_from(DIFFERENT))
def test_swapped_events_of_different_seats_or_kinds_are_refused(pair):
    one, other = pair
    transcript = copy.deepcopy(GOOD)
    events = transcript["events"]
    events[one], events[other] = events[other], events[one]
    refused(transcript)
