"""Whatever is sent, nothing fails here: bad input gets one sentence and a status below 500."""

import copy
import hashlib
import io
import json
import socket
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.play.commitment import commitment
from katzentisch.play.match import new_match
from katzentisch.server.app import create_app
from katzentisch.server.settings import Settings
from katzentisch.server.untrusted import DEEPEST, plain_text, strict_json
from katzentisch.server.web.auth import checked_name, new_token

from server_people import Server

GAME = "cat-in-the-box"
REVERSES = "\u202e\u202d\u2066\u2067\u2069\u200e\u200f\u061c"
# Each is valid for `json.loads`, or nearly, and troubles a program that expects no such thing.
ODD = {
    "a lone surrogate": '"\\ud800"',
    "a NUL": '"\\u0000"',
    "controls": '"\\u0007\\u202e"',
    "a huge integer": "9" * 4000,
    "an integer of too many digits": "9" * 5000,
    "a negative integer": "-" + "9" * 400,
    "a number that is none": "NaN",
    "infinity": "-Infinity",
    "a number too large to be one": "1e999",
    "deep lists": "[" * 900 + "]" * 900,
    "deep objects": '{"x":' * 900 + "0" + "}" * 900,
    "a key that appears twice": '{"x": 1, "x": 2}',
    "a key that is a surrogate": '{"\\udfff": 1}',
    "a list": "[[], {}]",
    "null": "null",
    "true": "true",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), pace=0, limits=1000)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        client.get("/")
        yield client


def is_one_sentence(answer: Any) -> bool:
    """A refusal: a status for bad input, and a sentence."""
    page = 'role="alert"' in answer.text or '"refused":"' in answer.text.replace(" ", "")
    return 400 <= answer.status_code < 500 and page and "Traceback" not in answer.text


def upload(site: TestClient, text: str | bytes) -> Any:
    given = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return site.post("/upload", files={"transcript": ("game.json", io.BytesIO(given))})


@pytest.fixture(scope="module")
def transcript() -> dict[str, Any]:
    match = new_match("ed-the-cat", {"players": 2, "limit": 1}, 4, ["random", "random"])
    play_to_the_end(match)
    return match.transcript()


HERE = "HERE"  # where odd text is put


def places(found: Any) -> Iterator[tuple[Any, Any]]:
    """Each place in a transcript: the object or list that it is in, and its key."""
    keys = list(found) if isinstance(found, dict) else range(min(len(found), 3))
    for key in keys:
        yield found, key
        if isinstance(found[key], dict | list):
            yield from places(found[key])


@pytest.mark.parametrize("odd", ODD)
def test_odd_json_anywhere_in_a_transcript_is_refused_in_a_sentence(site, transcript, odd):
    salt = "0" * 32
    promised = {"sha256": commitment(transcript["seed"], salt), "salt": salt}
    transcript = {**transcript, "commitment": promised}
    for number, _place in enumerate(places(transcript)):
        twin = copy.deepcopy(transcript)
        inside, key = list(places(twin))[number]
        before, inside[key] = inside[key], HERE
        answer = upload(site, json.dumps(twin).replace(f'"{HERE}"', ODD[odd]))
        if odd in ("a NUL", "controls") and inside is twin["seats"]:
            assert answer.status_code == 303, "a name, which is cleaned"
            continue
        assert is_one_sentence(answer), (key, before, answer.text[:300])


def test_a_transcript_with_raw_surrogates_or_a_salt_that_is_none_is_refused(site, transcript):
    seats = {**transcript, "seats": ["\ud800", "b"]}
    assert is_one_sentence(upload(site, json.dumps(seats, ensure_ascii=False)))
    for salt in ("\ud800", "\x00", "x" * 100_000):
        digest = hashlib.sha256(f"4:{salt}".encode(errors="surrogatepass"))
        promised = {"sha256": digest.hexdigest(), "salt": salt}
        answer = upload(site, json.dumps({**transcript, "commitment": promised}))
        assert is_one_sentence(answer), answer.text[:300]


def test_names_in_an_uploaded_game_are_cleaned(site, transcript):
    seats = [f"A\x00b{REVERSES}", "\u202e\x07"]
    answer = upload(site, json.dumps({**transcript, "seats": seats}))
    assert answer.status_code == 303
    page = site.get(answer.headers["location"]).text
    assert "A b" in page
    assert not set(REVERSES + "\x00\x07") & set(page)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("slug", kt.all_games())
