"""The entry to the rows of logs, by which the command line reads too."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa

from binlog_kaitai.compiler.own.kept import compiled_specs
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.times import time_of
from binlog_kaitai.read.ddl import Ddl, with_ddl
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.frames import Frames
from binlog_kaitai.read.given import as_paths, given_logs
from binlog_kaitai.read.own_specs import Batches, batches_by, call_by
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.read.selections import View, check_integer, rows_are_typed, table_of

Time: TypeAlias = date | str
Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class _OwnScan(Scan):
    """A scan by specs of one's own, which another process reads: it has logs, schema and batches.

    Args:
        asked: the same scan by the specs of the package.
        home: what is compiled of the others.
    """

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

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a scan with own specs supports schema and batches, not {name}")


def _schema_of(asked: Scan) -> pa.Schema:
    return asked.schema


def _batches_of(asked: Scan) -> Batches:
    return Batches(asked.schema, iter(asked))


def _scope_of(
    table: str | None,
    times: tuple[Time | None, Time | None],
    gtids: tuple[str | None, str | None],
) -> Scope:
    """Parse a start and an end, and GTID sets to keep and to leave out."""
    start, stop = (None if time is None else time_of(time) for time in times)
    until, applied = (None if text is None else parse_gtid_set(text) for text in gtids)
    return Scope(table, start_time=start, end_time=stop, applied=applied, until=until)


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
    view: View = "changes",
    is_typed: bool | None = None,
    merge_schema: bool = False,
    ddl: str | os.PathLike[str] | Ddl | None = None,
    verify_checksums: bool = True,
    engine: Engine = "auto",
    threads: int = 1,
    keyring: str | os.PathLike[str] | None = None,
    context: bool = False,
    specs: str | os.PathLike[str] | None = None,
) -> Scan:
    """Ask binary logs for what is in them, as an Arrow stream.

    Args:
        paths: files, folders, patterns, `.index` files, URIs, servers, or `-`; read in this order.
        table: `database.table`, or a pattern such as `shop.*`; beside `database` its name alone.
        database: only row images of its tables, and statements whose default database it is.
        start: only events logged at or after this datetime, date or text, in UTC by default.
        stop: only events logged before this time.
        start_position: transactions that begin at this byte of the first log, or behind.
        stop_position: only events that begin before this byte offset of the last log.
        gtids: only transactions of this GTID set: `uuid:1-5`, or MariaDB's `0-1-100`.
        exclude_gtids: no transactions of this set.
        server_id: only events that this server wrote.
        columns: only these, in this order, in any case.
        view: `changes`, `events` or `transactions`: what a row stands for.
        is_typed: whether rows are typed; by default, where there is a table.
        merge_schema: the columns are all that the table ever has, null where images have none.
        ddl: the dump of `mysqldump --no-data`, for logs without column names, or a `Ddl`.
        verify_checksums: an event whose checksum is wrong is damaged.
        engine: `kernels` or `tree`; by default as for `read_batches`.
        threads: how many read a large file together, as changes, in the log's order.
        keyring: the server's file of keys, for logs that it encrypted.
        context: changes have `statement`, `thread_id` and `user`, too, if the log tells them.
        specs: a folder of specs of your own; another process reads by them, in both engines.

    Raises:
        TypeError, ValueError: for what is no path, time, number, table, GTID set or `ddl`.
        OSError: for a path of no log.
        UnknownNameError, BinlogError: when read; no log has a name, or one is damaged.
    """
    check_integer("start_position", start_position, 0)
    check_integer("stop_position", stop_position, 0)
    check_integer("server_id", server_id, 0)
    check_integer("threads", threads, 1)
    logs = given_logs(as_paths(paths), keyring)
    asked = table_of(table, database, [log.path for log in logs], engine)
    scope = replace(
        _scope_of(asked, (start, stop), (gtids, exclude_gtids)),
        verify_checksums=verify_checksums,
        database=database,
        server_id=server_id,
        has_context=context,
    )
    found = Scan(
        logs,
        with_ddl(scope, ddl, [log.path for log in logs]),
        start_position=start_position,
        stop_position=stop_position,
        columns=columns,
        view=view,
        is_typed=rows_are_typed(is_typed, view, columns, scope),
        merge_schema=merge_schema,
        engine=engine,
        threads=threads,
    )
    return found if specs is None else _OwnScan(found, compiled_specs(specs))
