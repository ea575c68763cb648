"""What a first player waits for: the lobby, the first table, and every move of the bots.

    python benchmarks/first_start.py [--clicks=N] [GAME …]

Each game is the first one clicked on a server that has just been installed: nothing is compiled
yet, and the server begins to compile while the game is played in a real browser, to its end.
Pauses for people are off, so a wait is a bot's thinking and whatever delays it. Then another game
begins against one bot of each level, and hints are asked for.
"""

import argparse
import random
import sys
import tempfile
import time
import urllib.request
from itertools import pairwise
from pathlib import Path
from typing import Any

import katzentisch as kt

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server_people import DESKTOP, PATIENCE, Person, Server, browser

LEVELS = ("easy", "hard", "expert")
CLICKS_A_LEVEL = 6
WATCH = """() => {
  // When the table changed, and whether the bots were to move until then.
  const table = document.querySelector('#table');
  window.changes = [[performance.now(), table.dataset.yourTurn]];
  new MutationObserver(() => {
    const now = document.querySelector('#table');
    if (now.dataset.number !== window.lastNumber) {
      window.lastNumber = now.dataset.number;
      window.changes.push([performance.now(), now.dataset.yourTurn]);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def main() -> None:
    """Measure every game, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=kt.all_games(), help="default: all games")
    parser.add_argument("--clicks", type=int, default=3000, help="at most, in a whole game")
    asked = parser.parse_args()
    with browser() as chromium:
        for slug in asked.games:
            with tempfile.TemporaryDirectory() as folder:
                print(first_start(chromium, slug, asked.clicks, Path(folder)), flush=True)


def first_start(chromium: Any, slug: str, clicks: int, folder: Path) -> str:
    """Play one game on a server that has never compiled anything, and say how long things took."""
    began = time.perf_counter()
    cold = {"KATZENTISCH_CACHE": str(folder / "cache"), "KATZENTISCH_PACE": "0"}
    with Server(folder / "data", **cold) as server:
        with urllib.request.urlopen(server.address):
            lobby = time.perf_counter() - began
        person = Person(chromium, server.address, "en", DESKTOP)
        person.page.set_default_timeout(PATIENCE)
        person.go("/")
        began = time.perf_counter()
        person.page.click(f"[data-play-now={slug}]")
        person.page.wait_for_selector("[data-step]")
        table = time.perf_counter() - began
        person.page.evaluate(WATCH)
        began = time.perf_counter()
        person.play_on(random.Random(1), clicks)
        played = time.perf_counter() - began
        ended = "whole game" if person.status() == "over" else f"{clicks} clicks"
        waits = {"medium": longest_wait(person)}
        for level in LEVELS:
            person.sit_with(slug, level)
            person.wait_for_turn()
            person.page.evaluate(WATCH)
            person.play_on(random.Random(2), min(clicks, CLICKS_A_LEVEL))
            waits[level] = longest_wait(person)
        hint = seconds_for_a_hint(person)
        person.close()
    listed = ", ".join(f"{level} {wait:.2f} s" for level, wait in waits.items())
    return (
        f"{slug}: lobby {lobby:.2f} s, first legal move lit {table:.2f} s after Play now,"
        f" {ended} in {played:.0f} s; longest wait for a bot's move: {listed}; hint {hint:.2f} s"
    )


def longest_wait(person: Person) -> float:
    """The longest time, in seconds, in which the bots were to move and the table did not change."""
    changes = person.page.evaluate("window.changes")
    waits = [
        (changed - before) / 1000
        for (before, mine), (changed, _) in pairwise(changes)
        if mine != "yes"
    ]
    return max(waits, default=0.0)


def seconds_for_a_hint(person: Person) -> float:
    """How long a hint takes, if the game is not over."""
    person.wait_for_turn()
    if person.status() == "over":
        return 0.0
    began = time.perf_counter()
    person.page.keyboard.press("h")
    person.page.wait_for_selector(".hinted")
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
