"""How the experts play: measures it, stores the results in a file, and writes a page for players.

`python scripts/inside.py play FILE` plays whatever is still missing from FILE, for at most
`--minutes`; it can be stopped and started again. Results of a network that has since been replaced
are discarded first.
`python scripts/inside.py page FILE` writes docs/experts.md to standard output.

There are three kinds of parts: habits, recorded in matches between equal players; what a seat loses
if it does not know the scores (`score_blind`); and a match annotated with the network's thoughts
(`commentary`). Seeds start at 0, so the page is the same wherever it is generated.
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
