"""The arguments and options that several commands have."""

from __future__ import annotations

import re
from typing import Any

import click

from binlog_kaitai.io.paths import is_remote
from binlog_kaitai.read.engines import ENGINES


class _File(click.Path):
    """A file that is there, or a URI, which is asked for when it is read."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if is_remote(value) else super().convert(value, param, ctx)


FILES = click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=_File(exists=True, dir_okay=False, readable=True),
)
TABLE = click.option("--table", metavar="DB.T", help="Only this table's row images.")
DDL = click.option(
    "--ddl",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False, readable=True),
    help="What mysqldump --no-data printed, for logs that do not hold names of columns.",
)
CHECKSUMS = click.option(
    "--no-verify-checksums",
    "verify_checksums",
    flag_value=False,
    default=True,
    help="Read events whose checksums are wrong, too.",
)
ENGINE = click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="kernels",
    show_default=True,
    help="What reads: compiled kernels, or the classes of the specs, which are slow.",
)


def check_table(table: str | None) -> None:
    """Refuse a table without its database."""
    if table is not None and not re.fullmatch(r".+\..+", table):
        raise click.BadParameter(f"expected DB.T, found {table!r}", param_hint="--table")
