"""The fields of the record, but for its data, as Arrow arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.columns.column import array_from
from binlog_kaitai.kernels.records.outcomes import outcome_array
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.spread import (
    COMMIT,
    ORDINAL,
    POSITION,
    SEVERAL,
    TIMESTAMP,
    Alike,
    spread,
    texts_of,
)
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.state import (
    DELETE,
    INSERT,
    STATEMENT,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
)
from binlog_kaitai.model.changes import DELETE as DELETED
from binlog_kaitai.model.changes import INSERT as INSERTED
from binlog_kaitai.model.changes import STATEMENT as STATED
from binlog_kaitai.model.changes import UPDATE_POSTIMAGE as AFTER
from binlog_kaitai.model.changes import UPDATE_PREIMAGE as BEFORE
from binlog_kaitai.model.schema import INSTANT

_KINDS = {
    INSERT: INSERTED,
    UPDATE_PREIMAGE: BEFORE,
    UPDATE_POSTIMAGE: AFTER,
    DELETE: DELETED,
    STATEMENT: STATED,
}

# by their numbers, and where each ends
_CHANGE_TYPES = [_KINDS[kind] for kind in sorted(_KINDS)]
_CHANGE_TYPE_TEXT = np.array([*"".join(_CHANGE_TYPES).encode(), *bytes(PADDING)], np.uint8)
_CHANGE_TYPE_ENDS = np.cumsum([len(name) for name in _CHANGE_TYPES])

_NUMBERS = {
    "position": (POSITION, pa.int64()),
    "timestamp": (TIMESTAMP, INSTANT),
    "ordinal": (ORDINAL, pa.int64()),
}

Make = Callable[[int], pa.Array]


class Constants:
    """Columns that have one value in all of their rows, each kept until it has another."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, pa.Array]] = {}

    def of(self, name: str, value: Any, count: int, make: Make) -> pa.Array:
        """Return a value as often as it is asked for, as the column of this name.

        `make` makes an array of it, of some length.
        """
        kept = self._kept.get(name)
        if kept is None or kept[0] != value or len(kept[1]) < count:
            kept = self._kept[name] = value, make(count)
        array = kept[1]
        return array if len(array) == count else array.slice(0, count)

    def of_text(self, name: str, text: str, count: int) -> pa.Array:
        """Return a text likewise."""
        return self.of(name, text, count, partial(_repeated, text))

    def nulls(self, name: str, data_type: pa.DataType, count: int) -> pa.Array:
        """Return nulls of a type likewise."""
        return self.of(name, None, count, partial(pa.nulls, type=data_type))


def _repeated(text: str, count: int) -> pa.Array:
    encoded = text.encode()
    ends = np.arange(count + 1, dtype=np.int32) * len(encoded)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(encoded * count)]
    return pa.Array.from_buffers(pa.string(), count, buffers)


def _repeated_number(number: int, count: int) -> pa.Array:
    return pa.array(np.full(count, number, np.int64))


