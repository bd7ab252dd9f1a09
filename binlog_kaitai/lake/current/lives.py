"""What the images of each key say, column by column, of the row that it last had.

A key's row lives from an insert, or from an update that gave it this key, to a delete, or to an
update that gave it another. A life that begins by an update goes on where that of the old key
ended. Of each column there is a code: it is known, or why it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.lake.current.stitching import (
    BEFORE,
    CHANGES,
    DEFAULT,
    KNOWN,
    MOVED,
    codes_array,
    with_values,
)
from binlog_kaitai.model.changes import DELETE, INSERT, UPDATE_POSTIMAGE, UPDATE_PREIMAGE
from binlog_kaitai.model.row_batches import concatenated
from binlog_kaitai.model.schema import ABSENT

SILENT = -1

_PLACE = pa.struct([("file", pa.string()), ("position", pa.int64()), ("ordinal", pa.int64())])

ENDS = pa.schema([("is_last", pa.bool_()), ("born", _PLACE), ("gone", _PLACE)])
"""What there is of an end beside the change and the codes of its columns, `row` and `why`: whether
it is the key's last, and where updates lie by which the life goes on from another key's, or ends as
that key's does."""

_Bits: TypeAlias = Any  # an array of bool


@dataclass
class _Life:
    """A change, what the life of its row told up to it, and the update that began this."""

    change: pa.RecordBatch
    codes: Any
    born: dict[str, Any] | None


