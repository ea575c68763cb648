"""Draw docs/pictures/terminal.svg: a game of Cat in the Box as the terminal shows it.

`python scripts/make_terminal_picture.py FILE` writes it to another file.
"""

import io
import re
import sys
from pathlib import Path

from rich.console import Console

import katzentisch as kt
from katzentisch.bots import Bot
from katzentisch.cli.common import words_for
from katzentisch.games.cat_in_the_box.ui.terminal import draw

WEB_FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)  # nothing is loaded from elsewhere
PAGE = Path(__file__).parents[1] / "docs" / "pictures" / "terminal.svg"


def main(page: Path = PAGE) -> None:
    """Play half a round and draw it for seat 0."""
    match = kt.new("cat-in-the-box", players=4, seed=11, seats=["greedy"] * 4)
    bots = [Bot("greedy", match, seat) for seat in range(4)]
    while match.state.tricks_left > 4 or match.to_act != 0:
        match.play(bots[int(match.state.to_act)].choose(match))
    console = Console(record=True, width=72, file=io.StringIO())
    names = ["Guest", "Ada", "Ben", "Cleo"]
    console.print(draw(match.view(0), names, words_for(match.game, "en")))
    page.parent.mkdir(exist_ok=True)
    drawn = console.export_svg(title="katzentisch play cat-in-the-box", unique_id="terminal")
    page.write_text(WEB_FONTS.sub("", drawn), "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
