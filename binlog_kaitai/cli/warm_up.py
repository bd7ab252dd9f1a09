"""The command `warm-up`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from binlog_kaitai.cli.compiling import status_line
from binlog_kaitai.cli.options import examples
from binlog_kaitai.read.warm_up import warm_up, warm_up_folder


@click.command(
    "warm-up",
    short_help="Compile the kernels in advance.",
    epilog=examples("warm-up", "warm-up kernels", "warm-up /mnt/cluster/kernels"),
)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False))
def warm_up_command(folder: str | None) -> None:
    """Compile the kernels in advance, instead of at their first use.

    With DIR, the kernels run on every processor of this architecture since 2013. Copy DIR to other
    machines, and set the environment variable BINLOG_KAITAI_KERNELS to its path there. The versions
    of Python, Numba and this project must be the same; other versions compile their own kernels.
    """
    start = time.monotonic()
    try:
        with status_line("compiling all kernels: about two minutes of CPU"):
            if folder is None:
                warm_up()
                done = "compiled the kernels"
            else:
                done = f"compiled {warm_up_folder(Path(folder))} kernels into {folder}"
    except RuntimeError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{done} in {time.monotonic() - start:.0f} s", err=True)
