"""The command `rows`."""

from __future__ import annotations

import sys
from typing import Any

import click
import pyarrow as pa

from binlog_kaitai.cli.formats import FORMATS, WRITERS
from binlog_kaitai.cli.matches import Matches, report_empty
from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DDL,
    ENGINE,
    FILES,
    examples,
    filters,
    names_of,
    scan_of,
)
from binlog_kaitai.cli.output import print_batch, print_lines
from binlog_kaitai.cli.own_specs import SPECS
from binlog_kaitai.cli.picking import picked_lines
from binlog_kaitai.cli.progress import watched
from binlog_kaitai.model.names import is_pattern
from binlog_kaitai.model.schema import CONTEXT_SCHEMA, RECORD_FIELDS, RECORD_SCHEMA
from binlog_kaitai.read.scan import Scan

# what people see of the record, beside a table's own columns or without a table
SHOWN = {"_position", "_timestamp", "_change_type"}
SHOWN_FLAT = ["position", "timestamp", "database", "table", "change_type", "data"]


@click.command(
    short_help="Print row images and statements.",
    epilog=examples(
        "rows --table webshop.orders --columns _change_type,id,v binlog.000001",
        "rows --start-datetime '2026-11-21 09:00' --server-id 97 'binlog.*'",
        "rows --table webshop.orders --format parquet . > orders.parquet",
    ),
)
@FILES
@filters
@click.option(
    "--format",
    "file_format",
    type=click.Choice(FORMATS),
    help="What is printed: records in JSON or, of a table, typed rows. By default json, and table "
    "where one is asked for on a terminal.",
)
@click.option(
    "--merge-schema", is_flag=True, help="All columns that the table ever had, in typed rows."
)
@click.option(
    "--context",
    is_flag=True,
    help="Also the statement, thread and user that made each change, where the log tells.",
)
@DDL
@CHECKSUMS
@click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many threads read a large file together. The order stays the log's.",
)
@ENGINE
@SPECS
def rows(
    files: tuple[str, ...], columns: str | None, file_format: str | None, **asked: Any
) -> None:
    """Print the row images and statements of FILEs, as JSON or else."""
    names = names_of(columns)
    chosen = file_format or _default_format(asked["table"])
    is_flat = chosen == "json" and (names is None or asked["table"] is None)
    scan = scan_of(files, columns=names, is_typed=False if is_flat else None, **asked)
    matches = Matches()
    if chosen == "json":
        _print_json(scan, matches, is_flat=is_flat)
    elif chosen == "table" and names is None:
        shown = _shown_of(scan)
        batches = (batch.select(shown) for batch in matches.of(watched(scan)))
        WRITERS[chosen](_select(scan.schema, shown), batches)
    else:
        WRITERS[chosen](scan.schema, matches.of(watched(scan)))
    if not matches.count:
        report_empty(scan)


def _print_json(scan: Scan, matches: Matches, *, is_flat: bool) -> None:
    flat = scan if is_flat else scan.asking(None, is_typed=False)
    for batch in matches.of(watched(flat)):
        if is_flat:
            print_batch(batch)
        else:
            print_lines(picked_lines(batch, scan.schema.names))
        del batch  # which may be large, before the next one is made


def _default_format(table: str | None) -> str:
    is_one = table is not None and not is_pattern(table)
    return "table" if is_one and sys.stdout.isatty() else "json"


def _shown_of(scan: Scan) -> list[str]:
    context = [field.name for field in CONTEXT_SCHEMA if field.name in scan.schema.names]
    if scan.schema.names[: len(RECORD_SCHEMA)] == RECORD_SCHEMA.names:
        return [*SHOWN_FLAT, *context]
    return [name for name in scan.schema.names if name in SHOWN or name not in RECORD_FIELDS]


def _select(schema: pa.Schema, names: list[str]) -> pa.Schema:
    return pa.schema([schema.field(name) for name in names])
