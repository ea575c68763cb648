"""The command line as users see it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import katzentisch as kt
from katzentisch.cli.play import numbered
from katzentisch.play import progress

from command_line import katzentisch

BAD_INPUT = 2


def in_a_process(*arguments: str) -> subprocess.CompletedProcess:
    """Run the program in its own process."""
    command = [sys.executable, "-m", "katzentisch", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("slug", kt.all_games())
def test_simulate_writes_one_transcript_per_line_and_verify_accepts_them(slug, tmp_path):
    file = tmp_path / "games.jsonl"
    done = katzentisch(
        "simulate", slug, "--games", "3", "--seed", "5", "--legal", "--out", str(file)
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    transcripts = [json.loads(line) for line in file.read_text().splitlines()]
    assert [transcript["seed"] for transcript in transcripts] == [5, 6, 7]
    checked = katzentisch("verify", str(file))
    assert (checked.returncode, checked.stdout) == (0, "Correct transcripts: 3 of 3.\n")


def test_simulate_accepts_bots_options_and_an_owners_board(tmp_path):
    file = tmp_path / "board.json"
    own = [
        [f"{colour} {v}" for v in range(9, 0, -1)] for colour in ("red", "blue", "yellow", "green")
    ]
    file.write_text(json.dumps({"white": own}))
    done = katzentisch(
        *["simulate", "cat-in-the-box", "--players", "3", "--bots", "greedy,random"],
        *["--option", "start=2", "--components", str(file)],
    )
    transcript = json.loads(done.stdout)
    assert transcript["seats"] == ["greedy", "random", "random"]
    assert transcript["options"] == {
        "players": 3,
        "research": "white",
        "start": 2,
        "components": {"white": own},
    }
    assert kt.verify(transcript)


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "chess"],
        ["simulate", "cat-in-the-box", "--players", "6"],
        ["simulate", "cat-in-the-box", "--option", "nonsense"],
        ["simulate", "cat-in-the-box", "--option", "colour=red"],
        ["simulate", "cat-in-the-box", "--bots", "cheater"],
        ["simulate", "cat-in-the-box", "--bots", "random,random,random,random,random"],
        ["simulate", "cat-in-the-box", "--seed", "minus one"],
        ["simulate", "cat-in-the-box", "--components", "/no/such/file"],
        ["simulate", "cat-in-the-box", "--out", "/no/such/folder/file"],
        ["play", "cat-in-the-box", "--out", "/no/such/folder/file"],
        ["verify", "/no/such/file"],
        ["rules", "cat-in-the-box", "--lang", "xx"],
        ["rules", "chess"],
        ["play", "cat-in-the-box", "--seat", "7"],
        ["bench", "chess"],
        ["arena", "chess"],
        ["arena", "cat-in-the-box", "--bots", "cheater"],
        ["arena", "cat-in-the-box", "--bots", "random", "--seed", "0" * 32],
        ["simulate"],
        ["simulate", "cat-in-the-box", "--games", "many"],
        ["simulate", "cat-in-the-box", "--games"],
        ["simulate", "cat-in-the-box", "--gams", "2"],
        ["play", "--seat", "-1"],
        ["shuffle"],
        ["simulat"],
    ],
)
def test_bad_input_gives_one_sentence_and_exit_code_2(arguments):
    done = katzentisch(*arguments)
    assert done.returncode == BAD_INPUT
    assert done.stdout == ""
    assert done.stderr.startswith("katzentisch: ")
    assert done.stderr.endswith(".\n")
    assert not done.stderr.endswith("..\n")
    assert done.stderr.count("\n") == 1


def test_without_a_terminal_progress_is_printed_as_occasional_lines(monkeypatch, tmp_path):
    monkeypatch.setattr(progress, "BETWEEN_LINES", 0.01)
    result = katzentisch(
        "simulate", "cat-in-the-box", "--games", "200", "--out", str(tmp_path / "games.jsonl")
    )
    assert re.search(r"^Playing: \d+ of 200$", result.stderr, re.MULTILINE)


def test_verify_names_the_line_and_the_event(tmp_path):
    file = tmp_path / "games.jsonl"
    right = json.dumps(kt.new("cat-in-the-box", seed=1).transcript())
    file.write_text(f"{right}\n\nnot json\n{right.replace('deal', 'meal')}\n")
    done = katzentisch("verify", str(file))
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "Line 3: This is not JSON."
    assert done.stderr.splitlines()[1].startswith("Line 4: Event 0 should be")
    assert done.stdout == "Correct transcripts: 1 of 3.\n"
    listed = [
        json.loads(line) for line in katzentisch("verify", str(file), "--json").stdout.splitlines()
    ]
    assert [(one["line"], one["right"]) for one in listed] == [(1, True), (3, False), (4, False)]


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"", b"[" * 100_000, b'{"seed": 1' + b"0" * 5000 + b"}"]
)
def test_verify_never_crashes_on_a_broken_file(tmp_path, content):
    file = tmp_path / "garbage"
    file.write_bytes(content)
    done = katzentisch("verify", str(file))
    assert done.returncode in (1, BAD_INPUT)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("slug", kt.all_games())
def test_rules_are_printed_in_both_languages(slug):
    english = katzentisch("rules", slug, "--lang", "en").stdout
    german = katzentisch("rules", slug, "--lang", "de").stdout
    assert "## Credits" in english
    assert "## Dank" in german
    assert english.count("\n## ") == german.count("\n## ")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", kt.all_games())
def test_a_whole_game_can_be_played_in_the_terminal(slug, language, tmp_path):
    file = tmp_path / "game.json"
    done = katzentisch(
        *["play", slug, "--seed", "3", "--lang", language, "--out", str(file)],
        typed="nonsense\n" + "1\n4\n8\n" * 300,  # Ed's 4 and 8 are chosen by their own numbers
    )
    assert done.returncode == 0, done.stderr
    assert ("Das Spiel ist aus" if language == "de" else "The game is over") in done.stdout
    assert kt.verify(json.loads(file.read_text())).over


def test_leaving_the_table_saves_the_game(tmp_path):
    file = tmp_path / "game.json"
    done = katzentisch("play", "--seed", "3", "--lang", "en", "--out", str(file), typed="1\nq\n")
    assert (done.returncode, "You leave the table." in done.stdout) == (0, True)
    match = kt.verify(json.loads(file.read_text()))
    assert not match.over
    assert len(match.moves) >= 4


def test_a_move_can_be_typed_as_shown():
    done = katzentisch("play", "--seed", "3", "--lang", "de", typed="die 1 abwerfen\nq\n")
    assert "Gast wirft die 1 ab." in done.stdout


def test_a_move_whose_name_is_a_number_keeps_that_number_in_the_menu():
    assert numbered(["1 on Ada", "4", "8", "9 on Ada", "9 on Bo"]) == {
        "1": "1 on Ada",
        "4": "4",
        "8": "8",
        "2": "9 on Ada",
        "3": "9 on Bo",
    }
    menu = numbered(["one", "two", "2"])
    assert list(menu.items()) == [("1", "one"), ("2", "2"), ("3", "two")], "in their order"


def test_errors_are_shown_in_the_players_language():
    typed = "99\n\nplay 2 red\nq\n"
    done = katzentisch("play", "cat-in-the-box", "--seed", "5", "--lang", "de", typed=typed)
    assert done.stdout.count("Tippe die Nummer") == 2, "neither 99 nor an empty line is a move"
    assert "Karten werden erst gespielt, wenn alle abgeworfen" in done.stdout


def test_the_rules_can_be_shown_while_playing():
    done = katzentisch("play", "--seed", "3", "--lang", "de", typed="?\nq\n")
    assert "Kurz gesagt" in done.stdout


def test_closing_the_output_early_is_not_an_error():
    command = f"{sys.executable} -m katzentisch simulate cat-in-the-box --games 50 | head -c 10"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.long
def test_bench_compares_with_openspiel_in_the_same_run():
    done = in_a_process("bench", "cat-in-the-box", "--json")
    figures = json.loads(done.stdout)
    assert set(figures) == {"game", "players", "moves_per_second", "peers", "ratio"}
    assert set(figures["peers"]) == {"oh_hell", "bridge"}
    assert figures["ratio"] > 1


def test_the_program_exits_with_the_status_of_its_command():
    done = in_a_process("rules", "chess")
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert done.stderr.startswith("katzentisch: There is no game 'chess'")


def test_the_version_is_printed():
    assert in_a_process("--version").stdout == f"katzentisch {kt.__version__}\n"


def test_the_package_is_typed():
    assert (Path(kt.__file__).parent / "py.typed").exists()
