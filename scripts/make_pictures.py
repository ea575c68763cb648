"""`make pictures`: every game in the browser, for the README and the docs.

A real server, a real browser, and a simulated person who clicks whatever glows, with a fixed seed.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

import katzentisch as kt

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server_people import DESKTOP, PHONE, Person, Server, browser

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CLICKS = {"big-bang": 14, "cat-box": 16, "cat-in-the-box": 13, "ed-the-cat": 6}
KINDS = {
    "desktop": (DESKTOP, "light", "en"),
    "phone": (PHONE, "light", "de"),
    "dark": (DESKTOP, "dark", "de"),
}


def main() -> None:
    """Take all pictures, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=kt.all_games(), help="default: all games")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=[*KINDS])
    parser.add_argument("--folder", type=Path, default=PICTURES, help="where to write them")
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        browser() as chromium,
        Server(Path(folder)) as server,
    ):
        for name in asked.kinds:
            size, theme, language = KINDS[name]
            person = Person(chromium, server.address, language, size)
            person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            person.go("/")
            person.page.screenshot(path=asked.folder / f"lobby-{name}.png", full_page=True)
            for slug in asked.games:
                person.play_now(slug)
                person.play_on(random.Random(7), CLICKS[slug])
                person.wait_for_turn()
                person.page.screenshot(path=asked.folder / f"{slug}-{name}.png")
                print(f"{slug}-{name}.png")
            person.close()


if __name__ == "__main__":
    main()
