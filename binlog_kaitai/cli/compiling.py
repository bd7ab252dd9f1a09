"""What a terminal shows while kernels are compiled."""

from __future__ import annotations

import sys

import click

from binlog_kaitai.read.engines import tell_of_compiling

LINE = "compiling kernels, once for this version: about a minute"


def tell_terminal() -> None:
    """Say so on standard error, once, if someone looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        return

    def tell(_: str) -> None:
        tell_of_compiling(None)
        click.echo(LINE, err=True)

    tell_of_compiling(tell)
