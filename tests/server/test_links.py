"""Links are secrets: whoever has one can watch a table or take a seat. Nothing else may hold it."""

import asyncio
import json
import logging
import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from katzentisch.server.ops.logs import JsonLines, without_links
from katzentisch.server.web.auth import COOKIE

from load.client import Client
from server_fleet import in_a_thread
from server_people import Person, Server

GAME = "cat-in-the-box"
TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)


async def visited(server: Server) -> tuple[Client, str]:
    """A guest who uses a new table in every way; the guest and the table."""
    anna = Client()
    asked = {"game": GAME, "options": {"players": 2}, "seats": ["me", "random"]}
    table = str((await anna.ask(server.address, "POST", "/tables", asked))["table"])
    for pictures in (True, False):
        async with anna.line(server.address, table, pictures) as line:
            await line.recv()
            for message in ('{"type": "here"}', '{"type": "hint"}', "x", '{"type": "undo"}'):
                await line.send(message)
                await line.recv()
    await anna.ask(server.address, "GET", f"/tables/{table}/transcript")
    for name in (table, table[:-1]):
        async with Client().line(server.address, name) as line:
            await asyncio.wait([asyncio.create_task(line.recv())])
    return anna, table


@pytest.mark.parametrize("level", ["info", "debug"])
def test_no_log_has_a_tables_link_or_a_guests_token_even_when_debugging(tmp_path, level):
    with Server(tmp_path, listens=True, log_level=level) as server:
        anna, table = in_a_thread(asyncio.run, visited(server))
        complaints = server.interrupt()
    lines = [json.loads(line) for line in complaints.splitlines()]
    routes = {line.get("route") for line in lines if line["what"] == "connection"}
    assert routes == {"/table/{table}/live", "/api/v1/tables/{table}/line"}
    assert table[:-1] not in complaints
    assert anna.token not in complaints


@pytest.mark.parametrize(
    "text",
    [
        '127.0.0.1:1 - "WebSocket /table/S3CRET-_x/live?language=de" [accepted]',
        "GET /api/v1/tables/S3CRET-_x HTTP/1.1",
        "http://cats.example/replay/S3CRET-_x",
        "/me/from/S3CRET-_x",
        "/table%2FS3CRET-_x",
    ],
)
def test_links_are_cut_out_of_whatever_is_logged(text):
    assert "S3CRET" not in without_links(text)
    for message, values in ((text, ()), ("%s failed", (text,)), ("first\n" + text, ())):
        record = logging.LogRecord("uvicorn", logging.ERROR, "", 0, message, values, None)
        assert "S3CRET" not in JsonLines().format(record)


def test_neither_titles_nor_headers_nor_referrers_have_a_tables_link(server, chromium):
    person = Person(chromium, server.address)
    requests: list[Any] = []
    responses: list[Any] = []
    person.page.on("request", lambda request: requests.append(request))
    person.page.on("response", lambda response: responses.append(response))
    table = person.play_now(GAME)
    person.wait_for_turn()
    person.page.click(".bar-end form button")  # the language: a form sent from the table's page
    person.table()
    person.go(f"/replay/{table}")
    person.go(f"/table/{table}/x")
    person.go("/")
    person.go(f"/table/{table}")
    assert person.table() == table, "forms are not taken for those of another site"
    assert any(request.method == "POST" for request in requests)
    for request in requests:
        assert urlsplit(request.all_headers().get("referer", "")).path in ("", "/")
    for response in responses:
        headers = dict(response.all_headers())
        headers.pop("location", None)
        assert table not in str(headers)
    assert table not in str([TITLE.findall(body) for body in person.bodies])
    assert COOKIE in {one["name"] for one in person.context.cookies()}
    person.close()


def test_a_downloaded_transcript_is_not_named_after_its_link(tmp_path):
    from starlette.testclient import TestClient

    from katzentisch.bots import play_to_the_end
    from katzentisch.play.match import new_match
    from katzentisch.server.app import create_app
    from katzentisch.server.settings import Settings

    match = new_match("ed-the-cat", {"players": 2, "limit": 1}, 4, ["random", "random"])
    play_to_the_end(match)
    with TestClient(create_app(Settings(data=tmp_path)), follow_redirects=False) as anna:
        file = ("game.json", json.dumps(match.transcript()))
        path = anna.post("/upload", files={"transcript": file}).headers["location"]
        headers = anna.get(f"{path}/transcript").headers
    assert path.rpartition("/")[2] not in str(headers)
    assert headers["content-disposition"].startswith('attachment; filename="ed-the-cat-')
