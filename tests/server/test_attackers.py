"""Nobody gets in: every endpoint and message is tried without a token and with wrong ones.

`EVERY_DOOR` must list every route of the application, so that no new one is forgotten.
`test_hostile_text` tests that nothing they write becomes markup.
"""

import json
import logging
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from katzentisch.server.app import create_app
from katzentisch.server.ops import limits
from katzentisch.server.settings import Settings
from katzentisch.server.web.auth import COOKIE, ONE_YEAR, new_token

GAME = "cat-in-the-box"
EVERYBODY, SEATED, KNOWN = "everybody", "only the guest in that seat", "only with a token"
EVERY_DOOR = {
    # The API.
    "GET /api/v1/games": EVERYBODY,
    "POST /api/v1/guests": EVERYBODY,
    "GET /api/v1/me": KNOWN,
    "GET /api/v1/tables": EVERYBODY,
    "POST /api/v1/tables": KNOWN,
    "GET /api/v1/tables/{table}": EVERYBODY,
    "GET /api/v1/tables/{table}/legal": EVERYBODY,
    "POST /api/v1/tables/{table}/moves": SEATED,
    "POST /api/v1/tables/{table}/undo": SEATED,
    "POST /api/v1/tables/{table}/seat": KNOWN,
    "DELETE /api/v1/tables/{table}/seat": SEATED,
    "POST /api/v1/tables/{table}/bots": SEATED,
    "POST /api/v1/tables/{table}/rematch": SEATED,
    "GET /api/v1/tables/{table}/sayings": EVERYBODY,
    "POST /api/v1/tables/{table}/sayings": SEATED,
    "GET /api/v1/tables/{table}/transcript": EVERYBODY,
    "SOCKET /api/v1/tables/{table}/line": EVERYBODY,
    "GET /api/v1/openapi.json": EVERYBODY,
    # Pages and forms.
    "GET /": EVERYBODY,
    "POST /play/{slug}": EVERYBODY,
    "GET /new/{slug}": EVERYBODY,
    "POST /new/{slug}": EVERYBODY,
    "GET /table/{table}": EVERYBODY,
    "POST /table/{table}/sit/{seat}": EVERYBODY,
    "POST /table/{table}/bots": SEATED,
    "POST /table/{table}/leave": SEATED,
    "POST /table/{table}/rematch": SEATED,
    "SOCKET /table/{table}/live": EVERYBODY,
    "GET /replay/{table}": EVERYBODY,
    "GET /replay/{table}/at/{number}": EVERYBODY,
    "GET /replay/{table}/transcript": EVERYBODY,
    "GET /replay/{table}/review": EVERYBODY,
    "POST /replay/{table}/review": EVERYBODY,
    "POST /upload": EVERYBODY,
    "POST /me/name": EVERYBODY,
    "GET /me/link": EVERYBODY,
    "GET /me/from/{word}": EVERYBODY,
    "POST /me/from/{word}": EVERYBODY,
    "POST /language/{language}": EVERYBODY,
    "GET /rules/{slug}": EVERYBODY,
    "GET /static/{version}/{name:path}": EVERYBODY,
    "GET /healthz": EVERYBODY,
    "GET /metrics": EVERYBODY,
}
BODIES = {
    "moves": {"move": "discard 1", "number": 0},
    "undo": None,
    "seat": {"seat": 1},
    "bots": {"level": "easy"},
    "rematch": None,
    "sayings": {"text": "let me in"},
    "tables": {"game": GAME, "options": {"players": 2}, "seats": ["me", "open"]},
}


def expired() -> str:
    """A token that expired a minute ago."""
    made = int(time.time()) - ONE_YEAR - 60
    return f"kt-{made:x}-{secrets.token_urlsafe(32)}"


STRANGERS = {
    "no token": lambda: None,
    "another's": new_token,
    "an expired": expired,
    "a forged": lambda: new_token()[:-1] + "!",
    "a forged one of another device": lambda: new_token("kd"),
    "rubbish": lambda: "x' OR 1=1 --",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), pace=0, limits=50)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def connection(site: TestClient) -> TestClient:
    """Another client of the same server."""
    somebody = TestClient(site.app, follow_redirects=False)
    somebody.portal = site.portal
    return somebody


@pytest.fixture
def table(site: TestClient) -> tuple[str, dict[str, str]]:
    """A running game of two people, and the authorization header of the player to move."""
    owner, other = ({"Authorization": f"Bearer {new_token()}"} for _ in range(2))
    asked = {**BODIES["tables"], "chat": True}
    made = connection(site).post("/api/v1/tables", json=asked, headers=owner)
    assert made.status_code == 201, made.text
    name = made.json()["table"]
    sat = connection(site).post(f"/api/v1/tables/{name}/seat", json={"seat": 1}, headers=other)
    assert sat.status_code == 200
    return name, owner


