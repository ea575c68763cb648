"""The command-line application with all its commands."""

from typing import Annotated

import typer

import katzentisch
from katzentisch.cli.arena import arena
from katzentisch.cli.backup import backup, export, restore
from katzentisch.cli.bench import bench
from katzentisch.cli.lab import lab
from katzentisch.cli.learn import learn
from katzentisch.cli.play import play
from katzentisch.cli.review import review
from katzentisch.cli.rules import rules
from katzentisch.cli.serve import serve, start_table
from katzentisch.cli.simulate import simulate
from katzentisch.cli.verify import verify

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Play, study and train on four card games."
    " Without a command, open the lobby in your browser.",
)
COMMANDS = (serve, play, simulate, verify, rules, review, arena, lab, learn, bench)
for command in (*COMMANDS, backup, restore, export):
    app.command()(command)


def show_version(asked: bool) -> None:
    if asked:
        print(f"katzentisch {katzentisch.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Open the lobby if no command is given."""
    if context.invoked_subcommand is None:
        start_table()
