"""What statements of a log do to rows, as far as one can tell by how they begin.

This is for what lies between rows: DDL, which is not undone, and changes that were logged as
statements, of which no log holds the rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.clients import text_lines
from binlog_kaitai.forensics.undo.literals import Family
from binlog_kaitai.forensics.undo.texts import readable, text_sql
from binlog_kaitai.model.changes import Statement
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
class Effect:
    """What a statement does: `ddl` to tables, `rows` it changes, or nothing to either.

    `tables` are the full names of those it may concern, `database` one that it drops. `is_repeated`
    says that a server which repeats the log's changes has to repeat it.
    """

    kind: Kind
    tables: frozenset[str] = frozenset()
    database: str | None = None
    is_repeated: bool = True


def effect_of(statement: str, database: str) -> Effect:
    """Return what a statement does, whose default database is given."""
    text = _COMMENT.sub(" ", _STRING.sub("''", statement))
    dropped = _DATABASE.match(text)
    if dropped:
        return Effect("ddl", database=_unquoted(dropped[1]))
    found = _DDL.match(text) or _INDEX.match(text)
    if found:
        # names of columns do no harm where what is asked for are tables
        names = list(_tables(text[found.end() :], database))
        return Effect("ddl", frozenset(names[:1] if _ONE.match(text) else names))
    if _ROWS.match(text):
        return Effect("rows", frozenset(_tables(text, database)))
    return Effect("other", is_repeated=not _PRIVATE.match(text))


def _tables(text: str, database: str) -> Iterator[str]:
    for first, second in _TABLE.findall(text):
        parts = (_unquoted(first), _unquoted(second)) if second else (database, _unquoted(first))
        yield full_name(*parts)


def _unquoted(name: str) -> str:
    quote = name[0]
    return name[1:-1].replace(quote * 2, quote) if quote in '`"' else name


# what of a statement's context is set for it, and what is set again behind it
_NUMBERS = (
    *("auto_increment_increment", "auto_increment_offset", "insert_id", "last_insert_id"),
    *("foreign_key_checks", "unique_checks", "sql_auto_is_null"),
)
_TEXTS = ("sql_mode", "time_zone", "collation_connection", "default_collation_for_utf8mb4")
_OF_ONE_STATEMENT = ("timestamp", "insert_id", "last_insert_id", "rand_seed1", "rand_seed2")
_UNKNOWN = ("load", "user_variables", "unread_status_vars")


def statement_lines(
    statement: Statement, timestamp: int, renamed: Mapping[str, str], family: Family
) -> tuple[list[str], list[str], list[str]]:
    """Return the lines that set up the session, run a statement as it was run, and reset it.

    Each line that sets up the session is a statement, which may fail on another server.

    Args:
        statement: the statement and its context.
        timestamp: the time that it was run at, in seconds since 1970.
        renamed: databases by their names in the log.
        family: whose servers run it.

    Raises:
        UnreadableError: the log does not hold all that it was run with, or no lines are sure to
            run this statement alone.
    """
    if not statement.is_exact:
        expected = "a statement that is valid in its character set"
        raise UnreadableError(expected, f"invalid bytes: {statement.text[:200]}")
    context = statement.context
    missing = [name for name in _UNKNOWN if name in context]
    if missing:
        found = f"one with {', '.join(missing)}: {statement.text[:200]}"
        raise UnreadableError("a statement that its text and settings reproduce", found)
    if renamed and _mentions(statement.text, renamed):
        found = statement.text[:200]
        raise UnreadableError("a statement without the name of a rewritten database", found)
    settings: dict[str, Any] = {"timestamp": f"{timestamp}.{context.get('microseconds', 0):06d}"}
    settings |= {name: int(context[name]) for name in _NUMBERS if name in context}
    settings |= {name: _quoted(context[name]) for name in _TEXTS if name in context}
    seeds = enumerate(context.get("rand_seeds", ()), 1)
    settings |= {f"rand_seed{number}": int(seed) for number, seed in seeds}
    kept = [name for name in settings if name not in _OF_ONE_STATEMENT]
    saved = [f"@binlog_kaitai_of_{name} = @@SESSION.{name}" for name in kept]
    lines = [f"SET {', '.join(saved)};"] if saved else []
    if statement.database and statement.has_use:
        database = renamed.get(statement.database, statement.database)
        if not readable(database):  # clients run USE themselves, and no server prepares it
            raise UnreadableError("a printable database name", repr(database))
        lines.append(f"USE {quoted_part(database)};")
    values = [f"SESSION {name} = {value}" for name, value in settings.items()]
    lines.append(f"SET {', '.join(values)};")
    text = text_lines(statement.text, context.get("collation_connection"), family)
    reset = [f"SET SESSION {name} = @binlog_kaitai_of_{name};" for name in kept]
    return lines, text, [*reset, "SET SESSION timestamp = DEFAULT;"]


def _quoted(value: Any) -> str:
    return str(value) if isinstance(value, int) else text_sql(str(value).encode(), "utf8mb4")


def _mentions(text: str, databases: Mapping[str, str]) -> bool:
    names = {_unquoted(first) for first, second in _TABLE.findall(text) if second}
    return bool(names & databases.keys())
