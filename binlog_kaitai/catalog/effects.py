"""Statements that change the rows or columns of tables without row images in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from binlog_kaitai.catalog.tokens import Table, TokenReader, Version, tokens_of, unquoted

Effect: TypeAlias = Literal[
    "empties",
    "alters",
    "moves",
    "changes",
    "drops",
    "adds",
    "temporary",
    "ends_temporary",
    "defines",
    "generates",
]
"""What a statement does to a table.

- `empties` it, also as it makes or drops it
- `alters` it: deletes rows, or renames columns, that the table has
- `moves` rows into it, from other tables or from files
- `changes` its rows; the log has the statement in place of row images
- `drops` or `adds` one of its columns
- makes it, as a `temporary` one of the session, or drops this (`ends_temporary`)
- `defines` all of its columns, or `generates` some of them
"""

EMPTIES: Effect = "empties"
ALTERS: Effect = "alters"
MOVES: Effect = "moves"
CHANGES: Effect = "changes"
DROPS: Effect = "drops"
ADDS: Effect = "adds"
TEMPORARY: Effect = "temporary"
ENDS_TEMPORARY: Effect = "ends_temporary"
DEFINES: Effect = "defines"
GENERATES: Effect = "generates"

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
"""First words of statements that change no rows, but for those that `effects_of` reads."""

_BEHIND_TARGET = frozenset(
    {"on", "partition", "returning", "select", "set", "table", "value", "values", "with"}
)
"""Words behind the table of INSERT."""

_NO_COLUMN = frozenset(
    {
        *("primary", "unique", "key", "index", "fulltext", "spatial", "constraint", "check"),
        *("foreign", "partition", "like"),
    }
)
_NO_COLUMNS = frozenset(
    {("period", "for"), ("system", "versioning"), ("vector", "key"), ("vector", "index")}
)
"""Words that begin parts of a table that are no columns."""


class _Column(NamedTuple):
    name: str
    is_generated: bool


class TableEffect(NamedTuple):
    """An effect of a statement on a table, or on all of a database; `column` of one column."""

    effect: Effect
    database: str
    table: str | None
    column: str | None = None


def effects_of(
    statement: str, database: str, sql_mode: str = "", version: Version | None = None
) -> Iterator[TableEffect]:
    """Yield the effects of a statement.

    Args:
        statement: its text.
        database: the session's database.
        sql_mode: the session's; it decides how quotes and backslashes are read.
        version: the server's; it decides which executable comments are read.
    """
    reader = TokenReader(tokens_of(statement, sql_mode, version), database)
    if reader.takes("set"):  # SET STATEMENT ... FOR, of MariaDB
        if not reader.takes("statement"):
            return
        reader.skip_to("for")
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
        for one in read(reader):
            is_derived = (one.table or "").lower() in derived
            yield one._replace(effect=ALTERS) if is_derived else one
    elif first not in {"", ";"} and word not in _HARMLESS:
        # a call of a stored routine, or a statement that is not known
        databases = dict.fromkeys(reader.qualifiers())
        if word != "select" or not databases:  # a server logs SELECT `database`.`function`()
            databases[database] = None
        yield from (TableEffect(CHANGES, one, None) for one in databases)


def _all_of(effect: Effect, tables: Iterable[Table]) -> Iterator[TableEffect]:
    return (TableEffect(effect, *table) for table in tables)


def _truncated(reader: TokenReader) -> Iterator[TableEffect]:
    reader.takes("table")
    return _all_of(EMPTIES, reader.names(1))


def _created(reader: TokenReader) -> Iterator[TableEffect]:
    is_replaced = reader.takes("or") and reader.takes("replace")
    is_temporary = reader.takes("temporary")
    if not reader.takes("table", "sequence"):
        return
    is_new = is_replaced or not reader.takes("if")
    reader.skip("not", "exists")
    tables = list(reader.names(1))
    if is_temporary:
        yield from _all_of(TEMPORARY, tables)
        return
    columns: list[_Column] = []
    is_query = False
    if reader.peek()[1] == "(":
        reader.next()
        clauses = list(reader.clauses())
        is_query = clauses[0].is_at("select", "with", "values", "table")
        columns = [_column(one) for one in clauses if not is_query and _is_column(one)]
    if is_new:
        yield from _all_of(EMPTIES, tables)
    if is_new and columns:
        names = [one.name for one in columns if one.is_generated]
        names += (f"@{number}" for number, one in enumerate(columns, 1) if one.is_generated)
        yield from (TableEffect(DEFINES, *table, "\0".join(names)) for table in tables)
    if is_query or reader.has_rows():
        yield from _all_of(CHANGES, tables)


def _dropped(reader: TokenReader) -> Iterator[TableEffect]:
    effect = ENDS_TEMPORARY if reader.takes("temporary") else EMPTIES
    if reader.takes("database", "schema"):
        reader.skip("if", "exists")
        yield from (TableEffect(EMPTIES, table, None) for _, table in reader.names(1))
    elif reader.takes("table", "tables", "sequence"):
        reader.skip("if", "exists")
        yield from _all_of(effect, reader.names())


def _renamed(reader: TokenReader) -> Iterator[TableEffect]:
    if not reader.takes("table", "tables"):
        return
    reader.skip("if", "exists")
    while True:
        yield from _all_of(MOVES, reader.names(1))
        if reader.takes("wait"):
            reader.next()
        reader.skip("nowait")
        reader.takes("to")
        yield from _all_of(MOVES, reader.names(1))
        if reader.next()[1] != ",":
            return


def _altered(reader: TokenReader) -> Iterator[TableEffect]:
    """Yield the effects of ALTER TABLE, by its clauses; columns are dropped first."""
    reader.skip("online", "offline", "ignore")
    if reader.takes("sequence"):
        reader.skip("if", "exists")
        yield from _all_of(CHANGES, reader.names(1))
        return
    if not reader.takes("table"):
        return
    reader.skip("if", "exists")
    (table,) = list(reader.names(1)) or [(reader.database, "")]
    reader.skip("nowait")
    if reader.takes("wait"):
        reader.next()
    added: list[_Column] = []
    changed: list[_Column] = []
    for clause in reader.clauses():
        if clause.takes("add"):
            added += _added_columns(clause)
        elif clause.is_at("modify", "change"):
            is_renamed, column = _changed_column(clause)
            changed.append(column)
            if is_renamed:
                yield TableEffect(ALTERS, *table)
        else:
            yield from _effects_in(clause, table, changed)
    yield from (TableEffect(ADDS, *table, one.name) for one in added)
    if added or changed:
        names = [one.name for one in (*added, *changed) if one.is_generated]
        yield TableEffect(GENERATES, *table, "\0".join(names))


def _changed_column(clause: TokenReader) -> tuple[bool, _Column]:
    """Take MODIFY or CHANGE. Returns whether the column gets another name, and what it becomes."""
    keeps_name = clause.takes("modify") or not clause.takes("change")
    clause.takes("column")
    clause.skip("if", "exists")
    old = None if keeps_name else unquoted(clause.next()[1])
    column = _column(clause)
    return old is not None and old.lower() != column.name.lower(), column


def _effects_in(clause: TokenReader, table: Table, changed: list[_Column]) -> Iterator[TableEffect]:
    """Yield the effects of another clause; a column that it drops is `changed`."""
    effect = _effect_of(clause)
    if effect == DROPS:
        changed.append(_column(clause))
        yield TableEffect(DROPS, *table, changed[-1].name)
    elif effect is not None:
        yield TableEffect(effect, *table)
    if effect == MOVES:
        yield from _all_of(MOVES, clause.names(1))


def _added_columns(clause: TokenReader) -> list[_Column]:
    clause.takes("column")
    clause.skip("if", "not", "exists")
    columns = [clause]
    if clause.peek()[1] == "(":
        clause.next()
        columns = list(clause.clauses())
    return [_column(one) for one in columns if _is_column(one)]


def _is_column(clause: TokenReader) -> bool:
    """Return whether a column's name is next, not the word that begins an index and the like."""
    kind, name = clause.peek()
    if kind != "word":
        return kind == "name"
    following = clause.peek(1)[1].lower()
    return name.lower() not in _NO_COLUMN and (name.lower(), following) not in _NO_COLUMNS


