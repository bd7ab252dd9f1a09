"""The fields of the record, but for its data, as Arrow arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.records.outcomes import outcome_array, xid_array
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
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
from binlog_kaitai.model.schema import INSTANT, RECORD_SCHEMA

MICROSECONDS = 1_000_000


_KINDS = {
    INSERT: INSERTED,
    UPDATE_PREIMAGE: BEFORE,
    UPDATE_POSTIMAGE: AFTER,
    DELETE: DELETED,
    STATEMENT: STATED,
}


_CHANGE_TYPES = pa.array([_KINDS[kind] for kind in sorted(_KINDS)])


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


def record_array(name: str, file: str, run: Run, constants: Constants) -> pa.Array:
    """Return a field of the record, but for its data."""
    noted = run.rows.noted
    if name == "file":
        return constants.of(name, base_name(file), len(run))
    if name in ("database", "table"):
        return _names(name, run, constants)
    if name == "position":
        return pa.array(run.of_events(noted.event_position))
    if name == "ordinal":
        return pa.array(noted.row_ordinal[run.first : run.end].copy())
    if name == "server_id":
        return pa.array(run.of_events(noted.event_server_id))
    if name == "timestamp":
        return pa.array(run.of_events(noted.event_timestamp) * MICROSECONDS, INSTANT)
    if name == "outcome":
        return outcome_array(run)
    if name == "xid":
        return xid_array(run)
    if name == "change_type":
        return _CHANGE_TYPES.take(pa.array(run.kinds))
    if name == "commit_timestamp":
        times = noted.transaction_commit[run.of_events(noted.event_transaction)]
        return pa.array(times, RECORD_SCHEMA.field(name).type, mask=times == NO_TIME)
    return run.of_transactions(noted.gtid_text, noted.transaction_gtid_end)


def _names(name: str, run: Run, constants: Constants) -> pa.Array:
    numbers = run.of_events(run.rows.noted.event_map)
    statements = run.statements
    if len(statements):
        return _names_of_any(name, run, statements, numbers)
    if numbers[0] == numbers[-1] and (numbers == numbers[0]).all():
        return constants.of(name, run.rows.maps.name(name, int(numbers[0])), len(run))
    return run.rows.maps.names(name, numbers)


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
