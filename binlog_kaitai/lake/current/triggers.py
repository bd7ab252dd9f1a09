"""Changes that lose keys of a parent: tables of their places, with the old keys.

The columns with keys are null where the log does not have the old value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.catalog.references import Reference
from binlog_kaitai.lake.aside import order
from binlog_kaitai.lake.current.reading import KEY
from binlog_kaitai.model.changes import DELETE, UPDATE_PREIMAGE
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS
from binlog_kaitai.model.transactions import COMMITTED
from binlog_kaitai.read.lost_keys import MAX_LOSSES

PLACE = ("_file", "_position", "_ordinal")
FIELDS = (*PLACE, "_gtid", "_commit_timestamp")
IS_DELETE = "is_delete"


def lost_keys(
    batch: pa.RecordBatch,
    names: Sequence[str | None],
    reference: Reference,
    *,
    counts_unended: bool,
) -> pa.RecordBatch:
    """Return the deletes, and the updates of keys, that a foreign key hands on, with old keys."""
    kinds = np.asarray(batch.column("_change_type").to_pylist(), object)
    is_delete = kinds == DELETE if reference.follows_deletes else np.zeros(len(batch), np.bool_)
    is_update = np.zeros(len(batch), np.bool_)
    if reference.follows_updates and len(batch):
        is_update = kinds == UPDATE_PREIMAGE
        is_update[-1] = False
        is_update &= _are_changed(batch, names)
    outcomes = batch.column("_outcome")
    counts = pc.equal(outcomes, COMMITTED).fill_null(counts_unended)
    chosen = np.flatnonzero((is_delete | is_update) & np.asarray(counts))
    if not len(chosen):
        return pa.RecordBatch.from_pylist([], trigger_schema(()))
    some = batch.take(pa.array(chosen))
    arrays = [some.column(name) for name in FIELDS]
    arrays.append(pa.array(is_delete[chosen]))
    known = np.ones(len(some), np.bool_)
    absent = some.column(ABSENT).to_pylist()
    for name in names:
        if name is None:
            arrays.append(pa.nulls(len(some)))
            continue
        column = some.column(name)
        arrays.append(column)
        lacks = np.array([name in (one or ()) for one in absent], np.bool_)
        known &= np.asarray(column.is_valid()) | lacks  # a key with NULL has no children
    fields = [*FIELDS, IS_DELETE, *(f"{KEY}{number}" for number in range(len(names)))]
    return pa.RecordBatch.from_arrays(arrays, names=fields).filter(pa.array(known))


def _are_changed(batch: pa.RecordBatch, names: Sequence[str | None]) -> Any:
    """Return whether each before image and the image behind it differ in columns."""
    changed = np.zeros(len(batch), np.bool_)
    absent = batch.column(ABSENT)
    has_absent = absent.null_count < len(batch)
    lists = absent.to_pylist() if has_absent else []
    for name in names:
        if name is None:
            changed[:] = True
            continue
        column = batch.column(name)
        before, after = column[:-1], column[1:]
        same = np.asarray(pc.equal(before, after).fill_null(False))
        same |= np.asarray(pc.and_(before.is_null(), after.is_null()))
        if has_absent:  # an after image without the column leaves it as it is
            same |= np.array([name in (one or ()) for one in lists[1:]], np.bool_)
            old = np.array([name in (one or ()) for one in lists[:-1]], np.bool_)
            same &= ~(old & np.asarray(after.is_valid()))
        changed[:-1] |= ~same
    return changed


def trigger_schema(names: Sequence[str | None]) -> pa.Schema:
    fields = [RECORD_FIELDS[name].with_name(name) for name in FIELDS]
    keys = [pa.field(f"{KEY}{number}", pa.null()) for number in range(len(names))]
    return pa.schema([*fields, pa.field(IS_DELETE, pa.bool_()), *keys])


def unknown_key(place: tuple[str, int], count: int) -> dict[str, Any]:
    """Return a change of a key that is not known, at a place."""
    record = dict.fromkeys(FIELDS) | {"_file": place[0], "_position": place[1], "_ordinal": 0}
    return record | {IS_DELETE: True} | as_keys([None] * count)


def with_unknown_key(row: Mapping[str, Any], count: int) -> dict[str, Any]:
    record = {name: value for name, value in row.items() if not name.startswith(KEY)}
    return record | as_keys([None] * count)


def as_keys(values: Sequence[Any]) -> dict[str, Any]:
    return {f"{KEY}{number}": value for number, value in enumerate(values)}


def change_of(row: Mapping[str, Any]) -> tuple[Any, int]:
    return order((row["_file"], row["_position"])), row["_ordinal"]


def in_log_order(changes: pa.Table) -> pa.Table:
    """Return changes in the order of the logs."""
    places = [change_of(row) for row in changes.select(list(PLACE)).to_pylist()]
    numbers = sorted(range(len(places)), key=places.__getitem__)
    return changes.take(pa.array(numbers, pa.int64()))


def bounded(changes: pa.Table) -> pa.Table:
    """Return changes, of which those behind MAX_LOSSES are one of a key that is not known."""
    if len(changes) <= MAX_LOSSES:
        return changes
    count = sum(name.startswith(KEY) for name in changes.column_names)
    row = with_unknown_key(changes.slice(MAX_LOSSES, 1).to_pylist()[0], count)
    rest = pa.Table.from_pylist([row], changes.schema)
    return pa.concat_tables([changes.slice(0, MAX_LOSSES), rest])


def without(changes: pa.Table, known: Sequence[pa.Table]) -> pa.Table:
    """Return changes that are not among others, each once."""
    seen = {tuple(row.values()) for one in known for row in one.to_pylist()}
    kept = []
    for number, row in enumerate(changes.to_pylist()):
        values = tuple(row.values())
        if values not in seen:
            seen.add(values)
            kept.append(number)
    return changes.take(pa.array(kept, pa.int64()))
