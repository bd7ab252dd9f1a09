"""Select the rows of a server's tables in the order of their keys, with the types of its logs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.model.column_types import BYTES, NUMBERS, TEXTS
from binlog_kaitai.model.definitions import ColumnDefinition, Definition
from binlog_kaitai.model.names import quoted_name, quoted_part
from binlog_kaitai.model.printed_values import array_of, logged_column
from binlog_kaitai.model.schema import arrow_type, column_field
from binlog_kaitai.model.tables import Column
from binlog_kaitai.replication.definitions import NO_LIMIT, definition_of
from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session

BATCH_BYTES, BATCH_ROWS = 2**23, 2**13
"""Approximate bytes, and the maximum number of rows, of a batch."""

LOCK_SECONDS = 3
"""Seconds for which a consistent read waits for DDL on a table."""

NO_SUCH_TABLE = 1146
"""The error of a read of a table that was dropped before."""

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?")
_Values: TypeAlias = Sequence["bytes | None"]


def begin_snapshot(session: Session) -> None:
    """Begin a consistent read, without locks."""
    session.rows("SET SESSION time_zone = '+00:00', sql_mode = ''")
    session.rows(NO_LIMIT)
    # a wait behind DDL that waits for another read would never end
    session.rows(f"SET SESSION lock_wait_timeout = {LOCK_SECONDS}")
    session.rows("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    session.rows("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")


class TableSelect:
    """Selects the rows of a table, some at a time.

    `schema` is that of its columns, and `keys` are the fields of its primary key. `last` is the key
    of the last row as SQL literals; the next rows are those behind it.

    Raises:
        RefusedError: the table is not there.
        ServerError: a type of it is not known.
    """

    def __init__(self, session: Session, database: str, table: str, size: int = 0) -> None:
        try:
            found = definition_of(session, database, table)
        except ValueError as error:
            raise ServerError(f"{session.name}: {database}.{table}: {error}") from None
        if found is None:
            raise RefusedError(f"{session.name}: no table {database}.{table}", NO_SUCH_TABLE)
        self.definition: Definition = found
        self._session = session
        self._name = quoted_name(database, table)
        self._columns = [self._logged(one) for one in found.columns]
        self._keys = [one for name in found.primary_key if (one := found.column(name)) is not None]
        self.schema = pa.schema(
            [pa.field(column_field(one.name), arrow_type(one)) for one in self._columns]
        )
        self.keys = tuple(column_field(one.name) for one in self._keys)
        self._batch_rows = min(max(BATCH_BYTES // max(size, 1), 16), BATCH_ROWS)
        self.last: list[str] | None = None

    def batches(self, limit: int) -> Iterator[pa.RecordBatch]:
        """Yield the rows behind the key `last`: at most `limit`, or all if there is no key."""
        rows = self._session.stream(self._statement(key_range(self._keys, self.last), limit))
        count = len(self._columns)
        while some := list(islice(rows, self._batch_rows)):
            self.last = self._literals(some[-1][count:])
            yield self._batch(some)

    def key_behind(
        self, session: Session, last: Sequence[str] | None, rows: int
    ) -> list[str] | None:
        """Return the key of the row that is some rows behind a key, or behind the beginning.

        Args:
            session: a session with a consistent read, of the same server.
            last: the key.
            rows: the number of rows.

        Returns:
            None if there are fewer rows, or no primary key.
        """
        if not self._keys:
            return None
        asked = ", ".join(self._key_values())
        found = list(
            session.stream(
                f"SELECT {asked} FROM {self._name} FORCE INDEX (PRIMARY)"  # noqa: S608 - quoted
                f"{key_range(self._keys, last)}{self._order()} LIMIT 1 OFFSET {rows - 1}"
            )
        )
        return self._literals(found[0]) if found else None

    def batches_between(
        self, session: Session, last: Sequence[str] | None, until: Sequence[str] | None
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows behind the key `last` up to the key `until`; None for no limit.

        Args:
            session: a session with a consistent read, of the same server.
            last: the key before the rows.
            until: the last key.
        """
        rows = session.stream(self._statement(key_range(self._keys, last, until)))
        while some := list(islice(rows, self._batch_rows)):
            yield self._batch(some)

    def _batch(self, rows: Sequence[_Values]) -> pa.RecordBatch:
        columns = zip(self._columns, zip(*rows, strict=True), self.schema, strict=False)
        arrays = [array_of(one, values, field.type) for one, values, field in columns]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _literals(self, values: _Values) -> list[str]:
        return [_literal(one, value) for one, value in zip(self._keys, values, strict=True)]

    def _key_values(self) -> list[str]:
        return [_LITERALS[_kind(one)].format(quoted_part(one.name)) for one in self._keys]

    def _statement(self, where: str, limit: int | None = None) -> str:
        asked = [_form(one).format(quoted_part(one.name)) for one in self.definition.columns]
        if not self._keys:
            return f"SELECT {', '.join(asked)} FROM {self._name}"  # noqa: S608 - names are quoted
        asked += self._key_values()
        text = f"SELECT {', '.join(asked)} FROM {self._name} FORCE INDEX (PRIMARY)"  # noqa: S608
        return f"{text}{where}{self._order()}{'' if limit is None else f' LIMIT {limit}'}"

    def _order(self) -> str:
        return f" ORDER BY {', '.join(quoted_part(one.name) for one in self._keys)}"

    def _logged(self, defined: ColumnDefinition) -> Column:
        is_mariadb = "mariadb" in self._session.version.lower()
        column = logged_column(defined, is_mariadb=is_mariadb)
        if column is None:
            where = f"{self._session.name}: {self._name}"
            raise ServerError(f"{where}: the type {defined.text} of {defined.name} is not known")
        return column


