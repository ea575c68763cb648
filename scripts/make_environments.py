"""Write the tables of observations and actions into `environments.md`: `make docs`."""

import sys
from pathlib import Path

from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.observation import fields_of

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
BEGIN, END = "<!-- fields: generated -->", "<!-- fields: end -->"


def fields_page() -> str:
    """The meaning of every number in every game's observation."""
    parts = []
    for slug in slugs():
        game = find_game(slug)
        width = game.Seen.dtype.itemsize
        options = [game.read_options({"players": n}) for n in game.PLAYERS.values]
        counts = sorted({game.count_actions(one) for one in options})
        actions = " to ".join(f"{n:,}" for n in dict.fromkeys([counts[0], counts[-1]]))
        parts.append(f"### {game.TITLE}\n\n{width} bytes, {actions} actions.\n")
        parts.append("| from | bytes | field | |\n|---|---|---|---|")
        parts += [
            f"| {f.offset} | {f.length} | `{f.name}` | {f.says} |" for f in fields_of(game.Seen)
        ]
        parts.append("")
    return "\n".join(parts)


def page() -> str:
    """The page with fresh tables."""
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{fields_page()}\n{END}{rest.partition(END)[2]}"


def main(target: Path = PAGE) -> None:
    """Write it."""
    target.write_text(page(), "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
