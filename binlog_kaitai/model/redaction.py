"""Which columns are redacted, and by what: of rows that are read, and of logs that are written."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.json_paths import PATTERN
from binlog_kaitai.model.masking import BLOBS, VARCHARS
from binlog_kaitai.model.tables import Column, Mask, Table
from binlog_kaitai.model.type_names import NAMES, possible_types

ANY = "*"

_RULE = re.compile(
    rf"(?P<name>[^:=]*?)(?::(?P<type>[^:=$]+))?(?P<path>{PATTERN})?=(?P<action>.*)", re.DOTALL
)

_BEGINS_PATH = re.compile(r"\$([.\[*]|$)")

_OF_NO_KEY = {"JSON", "GEOMETRY", "VECTOR"}


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
    if column.type not in BLOBS or column.charset == BINARY or 256**metadata.pack_length < 2**32:
        return
    for rule in rules:
        if rule.names_type("JSON") and not rule.names_type("TEXT"):
            expected = f"the type of {column.name}, to redact {rule.type}"
            raise UnreadableError(expected, "LONGTEXT, as MariaDB logs JSON; use :text")


def _has_match(names: Iterable[str], pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in names)


def _limit(column: Column, metadata: Any) -> int:
    """Return how many bytes a text of a column has at most; 0 of what is no text."""
    if column.type in BLOBS:
        return int(256**metadata.pack_length) - 1
    return int(metadata.max_length) if column.type in VARCHARS else column.length
