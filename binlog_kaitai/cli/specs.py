"""The command `specs`."""

from __future__ import annotations

from pathlib import Path

import click

from binlog_kaitai.cli.options import examples
from binlog_kaitai.compiler.own.kept import copy_specs, specs_folder
from binlog_kaitai.compiler.own.tools import COMMAND


@click.command(
    short_help="Print the directory of the specs, or copy them for editing.",
    epilog=examples("specs", "specs --copy my-specs", "specs --copy specs/mine"),
)
@click.option(
    "--copy",
    "target",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Copy the specs to this directory, which must be new or empty.",
)
def specs(target: str | None) -> None:
    """Print the directory of the Kaitai Struct specs, or copy them for editing.

    Other commands read logs with a copy if you pass --specs. This requires Kaitai Struct's compiler
    and PyYAML.
    """
    if target is None:
        click.echo(specs_folder())
        return
    count = copy_specs(Path(target))
    click.echo(f"{count} specs in {target}; npm ci --prefix {target} installs {COMMAND} there")
