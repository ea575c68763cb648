"""Tables without a browser: forms, seats, moves, undo, chat, and what is refused."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.server.app import create_app
from katzentisch.server.ops.metrics import REGISTRY
from katzentisch.server.settings import Settings

GAME = "cat-in-the-box"


class Guests:
    """A server, and guests who each have their own cookies."""

    def __init__(self, data: Path) -> None:
        # Ten times the usual limits: all tests come from one address.
        self.app = create_app(Settings(data=data, pace=0, limits=10))
        self.first = TestClient(self.app, follow_redirects=False)

    def another(self) -> TestClient:
        """Another guest of the same server."""
        guest = TestClient(self.app, follow_redirects=False)
        guest.portal = self.first.portal
        guest.get("/")  # to get a cookie
        return guest


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    found = Guests(tmp_path_factory.mktemp("data"))
    with found.first:
        yield found


@pytest.fixture
def anna(guests: Guests) -> TestClient:
    return guests.another()


@pytest.fixture
def ben(guests: Guests) -> TestClient:
    return guests.another()


def opened(guest: TestClient, slug: str = GAME, **fields: Any) -> str:
    """Open a table with the form and return its name."""
    asked = {"players": "3", "seat0": "me", "seat1": "greedy", "seat2": "greedy", "chat": "on"}
    answer = guest.post(f"/new/{slug}", data={**asked, **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/table/")


def look(guest: TestClient, table: str) -> dict[str, Any]:
    state: dict[str, Any] = guest.get(f"/api/v1/tables/{table}").json()
    return state


def wait_for_turn(guest: TestClient, table: str) -> dict[str, Any]:
    """Wait until the guest may move or the game is over."""
    with at(guest, table) as line:
        while True:
            state = look(guest, table)
            if state["legal"] or state["status"] != "playing":
                return state
            line.receive_json()


def play(guest: TestClient, table: str, move: str, number: int) -> Any:
    return guest.post(f"/api/v1/tables/{table}/moves", json={"move": move, "number": number})


@contextmanager
def at(guest: TestClient, table: str) -> Iterator[Any]:
    """An open connection to a table."""
    with guest.websocket_connect(f"/table/{table}/live") as line:
        yield line


def next_with(line: Any, *keys: str) -> dict[str, Any]:
    """The next message whose type or one of whose keys is among these."""
    while True:
        message: dict[str, Any] = line.receive_json()
        if set(keys) & {message["type"], *message}:
            return message


def test_play_now_seats_a_guest_with_bots(anna):
    answer = anna.post(f"/play/{GAME}")
    table = answer.headers["location"].removeprefix("/table/")
    state = look(anna, table)
    assert [seat["kind"] for seat in state["seats"]] == ["guest", "bot", "bot", "bot"]
    assert state["legal"]


def test_a_move_is_made_once_and_only_in_turn(anna, ben):
    table = opened(anna)
    state = wait_for_turn(anna, table)
    move = state["legal"][0]
    assert play(ben, table, move, state["number"]).json() == {"refused": "It is not your turn."}
    assert play(anna, table, "play 9 red", state["number"]).status_code == 422
    assert play(anna, table, move, state["number"]).status_code == 200
    assert play(anna, table, move, state["number"]).status_code == 409


def test_the_game_begins_when_all_seats_are_taken(anna, ben):
    table = opened(anna, seat1="open", seat2="open")
    assert look(anna, table)["status"] == "waiting"
    assert ben.post(f"/table/{table}/sit/0").status_code == 422
    assert ben.post(f"/table/{table}/sit/1").status_code == 303
    assert ben.post(f"/table/{table}/sit/2").status_code == 422
    assert look(anna, table)["status"] == "waiting"
    assert anna.post(f"/table/{table}/bots").status_code == 303
    assert look(anna, table)["status"] == "playing"


def test_a_spectator_sees_only_what_is_public_and_cannot_move(anna, ben):
    table = opened(anna)
    state = look(ben, table)
    assert state["view"]["you"] is None
    assert state["view"]["hand"] is None
    assert state["legal"] == []
    assert all(hand == [None] * 10 for hand in state["events"][0]["hands"])


def test_a_move_can_be_undone_while_nobody_has_learned_anything_from_it(anna, ben):
    table = opened(anna, seat1="open", seat2="greedy")
    ben.post(f"/table/{table}/sit/1")
    state = look(anna, table)
    play(anna, table, state["legal"][0], 0)
    with at(anna, table) as line:
        # Ben sees that a card was discarded, not which one.
        assert next_with(line, "undo")["undo"] is True
        line.send_json({"type": "undo"})
        assert next_with(line, "moments")["undo"] is False
    assert look(anna, table)["legal"] == state["legal"]
    assert look(anna, table)["number"] == 2


def test_a_prediction_that_others_have_seen_cannot_be_undone(anna, ben):
    table = opened(anna, seat1="open", seat2="greedy")
    ben.post(f"/table/{table}/sit/1")
    for guest in (anna, ben):
        state = look(guest, table)
        play(guest, table, state["legal"][0], state["number"])
    state = wait_for_turn(anna, table)
    assert state["legal"][0].startswith("predict")
    play(anna, table, state["legal"][0], state["number"])
    with at(anna, table) as line:
        assert next_with(line, "undo")["undo"] is False
        line.send_json({"type": "undo"})
        state = next_with(line, "refused")
    assert state["refused"] == "This move can no longer be taken back."


def test_a_hint_is_a_path_of_clicks_that_makes_a_legal_move(anna):
    table = opened(anna)
    legal = wait_for_turn(anna, table)["legal"]
    with at(anna, table) as line:
        line.send_json({"type": "hint"})
        hinted = next_with(line, "clicks")["clicks"]
    assert hinted.replace("|", " ") in legal


def test_chat_is_for_players_only_and_rate_limited(anna, ben):
    table = opened(anna)
    with at(anna, table) as line, at(ben, table) as watching:
        line.send_json({"type": "say", "text": "  hello \n there "})
        assert next_with(watching, "said")["said"] == []
        assert next_with(watching, "said")["said"][0][1] == "hello there"
        watching.send_json({"type": "say", "text": "psst"})
        assert "Only players at this table" in next_with(watching, "refused")["refused"]
        for n in range(80):
            line.send_json({"type": "say", "text": f"{n}" * 500})
        assert next_with(line, "refused")["refused"] == "Too fast: wait a moment."


def test_nobody_can_talk_at_a_table_without_chat(anna):
    answer = anna.post(
        f"/new/{GAME}", data={"players": "3", "seat0": "me", "seat1": "greedy", "seat2": "greedy"}
    )
    table = answer.headers["location"].removeprefix("/table/")
    with at(anna, table) as line:
        line.send_json({"type": "say", "text": "hello"})
        assert next_with(line, "refused")["refused"] == "There is no chat at this table."


def test_a_bot_replaces_a_player_who_leaves_and_the_others_play_on(anna, ben):
    table = opened(anna, seat1="open")
    ben.post(f"/table/{table}/sit/1")
    assert ben.post(f"/table/{table}/leave").status_code == 303
    assert look(anna, table)["seats"][1]["kind"] == "bot"
    state = look(anna, table)
    play(anna, table, state["legal"][0], state["number"])
    assert wait_for_turn(anna, table)["number"] > state["number"] + 1


def test_a_bot_moves_for_a_player_who_is_away_too_long_while_another_waits(anna, ben):
    table = opened(anna, seat1="open", away="0")
    ben.post(f"/table/{table}/sit/1")
    state = look(anna, table)
    play(anna, table, state["legal"][0], state["number"])
    with at(anna, table):
        state = wait_for_turn(anna, table)
    assert state["number"] >= 3
    assert look(anna, table)["seats"][1]["kind"] == "guest"


def test_no_bot_moves_for_an_absent_player_while_nobody_waits(anna, ben):
    table = opened(anna, seat1="open", away="0")
    ben.post(f"/table/{table}/sit/1")
    state = look(anna, table)
    play(anna, table, state["legal"][0], state["number"])
    assert look(ben, table)["number"] == 1
    assert look(ben, table)["legal"]


def played_out(anna: TestClient, **fields: Any) -> str:
    table = opened(anna, **fields)
    while True:
        state = wait_for_turn(anna, table)
        if state["status"] == "over":
            return table
        assert play(anna, table, state["legal"][-1], state["number"]).status_code == 200


def test_a_finished_game_has_a_replay_a_transcript_and_a_rematch(anna, ben):
    table = played_out(anna)
    transcript = anna.get(f"/replay/{table}/transcript").json()
    match = kt.verify(transcript)
    assert match.over
    assert ben.get(f"/replay/{table}").status_code == 200
    moment = ben.get(f"/replay/{table}/at/5?seat=1").json()
    assert 'data-number="5"' in moment["table"]
    assert ben.get(f"/replay/{table}/at/{len(match.moves) + 1}").status_code == 404
    again = anna.post(f"/table/{table}/rematch").headers["location"]
    assert anna.post(f"/table/{table}/rematch").headers["location"] == again
    state = look(anna, again.removeprefix("/table/"))
    assert state["status"] == "playing"
    assert state["view"]["start"] == 1
    assert state["commitment"] not in (None, transcript["commitment"]["sha256"])
    assert ben.post(f"/table/{table}/rematch").status_code == 422


def test_a_running_game_has_no_replay_or_transcript(anna):
    table = opened(anna)
    for path in (f"/replay/{table}", f"/replay/{table}/at/0", f"/replay/{table}/transcript"):
        answer = anna.get(path)
        assert answer.status_code == 404
        assert "not over yet" in answer.text


def upload(guest: TestClient, text: bytes) -> Any:
    return guest.post("/upload", files={"transcript": ("game.json", io.BytesIO(text))})


@pytest.mark.parametrize("slug", kt.all_games())
def test_an_uploaded_transcript_is_checked_and_shown(anna, slug):
    match = kt.new(slug, seed=5, seats=None)
    match.seats = ["greedy"] * match.players
    play_to_the_end(match)
    answer = upload(anna, json.dumps(match.transcript()).encode())
    assert answer.status_code == 303
    page = anna.get(answer.headers["location"])
    assert f'data-moves="{len(match.moves)}"' in page.text
    state = match.transcript()
    state["result"]["scores"][0] += 1
    answer = upload(anna, json.dumps(state).encode())
    assert answer.status_code == 422
    assert "The result should be" in answer.text


@pytest.mark.parametrize(
    "text", [b"", b"no json", b"[]", b'{"game": 1}', b"\xff\xfe", b"[" * 99999]
)
def test_a_file_that_is_not_a_transcript_is_refused_with_a_message(anna, text):
    answer = upload(anna, text)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_owners_of_a_game_can_upload_its_components(anna):
    from katzentisch.games.cat_in_the_box.rules.components import BOARDS

    boards = {"white": [list(reversed(row)) for row in BOARDS["white"]]}
    fields = {"players": "3", "seat0": "me", "seat1": "greedy", "seat2": "greedy"}
    file = ("boards.json", io.BytesIO(json.dumps(boards).encode()))
    answer = anna.post(f"/new/{GAME}", data=fields, files={"components": file})
    table = answer.headers["location"].removeprefix("/table/")
    assert look(anna, table)["view"]["board"][0][8]["space"] == "red 1"
    boards["white"][1][2] = "red 1"
    file = ("boards.json", io.BytesIO(json.dumps(boards).encode()))
    answer = anna.post(f"/new/{GAME}", data=fields, files={"components": file})
    assert answer.status_code == 422
    assert "row 2, column 3" in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"players": "9"},
        {"players": "x"},
        {"seat1": "nobody"},
        {"seat1": "me"},
        {"research": "pink"},
        {"away": "soon"},
        {"away": "-1"},
    ],
)
def test_an_invalid_form_is_returned_with_a_message(anna, fields):
    asked = {"players": "3", "seat0": "me", "seat1": "greedy", "seat2": "greedy", **fields}
    answer = anna.post(f"/new/{GAME}", data=asked)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("slug", kt.all_games())
def test_the_form_offers_every_option_of_the_game(anna, slug):
    from katzentisch.games import game

    rules = game(slug)
    for players in rules.PLAYERS.values:
        page = anna.get(f"/new/{slug}?players={players}").text
        for name, choice in rules.choices(players).items():
            assert (f'name="{name}"' in page) == (len(choice.values) > 1)


def test_a_new_name_appears_at_the_guests_tables(anna):
    table = opened(anna)
    assert anna.post("/me/name", data={"name": " Zoë  <b>K.</b> "}).status_code == 303
    assert look(anna, table)["seats"][0]["name"] == "Zoë bK.b"
    assert anna.post("/me/name", data={"name": "<>"}).status_code == 422


def test_a_link_transfers_a_guests_seats_to_another_device(anna, ben):
    table = opened(anna)
    link = anna.get("/me/link").text.split("me/from/")[1].split('"')[0]
    assert ben.get(f"/me/from/{link}").status_code == 200
    assert look(ben, table)["view"]["you"] is None
    assert ben.post(f"/me/from/{link}").status_code == 303
    assert look(ben, table)["view"]["you"] == 0
    assert ben.post(f"/me/from/{link}x").status_code == 422


def test_a_forged_cookie_identifies_a_new_guest(anna, guests):
    table = opened(anna)
    cookie = anna.cookies["katzentisch"]
    stranger = guests.another()
    stranger.cookies.clear()
    stranger.cookies.set("katzentisch", cookie[:-2] + "xx")
    assert look(stranger, table)["view"]["you"] is None


def test_forms_and_websockets_from_other_sites_are_refused(anna):
    table = opened(anna)
    evil = {"origin": "https://evil.example"}
    assert anna.post(f"/table/{table}/leave", headers=evil).status_code == 403
    with anna.websocket_connect(f"/table/{table}/live", headers=evil) as line:
        assert line.receive()["code"] == 4403


def test_pages_are_in_the_browsers_language_until_another_is_chosen(anna):
    assert "Setz dich" in anna.get("/", headers={"accept-language": "de-AT,en;q=0.5"}).text
    assert "Sit down" in anna.get("/", headers={"accept-language": "xx"}).text
    assert "Sit down" in anna.get("/", headers={"accept-language": "de;q=0.4, en;q=0.5"}).text
    back = anna.post("/language/de", data={"back": "//evil.example"})
    assert back.headers["location"] == "/"
    assert "Setz dich" in anna.get("/").text


NOT_A_MESSAGE = "The table does not understand this message."


@pytest.mark.parametrize("message", ["", "[]", '{"undo": true}', '{"type": "move"}', "x" * 1999])
def test_an_invalid_message_is_refused_and_the_connection_stays_open(anna, message):
    table = opened(anna)
    with at(anna, table) as line:
        line.send_text(message)
        line.send_bytes(message.encode())
        for _ in range(2):
            assert next_with(line, "refused")["refused"] == NOT_A_MESSAGE
        line.send_json({"type": "here"})
        assert next_with(line, "alive")


def messages_counted(kind: str) -> float:
    """How many messages of this type the metrics have counted."""
    return REGISTRY.get_sample_value("katzentisch_message_seconds_count", {"message": kind}) or 0


def test_messages_are_counted_by_type(anna):
    kinds = {"here": '{"type": "here"}', "say": '{"type": "say", "text": ""}', "none": "[]"}
    before = {kind: messages_counted(kind) for kind in kinds}
    with at(anna, opened(anna, chat="")) as line:
        for message in [*kinds.values(), '{"type": "here"}']:
            line.send_text(message)
        for _ in range(2):
            next_with(line, "alive")
    after = {kind: messages_counted(kind) for kind in kinds}
    assert {kind: after[kind] - before[kind] for kind in kinds} == {"here": 2, "say": 1, "none": 1}


def test_unknown_tables_and_games_are_refused(anna):
    assert anna.get("/table/nonsense").status_code == 404
    assert anna.get("/api/v1/tables/nonsense").json() == {"refused": "There is no such table."}
    assert anna.post("/play/chess").status_code == 422
