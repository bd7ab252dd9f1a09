"""The option `--specs`, which restarts the command in a process that reads with other specs."""

from __future__ import annotations

import os
import sys

import click

from binlog_kaitai.compiler.own.kept import GENERATED, compiled_specs, environment


def _restart(ctx: click.Context, _: click.Parameter, folder: str | None) -> None:
    if folder is None or ctx.resilient_parsing:
        return
    home = compiled_specs(folder, lambda: click.echo(f"compiling the specs in {folder}", err=True))
    if os.environ.get(GENERATED) != str(home):
        command = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, command, os.environ | environment(home))  # noqa: S606 - this one


SPECS = click.option(
    "--specs",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    is_eager=True,
    expose_value=False,
    callback=_restart,
    help="Read logs with the specs in DIR, a copy that 'binlog-kaitai specs --copy' made.",
)
