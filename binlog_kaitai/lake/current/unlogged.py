"""Columns that images of updates leave out, whether their values change or not.

MariaDB leaves generated columns out so. Such a column is absent from the before image, which else
lacks either all but the key (`binlog_row_image=MINIMAL`), or blobs (NOBLOB), or nothing.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.changes import UPDATE_POSTIMAGE, UPDATE_PREIMAGE
from binlog_kaitai.model.schema import ABSENT, column_field
from binlog_kaitai.model.tables import ColumnType, Table

SEPARATOR, IMAGES = "\0", "\0\0"
"""No name of a column is empty, or has a zero byte."""

_BLOBS = frozenset(
    {
        *(ColumnType.tiny_blob, ColumnType.blob, ColumnType.medium_blob, ColumnType.long_blob),
        *(ColumnType.blob_compressed, ColumnType.geometry, ColumnType.json, ColumnType.vector),
    }
)


def unlogged_in(batch: pa.RecordBatch, table: Table) -> set[str]:
    """Return the columns that updates among some changes leave out.

    There are none where the log does not tell the primary key.
    """
    absent, kinds = batch.column(ABSENT), batch.column("_change_type")
    if not table.primary_key or absent.null_count >= len(batch) - 1:
        return set()
    names = pc.binary_join(absent, SEPARATOR)
    is_pair = pc.and_(pc.equal(kinds[:-1], UPDATE_PREIMAGE), pc.equal(kinds[1:], UPDATE_POSTIMAGE))
    pairs = pc.unique(pc.binary_join_element_wise(names[:-1], names[1:], IMAGES).filter(is_pair))
    shown = {column_field(one.name): one for one in table.shown_columns}
    keys = set(map(column_field, table.primary_key))
    found: set[str] = set()
    for before, after in (pair.split(IMAGES) for pair in pairs.drop_null().to_pylist()):
        left_out = set(before.split(SEPARATOR))
        if shown.keys() - left_out - keys:
            both = left_out.intersection(after.split(SEPARATOR), shown)
            found |= {name for name in both if shown[name].type not in _BLOBS}
    return found - keys
