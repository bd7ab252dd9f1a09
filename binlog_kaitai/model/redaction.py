"""Which columns are redacted, and by what: of rows that are read, and of logs that are written."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.charsets import BINARY, CODECS, decoder, width_of
from binlog_kaitai.model.tables import Column, ColumnType, Mask, Table
from binlog_kaitai.model.values import text_value

HASH, NULL = "hash", "null"

MAX_DIGITS = 32
"""Hexadecimal digits of a hash in a text; fewer where the column is shorter."""

_WIDEST = 4  # bytes of a character, if the log does not tell the charset

_BEYOND = {
    ColumnType.tiny: 2**7,
    ColumnType.short: 2**15,
    ColumnType.int24: 2**23,
    ColumnType.long: 2**31,
    ColumnType.longlong: 2**63,
}
"""The first number that no signed column of a type has."""

_VARCHARS = (ColumnType.varchar, ColumnType.var_string)
_BLOBS = (ColumnType.tiny_blob, ColumnType.blob, ColumnType.medium_blob, ColumnType.long_blob)
_TEXTS = frozenset((ColumnType.string, *_VARCHARS, *_BLOBS))


@dataclass(frozen=True, slots=True)
class Rule:
    """What takes the place of the values in some columns: `hash`, `null`, or a constant.

    `database`, `table` and `column` are patterns.
    """

    database: str
    table: str
    column: str
    action: str

    def is_of(self, database: str, table: str | None) -> bool:
        """Return whether it may be of columns of a table, or of any table if that is None."""
        is_table = table is None or fnmatchcase(table, self.table)
        return fnmatchcase(database, self.database) and is_table


def parse_rule(text: str) -> Rule:
    """Parse `shop.users.email=hash` or `email=hash`. Raises ValueError for any other text."""
    name, equals, action = text.partition("=")
    parts = name.split(".")
    if len(parts) == 1 and name:
        parts = ["*", "*", name]
    is_name = len(parts) == len(("database", "table", "column")) and all(parts)
    if not equals or not is_name or any(part != part.strip() for part in parts):
        raise ValueError(f"expected DB.TABLE.COLUMN=ACTION or COLUMN=ACTION, found {text!r}")
    database, table, column = parts
    return Rule(database, table, column.lower(), action)


@dataclass(frozen=True, slots=True)
class Redaction:
    """Finds what takes the place of values.

    Args:
        rules: of several for a column, the first counts.
        key: of hashes. The same value has the same hash wherever the key is the same.
    """

    rules: tuple[Rule, ...]
    key: bytes = field(default=b"", repr=False)
    _have_columns: dict[Rule, bool] = field(default_factory=dict, compare=False, repr=False)

    def without_columns(self) -> list[Rule]:
        """Return the rules of tables that were read, none of which had such a column.

        These are rules with the name of a table: a pattern may also be of others.
        """
        return [rule for rule, has_column in self._have_columns.items() if not has_column]

    @property
    def met(self) -> dict[Rule, bool]:
        """The rules of tables that were read, and whether one had such a column."""
        return dict(self._have_columns)

    def take_in(self, other: Redaction) -> None:
        """Take in what another one, of the same rules, has met of their columns."""
        for rule, has_column in other._have_columns.items():
            self._have_columns[rule] = self._have_columns.get(rule, False) or has_column

    def may_be_of(self, database: str, table: str | None) -> bool:
        """Return whether a table, or some table of a database, may have redacted columns."""
        return any(rule.is_of(database, table) for rule in self.rules)

    def has_column(self, database: str, table: str | None, names: Collection[str]) -> bool:
        """Return whether a name, in lower case, may be that of a redacted column of a table."""
        rules = [rule for rule in self.rules if rule.is_of(database, table)]
        return any(_has_match(names, rule.column) for rule in rules)

    def is_named(self, database: str, names: Collection[str]) -> bool:
        """Return whether a statement may name a redacted column and its table.

        Args:
            database: the default database.
            names: all names in the statement, in lower case.
        """
        databases = (*names, database.lower())
        return any(
            _has_match(names, rule.column)
            and _has_match(names, rule.table.lower())
            and _has_match(databases, rule.database.lower())
            for rule in self.rules
        )

    def masked(self, table: Table, table_map: Any) -> Table:
        """Return a table whose redacted columns have masks.

        Args:
            table: the table.
            table_map: the `TableMapEvent` that describes it.

        Raises:
            UnreadableError: the names of the columns are not known, or the log holds hashes of
                values in a hidden column.
        """
        rules = [rule for rule in self.rules if rule.is_of(table.database, table.name)]
        if not rules:
            return table
        if any(column.name.startswith("@") for column in table.columns):
            raise UnreadableError(
                f"column names of {table.full_name} to redact",
                "none (binlog_row_metadata is not FULL); pass the output of 'mysqldump --no-data'"
                " with --ddl",
            )
        names = [column.name.lower() for column in table.columns]
        for rule in rules:
            if (rule.database, rule.table) == (table.database, table.name):
                found = self._have_columns.get(rule, False) or _has_match(names, rule.column)
                self._have_columns[rule] = found
        columns = []
        for column, logged in zip(table.columns, table_map.columns, strict=True):
            name = column.name.lower()
            action = next((one.action for one in rules if fnmatchcase(name, one.column)), None)
            if action is not None:
                mask = Mask(action, self.key, _limit(column, logged.metadata))
                column = replace(column, mask=mask)  # noqa: PLW2901
            columns.append(column)
        if columns == [*table.columns]:
            return table
        if any(column.is_hidden for column in columns):
            raise UnreadableError(
                f"no hidden column in {table.full_name}, which is redacted",
                "a hash of a long UNIQUE column, which the server added",
            )
        return replace(table, columns=tuple(columns))


def _has_match(names: Iterable[str], pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in names)


def _limit(column: Column, metadata: Any) -> int:
    """Return how many bytes a text of a column has at most; 0 of what is no text."""
    if column.type in _BLOBS:
        return int(256**metadata.pack_length) - 1
    return int(metadata.max_length) if column.type in _VARCHARS else column.length


def refuse_changes(column: Column) -> None:
    """Raise UnreadableError for changes to a document in a redacted column."""
    raise UnreadableError(
        f"whole documents in {column.name}, which is redacted",
        "changes to a document (binlog_row_value_options=PARTIAL_JSON)",
    )


def is_text(column: Column) -> bool:
    """Return whether `masked_text` is for a column.

    Raises:
        UnreadableError: a mask that is not `null` redacts neither its texts nor its integers.
    """
    if column.type not in _TEXTS and column.type not in _BEYOND:
        raise UnreadableError(
            f"a text or an integer in {column.name} to redact by {_mask(column).action!r}",
            f"{column.type.name}; use null",
        )
    return column.type in _TEXTS


def is_null(column: Column) -> bool:
    """Return whether a mask puts NULL for all values. Raises UnreadableError for NOT NULL."""
    if _mask(column).action != NULL:
        return False
    if not column.is_nullable:
        raise UnreadableError(f"{column.name} to be nullable, to redact it by null", "NOT NULL")
    return True


def masked_text(column: Column, stored: bytes) -> bytes:
    """Return the bytes that take the place of those of a text, in the column's charset.

    The same characters have one hash in all charsets. Raises UnreadableError for a constant that
    the column does not hold.
    """
    mask, charset = _mask(column), column.charset
    width = 1 if charset == BINARY else width_of(charset) if charset else _WIDEST
    text = mask.action
    if text == HASH:
        value = text_value(column, stored.ljust(column.padded_length, b"\0"))
        text = _digest(mask, value)[: min(mask.limit // width, MAX_DIGITS)]
    codec = "utf-8" if charset in {None, BINARY} else CODECS.get(str(charset), "ascii")
    encoded = text.encode(codec, "replace")
    if charset and charset != BINARY and decoder(charset)(encoded) != text:
        raise UnreadableError(f"a constant in {charset} for {column.name}", text)
    if len(encoded) > mask.limit or (charset != BINARY and len(text) * width > mask.limit):
        expected = f"a constant of at most {mask.limit} bytes for {column.name}"
        raise UnreadableError(expected, text)
    return encoded


def masked_integer(column: Column, number: int) -> int:
    """Return what takes the place of an integer. Raises UnreadableError as `masked_text`."""
    mask, beyond = _mask(column), _BEYOND[column.type]
    if mask.action == HASH:
        return int(_digest(mask, str(number)), 16) % beyond
    if mask.action.isdecimal() and int(mask.action) < beyond:
        return int(mask.action)
    raise UnreadableError(f"an integer from 0 to {beyond - 1} for {column.name}", mask.action)


def _mask(column: Column) -> Mask:
    assert column.mask is not None
    return column.mask


def _digest(mask: Mask, value: str | bytes) -> str:
    content = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
    return hmac.new(mask.key, content, hashlib.sha256).hexdigest()
