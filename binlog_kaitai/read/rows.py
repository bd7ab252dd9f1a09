"""The records of logs, one by one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import pyarrow as pa

from binlog_kaitai.io.finding import logs_of
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.json_text import Data, diffs_of, members_of
from binlog_kaitai.model.records import Record
from binlog_kaitai.model.row_batches import record_values
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import ColumnType, Table
from binlog_kaitai.model.values import JsonText
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine, choose, engines_of
from binlog_kaitai.read.known_names import check_names
from binlog_kaitai.read.wanted_spans import TablesAt
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.output.records import record_of

AT_ONCE = 512  # rows that are Python's lists together

NO_DOCUMENT = '{"json": null}'
DIFFS = '{"json_diff": ['


def read_rows(
    path: str | os.PathLike[str],
    table: str | None = None,
    *,
    verify_checksums: bool = True,
    engine: Engine = "auto",
    keyring: str | os.PathLike[str] | None = None,
) -> Iterator[Record]:
    """Yield the records of a log file, or of the files of an `.index` file, in order.

    Args:
        path: path or URI of the file.
        table: only row images of this table, `database.table`.
        verify_checksums: treat events with wrong checksums as damaged.
        engine: `kernels` (compiled), `tree` (reference, slow), or `auto` as for `read_batches`.
        keyring: keyring file of the server, for an encrypted log.

    Raises:
        BinlogError: a file is damaged or no binary log. The records before it are yielded first.
        UnknownNameError: no file has row images of the table.
    """
    scope = Scope(table, verify_checksums=verify_checksums)
    logs = list(logs_of(path, keyring))
    is_empty = True
    for record in _records_of(logs, scope, engine):
        is_empty = False
        yield record
    if is_empty and table is not None:
        check_names(logs, scope, engine)


def _records_of(logs: list[str], scope: Scope, engine: Engine) -> Iterator[Record]:
    for log in logs:
        chosen = choose(engine, [log])
        if chosen == "tree":
            for change in read_changes(log, scope):
                assert isinstance(change, Change)
                yield record_of(base_name(log), change)
        else:
            documents = _Documents(log, scope, chosen)
            for batch in read_batches(log, scope.table, is_typed=False, scope=scope, engine=chosen):
                for start in range(0, batch.num_rows, AT_ONCE):
                    yield from _records(batch.slice(start, AT_ONCE), documents)


class _Documents:
    """Tells which columns of a table hold documents, whose text is no other value's."""

    def __init__(self, log: str, scope: Scope, engine: Engine) -> None:
        self._tables = TablesAt(log, [scope], engines_of(engine))
        self._last: Table | None = None
        self._names = frozenset[str]()

    def at(self, position: int, database: str, table: str) -> frozenset[str]:
        """Return the names of the columns of a row image; positions are asked for in order."""
        described = self._tables.at(position, database, table)
        if described is not self._last:
            columns = () if described is None else described.columns
            self._names = frozenset(c.name for c in columns if c.type == ColumnType.json)
            self._last = described
        return self._names


def _records(batch: pa.RecordBatch, documents: _Documents) -> Iterator[Record]:
    for row in record_values(batch):
        *place, when, commit, server_id, gtid, outcome, xid, database, table, kind, data = row
        file, position, ordinal = place
        columns = frozenset[str]() if table is None else documents.at(position, database, table)
        yield Record(
            file,
            position,
            ordinal,
            _time(when),
            None if commit is None else EPOCH + timedelta(microseconds=commit),
            server_id,
            gtid,
            outcome,
            xid,
            database,
            table,
            kind,
            _data_with(columns, data) if columns else json.loads(data),
        )


@lru_cache(16)
def _time(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)


def _data_with(documents: frozenset[str], data: str) -> Data:
    """Return the values of a row image, of which some columns are documents."""
    return {
        name: _document(text) if name in documents and value is not None else value
        for name, text, value in members_of(data)
    }


def _document(text: str) -> Any:
    if text == NO_DOCUMENT:
        return {"json": None}
    diffs = diffs_of(text) if text.startswith(DIFFS) else None
    return JsonText(text) if diffs is None else diffs
