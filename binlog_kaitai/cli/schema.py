"""The command `schema`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from binlog_kaitai.cli.matches import FAIL_IF_EMPTY, report_empty
from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DATABASE,
    DDL,
    ENGINE,
    FILES,
    KEYRING,
    SPECS,
    TABLE,
    examples,
    scan_of,
)
from binlog_kaitai.cli.output import (
    AFTER,
    BEFORE,
    Part,
    entry_line,
    print_json,
    print_styled,
    statement_lines,
    thread_name,
)
from binlog_kaitai.forensics.schema_history import SchemaEntry, history_of
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.names import database_of, is_pattern
from binlog_kaitai.model.tables import Column, Table
from binlog_kaitai.model.type_names import sql_type
from binlog_kaitai.printable import printable
from binlog_kaitai.read.layouts import SchemaChange


@click.command(
    short_help="Print tables, their columns, and schema changes.",
    epilog=examples(
        "schema binlog.000001",
        "schema --format json --table 'webshop.*' 'binlog.*'",
        "schema --history webshop.orders 'binlog.*'",
    ),
)
@FILES
@TABLE
@DATABASE
@FAIL_IF_EMPTY
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["text", "json"], case_sensitive=False),
    default="text",
    show_default=True,
    help="Output format: text, or a line of JSON for each table version.",
)
@click.option(
    "--history",
    metavar="DB.T",
    help="Print the history of this table: the statements that changed it, its columns, and the"
    " rows between.",
)
@DDL
@CHECKSUMS
@ENGINE
@KEYRING
@SPECS
def schema(
    files: tuple[str, ...], *, file_format: str, history: str | None, **options: Any
) -> None:
    """Print the tables in FILES: columns, types, keys, and schema changes.

    Only tables with row events are listed. Their definitions come from the metadata in the log.
    """
    if history is not None:
        _print_history(files, history, file_format, **options)
        return
    scan = scan_of(files, is_typed=False, **options)
    is_empty = True
    for change in scan.table_changes():
        is_empty = False
        if file_format == "json":
            print_json(_fields(change))
        else:
            for line in _text(change):
                sys.stdout.write(f"{printable(line)}\n")
    if is_empty:
        report_empty(scan)


def _fields(change: SchemaChange) -> dict[str, Any]:
    table = change.table
    return {
        "file": base_name(change.file),
        "position": change.position,
        "timestamp": f"{change.time:%Y-%m-%dT%H:%M:%SZ}",
        "database": table.database,
        "table": table.name,
        "primary_key": list(table.primary_key),
        "columns": [
            {"name": column.name, "type": sql_type(column), "nullable": column.is_nullable}
            for column in table.shown_columns
        ],
    }


def _text(change: SchemaChange) -> Iterator[str]:
    """Yield the lines of a new table with all columns, or of a schema change."""
    table, before = change.table, change.before
    place = f"{base_name(change.file)} at byte {change.position}, {change.time:%Y-%m-%d %H:%M:%S}"
    yield f"{table.full_name}: {'from' if before is None else 'changed in'} {place}"
    yield from _aligned(table.shown_columns if before is None else _changed(before, table))
    if before is None or before.primary_key != table.primary_key:
        yield (
            f"    PRIMARY KEY ({', '.join(table.primary_key)})"
            if table.primary_key
            else ("    no primary key in the log")
        )


def _aligned(columns: Iterable[Column | tuple[str, Column]]) -> Iterator[str]:
    marked = [item if isinstance(item, tuple) else (" ", item) for item in columns]
    width = max((len(column.name) for _, column in marked), default=0)
    for mark, column in marked:
        yield f"  {mark} {column.name:{width}}  {_type_of(column)}"


def _changed(before: Table, table: Table) -> Iterator[tuple[str, Column]]:
    """Yield the removed, added and altered columns, each with `-` or `+`."""
    old = {column.name: column for column in before.shown_columns}
    new = {column.name: column for column in table.shown_columns}
    for name, column in old.items():
        if new.get(name) != column:
            yield "-", column
    for name, column in new.items():
        if old.get(name) != column:
            yield "+", column


def _type_of(column: Column) -> str:
    return f"{sql_type(column)}{'' if column.is_nullable else ' NOT NULL'}"


def _print_history(files: tuple[str, ...], name: str, file_format: str, **options: Any) -> None:
    """Print the history of a table."""
    if is_pattern(name) or database_of(name) is None:
        message = f"expected DATABASE.TABLE, found {name!r}"
        raise click.BadParameter(message, param_hint="--history")
    if options.pop("table") is not None or options.pop("database") is not None:
        raise click.UsageError("--history cannot be combined with --table or --database")
    scan = scan_of(files, is_typed=False, table=name, **options)
    is_empty = True
    for entry in history_of(scan, name):
        is_empty = False
        if file_format == "json":
            print_json(entry.to_dict())
        else:
            print_styled(_entry_lines(entry))
    if is_empty:
        report_empty(scan)


def _entry_lines(entry: SchemaEntry) -> Iterator[list[Part]]:
    """Yield the lines of an entry of a table's history."""
    change = entry.change.replace("_", " ") + _target(entry)
    place = f"{entry.file} at byte {entry.position}"
    yield entry_line(entry.timestamp, change, entry.gtid, place, thread_name(entry.thread_id))
    yield from statement_lines(entry.statement)
    if entry.reason:
        yield [f"    {entry.reason}"]
    width = max((len(line.name) for line in entry.difference), default=0)
    for line in entry.difference:
        text = f"  {line.mark} {line.name:{width}}  {line.text}" if line.name else line.text
        style = BEFORE if line.mark == "-" else AFTER
        yield [(text if line.name else f"  {line.mark} {line.text}", style)]
    if entry.rows:
        follow = "row change follows" if entry.rows == 1 else "row changes follow"
        yield [f"    {entry.rows:,} {follow}"]


def _target(entry: SchemaEntry) -> str:
    partitions = ", ".join(entry.partitions)
    names = f" {partitions}" if partitions else ""
    if entry.other is None:
        return names
    if entry.change == "renamed":
        return f" {'from' if entry.table.columns else 'to'} {entry.other}"
    return f"{names} with {entry.other}"
