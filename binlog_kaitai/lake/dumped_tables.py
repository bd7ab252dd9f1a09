"""Tables of dumps: whether dumps have their values exactly, and these with the types of logs."""

from __future__ import annotations

import ipaddress
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.catalog.dumped_rows import is_number, value_of
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.definitions import ColumnDefinition, Definition
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.printed_values import array_of, logged_column
from binlog_kaitai.model.schema import arrow_type, column_field
from binlog_kaitai.model.tables import Column

UTC = {"+00:00", "utc"}

_ADDRESSES: dict[str, Callable[[str], bytes]] = {
    "uuid": lambda text: uuid.UUID(text).bytes,
    "inet6": lambda text: ipaddress.IPv6Address(text).packed,
    "inet4": lambda text: ipaddress.IPv4Address(text).packed,
}
"""Types whose values dumps have as texts, and logs as bytes."""


class Printed(NamedTuple):
    """How rows were written: the charset of texts, the time zone of TIMESTAMP, and where."""

    charset: str
    time_zone: str
    place: str


@dataclass(frozen=True)
class DumpedTable:
    """A table of a dump."""

    database: str
    table: str
    definition: Definition

    @property
    def name(self) -> str:
        """The full name."""
        return full_name(self.database, self.table)

    @cached_property
    def columns(self) -> list[Column | None]:
        """The columns as logs have them; None for a type that is not known."""
        return [logged_column(one, is_mariadb=False) for one in self.definition.columns]

    @cached_property
    def schema(self) -> pa.Schema:
        """The schema of the rows."""
        return pa.schema(
            [pa.field(column_field(one.name), arrow_type(one)) for one in self.columns if one]
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The fields of the primary key."""
        return tuple(map(column_field, self.definition.primary_key))

    @property
    def written(self) -> list[str]:
        """The columns of statements that do not name them."""
        return [one.name for one in self.definition.columns]

    def problem(self, *, has_keys: bool, is_printed: bool = True) -> str | None:
        """Return why a dump does not have all values of the table as logs do.

        Args:
            has_keys: whether the caller names the keys.
            is_printed: whether the dump has values as servers print them.
        """
        if self.definition.is_versioned:
            return "it is system-versioned"
        if not self.keys and not has_keys:
            return "it has no primary key (set --keys)"
        for defined, column in zip(self.definition.columns, self.columns, strict=True):
            if column is None:
                return f"the type {defined.text} of {defined.name} is not known"
            problem = _problem(defined) if is_printed else None
            if problem is not None:
                return problem
        return None

    def batch(
        self,
        printed: Printed,
        values: Mapping[str, Callable[[ColumnDefinition], list[bytes | None]]],
    ) -> pa.RecordBatch:
        """Return rows that were written alike. Raises ValueError.

        Args:
            printed: how they were written.
            values: what returns the values of columns, as servers print them, by the names of these
                in lower case.
        """
        arrays, place = [], printed.place
        for defined, column, kind in zip(
            self.definition.columns, self.columns, self.schema.types, strict=True
        ):
            assert column is not None
            if defined.name.lower() not in values:
                raise ValueError(f"{place}: expected values of {defined.name}, found none")
            if defined.kind == "timestamp" and printed.time_zone not in UTC:
                found = printed.time_zone or "none"
                raise ValueError(f"{place}: expected SET TIME_ZONE='+00:00', found {found}")
            own = _with_charset(column, printed)
            arrays.append(array_of(own, values[defined.name.lower()](defined), kind))
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def _problem(defined: ColumnDefinition) -> str | None:
    """Return why a dump does not have the values of a column as logs do."""
    if defined.generated is not None:
        return f"dumps have no values of the generated column {defined.name}"
    if defined.kind == "vector":
        return f"the type VECTOR of {defined.name} is not supported in dumps"
    if defined.kind == "float":
        return f"dumps have only six digits of the FLOAT column {defined.name}"
    return None


def _with_charset(column: Column, printed: Printed) -> Column:
    """Return a column with the charset that its texts have in a dump. Raises ValueError."""
    if printed.charset not in {BINARY, "utf8mb4"}:
        found = printed.charset or "none"
        raise ValueError(
            f"{printed.place}: expected SET NAMES utf8mb4 or binary, found {found}; dump with"
            " --default-character-set=utf8mb4"
        )
    if printed.charset == BINARY or column.charset in {None, BINARY}:
        return column
    return replace(column, charset=printed.charset)


def values_of(defined: ColumnDefinition, literals: Sequence[bytes]) -> list[bytes | None]:
    """Return the values of literals as the server prints them to `SELECT`s of snapshots."""
    values = [value_of(one) for one in literals]
    if defined.kind == "bit":
        return [
            value if value is None or is_number(literal) else bits_of(value)
            for literal, value in zip(literals, values, strict=True)
        ]
    address = _ADDRESSES.get(defined.kind)
    if address is not None:
        return [None if one is None else address(one.decode()) for one in values]
    return values


def bits_of(value: bytes) -> bytes:
    """Return the number that a BIT value is."""
    return b"%d" % int(value.hex() or "0", 16)
