"""Which columns are redacted, and by what: of rows that are read, and of logs that are written."""

from __future__ import annotations

import hmac
import json
import re
from codecs import lookup
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.charsets import BINARY, CODECS, decoder, width_of
from binlog_kaitai.model.json_paths import PATTERN
from binlog_kaitai.model.tables import Column, ColumnType, Mask, Table
from binlog_kaitai.model.type_names import NAMES, possible_types
from binlog_kaitai.model.values import JsonScalar, JsonText, quote, text_value

HASH, NULL, ANY = "hash", "null", "*"

_RULE = re.compile(
    rf"(?P<name>[^:=]*?)(?::(?P<type>[^:=$]+))?(?P<path>{PATTERN})?=(?P<action>.*)", re.DOTALL
)

_BEGINS_PATH = re.compile(r"\$([.\[*]|$)")

_INTEGER, _QUOTED = re.compile(r"-?[0-9]{1,20}"), re.compile(r'".*"', re.DOTALL)

_OF_NO_KEY = {"JSON", "GEOMETRY", "VECTOR"}

MAX_DIGITS = 32
"""Hexadecimal digits of a hash in a text; fewer where the column is shorter."""

_DIGITS = 2 * "0123456789abcdef"

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
TEXTS = frozenset((ColumnType.string, *_VARCHARS, *_BLOBS))
"""Types of texts, and of bytes, that are redacted."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What takes the place of the values in some columns: `hash`, `null`, or a constant.

    `database`, `table`, `column` and `type` are patterns. `path` is one of the members of JSON
    documents that it is for; empty for whole values.
    """

    database: str
    table: str
    column: str
    action: str
    type: str = ANY
    path: str = ""

    @property
    def what(self) -> str:
        """What of a table it is for."""
        kind = "" if self.type == ANY else f":{self.type}"
        return f"{self.column}{kind}{self.path}"

    def is_of(self, database: str, table: str | None) -> bool:
        """Return whether it may be of columns of a table, or of any table if that is None."""
        is_table = table is None or fnmatchcase(table, self.table)
        return fnmatchcase(database, self.database) and is_table

    def is_of_type(self, column: Column) -> bool:
        """Return whether it is for a column's type. Raises UnreadableError if that is not sure."""
        if self.type == ANY:
            return True
        are = [any(map(self.names_type, names)) for names in possible_types(column)]
        if any(are) and not all(are):
            names = " or ".join(name for names in possible_types(column) for name in names)
            expected = f"the type of {column.name}, to redact {self.type}"
            raise UnreadableError(expected, f"{names} (binlog_row_metadata is NO_LOG)")
        return all(are)

    @property
    def may_be_of_keys(self) -> bool:
        """Whether columns of keys may be of its type."""
        return any(map(self.names_type, NAMES - _OF_NO_KEY))

    def names_type(self, name: str) -> bool:
        """Return whether it is for a type."""
        return fnmatchcase(name.lower(), self.type)


def parse_rule(text: str) -> Rule:
    """Parse `[DB.TABLE.]COLUMN[:TYPE][PATH]=ACTION`, such as `shop.users.doc$.email=hash`.

    Raises:
        ValueError: it is another text.
    """
    found = _RULE.fullmatch(text)
    if found is None:
        raise ValueError(_expected(text))
    name, kind, path, action = found.group("name", "type", "path", "action")
    parts = (name or (kind and ANY) or "").split(".")
    if len(parts) == 1 and parts[0]:
        parts = [ANY, ANY, *parts]
    is_name = len(parts) == len(("database", "table", "column")) and all(parts)
    if not is_name or _BEGINS_PATH.search(name) or any(part != part.strip() for part in parts):
        raise ValueError(_expected(text))
    database, table, column = parts
    rule = Rule(database, table, column.lower(), action, (kind or ANY).lower(), path or "")
    if kind is not None and not any(map(rule.names_type, NAMES)):
        raise ValueError(f"expected one of the types {', '.join(sorted(NAMES))}, found {kind!r}")
    return rule


