"""Write row changes as SQL, a column at a time, from records that tell exact values.

`rows` writes the same SQL a row at a time, from values. Here a column's values become literals
together, and Python sees a value only if its literal is not the text of the record in quotes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.literals import compared, condition, literal
from binlog_kaitai.forensics.undo.rows import SET_BY_SERVER, RowWriter, Target
from binlog_kaitai.forensics.undo.texts import TEXT, are_readable, joined, quoted_texts
from binlog_kaitai.model.changes import DELETE, INSERT, UPDATE_POSTIMAGE
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.model.names import quoted_part
from binlog_kaitai.model.tables import STRINGS, Column, ColumnType, Table
from binlog_kaitai.model.values import Value
from binlog_kaitai.read.exact_rows import ExactRows, converter
from binlog_kaitai.read.wanted_spans import distinct_names

MAX_BYTES = 2**26  # of records that are parsed together
MIN_ROWS = 16  # rows per table that take less time together than one by one

_INTEGERS = frozenset(
    (
        *(ColumnType.tiny, ColumnType.short, ColumnType.int24, ColumnType.long),
        *(ColumnType.longlong, ColumnType.year),
    )
)
_FLOATS = frozenset((ColumnType.float, ColumnType.double))
_LABELLED = frozenset((ColumnType.enum, ColumnType.set))
_INSTANTS = frozenset((ColumnType.timestamp, ColumnType.timestamp2))
_TIMES = _INSTANTS | frozenset(
    (
        *(ColumnType.date, ColumnType.time, ColumnType.time2),
        *(ColumnType.datetime, ColumnType.datetime2),
    )
)
_DATE = len("2026-11-25")

Write = Callable[[Column, Value, Flavor], str]


class OneByOneError(Exception):
    """Rows have to be written one by one."""


class Fragments(NamedTuple):
    """Parts of statements, as `SqlFragment` describes them, each of the row with a number."""

    numbers: Any
    head: pa.Array
    body: pa.Array
    tail: pa.Array
    separator: pa.Array


class Touched(NamedTuple):
    """The rows of a table that changes delete, and those in which they change a column."""

    table: Table
    deleted: Any
    changed: dict[str, Any]


def fragments_of(
    writer: RowWriter, rows: ExactRows, *, is_undone: bool
) -> tuple[Fragments, list[Touched]]:
    """Return the SQL of row changes, in their order, as `RowWriter.fragment` writes it.

    Raises:
        OneByOneError: some rows do not have the usual values or columns, or lack them.
    """
    if rows.batch.nbytes > MAX_BYTES:
        raise OneByOneError
    parts: list[Fragments] = []
    touched = []
    try:
        tables = list(by_table(rows))
        if MIN_ROWS * len(tables) > rows.batch.num_rows:
            raise OneByOneError
        for table, numbers in tables:
            of_table = _TableWriter(writer, table, rows, numbers, is_undone=is_undone)
            parts += of_table.fragments()
            touched.append(of_table.touched)
    except UnreadableError as error:
        raise OneByOneError from error
    if not parts:
        raise OneByOneError
    numbers = np.concatenate([part.numbers for part in parts])
    order = pa.array(np.argsort(numbers, kind="stable"))
    columns = zip(*(part[1:] for part in parts), strict=True)
    return (
        Fragments(
            numbers[order], *(pa.concat_arrays(list(column)).take(order) for column in columns)
        ),
        touched,
    )


def by_table(rows: ExactRows) -> Iterator[tuple[Table, Any]]:
    """Yield each table of rows, and their numbers."""
    names, codes = distinct_names(rows.batch)
    for code, name in enumerate(names):
        yield rows.tables[name], np.flatnonzero(codes == code)


def parsed(data: pa.Array, columns: Sequence[Column]) -> dict[str, pa.Array]:
    """Return the values of columns in the data of records, in the types of JSON.

    Raises:
        OneByOneError: a value has another type, or some image lacks a column.
    """
    fields = [(column.name, _json_type(column)) for column in columns]
    lines = joined(data.cast(TEXT), "\n").buffers()[2]
    read = pj.ReadOptions(use_threads=False, block_size=lines.size + 1)
    parse = pj.ParseOptions(explicit_schema=pa.schema(fields), unexpected_field_behavior="ignore")
    try:
        table = pj.read_json(pa.BufferReader(lines), read, parse)
    except pa.ArrowInvalid as error:
        raise OneByOneError from error
    if table.num_rows != len(data):
        raise OneByOneError
    found = {}
    for name, _ in fields:
        values = found[name] = table.column(name).combine_chunks()
        if values.null_count:
            _check_logged(data.filter(values.is_null()), name)
    return found


def _check_logged(data: pa.Array, name: str) -> None:
    """Raise OneByOneError if a column of records is not NULL, but missing."""
    is_null = pc.match_substring(data, f'"{name}": null')
    if not (name.isprintable() and pc.all(is_null).as_py()):
        raise OneByOneError


def _json_type(column: Column) -> pa.DataType:
    if '"' in column.name or "\\" in column.name:
        raise OneByOneError  # whose text in JSON may be within that of another name
    if column.type in _INTEGERS and not column.is_unsigned:
        return pa.int64()
    is_number = column.type in _INTEGERS or column.type == ColumnType.bit
    if is_number or (column.type in _LABELLED and column.labels is None):
        return pa.uint64()
    return pa.float64() if column.type in _FLOATS else pa.string()


def _literals(column: Column, values: pa.Array, flavor: Flavor) -> pa.Array:
    """Return values as SQL, as `literal` writes them."""
    if (
        column.type == ColumnType.enum
        and pc.any(pc.equal(values, "" if pa.types.is_string(values.type) else 0)).as_py()
    ):
        raise OneByOneError  # the marker of an invalid label
    if column.type in _INTEGERS or column.type == ColumnType.newdecimal:
        return pc.fill_null(values.cast(TEXT), "NULL")
    is_text = column.type in STRINGS and column.charset not in (None, BINARY)
    if is_text or column.type in _TIMES:
        texts = values.cast(TEXT)
        if column.type in _INSTANTS:
            texts = pc.utf8_rtrim(pc.binary_replace_slice(texts, _DATE, _DATE + 1, " "), "Z")
        if are_readable(texts):
            return pc.fill_null(quoted_texts(texts), "NULL")
    return _each(column, values, literal, flavor)


def _compared(column: Column, values: pa.Array, flavor: Flavor) -> pa.Array:
    """Return values as SQL that the column is equal to, as `compared` writes them."""
    if column.type in _FLOATS or column.type == ColumnType.bit:
        return _each(column, values, compared, flavor)
    return _literals(column, values, flavor)


def _each(column: Column, values: pa.Array, write: Write, flavor: Flavor) -> pa.Array:
    """Return values as SQL, each different one written by Python."""
    distinct = values.dictionary_encode()
    texts = [write(column, value, flavor) for value in exact_values(column, distinct.dictionary)]
    return pc.fill_null(pa.array(texts, TEXT).take(distinct.indices), write(column, None, flavor))


def exact_values(column: Column, values: pa.Array) -> list[Value]:
    """Return the exact values of a column, from those in the types of JSON."""
    convert = converter(column)
    assert convert is not None
    return [None if value is None else convert(value) for value in values.to_pylist()]


class _TableWriter:
    """Writes the changes of the rows of a table, whose images have some numbers."""

    def __init__(
        self, writer: RowWriter, table: Table, rows: ExactRows, numbers: Any, *, is_undone: bool
    ) -> None:
        self.target: Target = writer.target(table)
        self.flavor = writer.flavor
        self.data = rows.batch.column("data")
        kinds = rows.batch.column("change_type").take(pa.array(numbers))
        inserted, deleted, updated = (
            numbers[pc.equal(kinds, kind).to_numpy(zero_copy_only=False)]
            for kind in (INSERT, DELETE, UPDATE_POSTIMAGE)
        )
        if len(inserted) + len(deleted) + 2 * len(updated) != len(numbers):
            raise OneByOneError  # an update without its before image
        self.touched = Touched(table, deleted, {})
        self.is_undone = is_undone
        self.inserted, self.deleted = (deleted, inserted) if is_undone else (inserted, deleted)
        self.updated = updated
        by_name = {column.name: column for column in self.target.columns}
        self.key = [by_name[name] for name in self.target.key if name in by_name]
        if len(self.key) < len(self.target.key):
            raise OneByOneError

    def fragments(self) -> Iterator[Fragments]:
        if len(self.inserted):
            yield self._insert(self.inserted)
        if len(self.deleted):
            yield self._delete(self.deleted)
        if len(self.updated):
            yield from self._update(self.updated)

    def _parsed(self, numbers: Any, columns: Sequence[Column]) -> dict[str, pa.Array]:
        return parsed(self.data.take(pa.array(numbers)), columns)

    def _insert(self, numbers: Any) -> Fragments:
        values = self._parsed(numbers, self.target.columns)
        literals = [_literals(c, values[c.name], self.flavor) for c in self.target.columns]
        body = joined("(", joined(*literals, separator=", "), ")")
        return _alike(numbers, self.target.insert_head(values), body, "", ",")

    def _delete(self, numbers: Any) -> Fragments:
        values = self._parsed(numbers, self.key or self.target.columns)
        head = self.target.delete_head
        if not self.key:
            return _alike(numbers, "", joined(head, self._where(values)), "", "")
        if len(self.key) > 1:
            return _alike(numbers, head, joined("(", self._where(values), ")"), "", " OR ")
        (column,) = self.key
        body = _compared(column, values[column.name], self.flavor)
        return _alike(numbers, f"{head}{quoted_part(column.name)} IN (", body, ")", ", ")

    def _update(self, numbers: Any) -> Iterator[Fragments]:
        before, after = (self._parsed(each, self.target.columns) for each in (numbers - 1, numbers))
        if self.is_undone:
            before, after = after, before
        changed: dict[str, Any] = {}
        pieces, more = [], []
        for column in self.target.columns:
            own = changed[column.name] = _differ(column, before[column.name], after[column.name])
            self.touched.changed[column.name.lower()] = numbers[own]
            is_set = column.type in SET_BY_SERVER
            if not (is_set or own.any()):
                continue
            literals = _literals(column, after[column.name], self.flavor)
            assigned = joined(f"{quoted_part(column.name)} = ", literals)
            nothing = pa.scalar(None, TEXT)
            pieces.append(pc.if_else(pa.array(own), assigned, nothing))
            if is_set:
                more.append(pc.if_else(pa.array(own), nothing, assigned))
        is_any = pa.array(np.any(list(changed.values()), axis=0))
        if not pc.any(is_any).as_py():
            return
        assigned = pc.binary_join_element_wise(
            *pieces, *more, pa.scalar(", ", TEXT), null_handling="skip"
        )
        head = f"UPDATE {self.target.name} SET "
        body = joined(head, assigned, " WHERE ", self._where(before))
        yield _alike(
            numbers[is_any.to_numpy(zero_copy_only=False)], "", body.filter(is_any), "", ""
        )

    def _where(self, values: dict[str, pa.Array]) -> pa.Array:
        """Return conditions that a row is true of: of its key, or of all columns."""
        tests = []
        for column in self.key or self.target.columns:
            if self.key:
                text = _compared(column, values[column.name], self.flavor)
                tests.append(joined(f"{quoted_part(column.name)} = ", text))
            else:
                tests.append(_each(column, values[column.name], condition, self.flavor))
        return joined(joined(*tests, separator=" AND "), "" if self.key else " LIMIT 1")


def _differ(column: Column, one: pa.Array, other: pa.Array) -> Any:
    """Return which values differ."""
    if column.type in _FLOATS:  # 0.0 and -0.0 do
        one, other = one.view(pa.int64()), other.view(pa.int64())
    are_other = pc.fill_null(pc.not_equal(one, other), False)
    return pc.or_(are_other, pc.xor(one.is_null(), other.is_null())).to_numpy(zero_copy_only=False)


def _alike(numbers: Any, head: str, body: pa.Array, tail: str, separator: str) -> Fragments:
    head, tail, separator = (
        pa.repeat(pa.scalar(text, TEXT), len(numbers)) for text in (head, tail, separator)
    )
    return Fragments(numbers, head, body, tail, separator)
