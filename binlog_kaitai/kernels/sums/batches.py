"""Transactions that a kernel summed up, as Arrow record batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.columns.column import FaultError
from binlog_kaitai.kernels.handoff import client_charset_of
from binlog_kaitai.kernels.records.batches import fitting
from binlog_kaitai.kernels.records.runs import texts_between
from binlog_kaitai.kernels.records.spread import MICROSECONDS
from binlog_kaitai.kernels.sums.ddl import read_ddl
from binlog_kaitai.kernels.sums.transaction_stats import NO_CHANGE, UNKNOWN_ROWS, Sums
from binlog_kaitai.kernels.sums.transaction_walk import LearnedSums, SummaryWalk, Summed
from binlog_kaitai.kernels.walk.bounds import BY_XID, ENDS
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.row_batches import batches_of_rows, rows_of
from binlog_kaitai.model.schema import DDL_FIELDS, INSTANT, KINDS, SUMMARY_SCHEMA, UNFIT
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.transactions import OUTCOMES

_KINDS = pa.array(["row", "statement", "mixed"])
_ENDS = pa.array(ENDS)
_UTF8 = {None, BINARY, "utf8mb3", "utf8mb4"}
"""Charsets of clients whose statements are read as UTF-8."""

_OUTCOMES = pa.array([OUTCOMES[end] for end in ENDS])


def transaction_batches(
    file: str, scope: Scope, schema: pa.Schema, carried: Carried[LearnedSums] | None = None
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the transactions of a file, of the schema's fields, and its faults.

    Raises BinlogError as `binlog_kaitai.read.views.transaction_batches`.
    """
    for found in SummaryWalk(file, scope, carried).found():
        if isinstance(found, Fault):
            yield found
            continue
        try:
            arrays = [fitting(_array(file, found, field), field) for field in schema]
        except (FaultError, *UNFIT):
            rows = rows_of({name: of(file, found) for name, of in _ARRAYS.items()})
            yield from batches_of_rows(file, rows, SUMMARY_SCHEMA, schema)
        else:
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _array(file: str, summed: Summed, field: pa.Field) -> pa.Array:
    if field.name == "tables" and pa.types.is_dictionary(field.type.value_type[0].type):
        return _numbered_tables(summed)
    return _ARRAYS[field.name](file, summed)


def _number(name: str) -> Callable[[str, Summed], pa.Array]:
    return lambda _, summed: pa.array(getattr(summed.sums, name)[: summed.count].copy())


def _files(file: str, summed: Summed) -> pa.Array:
    return pa.repeat(base_name(file), summed.count)


def _timestamps(_: str, summed: Summed) -> pa.Array:
    return pa.array(summed.sums.timestamp[: summed.count] * MICROSECONDS, INSTANT)


def _commits(_: str, summed: Summed) -> pa.Array:
    commits = summed.sums.commit[: summed.count]
    return pa.array(commits.copy(), INSTANT, mask=commits == NO_TIME)


def _gtids(_: str, summed: Summed) -> pa.Array:
    return texts_between(summed.sums.gtid_text, summed.sums.gtid_offset[: summed.count + 1])


def _xids(_: str, summed: Summed) -> pa.Array:
    return texts_between(summed.sums.xid_text, summed.sums.xid_offset[: summed.count + 1])


def _kinds(_: str, summed: Summed) -> pa.Array:
    has_statements = summed.sums.num_statements[: summed.count] > 0
    has_rows = np.diff(summed.sums.share_offset[: summed.count + 1]) > 0
    numbers = 2 * has_statements + has_rows - 1
    # row, statement, mixed; neither is -1
    return _KINDS.take(pa.array(numbers, mask=numbers < 0))


def _ends(_: str, summed: Summed) -> pa.Array:
    return _ENDS.take(pa.array(summed.sums.ended_by[: summed.count]))


def _outcomes(_: str, summed: Summed) -> pa.Array:
    return _OUTCOMES.take(pa.array(summed.sums.ended_by[: summed.count]))


def _xid_numbers(_: str, summed: Summed) -> pa.Array:
    numbers = summed.sums.xid_number[: summed.count].astype(np.uint64)
    return pa.array(numbers, mask=summed.sums.ended_by[: summed.count] != BY_XID)


def _num_rows(_: str, summed: Summed) -> pa.Array:
    offsets = summed.sums.share_offset[: summed.count + 1]
    rows = summed.sums.share_rows[: offsets[-1]]
    is_unknown = rows == UNKNOWN_ROWS
    return pa.array(_sums_of(rows, offsets), mask=_sums_of(is_unknown, offsets) > 0)