def doors(routes: Any) -> Iterator[str]:
    for route in routes:
        original = getattr(route, "original_router", None)
        if original is not None:
            yield from doors(original.routes)
            continue
        methods = getattr(route, "methods", None)
        for method in sorted(set(methods) - {"HEAD"} if methods else {"SOCKET"}):
            yield f"{method} {route.path}"


def test_every_route_is_listed(site):
    assert set(doors(site.app.routes)) == set(EVERY_DOOR)


def as_it_stands(site: TestClient, table: str, owner: dict[str, str]) -> dict[str, Any]:
    reply: dict[str, Any] = connection(site).get(f"/api/v1/tables/{table}", headers=owner).json()
    return reply


@pytest.mark.parametrize("who", STRANGERS)
def test_no_stranger_acts_for_a_seat_through_the_api(site, table, who):
    name, _owner = table
    before, token = as_it_stands(site, *table), STRANGERS[who]()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    allowed = {401} if who != "another's" else {403, 409}
    for door, needs in EVERY_DOOR.items():
        method, path = door.split(" ")
        if not path.startswith("/api/") or method == "SOCKET" or "{table}" not in path:
            continue
        path = path.replace("{table}", name)
        body = BODIES.get(path.rpartition("/")[2])
        answer = connection(site).request(method, path, headers=headers, json=body)
        if needs in (SEATED, KNOWN):
            assert answer.status_code in allowed, (door, answer.text)
        elif answer.status_code == 200 and "view" in answer.json():
            assert answer.json()["you"] is None
            assert answer.json()["legal"] == []
    assert as_it_stands(site, *table) == before
    for path in ("/api/v1/me", "/api/v1/tables"):
        asked = {"json": BODIES["tables"]} if path.endswith("tables") else {}
        answer = connection(site).request(
            "POST" if asked else "GET", path, headers=headers, **asked
        )
        assert (answer.status_code == 401) == (who != "another's"), answer.text


@pytest.mark.parametrize("who", STRANGERS)
def test_no_stranger_acts_for_a_seat_through_forms(site, table, who):
    name, _owner = table
    before, token = as_it_stands(site, *table), STRANGERS[who]()
    for door, needs in EVERY_DOOR.items():
        method, path = door.split(" ")
        if path.startswith("/api/") or needs != SEATED:
            continue
        somebody = connection(site)
        if token:
            somebody.cookies.set(COOKIE, token.replace(" ", "").replace(";", ""))
        answer = somebody.request(method, path.replace("{table}", name))
        assert answer.status_code == 422, (door, answer.text)
    assert as_it_stands(site, *table) == before


MESSAGES = [
    {"type": "move", "move": "discard 1", "number": 0},
    {"type": "undo"},
    {"type": "hint"},
    {"type": "say", "text": "psst"},
]


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("path", ["/table/{}/live", "/api/v1/tables/{}/line"])
def test_no_stranger_acts_for_a_seat_over_a_websocket(site, table, who, path):
    name, _owner = table
    before, token = as_it_stands(site, *table), STRANGERS[who]()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if who not in ("no token", "another's"):
        with connection(site).websocket_connect(path.format(name), headers=headers) as line:
            assert line.receive()["code"] == 4401
        return
    with connection(site).websocket_connect(path.format(name), headers=headers) as line:
        for message in MESSAGES:
            line.send_json(message)
            reply: dict[str, Any] = {}
            while "refused" not in reply:
                reply = line.receive_json()
                assert "accepted" not in reply.values()
                assert not reply.get("legal")
    assert {**as_it_stands(site, *table)} == before


def test_a_link_to_another_device_works_once_for_half_an_hour_and_is_not_stored(site, monkeypatch):
    anna, ben, cleo = (connection(site) for _ in range(3))
    anna.get("/")
    word = re.search(r"me/from/([\w-]+)", anna.get("/me/link").text)[1]
    assert len(word) >= 43, "256 bits"
    other = "B" if word[0] == "A" else "A"
    assert ben.post(f"/me/from/{other}{word[1:]}").status_code == 422
    assert ben.post(f"/me/from/{word}").status_code == 303
    assert cleo.post(f"/me/from/{word}").status_code == 422, "once"
    later = re.search(r"me/from/([\w-]+)", anna.get("/me/link").text)[1]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 31 * 60)
    assert cleo.post(f"/me/from/{later}").status_code == 422, "half an hour"
    monkeypatch.undo()
    folder: Path = site.app.state.settings.data
    everything = b"".join(path.read_bytes() for path in folder.iterdir())
    for secret in (word, later, anna.cookies[COOKIE], ben.cookies[COOKIE]):
        assert secret.encode() not in everything, "only hashes are kept"


