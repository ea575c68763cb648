"""Write docs/commands.md from the commands themselves, so that it cannot be out of date."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from katzentisch.cli.app import app

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"


def page() -> str:
    """The page, made anew."""
    group: Any = typer.main.get_command(app)
    lines = ["# Commands", "", "Made by `make docs` from the commands themselves.", ""]
    lines += [group.help, ""]
    for name, command in group.commands.items():
        lines += [f"## katzentisch {name}", "", command.help, ""]
        lines += [*table(command.params), ""]
    return "\n".join(lines).rstrip() + "\n"


def table(parameters: list[Any]) -> Iterator[str]:
    """A row for each argument and option, with what it is when nobody says."""
    yield "| | | default |"
    yield "|---|---|---|"
    for parameter in parameters:
        if parameter.name == "help":
            continue
        option = parameter.param_type_name == "option"
        name = f"`{parameter.opts[0]}`" if option else parameter.name.upper()
        default = "" if parameter.default in (None, False) else f"`{parameter.default}`"
        yield f"| {name} | {parameter.help} | {default} |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
