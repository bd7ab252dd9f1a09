"""Columns that images of updates leave out, whether their values change or not.

MariaDB leaves generated columns out so, since 11. The before image of such an update lacks them,
and else lacks all but the key (`binlog_row_image=MINIMAL`), or blobs (NOBLOB), or nothing. Where it
does not show which of these it is, only the table's definition tells generated columns from those
that did not change. Without it, columns that no update shows may be stale.
"""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.facts import Generated, LeftOut
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.changes import INSERT, UPDATE_POSTIMAGE, UPDATE_PREIMAGE
from binlog_kaitai.model.definitions import ColumnDefinition, Definition
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS, column_field
from binlog_kaitai.model.tables import ColumnType, Table

SEPARATOR = "\0"
"""No name of a column is empty, or has a zero byte."""

_BLOBS = frozenset(
    {
        *(ColumnType.tiny_blob, ColumnType.blob, ColumnType.medium_blob, ColumnType.long_blob),
        *(ColumnType.blob_compressed, ColumnType.geometry, ColumnType.json, ColumnType.vector),
    }
)


def left_out_in(batch: pa.RecordBatch, table: Table) -> LeftOut:
    """Return which columns images among some changes leave out, and which those of updates show."""
    found = LeftOut()
    absent, kinds = batch.column(ABSENT), batch.column("_change_type")
    if absent.null_count == len(batch):
        return found
    names = pc.binary_join(absent, SEPARATOR).fill_null("")
    images = pc.unique(pc.binary_join_element_wise(kinds, names, SEPARATOR)).to_pylist()
    columns = {column_field(one.name): one for one in table.shown_columns}
    keys = set(map(column_field, table.primary_key))
    for kind, *left_out in (image.split(SEPARATOR) for image in images):
        left = columns.keys() & set(left_out)
        held = columns.keys() - left
        if kind == INSERT:
            found.omitted |= left
        elif kind == UPDATE_POSTIMAGE:
            found.silent |= left
            found.shown |= held
        elif kind == UPDATE_PREIMAGE:
            found.shown |= held
            if keys and held - keys:  # not MINIMAL
                has_blobs = any(columns[name].type in _BLOBS for name in held - keys)
                is_whole = {name for name in left if has_blobs or columns[name].type not in _BLOBS}
                found.unlogged |= is_whole - keys
    return found


def generated_of(definition: Definition, table: Table) -> set[str] | None:
    """Return the generated columns of a table, None if the definition has not its columns."""
    columns = {column_field(one.name).lower(): one for one in definition.columns}
    names = [column_field(one.name) for one in table.shown_columns]
    if not {name.lower() for name in names} <= columns.keys():
        return None
    return {name for name in names if columns[name.lower()].is_generated}


def take_columns(key: tuple[str, str], columns: Iterable[ColumnDefinition], state: State) -> None:
    """Note generated columns of a table whose other columns are not known."""
    names = [one.name.lower() for one in columns if one.is_generated]
    known = state.generated.get(SEPARATOR.join(key), Generated([], False, False))
    generated = sorted({*known.columns, *names})
    state.generated[SEPARATOR.join(key)] = known._replace(columns=generated, is_ordered=False)


def take_definition(key: tuple[str, str], definition: Definition, state: State) -> None:
    """Note the generated columns of a table, by its name in lower case."""
    names = [one.name.lower() for one in definition.columns if one.is_generated]
    names += (f"@{at}" for at, one in enumerate(definition.columns, 1) if one.is_generated)
    state.generated[SEPARATOR.join(key)] = Generated(names, is_whole=True, is_ordered=True)


def unlogged_in(dataset: Dataset, state: State) -> tuple[list[str], list[str]]:
    """Return the columns of a table that updates do not log, and those that may be stale."""
    left = dataset.left_out
    names = [name for name in schema_from(dataset.columns).names if name not in RECORD_FIELDS]
    key = SEPARATOR.join(dataset.key)
    known = state.generated.get(key, Generated([], is_whole=False, is_ordered=False))
    has_names = any(one.has_names for one in dataset.layouts)
    columns = {column_field(name).lower() for name in known.columns}
    if not has_names and not known.is_ordered:
        columns = set()
    generated = {name for name in names if name.lower() in columns}
    unlogged = (left.unlogged - left.shown) | (generated & (left.silent | left.omitted))
    stale = left.silent - left.shown - unlogged
    if known.is_whole and (has_names or known.is_ordered):
        stale.clear()
    if dataset.current is not None:
        stale.difference_update(dataset.current.keys)
    return sorted(unlogged), sorted(stale)
