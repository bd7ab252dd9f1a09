"""The command `rows`."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, get_args

import click
import pyarrow as pa

from binlog_kaitai.cli.formats import FORMATS, WRITERS, TitledTable, write_tables
from binlog_kaitai.cli.lines import texts_of
from binlog_kaitai.cli.matches import Matches, report_empty
from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DDL,
    ENGINE,
    FILES,
    REDACT,
    SPECS,
    THREADS,
    WHERE,
    examples,
    filters,
    names_of,
    scan_of,
)
from binlog_kaitai.cli.output import print_batch, print_lines
from binlog_kaitai.cli.progress import watched
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.messages.forms import Message
from binlog_kaitai.forensics.messages.making import FORMS, Messages
from binlog_kaitai.model.json_text import members_of
from binlog_kaitai.model.layouts import MERGED
from binlog_kaitai.model.names import is_pattern
from binlog_kaitai.model.schema import CONTEXT_SCHEMA, RECORD_FIELDS, RECORD_SCHEMA, column_field
from binlog_kaitai.model.values import encode_json
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.read.selections import Json

# fields of the record that the format `table` prints, with or without columns of a table
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
@WHERE
@click.option(
    "--format",
    "file_format",
    type=click.Choice((*FORMATS, *FORMS), case_sensitive=False),
    help="Output format. Default: json, or table if you select tables and write to a terminal."
    " maxwell, debezium and canal are the JSON messages of these tools.",
)
@click.option(
    "--with-key",
    is_flag=True,
    help="Print the key of each message and a tab in front of it, and empty values after deletes of"
    " debezium.",
)
@click.option("--with-schema", is_flag=True, help="Print messages of debezium with their schemas.")
@click.option(
    "--merge-schema", is_flag=True, help="Give typed rows the columns of all table versions."
)
@click.option(
    "--context",
    is_flag=True,
    help="Add the statement, thread and user of each change if the log has them.",
)
@click.option(
    "--json",
    type=click.Choice(get_args(Json)),
    default="text",
    show_default=True,
    help="JSON documents as text, or undecoded as the bytes in the log (in base64 where the format"
    " is text).",
)
@REDACT
@DDL
@CHECKSUMS
@THREADS
@ENGINE
@SPECS
def rows(
    files: tuple[str, ...],
    columns: str | None,
    file_format: str | None,
    with_key: bool,
    with_schema: bool,
    **options: Any,
) -> None:
    """Print the row images and statements in FILES."""
    names = names_of(columns)
    chosen = file_format or _default_format(options["table"])
    if chosen in FORMS and (names is not None or options["json"] != "text"):
        raise click.UsageError(f"--format {chosen} has all columns, and JSON as text")
    if with_key and chosen not in FORMS:
        raise click.UsageError(f"--with-key is for {', '.join(FORMS)}")
    if with_schema and (chosen not in FORMS or FORMS[chosen].with_schemas is None):
        raise click.UsageError("--with-schema is for --format debezium")
    is_flat = chosen == "json" and (names is None or options["table"] is None)
    scan = scan_of(files, columns=names, is_typed=False if is_flat else None, **options)
    matches = Matches()
    with _with_own_options():
        if chosen in FORMS:
            messages = Messages(FORMS[chosen], Engines(scan.engine), has_schemas=with_schema)
            flat = scan.asking(None, is_typed=False)
            logs = ((log.path, matches.of(batches)) for log, batches in flat.by_log())
            found = messages.of(logs, scan.only_definitions)
            print_lines(_lines(found, with_key=with_key))
            messages.warn()
        elif chosen == "json":
            _print_json(scan, matches, is_flat=is_flat)
        elif chosen == "table" and names is None:
            has_pattern = options["table"] is not None and is_pattern(options["table"])
            is_split = has_pattern and not options["merge_schema"]
            more = {"_table"} if has_pattern else set()
            write_tables(_titled(scan, matches) if is_split else [_shown(scan, matches, more)])
        else:
            WRITERS[chosen](scan.schema, matches.of(watched(scan)))
    if not matches.count:
        report_empty(scan)


def _lines(messages: Iterable[Message], *, with_key: bool) -> Iterator[str]:
    """Yield the values of messages, or their keys and values, where none is an empty text."""
    for message in messages:
        if with_key:
            yield f"{message.key or ''}\t{message.value or ''}"
        elif message.value is not None:
            yield message.value


@contextmanager
def _with_own_options() -> Iterator[None]:
    """Name this command's option in errors instead of Spark's."""
    try:
        yield
    except BinlogError as error:
        error.expected = error.expected.replace(MERGED, "--merge-schema")
        raise


def _titled(scan: Scan, matches: Matches) -> Iterator[TitledTable]:
    """Yield the tables of a pattern that have rows. Raises BinlogError after the last table."""
    faults: list[BinlogError] = []

    def up_to_damage(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            yield from batches
        except BinlogError as error:
            faults.append(error)  # other tables may have rows before the damage

    try:
        for own in scan.by_table():
            _, schema, batches = _shown(own, matches)
            rest = up_to_damage(batches)
            first = next(rest, None)
            if first is not None:
                yield own.selected_tables, schema, chain([first], rest)
    except BinlogError as error:
        faults.append(error)
    if faults:
        raise faults[0]


def _shown(scan: Scan, matches: Matches, more: Collection[str] = ()) -> TitledTable:
    """Return a scan's schema and batches, reduced to the printed fields and those in `more`."""
    names = _shown_of(scan, more)
    schema = pa.schema([scan.schema.field(name) for name in names])
    return None, schema, (batch.select(names) for batch in matches.of(watched(scan)))


def _print_json(scan: Scan, matches: Matches, *, is_flat: bool) -> None:
    flat = scan if is_flat else scan.asking(None, is_typed=False)
    for batch in matches.of(watched(flat)):
        if is_flat:
            print_batch(batch)
        else:
            print_lines(picked_lines(batch, scan.schema.names))
        del batch  # frees a large batch before the next one is made


def _default_format(table: str | None) -> str:
    return "table" if table is not None and sys.stdout.isatty() else "json"


def _shown_of(scan: Scan, more: Collection[str]) -> list[str]:
    names = scan.schema.names
    context = [field.name for field in CONTEXT_SCHEMA if field.name in names]
    if names[: len(RECORD_SCHEMA)] == RECORD_SCHEMA.names:
        return [*SHOWN_FLAT, *context]
    return [name for name in names if name in SHOWN or name in more or name not in RECORD_FIELDS]


def picked_lines(batch: pa.RecordBatch, names: Sequence[str]) -> Iterator[str]:
    """Yield a JSON object of some fields for each record of a batch, in the order of `names`.

    Columns that are not in the row image are omitted.
    """
    fields = {name: RECORD_FIELDS[name].name for name in names if name in RECORD_FIELDS}
    context = {f"_{name}": name for name in CONTEXT_SCHEMA.names if name in batch.schema.names}
    fields |= {name: context[name] for name in names if name in context}
    texts = [texts_of(batch.column(field), field) for field in fields.values()]
    keys = {name: encode_json(name) for name in names}
    for data, *values in zip(batch.column("data").to_pylist(), *texts, strict=True):
        members = dict(zip(fields, values, strict=True))
        members.update((column_field(name).lower(), text) for name, text, _ in members_of(data))
        items = ((keys[name], members.get(name) or members.get(name.lower())) for name in names)
        yield f"{{{', '.join(f'{key}: {text}' for key, text in items if text is not None)}}}"