def test_forms_and_websockets_from_other_sites_are_refused(site, table):
    name, owner = table
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        for path in (f"/table/{name}/leave", f"/api/v1/tables/{name}/undo", "/me/name"):
            answer = connection(site).post(path, headers={**owner, **headers})
            assert answer.status_code == 403
        for path in (f"/table/{name}/live", f"/api/v1/tables/{name}/line"):
            with connection(site).websocket_connect(path, headers=headers) as line:
                assert line.receive()["code"] == 4403


def test_pages_have_no_inline_scripts_and_responses_have_security_headers(site, table):
    for path in ("/", f"/table/{table[0]}", f"/new/{GAME}", "/no/such/page", "/api/v1/games"):
        answer = connection(site).get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in policy
        assert not re.search(r"<script(?! src=)|\son\w+=|javascript:", answer.text)


def test_cookies_are_hidden_from_scripts_and_secure_behind_tls(site):
    plain = connection(site).get("/").headers["set-cookie"]
    assert "HttpOnly" in plain
    assert "samesite=lax" in plain.lower()
    assert "Secure" not in plain
    behind = TestClient(site.app, base_url="https://testserver")
    behind.portal = site.portal
    answer = behind.get("/")
    assert "Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers


def closed_with(line: Any) -> int:
    """The close code of a connection, skipping any messages before it."""
    while True:
        message = line.receive()
        if message["type"] == "websocket.close":
            return int(message["code"])


def test_requests_that_are_too_large_or_too_frequent_are_refused(tmp_path):
    settings = Settings(data=tmp_path, pace=0)
    with TestClient(create_app(settings), follow_redirects=False) as anna:
        anna.get("/")
        assert anna.post("/api/v1/guests", content=b"x" * 70_000).status_code == 413
        assert anna.post("/me/name", data={"name": "x" * 70_000}).status_code == 413
        made = [
            anna.post(f"/play/{GAME}").status_code for _ in range(limits.RATES["tables"][0] + 1)
        ]
        assert made[0] == 303
        assert made[-1] == 429
        named = [
            anna.post("/api/v1/guests", json={"name": "x"}).status_code
            for _ in range(limits.RATES["guests"][0] + 1)
        ]
        assert (named[0], named[-1]) == (201, 429)
        table = anna.get("/api/v1/tables?mine=true").json()[0]["table"]
        path = f"/api/v1/tables/{table}/line"
        with anna.websocket_connect(path) as line:
            line.send_text("x" * 2001)
            assert closed_with(line) == 1009
        with anna.websocket_connect(path) as line:
            for _ in range(limits.RATES["messages"][0] + 2):
                line.send_json({"type": "here"})
            reply: dict[str, Any] = {}
            while reply.get("type") != "refused":
                reply = line.receive_json()
            assert reply["status"] == 429


def test_metrics_are_served_only_locally_and_identify_nobody(site, table):
    assert connection(site).get("/metrics").status_code == 404
    near = TestClient(site.app, client=("127.0.0.1", 1))
    near.portal = site.portal
    figures = near.get("/metrics").text
    assert "katzentisch_request_seconds" in figures
    assert table[0] not in figures
    assert near.get("/healthz").json() == {"well": True, "database": True, "news": True}


def test_no_traceback_leaves_the_server_and_logs_hold_no_secrets(site, table, monkeypatch, capsys):
    from katzentisch.server.ops import logs

    name, owner = table
    monkeypatch.setattr("katzentisch.server.api.routes.data", lambda *_: 1 / 0)
    for logger in map(logging.getLogger, ("katzentisch", "uvicorn", "alembic")):
        for field in ("handlers", "propagate", "level"):  # restored after the test
            monkeypatch.setattr(logger, field, getattr(logger, field))
    logs.write_logs("info")
    answer = connection(site).get(f"/api/v1/tables/{name}", headers=owner)
    assert answer.status_code == 500
    assert answer.json() == {"refused": "Something went wrong here; the error has been logged."}
    lines = capsys.readouterr().err
    noted = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    assert any(one.get("error") == "ZeroDivisionError" for one in noted)
    assert any(one.get("route") == "/api/v1/tables/{table}" for one in noted)
    assert name not in lines
    assert owner["Authorization"].split()[1] not in lines


def test_a_running_game_shows_the_commitment_to_its_shuffle_but_not_seed_or_salt(site, table):
    name, owner = table
    reply = as_it_stands(site, name, owner)
    promised = reply["commitment"]
    assert re.fullmatch("[0-9a-f]{64}", promised)
    record = site.app.state.services.hub.rooms[name].record
    assert len(record.seed) == 32
    assert len(record.salt) == 32
    for path in (f"/api/v1/tables/{name}", f"/api/v1/tables/{name}/transcript", f"/table/{name}"):
        text = connection(site).get(path, headers=owner).text
        assert promised in text
        assert record.seed not in text
        assert record.salt not in text
    connection(site).delete(f"/api/v1/tables/{name}/seat", headers=owner)
