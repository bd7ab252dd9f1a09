"""The command `history`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from binlog_kaitai.cli.endings import end_incomplete
from binlog_kaitai.cli.matches import Filter, report_empty
from binlog_kaitai.cli.options import (
    DDL,
    ENGINE,
    FILES,
    SPECS,
    THREADS,
    examples,
    filters_of_transactions,
    scan_of,
    usage_errors,
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
from binlog_kaitai.forensics.history import History, RowHistoryEntry
from binlog_kaitai.model.names import is_pattern
from binlog_kaitai.model.values import encode_json
from binlog_kaitai.read.engines import Engine


@click.command(
    "history",
    short_help="Print the history of a row.",
    epilog=examples(
        "history --table webshop.orders --key id=2 'binlog.*'",
        "history --table webshop.orders --key id=2 --changed v binlog.000001",
        "history --table webshop.orders --key id=2 --changed v --value zwei .",
    ),
)
@FILES
@click.option("--table", "-T", metavar="DB.T", required=True, help="Table of the row.")
@click.option(
    "--key",
    "keys",
    cls=Filter,
    metavar="COLUMN=VALUE",
    multiple=True,
    required=True,
    help="Value of a key column, usually of the primary key. Repeat for each key column.",
)
@click.option(
    "--changed", cls=Filter, metavar="COLUMN", help="Only updates that changed this column."
)
@click.option(
    "--value",
    cls=Filter,
    metavar="VALUE",
    help="With --changed: only changes to or from VALUE.",
)
@filters_of_transactions
@DDL
@click.option("--json", "is_json", is_flag=True, help="Print each change as a line of JSON.")
@THREADS
@ENGINE
@SPECS
def history_command(  # noqa: PLR0913 - the options of the command
    files: tuple[str, ...],
    *,
    keys: tuple[str, ...],
    changed: str | None,
    value: str | None,
    is_json: bool,
    engine: Engine,
    **options: Any,
) -> None:
    """Print the history of a row in FILES: time, transaction, user and values of each change.

    Exit status: 3 if a foreign key may have changed the row without row images.
    """
    if is_pattern(options["table"]):
        message = f"expected one table, found the pattern {options['table']!r}"
        raise click.BadParameter(message, param_hint="--table")
    if value is not None and changed is None:
        raise click.UsageError("--value requires --changed")
    scan = scan_of(files, engine=engine, **options)
    with usage_errors():
        row = History(scan, dict(map(_named, keys)), engine)
    is_empty = True
    for entry in row.entries(changed, value):
        is_empty = False
        if is_json:
            print_json(entry.to_dict())
        else:
            _print(entry)
    end_incomplete(list(row.warnings()))
    if is_empty:
        report_empty(scan)


def _named(key: str) -> tuple[str, str]:
    name, equals, value = key.partition("=")
    if not (name and equals):
        raise click.BadParameter(f"expected COLUMN=VALUE, found {key!r}", param_hint="--key")
    return name, value


def _print(entry: RowHistoryEntry) -> None:
    first = entry_line(
        *(entry.timestamp, entry.change, entry.gtid, f"{entry.file} at byte {entry.position}"),
        *(thread_name(entry.context.thread_id), entry.context.user),
        None if entry.outcome == "committed" else entry.outcome or "unknown outcome",
    )
    print_styled([first, *_values(entry), *statement_lines(entry.context.statement)])


def _values(entry: RowHistoryEntry) -> Iterator[list[Part]]:
    if entry.before is not None and entry.after is not None:
        for name, (before, after) in entry.changed.items():
            old, new = (encode_json(before), BEFORE), (encode_json(after), AFTER)
            yield [f"    {name}: ", old, " -> ", new]
        return
    style = AFTER if entry.before is None else BEFORE
    for name, value in (entry.before or entry.after or {}).items():
        yield [f"    {name}: ", (encode_json(value), style)]
