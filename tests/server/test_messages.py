"""The messages that a table understands, and those that it sends."""

import json
import re
from pathlib import Path
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints

import pytest

from katzentisch.server.api.models import TableState
from katzentisch.server.live import messages
from katzentisch.server.live.messages import ServerMessage, TableData, TableDataMessage
from katzentisch.server.web.messages import MESSAGES, AnyMessage, parsed_message

ROOT = Path(__file__).parents[2]
SOCKET = ROOT / "src/katzentisch/server/web/static/socket.js"

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


@pytest.mark.parametrize("number", [-1, 1_000_001])
def test_a_number_out_of_range_is_refused_over_the_socket_as_by_the_api(number):
    assert not understands({**MOVE, "number": number})


def in_typescript(kind: Any) -> str:
    """A Python type as TypeScript writes it."""
    inside, origin = get_args(kind), get_origin(kind)
    if origin is NotRequired:
        return in_typescript(inside[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inside)
    if origin is list:
        return f"{in_typescript(inside[0])}[]"
    if origin is tuple:
        return f"[{', '.join(map(in_typescript, inside))}]"
    plain = {int: "number", str: "string", bool: "boolean"}
    return plain[kind] if kind in plain else str(kind.__name__)


def sent() -> dict[str, dict[str, str]]:
    """The fields of every message that a table sends to browsers; optional ones with a `?`."""
    return {
        kind.__name__: {
            name + ("" if name in kind.__required_keys__ else "?"): in_typescript(hint)
            for name, hint in get_type_hints(kind).items()
        }
        for kind in get_args(ServerMessage)
        if kind is not TableDataMessage
    }


def described_in_the_script() -> dict[str, dict[str, str]]:
    """The fields of every type in socket.js."""
    text = SOCKET.read_text("utf-8")
    found = {
        name: {
            field.strip(): re.sub(r"\w+: ", "", kind).strip()
            for field, kind in re.findall(r"(\w+\??): ((?:\[[^\]]*\]|[^,\[])+(?:\[\])?)", fields)
        }
        for fields, name in re.findall(r"@typedef \{\{(.*)\}\} (\w+)", text)
    }
    for name, listed in re.findall(r"@typedef \{object\} (\w+)\n((?: \* @property.*\n)+)", text):
        found[name] = {
            field.strip("[]") + ("?" if field.startswith("[") else ""): kind
            for kind, field in re.findall(r"@property \{(.*)\} (\S+)", listed)
        }
    return found


def test_the_script_of_the_pages_has_the_same_types_as_the_server():
    described = described_in_the_script()
    assert len(sent()) == 8
    for name, fields in sent().items():
        assert described[name] == fields, name


@pytest.mark.parametrize("name", ["Moment", "Story"])
def test_parts_of_messages_have_the_same_fields_in_the_script(name):
    described = described_in_the_script()[name]
    fields = get_type_hints(getattr(messages, name))
    assert {field.removesuffix("?"): kind for field, kind in described.items()} == {
        field: in_typescript(kind) for field, kind in fields.items()
    }


def test_the_script_of_the_pages_sends_what_the_server_understands():
    described = described_in_the_script()
    models = get_args(get_args(AnyMessage)[0])
    understood = {
        in_typescript(model.model_fields["type"].annotation): {
            name: in_typescript(field.annotation) for name, field in model.model_fields.items()
        }
        for model in models
    }
    names = re.search(r"@typedef \{(.*)\} ClientMessage", SOCKET.read_text("utf-8"))[1]
    assert understood == {described[name]["type"]: described[name] for name in names.split(" | ")}


def test_programs_get_the_table_in_the_same_form_over_the_socket_as_from_the_api():
    assert get_type_hints(TableData).keys() == TableState.model_fields.keys()


def test_the_docs_list_the_messages_in_both_directions():
    page = (ROOT / "docs" / "serving.md").read_text("utf-8")
    listed = re.search(r"You receive (.*?)\nBrowsers get", page, re.DOTALL)[1]
    ours = {fields["type"].strip('"') for fields in sent().values()}
    assert set(re.findall(r"`(\w+)`(?= \(|, |\.| and)", listed)) == ours
    rows = re.findall(r"^\| `(\{.*\})` \|", page, re.MULTILINE)
    assert [json.loads(row)["type"] for row in rows] == [one["type"] for one in UNDERSTOOD]
    assert all(understands(json.loads(row)) for row in rows)
