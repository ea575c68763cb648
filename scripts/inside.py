"""How the experts play: measured once, kept in a file, told to players on a page.

`python scripts/inside.py play FILE` plays what is still missing in FILE, as long as
`--minutes` allow; it can be stopped and started again. What another network than the one that now
comes with a game has played is forgotten first.
`python scripts/inside.py page FILE` writes docs/experts.md to standard output.

There are three kinds of parts: habits of players among their like, noticed in whole matches; what
a seat loses that does not know the match position (`blinded`); and a match with the network's
thoughts beside the moves (`thoughts`). The seeds count from 0, so the page is the same wherever
it is made.
"""

from katzentisch.lab import resumable

from inside_page import page
from inside_parts import GAMES, missing, play_part, without_old


def main(arguments: list[str] | None = None) -> None:
    """Play, or write the page."""
    asked = resumable.asked_for("scripts/inside.py", GAMES, arguments)
    results = resumable.read(asked.file)
    if asked.what == "page":
        print("\n".join(page(results)))
        return
    results = without_old(results, asked.game)
    tasks = missing(results, asked.games, asked.game)
    resumable.go_on(asked.file, results, play_part, tasks, asked.minutes, asked.cores)


if __name__ == "__main__":
    main()
