"""Changes as a feed of rows by key: an image of each change, and one more where a key changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.changes import DELETE, INSERT, UPDATE_POSTIMAGE, UPDATE_PREIMAGE
from binlog_kaitai.model.row_batches import concatenated
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS

SEQUENCE = "_sequence"
"""The column that sorts as the changes do in the logs."""

IS_DELETE = "_is_delete"
"""The column that tells whether the row of a key is gone."""


def feed(batches: Iterator[pa.RecordBatch], keys: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield the rows that changes leave, and the keys that they leave without a row.

    Args:
        batches: typed changes of a table that took effect, in the order of the log, with
            `SEQUENCE`.
        keys: the columns that tell rows of the table apart.

    Yields:
        The columns of the table, `SEQUENCE` and `IS_DELETE`: the image of an insert or a delete,
        and the after image of an update, behind its before image if the key is another. What an
        after image lacks is taken from the before image.

    Raises:
        BinlogError: an update has one image only, or an image lacks a value that no other has.
    """
    rest: pa.RecordBatch | None = None
    for batch in batches:
        if not batch.num_rows:
            continue
        some = batch if rest is None else concatenated([rest, batch])
        is_open = some["_change_type"][-1].as_py() == UPDATE_PREIMAGE
        count = some.num_rows - is_open
        rest = some.slice(count) if is_open else None
        yield _fed(some.slice(0, count), keys)
    if rest is not None:
        raise _error(rest, 0, "the after image of the update beside the other one", "none")


def _fed(batch: pa.RecordBatch, keys: Sequence[str]) -> pa.RecordBatch:
    kind = {name: _is(batch, name) for name in (DELETE, UPDATE_PREIMAGE, UPDATE_POSTIMAGE)}
    before, after = kind[UPDATE_PREIMAGE], kind[UPDATE_POSTIMAGE]
    _check_pairs(batch, before, after)
    rows = _completed(batch, keys)
    moves = np.zeros(batch.num_rows, bool)
    for name in keys:
        key = rows[name]
        is_same = pc.equal(key[:-1], key[1:]).fill_null(False)
        are_null = pc.and_(key[:-1].is_null(), key[1:].is_null())
        moves[:-1] |= ~_bits(pc.or_(is_same, are_null))
    is_fed = ~before | moves
    rows[SEQUENCE], rows[IS_DELETE] = batch[SEQUENCE], pa.array(before | kind[DELETE])
    return pa.RecordBatch.from_pydict(rows).filter(pa.array(is_fed))


def _is(batch: pa.RecordBatch, change_type: str) -> Any:
    return _bits(pc.equal(batch["_change_type"], change_type))


def _bits(array: pa.Array) -> Any:
    return array.to_numpy(zero_copy_only=False)


def _check_pairs(batch: pa.RecordBatch, before: Any, after: Any) -> None:
    """Raise BinlogError where an image of an update is not beside the other one."""
    follows = np.zeros(batch.num_rows, bool)
    position, ordinal = (batch[name].to_numpy() for name in ("_position", "_ordinal"))
    follows[1:] = before[:-1] & (np.diff(position) == 0) & (np.diff(ordinal) == 1)
    for wrong, missing in ((before[:-1] & ~after[1:], "after"), (after != follows, "before")):
        if wrong.any():
            expected = f"the {missing} image of the update beside the other one"
            raise _error(batch, int(wrong.argmax()), expected, "another change, or none")


def _completed(batch: pa.RecordBatch, keys: Sequence[str]) -> dict[str, pa.Array]:
    """Return the columns of the table, of which after images have what before images tell."""
    rows = {name: batch[name] for name in batch.schema.names if not _is_of_record(name)}
    absent: list[list[str] | None] = batch[ABSENT].to_pylist()
    sources: dict[str, Any] = {}
    for number, names in enumerate(absent):
        change_type = batch["_change_type"][number].as_py() if names else INSERT
        for name in names or ():
            if change_type in (DELETE, UPDATE_PREIMAGE) and name not in keys:
                continue
            if change_type != UPDATE_POSTIMAGE or name in (absent[number - 1] or ()):
                expected = f"a row image with the value of {name} (binlog_row_image=FULL)"
                raise _error(batch, number, expected, f"{change_type} without it")
            sources.setdefault(name, np.arange(batch.num_rows))[number] = number - 1
    for name, places in sources.items():
        rows[name] = rows[name].take(pa.array(places))
    return rows


def _is_of_record(name: str) -> bool:
    return name in RECORD_FIELDS or name == SEQUENCE


def _error(batch: pa.RecordBatch, number: int, expected: str, found: str) -> BinlogError:
    file, position = (batch[name][number].as_py() for name in ("_file", "_position"))
    return BinlogError(file, position, expected, found)
