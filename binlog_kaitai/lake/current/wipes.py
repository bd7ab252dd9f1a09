"""Statements that empty tables: TRUNCATE and DROP, of which no log holds the rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.facts import Wipe

_NAME = r"(?:`(?:[^`]|``)*`|\"(?:[^\"]|\"\")*\"|[\w$\u0080-\uffff]+)"
_TABLE = re.compile(rf"\s*({_NAME})(?:\s*\.\s*({_NAME}))?")
_COMMENT = re.compile(r"/\*(?!!)(?!M!).*?\*/|/\*M?!\d*|\*/|(?:--\s|#)[^\n]*", re.DOTALL)
_WIPES = re.compile(
    r"\s*(?:truncate(?:\s+table)?|drop\s+table|create\s+or\s+replace\s+table)\s"
    r"\s*(?:if\s+exists\s+)?",
    re.IGNORECASE,
)
_DATABASE = re.compile(
    rf"\s*drop\s+(?:database|schema)\s+(?:if\s+exists\s+)?({_NAME})", re.IGNORECASE
)
_MAY = "(?i)truncate|drop|replace"


def wipes_in(statements: pa.RecordBatch, log: str) -> Iterator[Wipe]:
    """Yield which tables statements empty, in their order."""
    data = statements.column("data")
    found = statements.filter(pc.fill_null(pc.match_substring_regex(data, _MAY), False))
    fields = [found.column(name).to_pylist() for name in ("data", "database", "position")]
    for text, database, position in zip(*fields, strict=True):
        for name, table in wiped_by(str(json.loads(text)["statement"]), database or ""):
            yield Wipe(name, table, base_name(log), position)


def wiped_by(statement: str, database: str) -> Iterator[tuple[str, str | None]]:
    """Yield the tables that a statement empties, each with its database; None is all of one."""
    text = _COMMENT.sub(" ", statement)
    dropped = _DATABASE.match(text)
    if dropped:
        yield _unquoted(dropped[1]), None
        return
    found = _WIPES.match(text)
    if found is None:
        return
    are_several = found[0].lstrip()[:4].lower() == "drop"
    end = found.end()
    while name := _TABLE.match(text, end):
        first, second = name.groups()
        yield (_unquoted(first), _unquoted(second)) if second else (database, _unquoted(first))
        comma = re.compile(r"\s*,").match(text, name.end())
        if comma is None or not are_several:
            return
        end = comma.end()


def _unquoted(name: str) -> str:
    quote = name[0]
    return name[1:-1].replace(quote * 2, quote) if quote in '`"' else name