def folded(batches: Iterator[pa.RecordBatch], columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Return the ends of lives, of changes by their keys and in order."""
    life: _Life | None = None
    rest: pa.RecordBatch | None = None  # a change of which the next is not known
    for batch in batches:
        if batch.num_rows:
            some = _Changes(batch if rest is None else concatenated([rest, batch]), life, columns)
            count = len(some) - 1
            yield some.ends(count)
            life, rest = some.life(count - 1), some.change(count)
    if rest is not None:
        some = _Changes(rest, life, columns)
        yield some.ends(len(some))


class _Changes:
    """Changes by their keys and in order; of those before, the first stands for the last one."""

    def __init__(self, found: pa.RecordBatch, life: _Life | None, columns: Sequence[str]) -> None:
        self.before = life
        self.found = found if life is None else concatenated([life.change, found])
        self.columns = columns
        self.rows: pa.StructArray = self.found.column(0)
        self.first = 0 if life is None else 1
        self.every = np.arange(len(self.rows))

    def __len__(self) -> int:
        return len(self.rows)

    def change(self, number: int) -> pa.RecordBatch:
        return self.found.slice(number, 1)

    def _is(self, change_type: str) -> _Bits:
        return _bits(pc.equal(self.rows.field("_change_type"), change_type))

    @cached_property
    def is_before(self) -> _Bits:
        return self._is(UPDATE_PREIMAGE)

    @cached_property
    def is_after(self) -> _Bits:
        return self._is(UPDATE_POSTIMAGE)

    @cached_property
    def is_partial(self) -> _Bits:
        return _bits(self.rows.field(ABSENT).is_valid())

    @cached_property
    def has_next(self) -> _Bits:
        """Whether the next change is of the same key."""
        same = np.ones(len(self) - 1, np.bool_)
        for key in self.found.columns[1:]:
            same &= _bits(pc.equal(key[:-1], key[1:]))
        return np.append(same, False)

    @cached_property
    def keeps_key(self) -> _Bits:
        """Whether the next change is the after image, with the same key, of the same update."""
        is_next = self.has_next[:-1] & self.is_before[:-1] & self.is_after[1:]
        for name in ("_file", "_position"):
            values = self.rows.field(name)
            is_next &= _bits(pc.equal(values[:-1], values[1:]))
        ordinals = np.asarray(self.rows.field("_ordinal"))
        is_next &= ordinals[:-1] + 1 == ordinals[1:]
        return np.append(is_next, False)

    @cached_property
    def got_key(self) -> _Bits:
        return self.is_after & ~np.roll(self.keeps_key, 1)

    @cached_property
    def _codes(self) -> Any:
        """What each change says of each column by itself; of none that is known, None."""
        before = self.before
        is_whole = not self.is_partial[self.first :].any()
        if is_whole and (before is None or (before.codes == KNOWN).all()):
            return None
        codes = np.full((len(self.columns), len(self)), KNOWN, np.int8)
        for column, absent in enumerate(self._lacks()):
            if absent.any():
                value = self.rows.field(self.columns[column])
                is_changed = absent & _bits(value.is_valid())
                codes[column, absent] = SILENT
                codes[column, absent & self._is(INSERT)] = DEFAULT
                codes[column, absent & self.got_key] = MOVED
                codes[column, is_changed] = CHANGES
        codes[:, self.keeps_key] = SILENT
        if before is not None:
            codes[:, 0] = before.codes
        is_first = ~np.roll(self.has_next, 1)
        is_first[0] = before is None
        codes[:, is_first] = np.where(codes[:, is_first] == SILENT, BEFORE, codes[:, is_first])
        return codes

    def _lacks(self) -> _Bits:
        absent = self.rows.field(ABSENT)
        lacks = np.zeros((len(self.columns), len(self)), np.bool_)
        named = pc.index_in(pc.list_flatten(absent), pa.array(self.columns, pa.string()))
        rows = np.asarray(pc.list_parent_indices(absent))
        is_column = _bits(named.is_valid())
        lacks[np.asarray(named.fill_null(0))[is_column], rows[is_column]] = True
        return lacks

    @cached_property
    def _sources(self) -> Any:
        """Which change says of each column what is known after each change."""
        says = np.where(self._codes == SILENT, -1, self.every)
        return np.maximum.accumulate(says, axis=1)

    def _told(self, numbers: Any) -> tuple[pa.StructArray, Any]:
        """Change with the values that are known after them, and the codes of these."""
        rows = self.rows.take(pa.array(numbers))
        if self._codes is None:
            return rows, np.full((len(self.columns), len(numbers)), KNOWN, np.int8)
        sources = self._sources[:, numbers]
        codes = np.take_along_axis(self._codes, sources, axis=1)
        return with_values(rows, self.rows, self.columns, sources, codes), codes

    def _born(self, numbers: Any) -> list[dict[str, Any] | None]:
        """Return the before images of updates that began lives which lack anything."""
        is_first = ~np.roll(self.has_next, 1)
        is_first[0] = True
        begins = self._is(INSERT) | self.got_key | is_first
        begins[0] = True
        origins = np.maximum.accumulate(np.where(begins, self.every, -1))[numbers]
        of_update = (self.got_key & self.is_partial)[origins]
        places = self._places(origins, of_update & (origins >= self.first), -1)
        if self.before is not None:
            places = [
                self.before.born if origin == 0 else place
                for origin, place in zip(origins.tolist(), places, strict=True)
            ]
        return places

    def _places(self, numbers: Any, wanted: _Bits, offset: int) -> list[dict[str, Any] | None]:
        places: list[dict[str, Any] | None] = [None] * len(numbers)
        for at in np.flatnonzero(wanted).tolist():
            row = int(numbers[at])
            file, position, ordinal = (
                self.rows.field(name)[row].as_py() for name in ("_file", "_position", "_ordinal")
            )
            places[at] = {"file": file, "position": position, "ordinal": ordinal + offset}
        return places

    def life(self, number: int) -> _Life | None:
        """Return what goes on after a change; of none, what went on before."""
        if number < 0:
            return self.before
        numbers = np.array([number])
        rows, codes = self._told(numbers)
        keys = self.change(number).columns[1:]
        change = pa.RecordBatch.from_arrays([rows, *keys], schema=self.found.schema)
        return _Life(change, codes[:, 0], self._born(numbers)[0])

    def ends(self, count: int) -> pa.RecordBatch:
        """Return the changes up to one that end lives, or are the last of their keys."""
        is_gone = self.is_before & ~self.keeps_key
        is_end = ~self.has_next | is_gone | self._is(DELETE)
        is_end[: self.first] = is_end[count:] = False
        numbers = np.flatnonzero(is_end)
        rows, codes = self._told(numbers)
        born = self._born(numbers)
        gone = self._places(numbers, (is_gone & self.is_partial)[numbers], 0)
        arrays = {
            "row": rows,
            "why": codes_array(codes),
            "is_last": pa.array(~self.has_next[numbers]),
            "born": pa.array(born, _PLACE),
            "gone": pa.array(gone, _PLACE),
        }
        return pa.RecordBatch.from_arrays(list(arrays.values()), names=list(arrays))


def _bits(values: Any) -> _Bits:
    return np.asarray(values.fill_null(False))
