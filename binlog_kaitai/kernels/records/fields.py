"""The fields of the record, but for its data, as Arrow arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.columns.column import array_from
from binlog_kaitai.kernels.records.outcomes import outcome_array, xid_array
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.spread import (
    COMMIT,
    ORDINAL,
    POSITION,
    SERVER_ID,
    SEVERAL,
    TIMESTAMP,
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
    "server_id": (SERVER_ID, pa.int64()),
    "timestamp": (TIMESTAMP, INSTANT),
    "ordinal": (ORDINAL, pa.int64()),
}


class Constants:
    """Columns that have one text in all of their rows, each kept until it has another."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, pa.Array]] = {}

    def of(self, name: str, text: str, count: int) -> pa.Array:
        """Return a text as often as it is asked for, as the column of this name."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != text or len(kept[1]) < count:
            kept = self._kept[name] = text, _repeated(text, count)
        return kept[1].slice(0, count)


def _repeated(text: str, count: int) -> pa.Array:
    encoded = text.encode()
    ends = np.arange(count + 1, dtype=np.int32) * len(encoded)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(encoded * count)]
    return pa.Array.from_buffers(pa.string(), count, buffers)


class RecordArrays:
    """The fields of the record of some rows, but for their data, as Arrow arrays."""

    def __init__(self, file: str, run: Run, constants: Constants) -> None:
        self._file = file
        self._run = run
        self._constants = constants
        noted = run.rows.noted
        self._numbers = np.empty((5, len(run)), np.int64)
        self._has_commit = np.empty(len(run), np.uint8)
        self._alike = spread(noted, run.first, run.end, self._numbers, self._has_commit)

    def __len__(self) -> int:
        return len(self._run)

    def of(self, name: str) -> pa.Array:
        """Return a field."""
        run, count = self._run, len(self._run)
        if name in _NUMBERS:
            row, data_type = _NUMBERS[name]
            buffers = [None, pa.py_buffer(self._numbers[row])]
            return pa.Array.from_buffers(data_type, count, buffers, 0)
        if name == "file":
            return self._files()
        if name in ("database", "table"):
            return self._names(name)
        if name == "outcome":
            return outcome_array(run)
        if name == "xid":
            return xid_array(run)
        if name == "change_type":
            return self._change_types()
        if name == "commit_timestamp":
            num_commits = self._alike.num_commit_times
            if not num_commits:
                return pa.nulls(count, INSTANT)
            return array_from(INSTANT, self._has_commit, num_commits, self._numbers[COMMIT])
        return self._gtids()

    def _files(self) -> pa.Array:
        run, logs = self._run, self._run.rows.logs
        if logs is None:
            return self._constants.of("file", base_name(self._file), len(run))
        names = [name.encode() for name in logs.names]
        text = np.frombuffer(b"".join(names) + bytes(PADDING), np.uint8)
        ends = np.cumsum([len(name) for name in names])
        return texts_of(text, ends, logs.numbers(run.first, run.end))

    def _change_types(self) -> pa.Array:
        if self._alike.kind != SEVERAL:
            return self._constants.of("change_type", _KINDS[self._alike.kind], len(self._run))
        numbers = self._run.kinds.astype(np.int64)
        return texts_of(_CHANGE_TYPE_TEXT, _CHANGE_TYPE_ENDS, numbers)

    def _gtids(self) -> pa.Array:
        noted, number = self._run.rows.noted, self._alike.transaction
        ends = noted.transaction_gtid_end
        if number == SEVERAL:
            return self._run.of_transactions(noted.gtid_text, ends)
        start = int(ends[number - 1]) if number else 0
        text = noted.gtid_text[start : int(ends[number])].tobytes().decode()
        if not text:
            return pa.nulls(len(self._run), pa.string())
        return self._constants.of("gtid", text, len(self._run))

    def _names(self, name: str) -> pa.Array:
        run, number = self._run, self._alike.table_map
        if self._alike.num_statements:
            numbers = run.of_events(run.rows.noted.event_map)
            return _names_of_any(name, run, run.statements, numbers)
        if number != SEVERAL:
            return self._constants.of(name, run.rows.maps.name(name, number), len(run))
        return run.rows.maps.names(name, run.of_events(run.rows.noted.event_map))


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
