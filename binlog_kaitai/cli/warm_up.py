"""The command `warm-up`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from binlog_kaitai.cli.compiling import told
from binlog_kaitai.cli.options import examples
from binlog_kaitai.read.warm_up import warm_up, warm_up_folder


@click.command(
    "warm-up",
    short_help="Compile the kernels now.",
    epilog=examples("warm-up", "warm-up kernels", "warm-up /mnt/cluster/kernels"),
)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False))
def warm_up_command(folder: str | None) -> None:
    """Compile the kernels now, which else is done when they are first used.

    Into DIR, they are compiled for all processors of this architecture since 2013, and can be
    carried: they are loaded from the folder that the environment variable BINLOG_KAITAI_KERNELS
    names, by the same versions of Python, Numba and this project. Others compile their own.
    """
    start = time.monotonic()
    try:
        with told("compiling all kernels: about two minutes of CPU"):
            if folder is None:
                warm_up()
                done = "compiled the kernels"
            else:
                done = f"compiled {warm_up_folder(Path(folder))} kernels into {folder}"
    except RuntimeError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{done} in {time.monotonic() - start:.0f} s", err=True)
