"""From the click to the moved card: how long the player's own screen takes, and a page's size.

A real server and a real browser on this machine, with rules compiled and motion reduced (with
motion, the card starts flying at that time). The time ends when the frame that shows the card
in its new place has been painted. Prints medians for every game.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import TimeoutError as PageTimeout

import katzentisch as kt

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server_people import DESKTOP, PATIENCE, Person, Server, browser

CLICKS = 40
MEASURE = """(patience) => new Promise((done) => {
  setTimeout(() => done(null), patience);
  const started = performance.now();
  const table = document.querySelector('#table');
  const { number } = table.dataset;
  new MutationObserver((_, observer) => {
    if (table.dataset.number === number) return;
    observer.disconnect();
    // The frame that begins next is the one that shows it; what follows comes after its painting.
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - started), 0));
  }).observe(table, { attributes: true });
  document.querySelector('[data-chosen-by-bench]')
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
})"""
ENDS_A_MOVE = """async () => {
  // The page's own module, which knows what can be clicked.
  const { href } = document.querySelector('[rel=modulepreload][href$="/paths.js"]');
  const { after, choice, starts } = await import(href);
  const element = document.querySelector('[data-chosen-by-bench]');
  const clicks = 'key' in element.dataset && after(element);
  return clicks && element.dataset.confirm !== ''
    && choice.paths.filter((path) => starts(path, clicks)).length === 1;
}"""
WEIGHT = """() => performance.getEntriesByType('resource')
  .reduce((sum, part) => sum + part.decodedBodySize, 0)"""
MARK = """(n) => {
  const lit = [...document.querySelectorAll('[data-step]')];
  document.querySelectorAll('[data-chosen-by-bench]').forEach(
    (element) => element.removeAttribute('data-chosen-by-bench'));
  const ends = lit[n % lit.length];
  ends.setAttribute('data-chosen-by-bench', '');
}"""


def main() -> None:
    """Measure every game, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=kt.all_games(), help="default: all games")
    parser.add_argument("--clicks", type=int, default=CLICKS, help="how many clicks in each game")
    asked = parser.parse_args()
    # Bots pause, as they do for people; otherwise they would think while we measure.
    with (
        tempfile.TemporaryDirectory() as folder,
        browser() as chromium,
        Server(Path(folder), KATZENTISCH_PACE="0.3") as server,
    ):
        for slug in asked.games:
            try:
                measure(chromium, server, slug, asked.clicks)
            except PageTimeout:
                sys.exit(f"{slug}: the page has not responded within {PATIENCE // 1000} seconds.")


def measure(chromium: object, server: Server, slug: str, clicks: int) -> None:
    person = Person(chromium, server.address, "en", DESKTOP)
    person.page.set_default_timeout(PATIENCE)
    person.page.emulate_media(reduced_motion="reduce")
    person.play_now(slug)
    person.wait_for_turn()
    started = time.perf_counter()
    person.page.reload(wait_until="load")
    loaded = (time.perf_counter() - started) * 1000
    weight = sum(len(body) for body in person.bodies[-1:]) + static_weight(person)
    rng = random.Random(1)
    taken: list[float] = []
    for _ in range(clicks):
        person.wait_for_turn()
        if person.status() == "over":
            person.play_now(slug)
            person.wait_for_turn()
        person.page.evaluate(MARK, rng.randrange(1000))
        if person.page.evaluate(ENDS_A_MOVE):
            taken.append(click_to_card(person))
        else:
            person.click_something(rng)
    person.close()
    if not taken:
        sys.exit(f"{slug}: none of {clicks} clicks ended a move; ask for more.")
    print(
        f"{slug}: click to card {statistics.median(taken):.1f} ms (median of {len(taken)}),"
        f" page {weight / 1000:.0f} kB in all, loaded in {loaded:.0f} ms"
    )


def click_to_card(person: Person) -> float:
    """Milliseconds from a click that ends a move to the changed table."""
    taken = person.page.evaluate(MEASURE, PATIENCE)
    if taken is None:
        raise PageTimeout("the table has not changed")
    return float(taken)


def static_weight(person: Person) -> int:
    """The uncompressed size of everything the page has loaded, in bytes."""
    return int(person.page.evaluate(WEIGHT))


if __name__ == "__main__":
    main()