def test_odd_json_in_a_components_file_is_refused_in_a_sentence(site, slug, odd):
    for text in (ODD[odd], f'{{"cards": {ODD[odd]}}}', f'{{"white": [[{ODD[odd]}]]}}'):
        file = ("own.json", io.BytesIO(text.encode()))
        fields = {"players": "3", "seat0": "me", "seat1": "greedy", "seat2": "greedy"}
        answer = site.post(f"/new/{slug}", data=fields, files={"components": file})
        if odd != "null" or "{" in text:
            assert is_one_sentence(answer), answer.text[:300]


def boundary(fields: dict[str, str], charset: str) -> tuple[bytes, dict[str, str]]:
    """A form in an encoding of the sender's choice."""
    body = b"".join(
        b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        % (name.encode(), text.encode("utf-7"))
        for name, text in fields.items()
    )
    return body + b"--b--\r\n", {
        "Content-Type": f"multipart/form-data; boundary=b; charset={charset}"
    }


FORMS = {
    "/me/name": ["name"],
    "/language/de": ["back"],
    f"/new/{GAME}": ["players", "seat0", "start", "research", "away", "listed"],
    "/upload": ["transcript"],
}
TEXTS = [
    "",
    "\x00",
    REVERSES,
    "٣",
    "９",
    "9" * 5000,
    "-1",
    "1e9",
    "NaN",
    "[" * 5000,
    "//evil.example",
]


@pytest.mark.parametrize("path", FORMS)
def test_odd_text_in_a_form_is_refused_in_a_sentence_or_cleaned(site, path):
    usual = {"players": "2", "seat0": "me", "seat1": "open"} if path.startswith("/new") else {}
    for field in FORMS[path]:
        for text in TEXTS:
            answer = site.post(path, data={**usual, field: text})
            assert answer.status_code == 303 or is_one_sentence(answer), (field, text)
            assert not answer.headers.get("location", "/").startswith("//")
        for charset in ("utf-7", "raw_unicode_escape", "no-such-encoding"):
            body, headers = boundary({**usual, field: "\ud800"}, charset)
            answer = site.post(path, content=body, headers=headers)
            assert answer.status_code == 303 or is_one_sentence(answer), (field, charset)


def test_a_form_for_a_billion_players_is_refused_at_once(site):
    # A game has a choice for each player, so that listing them would take all memory.
    for players in ("999999999", "٣", "3.0"):
        answer = site.post(f"/new/{GAME}", data={"players": players, "seat0": "me"})
        assert is_one_sentence(answer)


BODIES = {
    "/guests": {"name": HERE},
    "/tables": {"game": HERE, "options": {"players": HERE}, "seats": [HERE], HERE: HERE},
    "/tables/{table}/moves": {"move": HERE, "number": HERE},
    "/tables/{table}/seat": {"seat": HERE},
    "/tables/{table}/bots": {"level": HERE},
    "/tables/{table}/sayings": {"text": HERE},
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("path", BODIES)
def test_odd_json_in_a_request_of_the_api_is_refused_in_a_sentence(site, path, odd):
    headers = {"Authorization": f"Bearer {new_token()}", "Content-Type": "application/json"}
    asked = {"game": GAME, "options": {"players": 2}, "seats": ["me", "open"]}
    table = site.post("/api/v1/tables", json=asked, headers=headers).json()["table"]
    texts = [ODD[odd], json.dumps(BODIES[path]).replace(f'"{HERE}"', ODD[odd])]
    for text in texts:
        answer = site.post(
            f"/api/v1{path.format(table=table)}", content=text.encode(), headers=headers
        )
        allowed = odd in ("a NUL", "controls") and answer.status_code in (200, 201)
        assert allowed or is_one_sentence(answer), answer.text[:300]


PATHS = ["/replay/{}", "/table/{}", "/api/v1/tables/{}", "/me/from/{}", "/rules/{}", "/new/{}"]
IN_PATHS = [
    "%00",
    "%ff",
    "%ed%a0%80",
    "%E2%80%AE",
    "9" * 5000,
    "..",
    "%2e%2e%2f",
    "x" * 7000,
    "NaN",
]


@pytest.mark.parametrize("path", PATHS)
def test_odd_text_in_a_path_or_query_is_not_found(site, path):
    for text in IN_PATHS:
        for address in (path.format(text), f"/new/{GAME}?players={text}", f"/?x={text}"):
            assert site.get(address).status_code < 500, address
        assert site.get(f"/replay/x/at/{text}?seat={text}").status_code < 500
        assert site.post(f"/table/x/sit/{text}").status_code < 500
    for text in IN_PATHS:
        assert site.get(f"/api/v1/tables/x?events_from={text}").status_code in (404, 422), text


@pytest.mark.parametrize("name", ["Authorization", "Cookie", "Accept-Language", "Origin", "Host"])
def test_an_odd_header_is_refused_or_ignored(site, name):
    for text in (b"\xff\xfe", b"[", b"Bearer \xff", b";;=;,,", b"a" * 5000, b"katzentisch=\\777"):
        for path in ("/", "/me/link", "/api/v1/me"):
            assert site.get(path, headers={name.encode(): text}).status_code < 500
        assert site.post("/me/name", data={"name": "A"}, headers={name: text}).status_code < 500


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Zoe\u0308", "Zo\u00eb"),
        (f"A{REVERSES}nna", "Anna"),
        ("An\x00na\x07\nB", "An na B"),
        ("A\ud800nna", "Anna"),
        ("e\u200e\u0301", "\u00e9"),
        ("\u3164\u115f\u1160\uffa0A", "A"),
        ("A\u00adn\ufeffn\u2060a", "Anna"),
    ],
)
def test_text_is_normalised_and_rid_of_controls_and_what_reorders_it(given, shown):
    assert plain_text(given, 24) == checked_name(given) == shown


