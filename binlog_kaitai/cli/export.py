"""The command `export`."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DDL,
    FILES,
    KEYRING,
    TABLE,
    check_table,
    examples,
    size_of,
)
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.lake.running import Runner, Threads

THREADS = "threads"
FORMATS = ("parquet", "delta")


@click.command(
    short_help="Write each table to a dataset of its own.",
    epilog=examples(
        "export --out datasets binlog.000001 binlog.000002",
        "export --out datasets --table webshop.orders .",
        "export --out datasets --overwrite --master threads 'binlog.*'",
    ),
)
@FILES
@TABLE
@DDL
@CHECKSUMS
@KEYRING
@click.option("--out", metavar="DIR", required=True, help="Where each table has a folder.")
@click.option(
    "--format",
    "file_format",
    type=click.Choice(FORMATS),
    default="parquet",
    show_default=True,
    help="What datasets are: folders of Parquet, or Delta tables.",
)
@click.option(
    "--file-size",
    metavar="SIZE",
    callback=size_of,
    default="128m",
    show_default=True,
    help="About how large a file is at most.",
)
@click.option(
    "--master",
    metavar="URL",
    default="local[*]",
    show_default=True,
    help="Spark's, or 'threads' or 'threads[4]': in this process, without Spark.",
)
@click.option("--overwrite", is_flag=True, help="Replace the datasets that DIR holds.")
def export(files: tuple[str, ...], out: str, master: str, **options: Any) -> None:
    """Write the tables of FILEs into DIR, one typed dataset a table.

    Datasets are partitioned by the day that rows were logged, log_date. Logs are read once for all
    tables. An export that was killed goes on when it is run again, and one with more files adds
    them.
    """
    # what an export needs takes a second to import, for which the other commands need not wait
    from rich.console import Console  # noqa: PLC0415

    from binlog_kaitai.cli.console import export_with_bar, kept_line, summary_table  # noqa: PLC0415

    check_table(options["table"])
    try:
        with _runner(master) as runner:
            summary = export_with_bar(Console(stderr=True), files, out, runner=runner, **options)
    except BinlogError:
        raise
    except (OSError, ValueError) as error:
        raise click.UsageError(str(error)) from error
    console = Console()
    console.print(summary_table({out: summary}))
    line = kept_line(summary)
    if line is not None:
        console.print(line)


def _runner(master: str) -> AbstractContextManager[Runner]:
    """Return what runs tasks."""
    if master.startswith(THREADS):
        return nullcontext(_threads(master.removeprefix(THREADS)))
    from binlog_kaitai.spark.runner import spark_runner  # noqa: PLC0415 - threads need no Spark

    return spark_runner(master)


def _threads(count: str) -> Threads:
    """Return as many threads as Spark's way of writing it asks for: `[4]`, `[*]` or nothing."""
    found = re.fullmatch(r"(?:\[(?:\*|([1-9]\d*))\])?", count)
    if found is None:
        raise click.BadParameter(
            f"expected threads or threads[N], found {THREADS + count!r}", param_hint="--master"
        )
    return Threads() if found[1] is None else Threads(int(found[1]))
