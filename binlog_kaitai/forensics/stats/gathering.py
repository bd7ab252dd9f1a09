"""Collect the statistics of logs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.stats.hot import MAX_TABLES, HotTable, hot_rows
from binlog_kaitai.forensics.stats.totals import FIELDS, TOP, Totals
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.gtid_ranges import GtidRanges, ranges_before
from binlog_kaitai.model.schema import column_field
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.outline import Outline, beginning_of
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.read.views import transaction_batches

MAX_DDL = 1000


@dataclass
class FileStats:
    """Statistics of a log: the times (seconds since 1970) and GTIDs of its transactions.

    `gap` are the previous GTIDs of the log that no earlier log contains; it is empty for the first
    log.
    """

    path: str
    size: int
    server_version: str | None
    transactions: int = 0
    first: int | None = None
    last: int | None = None
    gtids: str = ""
    gap: str = ""


@dataclass(repr=False)
class LogStatistics:
    """Statistics of logs, the output of `stats`; `fault` is the error that ended the reading.

    `ddl` are the first statements of `num_ddl`, each with the path of its log. `executed_gtids` are
    the GTIDs in the logs so far, and their previous GTIDs.
    """

    totals: Totals = field(default_factory=Totals)
    files: list[FileStats] = field(default_factory=list)
    gtids: GtidRanges = field(default_factory=GtidRanges)
    ddl: list[tuple[str, pa.StructArray]] = field(default_factory=list)
    num_ddl: int = 0
    hot: list[HotTable] = field(default_factory=list)
    fault: BinlogError | None = None
    executed_gtids: GtidRanges = field(default_factory=GtidRanges)

    def __repr__(self) -> str:
        totals = self.totals
        counts = f"{totals.transactions:,} transactions, {totals.rows:,} rows"
        return f"<LogStatistics: {counts}, {len(totals.tables):,} tables; to_dict() has all>"

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        totals = self.totals
        tables = totals.tables
        size = sum(total.bytes for total in tables.values())
        return {
            "transactions": totals.transactions,
            "rows": totals.rows,
            "bytes": totals.bytes,
            "events": totals.events,
            "first": _time(totals.first),
            "last": _time(totals.last),
            "gtids": str(self.gtids),
            "servers": [
                {"server_id": server, "transactions": count}
                for server, count in sorted(totals.servers.items())
            ],
            "files": [
                {**vars(file), "first": _time(file.first), "last": _time(file.last)}
                for file in self.files
            ],
            "tables": [
                {"table": name, **vars(total), "share": round(total.bytes / size, 4) if size else 0}
                for name, total in sorted(tables.items(), key=lambda item: -item[1].bytes)
            ],
            "timeline": {
                "seconds": totals.timeline.seconds,
                "buckets": [
                    {"time": _time(start), **vars(bucket)}
                    for start, bucket in sorted(totals.timeline.buckets.items())
                ],
            },
            "biggest": [_transaction(row) for row in totals.biggest.rows],
            "longest": [_transaction(row) for row in totals.longest.rows],
            "deletes": [_transaction(row) for row in totals.deletes.rows],
            "num_ddl": self.num_ddl,
            "ddl": [
                {
                    "file": base_name(path),
                    "path": path,
                    **statement,
                    "timestamp": _time(statement["timestamp"]),
                }
                for path, statements in self.ddl
                for statement in statements.to_pylist()
            ],
            "hot": [table.to_dict() for table in self.hot],
        }


def with_distinct_names(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report to display: `file` has as many folders as tell the logs apart."""
    parts = {file["path"]: file["path"].split("/") for file in report["files"]}
    depth = 1
    while len({tuple(each[-depth:]) for each in parts.values()}) < len(parts):
        depth += 1
    names = {path: "/".join(each[-depth:]) for path, each in parts.items()}
    lists = ("files", "biggest", "longest", "deletes", "ddl")
    named = {name: [{**row, "file": names[row["path"]]} for row in report[name]] for name in lists}
    return {**report, **named}


def collect_statistics(scan: Scan, engine: Engine = "auto") -> LogStatistics:
    """Collect the statistics of logs, up to the first damage. Raises OSError.

    `scan` selects the logs and transactions; its columns and its view do not matter.
    """
    stats = LogStatistics()
    for log, items in scan.each_log(partial(_read, engines=Engines(engine))):
        try:
            _add_file(stats, log.path, items)
        except BinlogError as error:
            stats.fault = error
            break
    return stats


