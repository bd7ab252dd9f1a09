"""Which logs certainly hold nothing of what is asked for, by the index beside them.

A log without an entry for its size and time of change is read: so is each that is damaged.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any, TypeAlias

import pyarrow as pa

from binlog_kaitai.compiler.own.kept import GENERATED
from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.io.log_index import IndexFolder, LogIdentity
from binlog_kaitai.io.log_paths import KeyedFile
from binlog_kaitai.io.paths import base_name, is_remote, place_of, sibling
from binlog_kaitai.model.conditions import (
    ColumnOf,
    Comparison,
    Constant,
    Junction,
    Test,
    columns_of,
)
from binlog_kaitai.model.gtids import GtidSet
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.indexing import SCHEMA, bits_of, hash_of, kind_of

Key: TypeAlias = Mapping[str, tuple[str, bytes]]
"""Values by the names of their columns in lower case, as keys are hashed: the kind and the text."""

MAX_KEYS = 64
"""Keys that a condition asks for, more than which are not looked for."""

_FACTS = [name for name in SCHEMA.names if name != "filter"]
_FILTERS = [*LogIdentity._fields, "table", "filter"]


@dataclass(frozen=True)
class KeysAsked:
    """Keys of which one is in each row that is asked for, or in the other image of its change.

    If `needs_whole`, an image without the key is asked for, too: by an error. So is a transaction
    without an outcome.
    """

    keys: Sequence[Key]
    needs_whole: bool = False


@dataclass
class _Entry:
    """The row of a log, and those of its tables by their names."""

    facts: dict[str, Any]
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)

    def has_changes(self, scope: Scope, tables: set[str], wants_statements: bool) -> bool:
        """Return whether changes that a scope wants may be there, as it wants rows of `tables`."""
        facts = self.facts
        start, end = scope.seconds
        if facts["last"] < start or facts["first"] >= end:
            return False
        if scope.until is not None and not any(_meets(one, scope.until) for one in facts["gtids"]):
            return False
        if scope.applied is not None and self._is_within(scope.applied):
            return False
        if facts["statements"] and (wants_statements or scope.watch is not None):
            return True
        return not tables.isdisjoint(self.tables)

    def _is_within(self, gtids: GtidSet) -> bool:
        """Return whether all transactions are in a set."""
        return not self.facts["has_anonymous"] and all(
            any(
                one.source == hull["source"]
                and one.first <= hull["first"]
                and one.last >= hull["last"]
                for one in gtids.intervals
            )
            for hull in self.facts["gtids"]
        )

    def may_have(self, table: str, asked: KeysAsked, bits: pa.Scalar | None) -> bool:
        """Return whether a table may have one of some keys, by the filter of its keys."""
        row = self.tables[table]
        if bits is None or row["key"] is None or (asked.needs_whole and not row["is_complete"]):
            return True
        view = memoryview(bits.as_buffer())
        for key in asked.keys:
            values = [key.get(name.lower()) for name in row["key"]]
            if [value and value[0] for value in values] != row["kinds"]:
                return True
            texts = hash_of([value[1] for value in values if value is not None])
            numbers = bits_of(texts, row["hashes"], 8 * len(view))
            if all(view[one // 8] // 2 ** (one % 8) % 2 for one in numbers):
                return True
        return False


class LogIndex:
    """The entries of some logs; they are read when they are first asked for."""

    def __init__(self, logs: Sequence[GivenLog | FoundFile]) -> None:
        self._logs = logs

    def without(
        self, scope: Scope, wants_statements: bool, asked: KeysAsked | None = None
    ) -> frozenset[int]:
        """Return the numbers of logs that certainly have no change that a scope wants.

        Args:
            scope: of whatever part of a log.
            wants_statements: whether statements are changes, too; a log with some is not without
                keys.
            asked: keys that are asked for, if the scope has one table and no definitions.
        """
        narrow = (scope.table, scope.database, scope.start_time, scope.end_time, scope.applied)
        if scope.over_time is not None or all(one is None for one in (*narrow, scope.until)):
            return frozenset()
        names = list({name for entry in self._entries.values() for name in entry.tables})
        are_wanted = zip(names, scope.wants_tables(names), strict=True)
        tables = {name for name, is_wanted in are_wanted if is_wanted}
        left = [
            number
            for number, entry in self._entries.items()
            if entry.has_changes(scope, tables, wants_statements)
        ]
        without = self._entries.keys() - set(left)
        if scope.redaction is not None:
            asked = None  # which are not those in the logs
        if asked is not None and scope.wants_one_table and scope.definitions is None:
            if wants_statements:
                left = [number for number in left if self.has_no_statements(number)]
            without |= self._without_keys(tables, left, asked)
        return frozenset(without)

    def unchanged(self, numbers: Collection[int]) -> frozenset[int]:
        """Return those of some logs that have the size and time at which they were found.

        A remote log counts as unchanged, as each would take a request.
        """
        return frozenset(filter(self._is_unchanged, numbers))

    def _is_unchanged(self, number: int) -> bool:
        log = self._logs[number]
        path = _stored_path(log)
        if is_remote(path):
            return True
        place = place_of(path)
        entry = place.entry(place.path)
        return entry is not None and (entry.size, entry.modified) == (log.size, log.modified)

    def tables(self) -> dict[int, Collection[str]]:
        """Return the full names of the tables with rows in each log that has an entry."""
        return {number: entry.tables for number, entry in self._entries.items()}

    def has_no_statements(self, number: int) -> bool:
        """Return whether a log certainly has no statements."""
        entry = self._entries.get(number)
        return entry is not None and not entry.facts["statements"]

    def _without_keys(self, tables: set[str], left: Sequence[int], asked: KeysAsked) -> set[int]:
        if len(tables) != 1:
            return set()
        (name,) = tables
        asked_of = {number for number in left if name in self._entries[number].tables}
        return {
            number
            for number, row, bits in self._rows(_FILTERS, name)
            if number in asked_of
            and row["table"] == name
            and not self._entries[number].may_have(name, asked, bits)
        }

    @cached_property
    def _entries(self) -> dict[int, _Entry]:
        entries: dict[int, _Entry] = {}
        of_tables = []
        for number, row, _ in self._rows(_FACTS):
            if row["table"] is None:
                entries[number] = _Entry(row)
            else:
                of_tables.append((number, row))
        for number, row in of_tables:
            if number in entries:
                entries[number].tables[row["table"]] = row
        return entries

    def _rows(
        self, columns: Sequence[str], table: str | None = None
    ) -> Iterator[tuple[int, dict[str, Any], pa.Scalar | None]]:
        """Yield rows of the logs with the logs' numbers; the filter is left in Arrow's memory."""
        for folder, numbers in self._numbers.items():
            for rows in IndexFolder(folder).tables(columns, table):
                filters = rows["filter"] if "filter" in columns else None
                plain = rows.drop_columns(["filter"]) if filters is not None else rows
                for at, row in enumerate(plain.to_pylist()):
                    number = numbers.get(LogIdentity(row["log"], row["size"], row["modified"]))
                    if number is not None:
                        bits = None if filters is None or not filters[at].is_valid else filters[at]
                        yield number, row, bits

    @cached_property
    def _numbers(self) -> dict[str, dict[LogIdentity, int]]:
        """The numbers of the logs by their folders; not of logs that no file system has."""
        found: dict[str, dict[LogIdentity, int]] = {}
        for number, log in enumerate(self._logs):
            path = _stored_path(log)
            if type(path) is str and GENERATED not in os.environ:
                identity = LogIdentity(base_name(path), log.size, log.modified)
                found.setdefault(sibling(path, "log"), {})[identity] = number
        return found


def _stored_path(log: GivenLog | FoundFile) -> str:
    return log.path.path if isinstance(log.path, KeyedFile) else log.path


def keys_of_condition(test: Test, schema: pa.Schema) -> KeysAsked | None:
    """Return keys of which rows have one if a condition is true of them; None if there are none.

    Args:
        test: the condition.
        schema: the typed columns of the rows.
    """
    types = {field.name.lower(): field.type for field in schema}
    keys = _alternatives(test, types)
    return KeysAsked(keys, needs_whole=True) if 0 < len(keys) <= MAX_KEYS else None


def integers_of_condition(test: Test) -> KeysAsked | None:
    """Return keys as `keys_of_condition`, of a condition about nothing but integers of a key."""
    names = {*columns_of(test)}
    asked = keys_of_condition(test, pa.schema([(name, pa.int64()) for name in names]))
    return asked if asked and all(key.keys() == names for key in asked.keys) else None


def key_of(values: Mapping[str, Any], schema: pa.Schema) -> Key:
    """Return the values of typed columns as a key; those of kinds without a hash are left out."""
    key = {}
    for name, value in values.items():
        kind = kind_of(schema.field(name).type)
        if kind is not None and value is not None:
            text = value if isinstance(value, bytes) else str(value).encode()
            key[name.lower()] = kind, text
    return key


def _alternatives(test: Test, types: Mapping[str, pa.DataType]) -> list[Key]:
    """Return keys, of which rows have one that a test is true of; none if it may be any."""
    if isinstance(test, Junction):
        left, right = (_alternatives(side, types) for side in (test.left, test.right))
        if test.is_or:
            return [*left, *right] if left and right else []
        if not (left and right) or len(left) * len(right) > MAX_KEYS:
            return left or right
        return [{**one, **other} for one in left for other in right]
    if isinstance(test, Comparison) and test.operator in {"=", "<=>"}:
        for column, value in ((test.left, test.right), (test.right, test.left)):
            if isinstance(column, ColumnOf) and isinstance(value, Constant):
                found = _constant(value.value, types.get(column.name))
                return [] if found is None else [{column.name: found}]
    return []


def _constant(
    value: Decimal | str | bytes | None, value_type: pa.DataType | None
) -> tuple[str, bytes] | None:
    kind = None if value_type is None else kind_of(value_type)
    if kind == "int" and isinstance(value, (Decimal, str)):
        try:
            number = Decimal(value)
        except InvalidOperation:
            return None
        is_near = number.is_finite() and abs(number) < 2**64
        return (kind, str(int(number)).encode()) if is_near else None
    if kind == "bytes" and isinstance(value, (str, bytes)):
        return kind, value.encode() if isinstance(value, str) else value
    return None


def _meets(hull: Mapping[str, Any], gtids: GtidSet) -> bool:
    return any(
        one.source == hull["source"] and one.first <= hull["last"] and one.last >= hull["first"]
        for one in gtids.intervals
    )
