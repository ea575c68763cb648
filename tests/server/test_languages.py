"""Which language a page is in, and how it words durations."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from katzentisch.play import translations
from katzentisch.play.translations import best_language
from katzentisch.server.app import create_app
from katzentisch.server.ops.limits import Limits
from katzentisch.server.settings import Settings
from katzentisch.server.web import languages as web_languages
from katzentisch.server.web.forms import AWAY_LIMITS
from katzentisch.server.web.languages import asked_for, offers
from katzentisch.server.web.times import ago, lasting
from katzentisch.server.words import words_for

KNOWN = ("en", "de")
MINUTE, HOUR, DAY = 60, 3600, 86400


@pytest.fixture
def two_languages(monkeypatch):
    """Only English and German, whatever else there is by now."""
    for module in (web_languages, translations):
        monkeypatch.setattr(module, "languages", lambda: KNOWN)


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("DE-at", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("en;q=0.3, de;q=0.8", "de"),
        ("de;q=0.3, en;q=0.8", "en"),
        ("de; q=0.301, en ;q=0.3", "de"),
        ("fr, de;q=0.1", "de"),
        ("en, de", "en"),
    ],
)
def test_the_preferred_language_is_used(header, language):
    assert asked_for(header) == language


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de;q=0", "en"),
        ("de;q=0, *", "en"),
        ("en;q=0, *;q=0.1", "de"),
        ("de;q=0.0, fr", "en"),
        ("*, de;q=0.5", "en"),
        ("de, *;q=0.5", "de"),
    ],
)
def test_a_refused_language_is_not_used_and_a_star_stands_for_all_others(header, language):
    assert asked_for(header) == language


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(
    "header", ["", ",", "fr", "x" * 9999, "de;q=2", "de;q=-1", "de;q=x", "../../de", "de_DE,;q=1"]
)
def test_a_malformed_or_unknown_language_falls_back_to_english(header):
    assert asked_for(header) == "en"


def test_a_terminal_uses_the_language_of_its_locale():
    assert best_language(["de_AT"]) == "de"
    assert best_language(["C"]) == "en"


def test_languages_are_offered_under_their_native_names():
    assert {("en", "English"), ("de", "Deutsch")} <= {(one.tag, one.name) for one in offers()}


@pytest.mark.parametrize(
    ("seconds", "english", "german"),
    [
        (59, "just now", "gerade eben"),
        (1 * MINUTE, "1 minute ago", "vor 1 Minute"),
        (5 * MINUTE, "5 minutes ago", "vor 5 Minuten"),
        (1 * HOUR, "1 hour ago", "vor 1 Stunde"),
        (3 * DAY, "3 days ago", "vor 3 Tagen"),
        (400 * DAY, "1 year ago", "vor 1 Jahr"),
    ],
)
def test_elapsed_time_is_worded_as_people_say_it(seconds, english, german):
    assert ago(seconds, words_for("en")) == english
    assert ago(seconds, words_for("de")) == german


def test_time_limits_are_shown_as_durations():
    english = [lasting(limit, words_for("en")) for limit in AWAY_LIMITS]
    assert english == ["at once", "30 seconds", "1 minute", "2 minutes", "5 minutes", "1 day"]
    german = [lasting(limit, words_for("de")) for limit in AWAY_LIMITS]
    assert german == ["sofort", "30 Sekunden", "1 Minute", "2 Minuten", "5 Minuten", "1 Tag"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), pace=0)
    with TestClient(create_app(settings)) as guest:
        yield guest


@pytest.mark.parametrize("asked", [{"accept-language": "de"}, {"cookie": "language=de"}])
def test_refusals_before_any_page_is_reached_are_in_the_readers_language(
    client, monkeypatch, asked
):
    def refused(method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
        answer = client.request(method, path, content=body, headers={**asked, **headers})
        return answer.status_code, answer.json()["refused"]

    form = {"content-type": "multipart/form-data; boundary=x"}
    elsewhere = "Dieses Formular stammt von einer anderen Website."
    assert refused("POST", "/me/name", origin="https://elsewhere.example") == (403, elsewhere)
    assert refused("POST", "/me/name", "x" * 70_000) == (413, "Das ist zu groß.")
    unreadable = "Der Inhalt dieser Anfrage lässt sich nicht lesen."
    assert refused("POST", "/upload", "not a form", **form) == (400, unreadable)
    body = {"content-type": "application/json"}
    missing = "body.name: Das fehlt."
    assert refused("POST", "/api/v1/guests", "{}", **body) == (422, missing)
    assert refused("PUT", "/") == (405, "Diese Adresse nimmt solche Anfragen nicht an.")
    with monkeypatch.context() as broken:
        broken.setattr("katzentisch.server.web.routes.lobby.game_summary", lambda *_: 1 / 0)
        wrong = "Hier ist etwas schiefgegangen; es wurde festgehalten."
        assert refused("GET", "/") == (500, wrong)
    used_up = Limits(0)
    monkeypatch.setattr(client.app.state.services.limits, "take", used_up.take)
    assert refused("GET", "/") == (429, "Nicht so schnell: Warte einen Augenblick.")
