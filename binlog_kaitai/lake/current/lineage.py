"""The lineage of a table: the changes that its rows come from, which DDL moved and altered.

A table's rows come from eras. In each, its changes were logged under some name, up to a statement
that renamed or altered it; the operations of an era make of these changes those that the table as
it is now would have had. So RENAME, RENAME COLUMN and TRUNCATE PARTITION need no rows of that
moment: they are done to each change by itself, which the table's keys then fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.catalog.encoding import from_json, to_json
from binlog_kaitai.catalog.partitions import Partitions
from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.gathering import between
from binlog_kaitai.model.definitions import Definition, Flavor
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS

MAX_ERAS = 2**8
"""Eras of a table; one with more is set aside."""

Value = TypeVar("Value")
Key: TypeAlias = tuple[str, str]
"""The names of a database and a table."""


@dataclass(frozen=True)
class Altered:
    """Columns that ALTER TABLE renamed (new names by old ones), dropped, or added with values.

    Names are those of fields, in lower case.
    """

    renamed: dict[str, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    added: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.renamed or self.dropped or self.added)


@dataclass(frozen=True)
class Parted:
    """Partitions whose rows are kept, or are removed, by the definition of their table."""

    definition: Definition
    partitions: tuple[str, ...]
    keeps: bool
    family: Flavor | None = None


Operation: TypeAlias = Altered | Parted


@dataclass(frozen=True)
class Era:
    """Changes of a `source` between two places, and the operations on them."""

    source: Key
    after: Place | None = None
    until: Place | None = None
    operations: tuple[Operation, ...] = ()


class Origin(NamedTuple):
    """Rows that a table had at the beginning of a run, and the operations on them."""

    source: Key
    operations: tuple[Operation, ...] = ()


@dataclass(frozen=True)
class Lineage:
    """The eras of a table, and the names of its keys, if these are known."""

    eras: tuple[Era, ...]
    keys: tuple[str, ...] | None = None

    def loses_rows(self, place: Place) -> bool:
        """Return whether a statement behind a place removes rows of before, by their partitions."""
        return any(
            isinstance(operation, Parted)
            for one in self.eras
            if one.until is not None and order(place) <= order(one.until)
            for operation in one.operations
        )

    def to_json(self) -> dict[str, Any]:
        """Return the lineage as JSON has it."""
        eras = [
            [one.source, one.after, one.until, [_encoded(some) for some in one.operations]]
            for one in self.eras
        ]
        return {"eras": eras, "keys": self.keys}

    @staticmethod
    def from_json(fields: Mapping[str, Any]) -> Lineage:
        """Return what `to_json` was made of."""
        keys = fields["keys"]
        eras = (
            Era(
                (source[0], source[1]),
                after and (after[0], after[1]),
                until and (until[0], until[1]),
                tuple(map(_decoded, operations)),
            )
            for source, after, until, operations in fields["eras"]
        )
        return Lineage(tuple(eras), None if keys is None else tuple(keys))


def _encoded(one: Operation) -> dict[str, Any]:
    return {type(one).__name__.lower(): to_json(one)}


def _decoded(fields: Mapping[str, Any]) -> Operation:
    if "altered" in fields:
        return from_json(Altered, fields["altered"])
    return from_json(Parted, fields["parted"])


@dataclass(frozen=True)
class Passage:
    """How rows of a file become those of a table: the file's columns, and operations on these."""

    columns: tuple[str, ...]
    after: Place | None = None
    until: Place | None = None
    operations: tuple[Operation, ...] = ()

    def between(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Return the changes between the places."""
        return between(batch, self.after, self.until)

    def passed(self, batch: pa.RecordBatch, target: pa.Schema) -> pa.RecordBatch:
        """Return rows after the operations; constants have the types of the target's fields.

        Raises DeclinedError for a row whose partition is not known.
        """
        kinds = {one.name.lower(): one.type for one in target}
        for number, one in enumerate(self.operations, 1):
            if isinstance(one, Parted):
                batch = _parted(batch, one)
                continue
            # a column that a later operation renames has the type of another name in the end
            later = passed({name: name for name in one.added}, self.operations[number:])
            own = {name: kinds[last] for last, name in later.items() if last in kinds}
            batch = _altered(batch, one, own)
        return batch


def _altered(
    batch: pa.RecordBatch, one: Altered, kinds: Mapping[str, pa.DataType]
) -> pa.RecordBatch:
    columns: dict[str, pa.Array] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        lower = name.lower()
        if name not in RECORD_FIELDS and lower in {*one.dropped, *one.renamed, *one.added}:
            continue
        columns[name] = column
    names = {name.lower(): name for name in batch.schema.names}
    for old, new in one.renamed.items():
        if old in names:
            columns[new] = batch.column(names[old])
    for name, text in one.added.items():
        # a column that a later operation drops has no type in the end
        kind = kinds.get(name, pa.string())
        columns[name] = pa.repeat(constant(text, kind), len(batch))
    if ABSENT in columns:
        columns[ABSENT] = _renamed_absent(columns[ABSENT], one)
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _renamed_absent(absent: pa.Array, one: Altered) -> pa.Array:
    """Return the names of columns that images leave out, as they are now."""
    if absent.null_count == len(absent):
        return absent
    gone = {*one.dropped, *one.added}
    lists = [
        [one.renamed.get(name.lower(), name) for name in names or () if name.lower() not in gone]
        for names in absent.to_pylist()
    ]
    return pa.array([names or None for names in lists], pa.list_(pa.string()))


def constant(text: str, kind: pa.DataType) -> pa.Scalar:
    """Return a value of which `added_value` has the text. Raises ValueError if it does not fit."""
    types = pa.types
    if types.is_binary(kind):
        return pa.scalar(bytes.fromhex(text), kind)
    if types.is_decimal(kind):
        return pa.scalar(Decimal(text), kind)
    if types.is_string(kind):
        return pa.scalar(text, kind)
    if types.is_nested(kind) or types.is_duration(kind):
        raise ValueError(f"expected a type with constants, found {kind}")
    return pa.scalar(text).cast(kind)


def _parted(batch: pa.RecordBatch, one: Parted) -> pa.RecordBatch:
    names = {name.lower() for name in one.partitions}
    if not len(batch):
        return batch
    found = Partitions(one.definition, family=one.family).of_rows(batch)
    is_in = pa.array([bool(names.intersection(map(str.lower, each))) for each in found])
    return batch.filter(is_in if one.keeps else pc.invert(is_in))


def passed(columns: Mapping[str, Value], operations: Iterable[Operation]) -> dict[str, Value]:
    """Return values of columns, by names in lower case, by the names after operations."""
    found = dict(columns)
    for one in operations:
        if isinstance(one, Altered):
            gone = {*one.dropped, *one.renamed, *one.added}
            moved = {new: found[old] for old, new in one.renamed.items() if old in found}
            found = {name: value for name, value in found.items() if name not in gone} | moved
    return found


def closed(eras: Iterable[Era], place: Place, operation: Operation | None = None) -> Iterator[Era]:
    """Yield eras that end at a place, or before, with one more operation."""
    for one in eras:
        more = () if operation is None else (operation,)
        until = one.until or place
        if one.after is None or one.after != until:
            yield Era(one.source, one.after, until, (*one.operations, *more))
