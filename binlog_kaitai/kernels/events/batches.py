"""Events that a kernel showed, as Arrow record batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.columns.column import FaultError, TooLargeError
from binlog_kaitai.kernels.events.images import bodies_of
from binlog_kaitai.kernels.events.learned import LearnedEvents
from binlog_kaitai.kernels.events.walk import CHECKSUMS, EventWalk, Found
from binlog_kaitai.kernels.records.batches import fitting
from binlog_kaitai.kernels.records.spread import MICROSECONDS
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.found_rows import RowDamageError
from binlog_kaitai.model.row_batches import batches_of_rows, rows_of
from binlog_kaitai.model.schema import EVENT_SCHEMA, INSTANT, UNFIT
from binlog_kaitai.model.scopes import Scope

NUM_TYPES = 2**8


def _type_names() -> pa.Array:
    names = {kind.value: kind.name.upper() for kind in EventType}
    return pa.array([names.get(code) for code in range(NUM_TYPES)], pa.string())


_TYPES = _type_names()
_CHECKSUMS = pa.array(CHECKSUMS)


def event_batches(
    file: str, scope: Scope, schema: pa.Schema, carried: Carried[LearnedEvents] | None = None
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the events of a file, of the schema's fields, and its faults.

    Raises BinlogError as `binlog_kaitai.read.views.event_batches`.
    """
    walk = EventWalk(file, scope, carried).found()
    found = next(walk, None)
    while found is not None:
        try:
            if isinstance(found, Fault):
                yield found
            else:
                yield from batches_of(file, found, schema)
            found = next(walk, None)
        except RowDamageError as damage:
            found = walk.throw(damage)


def batches_of(file: str, found: Found, schema: pa.Schema) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the batch of events, or of some after the other; by the classes what has to be.

    Raises as `Found.body`, or BinlogError where a value does not fit its field.
    """
    try:
        bodies = bodies_of(found)
    except (FaultError, TooLargeError, MemoryError):
        if len(found) > 1:
            for half in found.halves():
                yield from batches_of(file, half, schema)
            return
        bodies = pa.array([found.body()], pa.string())

    def array_of(name: str) -> pa.Array:
        return bodies if name == "body" else _ARRAYS[name](file, found)

    try:
        arrays = [fitting(array_of(field.name), field) for field in schema]
    except (FaultError, *UNFIT):
        rows = rows_of({name: array_of(name) for name in EVENT_SCHEMA.names})
        yield from batches_of_rows(file, rows, EVENT_SCHEMA, schema)
    else:
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _number(name: str, kind: Any = np.int64) -> Callable[[str, Found], pa.Array]:
    return lambda _, found: pa.array(
        getattr(found.shown, name)[found.first : found.end].astype(kind)
    )


def _files(file: str, found: Found) -> pa.Array:
    if found.logs is None:
        return pa.repeat(base_name(file), len(found))
    numbers = found.logs.numbers(found.first, found.end)
    return pa.array(found.logs.names, pa.string()).take(pa.array(numbers))


def _types(_: str, found: Found) -> pa.Array:
    return _TYPES.take(pa.array(found.shown.type_code[found.first : found.end]))


def _timestamps(_: str, found: Found) -> pa.Array:
    return pa.array(found.shown.timestamp[found.first : found.end] * MICROSECONDS, INSTANT)


def _checksums(_: str, found: Found) -> pa.Array:
    return _CHECKSUMS.take(pa.array(found.shown.checksum[found.first : found.end]))


_ARRAYS: dict[str, Callable[[str, Found], pa.Array]] = {
    "file": _files,
    "position": _number("position"),
    "ordinal": _number("ordinal"),
    "size": _number("size"),
    "type": _types,
    "type_code": _number("type_code", np.int32),
    "timestamp": _timestamps,
    "server_id": _number("server_id"),
    "flags": _number("flags", np.int32),
    "checksum": _checksums,
}
