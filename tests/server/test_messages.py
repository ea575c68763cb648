"""The messages that a table understands."""

import json
from typing import Any

import pytest

from katzentisch.server.web.messages import MESSAGES, parsed_message

MOVE: dict[str, Any] = {"type": "move", "move": "discard 1", "number": 0}
UNDERSTOOD: list[dict[str, Any]] = [
    MOVE,
    {"type": "undo"},
    {"type": "hint"},
    {"type": "say", "text": "hello"},
    {"type": "here"},
]


def understands(message: Any) -> bool:
    return parsed_message(json.dumps(message)) is not None


@pytest.mark.parametrize("message", UNDERSTOOD, ids=lambda message: message["type"])
def test_every_message_has_a_type(message):
    parsed = parsed_message(json.dumps(message))
    assert parsed is not None
    assert parsed.model_dump() == message


def test_every_kind_of_message_is_tested():
    kinds = MESSAGES.json_schema()["discriminator"]["mapping"]
    assert set(kinds) == {message["type"] for message in UNDERSTOOD}


@pytest.mark.parametrize(
    "message",
    [{"move": "discard 1", "number": 0}, {"undo": True}, {"hint": True}, {"say": "hello"}, {}],
)
def test_a_message_without_a_type_is_refused(message):
    assert not understands(message)


@pytest.mark.parametrize("kind", ["table", "", "Move", None, True, 0, ["undo"], {"undo": True}])
def test_an_unknown_type_is_refused(kind):
    assert not understands({**MOVE, "type": kind})


@pytest.mark.parametrize("number", [True, False, 0.0, "0", None, [], {}])
def test_only_an_integer_is_a_number(number):
    assert not understands({**MOVE, "number": number})


@pytest.mark.parametrize("text", [0, True, None, ["hello"]])
def test_only_text_can_be_said(text):
    assert not understands({"type": "say", "text": text})


@pytest.mark.parametrize("message", UNDERSTOOD, ids=lambda message: message["type"])
def test_a_message_with_an_unknown_or_a_missing_field_is_refused(message):
    assert not understands({**message, "more": 1})
    for missing in message:
        assert not understands({name: message[name] for name in message if name != missing})


@pytest.mark.parametrize("text", ["", "undo", "[]", "NaN", "[" * 1900, '{"type":' * 200, "\ud800"])
def test_anything_else_is_refused(text):
    assert parsed_message(text) is None