def test_text_keeps_what_people_write():
    for text in ("Grüße, 你好, שלום, مرحبا", "👩‍👩‍👧 🏳️‍🌈", "नमस्ते", "می‌خواهم", "«Ça va?» – ¡Sí!"):
        assert plain_text(text, 200) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("name", ["", "\u3164", REVERSES, "\x00", "\ud800", "💩"])
def test_a_name_that_shows_nothing_is_refused(name):
    with pytest.raises(kt.Refused):
        checked_name(name)


def test_strict_json_is_json_with_one_meaning():
    given = {"a": [1, -2.5, "ü\U0001f600", None, True]}
    assert strict_json(json.dumps(given)) == strict_json(json.dumps(given).encode()) == given
    nested: Any = 0
    for _ in range(DEEPEST):
        nested = [nested]
    assert strict_json(json.dumps(nested)) == nested
    for text in (json.dumps([nested]), "[NaN]", "1e999", '{"a": 1, "a": 1}', '"\\udc00\\ud800"'):
        with pytest.raises(ValueError):  # noqa: PT011  # each has its own words
            strict_json(text)


HANDSHAKE = {
    "Host": "127.0.0.1",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}
MALFORMED: list[tuple[str, dict[str, str], bytes]] = [
    *[("GET", {**HANDSHAKE, name: ""}, b"") for name in HANDSHAKE],
    ("POST", HANDSHAKE, b""),
    ("GET", {**HANDSHAKE, "Sec-WebSocket-Key": "x"}, b""),
    ("GET", {**HANDSHAKE, "Sec-WebSocket-Version": "99"}, b""),
    ("GET", {**HANDSHAKE, "Sec-WebSocket-Extensions": ";;;"}, b""),
    ("GET", {**HANDSHAKE, "Content-Length": "5"}, b"hello"),
    ("GET", {**HANDSHAKE, "Transfer-Encoding": "chunked"}, b"0\r\n\r\n"),
    ("GET", {**HANDSHAKE, "Origin": "://\xff"}, b""),
]
# A client's frames that arrive before the handshake is answered, or instead of it.
FRAMES = [b"\x88\x80\0\0\0\0", b"\x81\x05hello", b"\xff" * 20, b"\x81\x82\0\0\0\0\xff\xff"]


def throw(server: Server, method: str, headers: dict[str, str], body: bytes, stays: bool) -> bytes:
    """Send a handshake, and read the answer if we stay that long."""
    lines = [f"{method} /table/x/live HTTP/1.1", *(f"{n}: {v}" for n, v in headers.items())]
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        return line.recv(100) if stays else b""


def test_a_malformed_handshake_is_answered_and_fails_nowhere(tmp_path):
    with Server(tmp_path, listens=True) as server:
        for method, headers, body in MALFORMED:
            answer = throw(server, method, headers, body, stays=True)
            assert int(answer[9:12]) == 101 or 400 <= int(answer[9:12]) < 500, (headers, answer)
            throw(server, method, headers, body, stays=False)
        for frame in FRAMES:
            throw(server, "GET", HANDSHAKE, frame, stays=True)
            throw(server, "GET", HANDSHAKE, frame, stays=False)
        for _ in range(20):
            throw(server, "GET", HANDSHAKE, b"", stays=False)
        assert throw(server, "GET", HANDSHAKE, b"", stays=True)[9:12] == b"101"
        complaints = server.interrupt()
    assert "error" not in complaints.replace("uvicorn.error", "")
    assert "Traceback" not in complaints