def with_hot_rows(stats: LogStatistics, scan: Scan, engine: Engine = "auto") -> None:
    """Add the most frequently changed rows of the tables with the most changed rows.

    Only tables with a primary key in the logs count. Reads the logs once more for each table.
    """
    keys: dict[str, tuple[str, ...]] = {}
    most = sorted(stats.totals.tables.items(), key=lambda item: -item[1].rows)
    names = [name for name, _ in most[:MAX_TABLES]]
    for change in scan.table_changes():
        keys[change.table.full_name] = change.table.primary_key
    for name in names:
        columns = [column_field(column) for column in keys.get(name, ())]
        if columns:
            batches = _key_batches(scan, name, columns, engine)
            stats.hot.append(hot_rows(name, columns, batches))


def _key_batches(
    scan: Scan, table: str, columns: list[str], engine: Engine
) -> Iterator[pa.RecordBatch]:
    engines = Engines(engine)
    paths = [log.path for log in scan.logs]
    schema = inferred_schema(paths, Scope(table), merge_schema=False, engine=engines)
    if schema is None:
        return
    selection = pa.schema([schema.field(name) for name in [*columns, "_change_type"]])
    read = partial(read_batches, schema=selection, is_projection=True, engine=engines)

    def read_log(path: str, scope: Scope) -> Iterator[pa.RecordBatch]:
        return read(path, table, scope=scope)

    for _, batches in scan.each_log(read_log):
        yield from batches


def _read(
    path: str, scope: Scope, engines: Engines
) -> Iterator[tuple[Outline, bool] | pa.RecordBatch]:
    """Yield the start of a log and whether all of it is asked for, and then its transactions."""
    yield beginning_of(path), scope == Scope()
    yield from transaction_batches(path, schema=FIELDS, scope=scope, engine=engines)


def _add_file(stats: LogStatistics, path: str, items: Iterator[Any]) -> None:
    outline, is_whole = next(items)
    file = FileStats(path, outline.size, outline.server_version)
    stats.files.append(file)
    before = stats.totals.transactions
    gtids = GtidRanges()
    if is_whole:
        file.gap = str(_gap(stats, outline))
    try:
        for batch in items:
            stats.totals.add(batch, path)
            gtids.add_texts(batch.column("gtid"))
            _add_times(file, batch)
            _add_ddl(stats, path, batch.column("ddl").flatten())
    finally:
        file.transactions = stats.totals.transactions - before
        file.gtids = str(gtids)
        stats.gtids.add_ranges(gtids)
        stats.executed_gtids.add_ranges(gtids)


def _add_times(file: FileStats, batch: pa.RecordBatch) -> None:
    times = batch.column("timestamp").cast(pa.int64()).to_numpy() // 1_000_000
    first, last = int(times.min()), int(times.max())
    file.first = first if file.first is None else min(file.first, first)
    file.last = last if file.last is None else max(file.last, last)


def _add_ddl(stats: LogStatistics, path: str, statements: pa.StructArray) -> None:
    room = max(MAX_DDL - stats.num_ddl, 0)
    stats.num_ddl += len(statements)
    first = statements[:room]
    if len(first):
        # a slice would retain the whole array
        stats.ddl.append((path, first.take(pa.array(range(len(first))))))


def _gap(stats: LogStatistics, outline: Outline) -> GtidRanges:
    """Return the previous GTIDs of a log that earlier logs lack, and add them to the statistics."""
    missing = GtidRanges()
    if outline.previous is None:
        return missing
    previous, executed = ranges_before(outline.previous), stats.executed_gtids
    if len(stats.files) > 1 and outline.previous.type == "PREVIOUS_GTIDS":
        missing = previous.without(executed)
    elif len(stats.files) > 1:
        for source, number in previous.last.items():
            last = executed.last.get(source, 0)
            if number > last:
                missing.add(source, last + 1, number)
    executed.add_ranges(previous)
    return missing


def _transaction(row: dict[str, Any]) -> dict[str, Any]:
    values = {
        name: f"{value:%Y-%m-%dT%H:%M:%SZ}" if isinstance(value, datetime) else value
        for name, value in row.items()
    }
    values["tables"] = (values["tables"] or [])[:TOP]
    return values


def _time(seconds: int | None) -> str | None:
    if seconds is None:
        return None
    moment = EPOCH + timedelta(seconds=seconds)
    return f"{moment.replace(tzinfo=None).isoformat()}Z"
