"""The commands, put together."""

from typing import Annotated

import typer

import katzentisch
from katzentisch.cli.arena import arena
from katzentisch.cli.bench import bench
from katzentisch.cli.keep import backup, export, restore
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
    help="Four card games to play, to study and to train on."
    " Without a command: the table in your browser.",
)
COMMANDS = (serve, play, simulate, verify, rules, review, arena, lab, learn, bench)
for command in (*COMMANDS, backup, restore, export):
    app.command()(command)


def tell_version(asked: bool) -> None:
    if asked:
        print(f"katzentisch {katzentisch.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Open the table where no command is given."""
    if context.invoked_subcommand is None:
        start_table()
