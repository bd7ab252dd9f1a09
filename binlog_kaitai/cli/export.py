"""The command `export`."""

from __future__ import annotations

from typing import Any

import click

from binlog_kaitai.cli.options import CHECKSUMS, DDL, FILES, TABLE, check_table, examples
from binlog_kaitai.errors import BinlogError


@click.command(
    epilog=examples(
        "export --out datasets binlog.000001 binlog.000002",
        "export --out datasets --table webshop.orders .",
        "export --out datasets --overwrite --format orc 'binlog.*'",
    )
)
@FILES
@TABLE
@DDL
@CHECKSUMS
@click.option("--out", metavar="DIR", required=True, help="Where each table has a folder.")
@click.option("--format", "file_format", default="parquet", show_default=True, help="Spark's name.")
@click.option("--master", metavar="URL", default="local[*]", show_default=True, help="Spark's.")
@click.option("--overwrite", is_flag=True, help="Replace the datasets that DIR holds.")
def export(files: tuple[str, ...], out: str, **options: Any) -> None:
    """Write the tables of FILEs into DIR with Spark, one typed dataset a table.

    Datasets are partitioned by the day that rows were logged, log_date. One that was written before
    from the same files is kept: an export that was killed goes on, and one with more files adds
    them.
    """
    # Spark takes a second to import, which the other commands need not wait for
    from rich.console import Console  # noqa: PLC0415

    from binlog_kaitai.cli.console import export_with_bar, kept_line, summary_table  # noqa: PLC0415

    check_table(options["table"])
    try:
        summary = export_with_bar(Console(stderr=True), files, out, **options)
    except BinlogError:
        raise
    except (OSError, ValueError) as error:
        raise click.UsageError(str(error)) from error
    console = Console()
    console.print(summary_table({out: summary}))
    line = kept_line(summary)
    if line is not None:
        console.print(line)
