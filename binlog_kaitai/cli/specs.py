"""The command `specs`."""

from __future__ import annotations

from pathlib import Path

import click

from binlog_kaitai.cli.options import examples
from binlog_kaitai.compiler.own.kept import copy_specs, specs_folder
from binlog_kaitai.compiler.own.tools import COMMAND


@click.command(
    short_help="Tell where the specs are, or copy them to change them.",
    epilog=examples("specs", "specs --copy my-specs", "specs --copy specs/mine"),
)
@click.option(
    "--copy",
    "target",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Copy them into this folder, which is new or empty.",
)
def specs(target: str | None) -> None:
    """Tell where the specs of the format are, or copy them to change them.

    They are specs of Kaitai Struct. The option --specs of other commands reads logs by a copy, for
    which Kaitai Struct's compiler and PyYAML have to be installed.
    """
    if target is None:
        click.echo(specs_folder())
        return
    count = copy_specs(Path(target))
    click.echo(f"{count} specs in {target}; npm ci --prefix {target} installs {COMMAND} there")
