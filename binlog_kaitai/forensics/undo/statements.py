"""Classify the effects of statements on tables and rows, by the beginnings of their texts.

These are the statements between row images: DDL, which is not reverted, and changes that were
logged as statements, without row images.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.clients import text_lines
from binlog_kaitai.forensics.undo.texts import readable, text_sql
from binlog_kaitai.model.changes import Statement
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.model.names import full_name, quoted_part

_NAME = r"(?:`(?:[^`]|``)*`|\"(?:[^\"]|\"\")*\"|[\w$\u0080-\uffff]+)"
_TABLE = re.compile(rf"({_NAME})(?:\s*\.\s*({_NAME}))?")
_STRING = re.compile(r"'(?:[^'\\]|\\.|'')*'", re.DOTALL)
_COMMENT = re.compile(r"/\*(?!!)(?!M!).*?\*/|/\*M?!\d*|\*/|(?:--\s|#)[^\n]*", re.DOTALL)

_DDL = re.compile(
    r"\s*(?:"
    r"(?:create|drop|alter)\s+(?:or\s+replace\s+)?(?:(?:temporary|online|offline|ignore)\s+)*table"
    r"|truncate(?:\s+table)?"
    r"|rename\s+tables?"
    r")\s+(?:if\s+(?:not\s+)?exists\s+)?",
    re.IGNORECASE,
)
_INDEX = re.compile(r"\s*(?:create|drop)\b[^(]*?\bindex\b.*?\bon\s+", re.IGNORECASE | re.DOTALL)
_DATABASE = re.compile(
    rf"\s*drop\s+(?:database|schema)\s+(?:if\s+exists\s+)?({_NAME})", re.IGNORECASE
)
_ROWS = re.compile(r"\s*(?:insert|replace|update|delete|load|call|with|import)\b", re.IGNORECASE)
_PRIVATE = re.compile(r"\s*(?:flush|analyze|optimize|repair|check|xa)\b", re.IGNORECASE)
_ONE = re.compile(r"\s*(?:create|alter|truncate)\b", re.IGNORECASE)

Kind = Literal["ddl", "rows", "other"]


@dataclass(frozen=True, slots=True)
class StatementEffect:
    """Effect of a statement: `ddl` for tables, `rows` for changes of rows, or `other`.

    `tables` are the full names of the tables that it may affect, `database` is one that it drops.
    `is_repeated`: a server that repeats the log's changes has to repeat it.
    """

    kind: Kind
    tables: frozenset[str] = frozenset()
    database: str | None = None
    is_repeated: bool = True


def statement_effect(statement: str, database: str) -> StatementEffect:
    """Return the effect of a statement with a default database."""
    text = _COMMENT.sub(" ", _STRING.sub("''", statement))
    dropped = _DATABASE.match(text)
    if dropped:
        return StatementEffect("ddl", database=_unquoted(dropped[1]))
    ddl = _DDL.match(text) or _INDEX.match(text)
    if ddl:
        # column names do no harm, because only selected tables count
        names = list(_tables(text[ddl.end() :], database))
        return StatementEffect("ddl", frozenset(names[:1] if _ONE.match(text) else names))
    if _ROWS.match(text):
        return StatementEffect("rows", frozenset(_tables(text, database)))
    return StatementEffect("other", is_repeated=not _PRIVATE.match(text))


def _tables(text: str, database: str) -> Iterator[str]:
    for first, second in _TABLE.findall(text):
        parts = (_unquoted(first), _unquoted(second)) if second else (database, _unquoted(first))
        yield full_name(*parts)


def _unquoted(name: str) -> str:
    quote = name[0]
    return name[1:-1].replace(quote * 2, quote) if quote in '`"' else name


# settings of a statement's context, and those that are reset after it
_NUMBERS = (
    *("auto_increment_increment", "auto_increment_offset", "insert_id", "last_insert_id"),
    *("foreign_key_checks", "unique_checks", "sql_auto_is_null"),
)
_TEXTS = ("sql_mode", "time_zone", "collation_connection", "default_collation_for_utf8mb4")
_OF_ONE_STATEMENT = ("timestamp", "insert_id", "last_insert_id", "rand_seed1", "rand_seed2")
_UNKNOWN = ("load", "user_variables", "unread_status_vars")


def statement_lines(
    statement: Statement, timestamp: int, rewrite_db: Mapping[str, str], flavor: Flavor
) -> tuple[list[str], list[str], list[str]]:
    """Return the lines that set up the session, run a statement, and reset the session.

    Each line that sets up the session is a statement, which may fail on another server.

    Args:
        statement: the statement and its context.
        timestamp: the time of its execution, in seconds since 1970.
        rewrite_db: new names of databases by their names in the log.
        flavor: the kind of server that runs it.

    Raises:
        UnreadableError: the log lacks a setting of the statement, or a client might run something
            else.
    """
    if not statement.is_exact:
        expected = "a statement that is valid in its character set"
        raise UnreadableError(expected, f"invalid bytes: {statement.text[:200]}")
    context = statement.context
    missing = [name for name in _UNKNOWN if name in context]
    if missing:
        found = f"one with {', '.join(missing)}: {statement.text[:200]}"
        raise UnreadableError("a statement that its text and settings reproduce", found)
    if rewrite_db and _mentions(statement.text, rewrite_db):
        found = statement.text[:200]
        raise UnreadableError("a statement without the name of a rewritten database", found)
    settings: dict[str, Any] = {"timestamp": f"{timestamp}.{context.get('microseconds', 0):06d}"}
    settings |= {name: int(context[name]) for name in _NUMBERS if name in context}
    settings |= {name: _quoted(context[name]) for name in _TEXTS if name in context}
    seeds = enumerate(context.get("rand_seeds", ()), 1)
    settings |= {f"rand_seed{number}": int(seed) for number, seed in seeds}
    persistent = [name for name in settings if name not in _OF_ONE_STATEMENT]
    saved = [f"@binlog_kaitai_of_{name} = @@SESSION.{name}" for name in persistent]
    lines = [f"SET {', '.join(saved)};"] if saved else []
    if statement.database and statement.has_use:
        database = rewrite_db.get(statement.database, statement.database)
        if not readable(database):  # clients run USE themselves, and no server prepares it
            raise UnreadableError("a printable database name", repr(database))
        lines.append(f"USE {quoted_part(database)};")
    values = [f"SESSION {name} = {value}" for name, value in settings.items()]
    lines.append(f"SET {', '.join(values)};")
    text = text_lines(statement.text, context.get("collation_connection"), flavor)
    reset = [f"SET SESSION {name} = @binlog_kaitai_of_{name};" for name in persistent]
    return lines, text, [*reset, "SET SESSION timestamp = DEFAULT;"]


def _quoted(value: Any) -> str:
    return str(value) if isinstance(value, int) else text_sql(str(value).encode(), "utf8mb4")


def _mentions(text: str, databases: Mapping[str, str]) -> bool:
    names = {_unquoted(first) for first, second in _TABLE.findall(text) if second}
    return bool(names & databases.keys())
