"""Which statements are DDL."""

from __future__ import annotations

import re

from binlog_kaitai.model.tables import text_of
from binlog_kaitai.model.transactions import DDL_WORDS, Ddl
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.transactions.statements import query_bytes, query_text

# blanks and comments; what follows a version in a comment is read as the servers do
_BEFORE = rb"(?:\s+|(?:--|#)[^\n]*\n|/\*!\d*|/\*(?!!)(?:[^*]|\*(?!/))*\*/)*"
_DDL = re.compile(_BEFORE + b"(?:" + b"|".join(DDL_WORDS) + rb")\b", re.IGNORECASE)


def is_ddl(text: bytes) -> bool:
    """Return whether a statement is one of DDL, by its first word."""
    return _DDL.match(text) is not None


def ddl_of(event: LoggedEvent) -> list[Ddl]:
    """Return the statement of an event if it is DDL."""
    body = event.tree.body
    if not (event.tree.is_query and is_ddl(query_bytes(body))):
        return []
    database, text = text_of(body.database, None), query_text(event.in_full().tree.body)
    return [Ddl(event.position, event.tree.header.timestamp, database, text)]