def _expected(text: str) -> str:
    form = "DB.TABLE.COLUMN=ACTION or COLUMN=ACTION, with :TYPE or $.PATH behind COLUMN"
    return f"expected {form}, found {text!r}"


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
        """Return whether a name, in lower case, may be that of a redacted column of a key."""
        rules = [rule for rule in self.rules if rule.is_of(database, table) and rule.may_be_of_keys]
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
        columns = []
        for column, logged in zip(table.columns, table_map.columns, strict=True):
            if table_map.is_mariadb:
                _refuse_json(column, logged.metadata, rules)
            found = [rule for rule in rules if _is_of_column(rule, column, table)]
            mask = self._mask(found, _limit(column, logged.metadata), table)
            columns.append(column if mask is None else _masked(column, mask))
        for rule in rules:
            if self._names(rule, table):
                self._have_columns.setdefault(rule, False)
        if columns == [*table.columns]:
            return table
        if any(column.is_hidden for column in columns):
            raise UnreadableError(
                f"no hidden column in {table.full_name}, which is redacted",
                "a hash of a long UNIQUE column, which the server added",
            )
        return replace(table, columns=tuple(columns))

    def _mask(self, rules: Sequence[Rule], limit: int, table: Table) -> Mask | None:
        """Return the mask of a column by the rules for it; None for no rules."""
        whole = next((number for number, rule in enumerate(rules) if not rule.path), None)
        met = [rule for rule in rules if whole is not None or not rule.path]
        self._have_columns.update((rule, True) for rule in met if self._names(rule, table))
        if whole is not None:
            return Mask(rules[whole].action, self.key, limit)
        named = [self._have_columns if self._names(rule, table) else {} for rule in rules]
        return Mask("", self.key, limit, tuple(rules), tuple(named)) if rules else None

    @staticmethod
    def _names(rule: Rule, table: Table) -> bool:
        return (rule.database, rule.table) == (table.database, table.name)


def _masked(column: Column, mask: Mask) -> Column:
    """Return a column with a mask; the labels of one of which all is redacted are their numbers."""
    labels = column.labels
    if labels is not None and not mask.paths:
        labels = tuple(map(str, range(1, len(labels) + 1)))
    return replace(column, mask=mask, labels=labels)


def _is_of_column(rule: Rule, column: Column, table: Table) -> bool:
    if column.name.startswith("@") and rule.column != ANY:
        raise UnreadableError(
            f"column names of {table.full_name} to redact",
            "none (binlog_row_metadata is not FULL); pass the output of 'mysqldump --no-data'"
            " with --ddl",
        )
    return fnmatchcase(column.name.lower(), rule.column) and rule.is_of_type(column)


def _refuse_json(column: Column, metadata: Any, rules: Iterable[Rule]) -> None:
    """Raise UnreadableError for rules for JSON where a column of MariaDB may have that type."""
    if column.type not in _BLOBS or column.charset == BINARY or 256**metadata.pack_length < 2**32:
        return
    for rule in rules:
        if rule.names_type("JSON") and not rule.names_type("TEXT"):
            expected = f"the type of {column.name}, to redact {rule.type}"
            raise UnreadableError(expected, "LONGTEXT, as MariaDB logs JSON; use :text")


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
    if column.type not in TEXTS and column.type not in _BEYOND:
        raise UnreadableError(
            f"a text or an integer in {column.name} to redact by {_mask(column).action!r}",
            f"{column.type.name}; use null",
        )
    return column.type in TEXTS


def is_null(column: Column) -> bool:
    """Return whether a mask puts NULL for all values. Raises UnreadableError for NOT NULL."""
    if _mask(column).action != NULL:
        return False
    if not column.is_nullable:
        raise UnreadableError(f"{column.name} to be nullable, to redact it by null", "NOT NULL")
    return True


