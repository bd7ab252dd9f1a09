"""Gathers what logs are about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
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
from binlog_kaitai.read.scan import Scan
from binlog_kaitai.read.transaction_batches import transaction_batches

MAX_DDL = 1000


@dataclass
class FileStats:
    """A log: when its transactions were logged (seconds since 1970), which GTIDs they have.

    `gap` is what of the GTIDs that the log says were before it is in no log before it; of the first
    log, nothing is known.
    """

    path: str
    size: int
    server_version: str | None
    transactions: int = 0
    first: int | None = None
    last: int | None = None
    gtids: str = ""
    gap: str = ""


@dataclass
class Stats:
    """What logs are about, as `stats` tells it; `fault` is what ended the reading.

    `ddl` are statements with the log that they are in, the first ones of `num_ddl`. `known` are the
    GTIDs that are in the logs so far, or that these say were before them.
    """

    totals: Totals = field(default_factory=Totals)
    files: list[FileStats] = field(default_factory=list)
    gtids: GtidRanges = field(default_factory=GtidRanges)
    ddl: list[tuple[str, pa.StructArray]] = field(default_factory=list)
    num_ddl: int = 0
    hot: list[HotTable] = field(default_factory=list)
    fault: BinlogError | None = None
    known: GtidRanges = field(default_factory=GtidRanges)

    def to_dict(self) -> dict[str, Any]:
        """Return it in JSON's terms."""
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
                {"file": file, **statement, "timestamp": _time(statement["timestamp"])}
                for file, statements in self.ddl
                for statement in statements.to_pylist()
            ],
            "hot": [table.to_dict() for table in self.hot],
        }


def gather(scan: Scan, engine: Engine = "auto") -> Stats:
    """Return what logs are about, up to a fault if there is one. Raises OSError.

    `scan` says which logs, and what of them; its columns and its view do not matter.
    """
    stats = Stats()
    engines = Engines(engine)
    for path, scope in scan.scopes():
        try:
            _add_file(stats, path, scope, engines)
        except BinlogError as error:
            stats.fault = error
            break
    return stats


def with_hot_rows(stats: Stats, scan: Scan, engine: Engine = "auto") -> None:
    """Add the rows that were changed most often, of the tables with the most changed rows.

    Only tables count whose logs tell a primary key. Reads the logs once more for each.
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
    asked = pa.schema([schema.field(name) for name in [*columns, "_change_type"]])
    for path, scope in scan.scopes():
        yield from read_batches(
            path, table, schema=asked, is_projection=True, scope=scope, engine=engines
        )


def _add_file(stats: Stats, path: str, scope: Scope, engines: Engines) -> None:
    outline = beginning_of(path)
    file = FileStats(path, outline.size, outline.server_version)
    stats.files.append(file)
    before = stats.totals.transactions
    name, gtids = base_name(path), GtidRanges()
    if scope == Scope():
        file.gap = str(_gap(stats, outline))
    try:
        for batch in transaction_batches(path, schema=FIELDS, scope=scope, engine=engines):
            stats.totals.add(batch, name)
            gtids.add_texts(batch.column("gtid"))
            _note_times(file, batch)
            _note_ddl(stats, name, batch.column("ddl").flatten())
    finally:
        file.transactions = stats.totals.transactions - before
        file.gtids = str(gtids)
        stats.gtids.add_ranges(gtids)
        stats.known.add_ranges(gtids)


def _note_times(file: FileStats, batch: pa.RecordBatch) -> None:
    times = batch.column("timestamp").cast(pa.int64()).to_numpy() // 1_000_000
    first, last = int(times.min()), int(times.max())
    file.first = first if file.first is None else min(file.first, first)
    file.last = last if file.last is None else max(file.last, last)


def _note_ddl(stats: Stats, file: str, statements: pa.StructArray) -> None:
    room = max(MAX_DDL - stats.num_ddl, 0)
    stats.num_ddl += len(statements)
    told = statements[:room]
    if len(told):
        # a slice would hold on to all that it is a part of
        stats.ddl.append((file, told.take(pa.array(range(len(told))))))


def _gap(stats: Stats, outline: Outline) -> GtidRanges:
    """Return what is missing between the logs so far and one, and take what it lists as known."""
    missing = GtidRanges()
    if outline.previous is None:
        return missing
    told, known = ranges_before(outline.previous), stats.known
    if len(stats.files) > 1 and outline.previous.type == "PREVIOUS_GTIDS":
        missing = told.without(known)
    elif len(stats.files) > 1:
        for source, number in told.last.items():
            last = known.last.get(source, 0)
            if number > last:
                missing.add(source, last + 1, number)
    known.add_ranges(told)
    return missing


def _transaction(row: dict[str, Any]) -> dict[str, Any]:
    found = {
        name: f"{value:%Y-%m-%dT%H:%M:%SZ}" if isinstance(value, datetime) else value
        for name, value in row.items()
    }
    found["tables"] = (found["tables"] or [])[:TOP]
    return found


def _time(seconds: int | None) -> str | None:
    if seconds is None:
        return None
    moment = EPOCH + timedelta(seconds=seconds)
    return f"{moment.replace(tzinfo=None).isoformat()}Z"
