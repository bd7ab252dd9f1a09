"""The entry to the rows of logs, by which the command line reads too."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

from binlog_kaitai.compiler.own.kept import compiled_specs
from binlog_kaitai.model.calendar import time_of
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_between
from binlog_kaitai.read.ddl import Ddl, with_ddl
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.frames import Frames
from binlog_kaitai.read.given import as_paths, given_logs
from binlog_kaitai.read.own_specs import Batches, batches_by, call_by
from binlog_kaitai.read.redacting import redaction_of
from binlog_kaitai.read.scans import Scan, ScanOptions
from binlog_kaitai.read.selections import (
    Json,
    View,
    check_integers,
    condition_of,
    is_binary,
    rows_are_typed,
    table_of,
)

Time: TypeAlias = date | str
Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class _OwnScan(Scan):
    """A scan by specs of one's own, which another process reads: it has logs, schema and batches.

    Args:
        asked: the same scan by the specs of the package.
        home: what is compiled of the others.
    """

    @classmethod
    def of(cls, asked: Scan, specs: str | os.PathLike[str] | None) -> Scan:
        """Return a scan by specs in a directory, or by those of the package."""
        return asked if specs is None else cls(asked, compiled_specs(specs))

    def __init__(self, asked: Scan, home: Path) -> None:
        Frames.__init__(self, asked.logs)
        self._asked = asked
        self._home = home

    def close(self) -> None:
        super().close()
        self._asked.close()

    def _read_batches(self) -> Iterator[pa.RecordBatch]:
        return batches_by(self._home, _batches_of, self._asked)

    @cached_property
    def schema(self) -> pa.Schema:
        return call_by(self._home, _schema_of, self._asked)

    def with_columns(self, names: Sequence[str]) -> Scan:  # noqa: ARG002 - the other process has all
        return self

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a scan with own specs supports schema and batches, not {name}")


def _schema_of(asked: Scan) -> pa.Schema:
    return asked.schema


def _batches_of(asked: Scan) -> Batches:
    return Batches(asked.schema, iter(asked))


def _scope_of(
    table: str | None,
    database: str | None,
    times: tuple[Time | None, Time | None],
    gtids: tuple[str | None, str | None],
    **others: Any,
) -> Scope:
    """Parse a start and an end, and GTID sets to keep and to leave out."""
    check_integers(0, server_id=others["server_id"])
    start, stop = (None if time is None else time_of(time) for time in times)
    until, applied = (None if text is None else parse_gtid_set(text) for text in gtids)
    bounds: dict[str, Any] = {
        "start_time": start,
        "end_time": stop,
        "applied": applied,
        "until": until,
    }
    return Scope(table, database=database, **bounds, **others)


def scan(  # noqa: PLR0913
    paths: Paths,
    table: str | None = None,
    *,
    database: str | None = None,
    start: Time | None = None,
    stop: Time | None = None,
    start_position: int | None = None,
    stop_position: int | None = None,
    gtids: str | None = None,
    exclude_gtids: str | None = None,
    server_id: int | None = None,
    columns: Sequence[str] | None = None,
    where: str | None = None,
    view: View = "changes",
    is_typed: bool | None = None,
    merge_schema: bool = False,
    ddl: str | os.PathLike[str] | Ddl | None = None,
    verify_checksums: bool = True,
    engine: Engine = "auto",
    threads: int = 1,
    keyring: str | os.PathLike[str] | None = None,
    context: bool = False,
    json: Json = "text",
    specs: str | os.PathLike[str] | None = None,
    redact: Redaction | str | Sequence[str] | None = None,
) -> Scan:
    """Read binary logs as an Arrow stream. Reading starts when the stream is used.

    Args:
        paths: files, directories, glob patterns, `.index` files, URIs, servers or `-`, in order.
        table: `database.table`, or a pattern such as `shop.*`. With `database`, its name alone.
        database: only row images of its tables, and statements with this default database.
        start: only events logged at or after this datetime, date or text; UTC by default.
        stop: only events logged before this time.
        start_position: only transactions that begin at or after this byte of the first log file.
        stop_position: only events that begin before this byte of the last log file.
        gtids: only transactions in this GTID set: `uuid:1-5`, or MariaDB's `0-1-100`.
        exclude_gtids: skip transactions in this GTID set.
        server_id: only events of the server with this ID.
        columns: only these columns, in this order. Their case does not matter.
        where: only typed rows whose change a condition such as `id = 500` is true of.
        view: the meaning of a row: `changes`, `events` or `transactions`.
        is_typed: return typed rows. Default: True if `table` is set.
        merge_schema: include the columns of all table versions; rows without one have null.
        ddl: the output of `mysqldump --no-data`, for logs without column names, or a `Ddl`.
        verify_checksums: treat events with wrong checksums as damaged.
        engine: `kernels` (compiled), `tree` (reference), or `auto` as for `read_batches`.
        threads: number of threads that read a large file. Rows keep the order of the log.
        keyring: keyring file of the server, for encrypted logs.
        context: add `statement`, `thread_id` and `user` to changes, if the log has them.
        json: JSON documents as `text`, or as `binary`, the bytes in the log: faster, undecoded.
        specs: directory of edited specs. Another process reads the logs with them.
        redact: rules such as `shop.users.email=null`; for hashes, what `redaction_of` returns.

    Raises:
        TypeError, ValueError, OSError: an argument is invalid, or a path leads to no log.
        UnknownNameError, BinlogError: on reading: no log has a name, or a log is damaged.
    """
    check_integers(0, start_position=start_position, stop_position=stop_position)
    check_integers(1, threads=threads)
    inputs = as_paths(paths)
    ddl = Ddl.of(ddl).read(inputs)
    logs = given_logs(inputs, keyring)
    logged = [log.path for log in logs]
    asked = table_of(table, database, logged, engine)
    modes = {"has_binary_json": is_binary(json, view), "redaction": redaction_of(redact, view=view)}
    rest = {"verify_checksums": verify_checksums, "server_id": server_id, "has_context": context}
    scope = _scope_of(asked, database, (start, stop), (gtids, exclude_gtids), **modes, **rest)
    options = ScanOptions(
        with_ddl(scope, ddl, logged),
        spans_between(start_position, stop_position, len(logs)),
        columns,
        view,
        rows_are_typed(is_typed, view, columns, scope),
        merge_schema,
        threads,
        condition_of(where, view, table),
    )
    return _OwnScan.of(Scan(logs, options, engine), specs)