def codec_of(column: Column) -> str:
    """Return Python's codec for a text in a column."""
    charset = column.charset
    return "utf-8" if charset in {None, BINARY} else CODECS.get(str(charset), "ascii")


def masked_text(column: Column, stored: bytes) -> bytes:
    """Return the bytes that take the place of those of a text, in the column's charset.

    Raises UnreadableError as `text_mask`.
    """
    return text_mask(column)(stored)


def text_mask(column: Column) -> Callable[[bytes], bytes]:
    """Return what masks the bytes of texts of a column.

    The same characters have one hash in all charsets. Raises UnreadableError for a constant that
    the column does not hold.
    """
    mask, charset, codec = _mask(column), column.charset, codec_of(column)
    width = 1 if charset == BINARY else width_of(charset) if charset else _WIDEST
    num_digits = min(mask.limit // width, MAX_DIGITS)
    text = mask.action if mask.action != HASH else _DIGITS[:num_digits]
    encoded = text.encode(codec, "replace")
    if charset and charset != BINARY and decoder(charset)(encoded) != text:
        raise UnreadableError(f"a constant in {charset} for {column.name}", text)
    if len(encoded) > mask.limit or (charset != BINARY and len(text) * width > mask.limit):
        expected = f"a constant of at most {mask.limit} bytes for {column.name}"
        raise UnreadableError(expected, text)
    if mask.action != HASH:
        return lambda _: encoded
    is_utf8, padded_length = lookup(codec).name == "utf-8", column.padded_length

    def hashed(stored: bytes) -> bytes:
        padded = stored.ljust(padded_length, b"\0")
        content = padded if is_utf8 else text_value(column, padded)
        return _digest(mask, content)[:num_digits].encode(codec)

    return hashed


def masked_integer(column: Column, number: int) -> int:
    """Return what takes the place of an integer. Raises UnreadableError as `masked_text`."""
    mask, beyond = _mask(column), _BEYOND[column.type]
    if mask.action == HASH:
        return int(_digest(mask, str(number)), 16) % beyond
    if mask.action.isdecimal() and int(mask.action) < beyond:
        return int(mask.action)
    raise UnreadableError(f"an integer from 0 to {beyond - 1} for {column.name}", mask.action)


def masked_json(mask: Mask, number: int, value: JsonText) -> JsonScalar:
    """Return what takes the place of a value in a JSON document; null for null.

    Args:
        mask: of the column.
        number: of the rule among the mask's.
        value: in the server's form.
    """
    rule = mask.paths[number]
    if mask.met[number]:
        mask.met[number][rule] = True
    if rule.action == NULL or value == "null":
        return JsonScalar.of("null", "literal", None)
    if rule.action != HASH:
        return _json_constant(rule.action)
    if _INTEGER.fullmatch(value):
        return JsonScalar.of(str(int(_digest(mask, str(int(value))), 16) % 2**63), "int64", None)
    is_text = value.startswith('"')  # of which none has the hash of another value
    text = json.loads(value, strict=False) if is_text else f"json {value}"
    digest = _digest(mask, text.encode("utf-8", "surrogatepass"))
    return JsonScalar.of(quote(digest[:MAX_DIGITS]), "string", None)


def _json_constant(action: str) -> JsonScalar:
    """Return a number, true, false, or a text, which is between quotes if it looks like those."""
    if action in {"true", "false"}:
        return JsonScalar.of(action, "literal", None)
    if _INTEGER.fullmatch(action) and -(2**63) <= int(action) < 2**63:
        return JsonScalar.of(str(int(action)), "int64", None)
    if _QUOTED.fullmatch(action):
        with suppress(ValueError):
            return JsonScalar.of(quote(json.loads(action)), "string", None)
    return JsonScalar.of(quote(action), "string", None)


def _mask(column: Column) -> Mask:
    assert column.mask is not None
    return column.mask


def _digest(mask: Mask, value: str | bytes) -> str:
    content = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
    return hmac.digest(mask.key, content, "sha256").hex()