class RecordArrays:
    """The fields of the record of some rows, but for their data, as Arrow arrays.

    `alike` is what all of the rows have.
    """

    def __init__(self, file: str, run: Run, constants: Constants) -> None:
        self._file = file
        self._run = run
        self._count = len(run)
        self._constants = constants
        self._numbers = np.empty((4, self._count), np.int64)
        self._has_commit = np.empty(self._count, np.uint8)
        noted = run.rows.noted
        numbers = spread(noted, run.first, run.end, self._numbers, self._has_commit)
        self.alike = Alike(*numbers)

    def __len__(self) -> int:
        return self._count

    def of(self, name: str) -> pa.Array:
        """Return a field."""
        numbers = _NUMBERS.get(name)
        if numbers is not None:
            row, data_type = numbers
            buffers = [None, pa.py_buffer(self._numbers[row])]
            return pa.Array.from_buffers(data_type, self._count, buffers, 0)
        return _OTHERS[name](self)

    def _files(self) -> pa.Array:
        logs = self._run.rows.logs
        if logs is None:
            return self._constants.of("file", self._file, self._count, self._file_names)
        names = [name.encode() for name in logs.names]
        text = np.frombuffer(b"".join(names) + bytes(PADDING), np.uint8)
        ends = np.cumsum([len(name) for name in names])
        return texts_of(text, ends, logs.numbers(self._run.first, self._run.end))

    def _file_names(self, count: int) -> pa.Array:
        return _repeated(base_name(self._file), count)

    def _server_ids(self) -> pa.Array:
        number, noted = self.alike.server_id, self._run.rows.noted
        if number == SEVERAL:
            return pa.array(self._run.of_events(noted.event_server_id))
        return self._constants.of(
            "server_id", number, self._count, partial(_repeated_number, number)
        )

    def _change_types(self) -> pa.Array:
        kind = self.alike.kind
        if kind != SEVERAL:
            return self._constants.of_text("change_type", _KINDS[kind], self._count)
        numbers = self._run.kinds.astype(np.int64)
        return texts_of(_CHANGE_TYPE_TEXT, _CHANGE_TYPE_ENDS, numbers)

    def _commit_timestamps(self) -> pa.Array:
        num_commits = self.alike.num_commit_times
        if not num_commits:
            return self._constants.nulls("commit_timestamp", INSTANT, self._count)
        return array_from(INSTANT, self._has_commit, num_commits, self._numbers[COMMIT])

    def _gtids(self) -> pa.Array:
        noted, number = self._run.rows.noted, self.alike.transaction
        ends = noted.transaction_gtid_end
        if number == SEVERAL:
            return self._run.of_transactions(noted.gtid_text, ends)
        start = int(ends[number - 1]) if number else 0
        text = noted.gtid_text[start : int(ends[number])].tobytes().decode()
        if not text:
            return self._constants.nulls("gtid", pa.string(), self._count)
        return self._constants.of_text("gtid", text, self._count)

    def _outcomes(self) -> pa.Array:
        return outcome_array(self._run, self.alike)

    def _xids(self) -> pa.Array:
        if not self.alike.len_xids:
            return self._constants.nulls("xid", pa.string(), self._count)
        noted = self._run.rows.noted
        return self._run.of_transactions(noted.xid_text, noted.transaction_xid_end)

    def _databases(self) -> pa.Array:
        return self._names("database")

    def _tables(self) -> pa.Array:
        return self._names("table")

    def _names(self, name: str) -> pa.Array:
        run, number = self._run, self.alike.table_map
        if self.alike.num_statements:
            numbers = run.of_events(run.rows.noted.event_map)
            return _names_of_any(name, run, run.statements, numbers)
        if number != SEVERAL:
            return self._constants.of_text(name, run.rows.maps.name(name, number), self._count)
        return run.rows.maps.names(name, run.of_events(run.rows.noted.event_map))


_OTHERS: dict[str, Callable[[RecordArrays], pa.Array]] = {
    "file": RecordArrays._files,
    "server_id": RecordArrays._server_ids,
    "change_type": RecordArrays._change_types,
    "commit_timestamp": RecordArrays._commit_timestamps,
    "gtid": RecordArrays._gtids,
    "outcome": RecordArrays._outcomes,
    "xid": RecordArrays._xids,
    "database": RecordArrays._databases,
    "table": RecordArrays._tables,
}


def _names_of_any(name: str, run: Run, statements: Any, numbers: Any) -> pa.Array:
    """Return names of rows of which some are statements, which are of a database alone."""
    sessions = numbers[statements]
    of_statements = pa.nulls(len(statements), pa.string())
    if name == "database":
        known, places = np.unique(sessions, return_inverse=True)
        databases = pa.array([run.rows.sessions.databases[i] for i in known.tolist()], pa.string())
        of_statements = databases.take(pa.array(places))
    if len(statements) == len(run):
        return of_statements
    images = np.flatnonzero(run.kinds != STATEMENT)
    order = np.empty(len(run), np.int64)
    order[images] = np.arange(len(images))
    order[statements] = len(images) + np.arange(len(statements))
    both = [run.rows.maps.names(name, numbers[images]), of_statements]
    return pa.concat_arrays(both).take(pa.array(order))
