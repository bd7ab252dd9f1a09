"""Which columns are redacted, and by what."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.tables import Table

HASH, NULL = "hash", "null"

MAX_DIGITS = 32
"""Hexadecimal digits of a hash in a text; fewer where the column is shorter."""


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
    if not equals or len(parts) != len(("database", "table", "column")) or not all(parts):
        raise ValueError(f"expected DB.TABLE.COLUMN=ACTION or COLUMN=ACTION, found {text!r}")
    database, table, column = parts
    return Rule(database, table, column.lower(), action)


class Redaction:
    """Finds what takes the place of values.

    Args:
        rules: of several for a column, the first counts.
        key: of hashes. The same value has the same hash wherever the key is the same.
    """

    def __init__(self, rules: Sequence[Rule], key: bytes = b"") -> None:
        self.rules = rules
        self._key = key

    def may_be_of(self, database: str, table: str | None) -> bool:
        """Return whether a table, or some table of a database, may have redacted columns."""
        return any(rule.is_of(database, table) for rule in self.rules)

    def has_column(self, database: str, table: str | None, names: Iterable[str]) -> bool:
        """Return whether a name, in lower case, may be that of a redacted column of a table."""
        rules = [rule for rule in self.rules if rule.is_of(database, table)]
        return any(fnmatchcase(name, rule.column) for name in names for rule in rules)

    def actions(self, table: Table) -> dict[int, str]:
        """Return the actions of a table's columns, by their numbers from 0.

        Raises:
            UnreadableError: the names of the columns are not known, or the log holds hashes of
                values in a hidden column.
        """
        rules = [rule for rule in self.rules if rule.is_of(table.database, table.name)]
        if not rules:
            return {}
        if any(column.name.startswith("@") for column in table.columns):
            raise UnreadableError(
                f"column names of {table.full_name} to redact",
                "none (binlog_row_metadata is not FULL); pass the output of 'mysqldump --no-data'"
                " with --ddl",
            )
        found: dict[int, str] = {}
        for number, column in enumerate(table.columns):
            for rule in rules:
                if fnmatchcase(column.name.lower(), rule.column):
                    found[number] = rule.action
                    break
        if found and any(column.is_hidden for column in table.columns):
            raise UnreadableError(
                f"no hidden column in {table.full_name}, which is redacted",
                "a hash of a long UNIQUE column, which the server added",
            )
        return found

    def digest(self, text: str | bytes) -> str:
        """Return the hash of a value, in hexadecimal digits."""
        content = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
        return hmac.new(self._key, content, hashlib.sha256).hexdigest()