def _sums_of(values: Any, offsets: Any) -> Any:
    """Return the sum of the values from each offset on up to the next one."""
    until = np.concatenate([np.zeros(1, np.int64), np.cumsum(values, dtype=np.int64)])
    return np.diff(until[offsets])


def _tables(_: str, summed: Summed) -> pa.Array:
    numbers, names = _names(summed)
    return _tables_of(summed, names.take(numbers))


def _numbered_tables(summed: Summed) -> pa.Array:
    return _tables_of(summed, pa.DictionaryArray.from_arrays(*_names(summed)))


def _names(summed: Summed) -> tuple[pa.Array, pa.Array]:
    """Return the number of each share's table, and the names that these are of."""
    end = int(summed.sums.share_offset[summed.count])
    return pa.array(summed.sums.share_name[:end].copy()), pa.array(summed.names, pa.string())


def _tables_of(summed: Summed, names: pa.Array) -> pa.Array:
    sums = summed.sums
    offsets = sums.share_offset[: summed.count + 1]
    end = int(offsets[-1])
    rows = sums.share_rows[:end]
    shares = pa.StructArray.from_arrays(
        [
            names,
            pa.array(rows.copy(), mask=rows == UNKNOWN_ROWS),
            pa.array(sums.share_bytes[:end].copy()),
        ],
        names=["table", "rows", "bytes"],
    )
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), shares)


def _changes(name: str) -> Callable[[str, Summed], pa.Array]:
    def array_of(_: str, summed: Summed) -> pa.Array:
        times = getattr(summed.sums, name)[: summed.count]
        return pa.array(times.copy(), mask=times == NO_CHANGE)

    return array_of


def _table_kinds(_: str, summed: Summed) -> pa.Array:
    sums = summed.sums
    offsets = sums.share_offset[: summed.count + 1]
    columns = [getattr(sums, f"share_{kind}")[: int(offsets[-1])].copy() for kind in KINDS]
    shares = pa.StructArray.from_arrays(list(map(pa.array, columns)), names=KINDS)
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), shares)


def _ddl(_: str, summed: Summed) -> pa.Array:
    sums = summed.sums
    offsets = sums.ddl_offset[: summed.count + 1]
    count = int(offsets[-1])
    columns = _columns_of_ddl(sums, count)
    if columns is None:
        found = read_ddl(sums, 0, count)
        columns = [
            pa.array([getattr(ddl, name) for ddl in found], kind) for name, kind in DDL_FIELDS
        ]
    statements = pa.StructArray.from_arrays(
        columns, fields=[pa.field(*told) for told in DDL_FIELDS]
    )
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), statements)


def _columns_of_ddl(sums: Sums, count: int) -> list[pa.Array] | None:
    """Return the columns of statements whose bytes are those of their text in UTF-8, or None."""
    charsets = map(client_charset_of, np.unique(sums.ddl_charset[:count]).tolist())
    if not _UTF8.issuperset(charsets):
        return None
    starts = sums.ddl_text_offset[: count + 1]
    offsets = np.repeat(starts, 2)[:-1]
    offsets[1::2] += sums.ddl_len_database[:count]
    data = sums.ddl_text[: starts[-1]].copy()
    buffers = [None, pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(data)]
    texts = pa.Array.from_buffers(pa.string(), 2 * count, buffers)
    try:
        texts.validate(full=True)
    except pa.ArrowInvalid:
        return None
    numbers = [
        pa.array(column[:count].copy()) for column in (sums.ddl_position, sums.ddl_timestamp)
    ]
    return [*numbers, *(texts.take(np.arange(first, 2 * count, 2)) for first in (0, 1))]


_ARRAYS: dict[str, Callable[[str, Summed], pa.Array]] = {
    "file": _files,
    "position": _number("position"),
    "end_position": _number("end_position"),
    "timestamp": _timestamps,
    "commit_timestamp": _commits,
    "server_id": _number("server_id"),
    "gtid": _gtids,
    "outcome": _outcomes,
    "xid": _xids,
    "kind": _kinds,
    "ended_by": _ends,
    "num_events": _number("num_events"),
    "num_bytes": _number("num_bytes"),
    "num_rows": _num_rows,
    "tables": _tables,
    "first_change": _changes("first_change"),
    "last_change": _changes("last_change"),
    "xid_number": _xid_numbers,
    "table_kinds": _table_kinds,
    "ddl": _ddl,
}
