"""Settings from the environment: a bad value is refused before the server starts."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from katzentisch.games.core.errors import Refused
from katzentisch.server.settings import PREFIX, Settings, read_settings
from katzentisch.server.words import words_for

SERVING = Path(__file__).parents[2] / "docs" / "serving.md"


@pytest.mark.parametrize("pace", ["abc", "-1", "inf", "nan"])
def test_a_bad_pace_stops_the_server_with_one_sentence(tmp_path, pace):
    serve = [sys.executable, "-m", "katzentisch", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "KATZENTISCH_PACE": pace}
    done = subprocess.run(serve, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"katzentisch: KATZENTISCH_PACE cannot be '{pace}': ")


@pytest.mark.parametrize(
    ("name", "value", "german"),
    [
        ("pace", "abc", "KATZENTISCH_PACE kann nicht 'abc' sein: Das muss eine Zahl sein."),
        ("workers", 0, "KATZENTISCH_WORKERS kann nicht 0 sein: Das muss mindestens 1 sein."),
        ("claim", 0, "KATZENTISCH_CLAIM kann nicht 0 sein: Das muss mehr als 0.0 sein."),
        ("pace", float("inf"), "KATZENTISCH_PACE kann nicht inf sein: Das muss eine endliche"),
        ("poll", 1, "KATZENTISCH_POLL kann nicht 1 sein: Dieses Feld gibt es nicht."),
    ],
)
def test_a_bad_value_is_refused_in_the_readers_language(name, value, german):
    with pytest.raises(Refused) as why:
        read_settings(**{name: value})
    assert why.value.translated(words_for("de")).startswith(german)


def test_variables_for_other_parts_of_the_program_are_no_settings(monkeypatch):
    monkeypatch.setenv("KATZENTISCH_CACHE", "/somewhere")
    assert read_settings(pace=2).pace == 2


def test_the_docs_list_every_environment_variable_with_its_default():
    rows = re.findall(rf"^\| `{PREFIX}(\w+)` \|.*\| (.+) \|$", SERVING.read_text(), re.MULTILINE)
    listed = {name.lower(): default for name, default in rows}
    assert listed.keys() == Settings.model_fields.keys()
    for name in ("pace", "workers", "claim", "limits"):
        assert float(listed[name]) == Settings.model_fields[name].default