def _column(clause: TokenReader) -> _Column:
    """Take a column's name and its definition."""
    name = unquoted(clause.next()[1])
    is_generated = False
    while clause.peek()[0]:
        is_generated |= clause.is_at("generated")
        is_generated |= clause.is_at("as") and clause.peek(1)[1] == "("
        clause.skip_item()
    return _Column(name, is_generated)


def _effect_of(clause: TokenReader) -> Effect | None:
    """Return the effect of a clause on its table.

    The name of the other table of MOVES is next, and that of the column of DROPS.
    """
    effect: Effect | None = None
    if clause.takes("truncate", "discard"):
        effect = ALTERS if clause.takes("partition", "tablespace") else None
    elif clause.takes("drop"):
        if not clause.takes("column") and not _is_column(clause):
            return ALTERS if clause.takes("partition") else None
        clause.skip("if", "exists")
        effect = DROPS
    elif clause.takes("rename"):
        if clause.takes("column"):
            effect = ALTERS
        elif not clause.takes("index", "key"):
            effect = MOVES
            if not clause.takes("to", "as") and clause.peek()[1] == "=":
                clause.next()
    elif clause.takes("exchange", "convert", "import") and not clause.takes("to"):
        effect = MOVES  # TO follows only CONVERT, and then a character set
        clause.skip_to("table")
    return effect


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


def _inserted(reader: TokenReader) -> Iterator[TableEffect]:
    reader.skip("low_priority", "high_priority", "delayed", "ignore")
    reader.takes("into")
    yield from _all_of(CHANGES, reader.names(1))
    # of several, a server passes over those in executable comments
    while not reader.is_at(*_BEHIND_TARGET) and reader.peek()[0] in {"name", "word"}:
        yield from _all_of(CHANGES, reader.names(1))


def _loaded(reader: TokenReader) -> Iterator[TableEffect]:
    reader.skip_to("into")
    reader.takes("table")
    return _all_of(CHANGES, reader.names(1))


def _updated(reader: TokenReader) -> Iterator[TableEffect]:
    reader.skip("low_priority", "ignore")
    return _all_of(CHANGES, (table for table, _ in reader.references("set")))


def _deleted(reader: TokenReader) -> Iterator[TableEffect]:
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
    return _all_of(CHANGES, targets)


_READERS = {
    "truncate": _truncated,
    "create": _created,
    "drop": _dropped,
    "rename": _renamed,
    "alter": _altered,
    "insert": _inserted,
    "replace": _inserted,
    "load": _loaded,
    "update": _updated,
    "delete": _deleted,
}
