"""Statements in place of the row images of the rows that they change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import Table, TokenReader, tokens_of, unquoted

_HARMLESS = frozenset(
    {
        *("alter", "analyze", "backup", "begin", "binlog", "cache", "change", "check"),
        *("checksum", "clone", "commit", "create", "deallocate", "desc", "describe", "drop"),
        *("execute", "explain", "flush", "get", "grant", "help", "install", "kill", "lock"),
        *("optimize", "prepare", "purge", "release", "rename", "repair", "reset", "restart"),
        *("revoke", "rollback", "savepoint", "set", "show", "shutdown", "signal", "start"),
        *("stop", "uninstall", "unlock", "use", "xa"),
    }
)
"""First words of statements that change no rows."""

_BEHIND_TARGET = frozenset(
    {"on", "partition", "returning", "select", "set", "table", "value", "values", "with"}
)
"""Words behind the table of INSERT."""


_ADDS = re.compile(r"\W*(insert|load|create)\b(?!.*\b(replace|duplicate)\b)", re.IGNORECASE)


def only_adds(statement: str) -> bool:
    """Return whether a statement only adds rows, so that no foreign key changes others."""
    return _ADDS.match(statement) is not None


class ChangedTable(NamedTuple):
    """A table whose rows a statement changes; all of its database if `table` is None.

    The name may be that of a common table expression, if it `is_derived`.
    """

    database: str
    table: str | None
    is_derived: bool = False


def changed_tables(statement: str, session: Session) -> Iterator[ChangedTable]:
    """Yield the tables whose rows a statement changes, but for those that DDL changes."""
    tokens = tokens_of(statement, session.sql_mode, session.server)
    return changed_in(TokenReader(tokens, session.database))


def changed_in(reader: TokenReader) -> Iterator[ChangedTable]:
    """Yield the tables whose rows the statement of a reader changes."""
    if reader.takes("analyze"):  # ANALYZE UPDATE, of MariaDB, runs what it analyzes
        if reader.takes("table", "tables", "local", "no_write_to_binlog"):
            return
        reader.skip("format")
        if reader.peek()[1] == "=":
            reader.next()
            reader.next()
    derived = _common_tables(reader) if reader.takes("with") else set()
    kind, first = reader.next()
    word = first.lower() if kind == "word" else ""
    read = _READERS.get(word)
    if read is not None:
        for database, table in read(reader):
            yield ChangedTable(database, table, table.lower() in derived)
    elif first not in {"", ";"} and word not in _HARMLESS:
        # a call of a stored routine, or a statement that is not known
        databases = dict.fromkeys(reader.qualifiers())
        if word != "select" or not databases:  # a server logs SELECT `database`.`function`()
            databases[reader.database] = None
        yield from (ChangedTable(one, None) for one in databases)


def _common_tables(reader: TokenReader) -> set[str]:
    """Take the common table expressions of WITH, and return their names."""
    names = set()
    reader.takes("recursive")
    while True:
        names.add(unquoted(reader.next()[1]).lower())
        while reader.peek()[0] and not reader.is_at(*_READERS, "select"):
            if reader.peek()[1] == ",":
                break
            reader.skip_item()
        if reader.peek()[1] != ",":
            return names
        reader.next()


def _inserted(reader: TokenReader) -> Iterator[Table]:
    reader.skip("low_priority", "high_priority", "delayed", "ignore")
    reader.takes("into")
    yield from reader.names(1)
    # of several, a server passes over those in executable comments
    while not reader.is_at(*_BEHIND_TARGET) and reader.peek()[0] in {"name", "word"}:
        yield from reader.names(1)


def _loaded(reader: TokenReader) -> Iterator[Table]:
    reader.skip_to("into")
    reader.takes("table")
    return reader.names(1)


def _updated(reader: TokenReader) -> Iterator[Table]:
    reader.skip("low_priority", "ignore")
    return (table for table, _ in reader.references("set"))


def _deleted(reader: TokenReader) -> Iterator[Table]:
    reader.skip("low_priority", "quick", "ignore", "history")
    ends = ("where", "order", "limit", "returning")
    targets = [] if reader.is_at("from") else list(reader.names())
    if reader.takes("from"):
        found = list(reader.references(*ends, *(() if targets else ("using",))))
        if not targets:
            targets = [table for table, _ in found]
            found = list(reader.references(*ends)) if reader.takes("using") else []
        aliases = {(reader.database, alias): table for table, alias in found if alias}
        targets = [aliases.get(table, table) for table in targets]
    return iter(targets)


_READERS = {
    "insert": _inserted,
    "replace": _inserted,
    "load": _loaded,
    "update": _updated,
    "delete": _deleted,
}
