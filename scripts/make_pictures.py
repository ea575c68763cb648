"""`make pictures`: every game in the browser, for the README and the docs.

A real server, a real browser, and a simulated person who clicks what is lit, with a fixed seed.
"""

import random
import sys
import tempfile
from pathlib import Path

import katzentisch as kt

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server_people import DESKTOP, PHONE, Person, Server, browser

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CLICKS = {"big-bang": 14, "cat-box": 16, "cat-in-the-box": 13, "ed-the-cat": 6}
KINDS = [
    ("desktop", DESKTOP, "light", "en"),
    ("phone", PHONE, "light", "de"),
    ("dark", DESKTOP, "dark", "de"),
]


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        server = Server(Path(folder))
        for name, size, theme, language in KINDS:
            person = Person(chromium, server.address, language, size)
            person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            person.go("/")
            person.page.screenshot(path=PICTURES / f"lobby-{name}.png", full_page=True)
            for slug in kt.all_games():
                person.play_now(slug)
                person.play_on(random.Random(7), CLICKS[slug])
                person.wait_for_turn()
                person.page.screenshot(path=PICTURES / f"{slug}-{name}.png")
                print(f"{slug}-{name}.png")
            person.close()
        server.kill()


if __name__ == "__main__":
    main()