def _form(column: ColumnDefinition) -> str:
    """Return what selects a column's values: its bytes, for text in its own charset."""
    if column.is_zerofill and column.kind not in _FORMS:
        return "{} + 0"
    return _FORMS.get(column.kind, "CAST({} AS BINARY)" if column.kind in TEXTS else "{}")


_FORMS = {
    **dict.fromkeys(("float", "double"), "{} * 1e0"),  # a bare FLOAT has six digits only
    **dict.fromkeys(("bit", "year"), "{} + 0"),
    **dict.fromkeys(("uuid", "inet6"), "CAST({} AS BINARY(16))"),
    "inet4": "CAST({} AS BINARY(4))",
    "vector": "CAST({} AS BINARY)",
}

_LITERALS = {
    "number": "{} + 0",
    "text": "HEX(CAST({} AS BINARY))",
    "bytes": "HEX({})",
    "other": "HEX(CONVERT({} USING utf8mb4))",
}


def _kind(column: ColumnDefinition) -> str:
    """Return how a value of a key is written as a literal."""
    if column.kind in {*NUMBERS, "bit", "enum", "set"}:
        return "number"
    if column.kind in TEXTS:
        return "text"
    return "bytes" if column.kind in BYTES - {"uuid", "inet4", "inet6"} else "other"


def _literal(column: ColumnDefinition, value: bytes | None) -> str:
    """Return a key's value as a literal that compares with the column as its values do."""
    text = (value or b"").decode("ascii")
    kind = _kind(column)
    if kind == "number" and _NUMBER.fullmatch(text):
        return f"{text}e0" if column.kind in {"float", "double"} and "e" not in text else text
    charset = {"text": f"_{column.charset} ", "other": "_utf8mb4 "}.get(kind, "")
    return f"{charset}X'{bytes.fromhex(text).hex()}'"


def key_range(
    keys: Sequence[ColumnDefinition], last: Sequence[str] | None, until: Sequence[str] | None = None
) -> str:
    """Return the condition of the rows behind a key, and up to another one, by their literals."""
    cases = [] if last is None else [_beyond(keys, last, ">")]
    if until is not None:
        cases.append(_beyond(keys, until, "<", has_last=True))
    return f" WHERE {' AND '.join(cases)}" if cases else ""


def _beyond(
    keys: Sequence[ColumnDefinition], key: Sequence[str], sign: str, *, has_last: bool = False
) -> str:
    """Return the condition of the rows on one side of a key, which may be one of them."""
    # ENUM and SET are in the order of their numbers, but compare with texts
    names = [
        quoted_part(one.name) + (" + 0" if one.kind in {"enum", "set"} else "") for one in keys
    ]
    equal = [f"{name} = {value}" for name, value in zip(names, key, strict=True)]
    cases = [
        " AND ".join([*equal[:at], f"{names[at]} {sign} {key[at]}"]) for at in range(len(names))
    ]
    if has_last:
        cases.append(" AND ".join(equal))
    return f"{names[0]} {sign}= {key[0]} AND (({') OR ('.join(cases)}))"
