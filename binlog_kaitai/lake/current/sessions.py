"""The effects of a log's statements, without those on temporary tables."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict

import pyarrow as pa

from binlog_kaitai.catalog.effects import (
    CHANGES,
    EMPTIES,
    ENDS_TEMPORARY,
    MOVES,
    TEMPORARY,
    effects_of,
)
from binlog_kaitai.catalog.sessions import is_applied, session_of
from binlog_kaitai.catalog.tokens import Version
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.facts import (
    Ddl,
    TableStatement,
    short_text,
    temporary_key,
    without_temporary,
)

MAX_SESSIONS = 2**10
"""Sessions that change tables of which statements are kept; more are taken as one."""

MAX_ENDED = 2**12
"""Temporary tables of earlier parts that were dropped, which are kept."""


_DDL = re.compile(
    r"(\s|/\*M?!\d*|/\*.*?\*/|(--\s|#)[^\n]*\n)*(create|alter|drop|rename|truncate|set\s+statement)\b",
    re.IGNORECASE | re.DOTALL,
)


class StatementEffects:
    """Collects the effects of statements, in the order of the logs.

    Of statements that change the same tables, only the first of a session counts: it sets them
    aside. So memory does not grow with the statements.
    """

    def __init__(self, server_of: Callable[[str], Version] | None = None) -> None:
        """Begin; `server_of` returns the server of a log, of which DDL is kept."""
        self.ddl: list[Ddl] = []
        self._server_of = server_of
        self.temporary: dict[str, str | None] = {}
        self._seen: set[tuple[str, str | None, str | None]] = set()

    def add(self, statements: pa.RecordBatch, log: str) -> list[TableStatement]:
        """Return the effects of some statements, flat records, that lie behind all before."""
        names = ("data", "database", "position", "gtid", "outcome", "server_id", "timestamp")
        columns = [statements.column(name).to_pylist() for name in names]
        found: list[TableStatement] = []
        for text, database, position, gtid, outcome, server_id, time in zip(*columns, strict=True):
            record = json.loads(text)
            if not is_applied(record, outcome):
                continue
            statement = str(record["statement"])
            session = f"{server_id}-{record.get('thread_id')}"
            short = short_text(statement)
            effects = [
                TableStatement(
                    one.database,
                    one.table,
                    base_name(log),
                    position,
                    one.effect,
                    gtid,
                    short,
                    one.column,
                    session,
                )
                for one in effects_of(
                    statement,
                    database or "",
                    record.get("sql_mode") or "",
                    self._version(log) if "/*" in statement else None,
                )
            ]
            found += self._that_count(effects)
            if self._server_of is not None and _DDL.match(statement):
                own = session_of(record, database, server_id, self._server_of(log))
                place = (base_name(log), position, gtid, int(time.timestamp()))
                self.ddl.append(Ddl(*place, statement, bool(effects), asdict(own)))
        return found

    def _version(self, log: str) -> Version | None:
        """Return the version that decides about executable comments; None if it is not known."""
        server = None if self._server_of is None else self._server_of(log)
        return server if server is not None and any(server.numbers) else None

    def _that_count(self, effects: list[TableStatement]) -> list[TableStatement]:
        """Return the effects of a statement on tables that are not temporary."""
        counting: list[TableStatement] = []
        is_renamed = False
        for one in effects:
            if self._is_temporary(one):
                continue
            left = list(without_temporary(one, self.temporary))
            if not left and one.effect == MOVES:
                is_renamed = True
            elif is_renamed and one.effect == MOVES:  # the new name of a temporary table
                self._note(one, one.log)
            else:
                counting += (new for each in left for new in self._if_new(each))
        return counting

    def _is_temporary(self, one: TableStatement) -> bool:
        """Return whether a statement makes or drops a temporary table, which is noted."""
        is_temporary = one.effect in {TEMPORARY, ENDS_TEMPORARY}
        if is_temporary:
            self._note(one, one.log if one.effect == TEMPORARY else None)
        return is_temporary

    def _note(self, one: TableStatement, log: str | None) -> None:
        assert one.session is not None
        assert one.table is not None
        key = temporary_key(one.session, one.database, one.table)
        self.temporary.pop(key, None)
        self.temporary[key] = log  # behind the others
        if len(self.temporary) > 2 * MAX_ENDED:
            ended = [key for key, log in self.temporary.items() if log is None]
            for key in ended[:-MAX_ENDED]:
                del self.temporary[key]

    def _if_new(self, one: TableStatement) -> Iterator[TableStatement]:
        if one.effect == EMPTIES:
            self._seen.clear()
        if one.effect != CHANGES:
            yield one
            return
        session = one.session if len(self._seen) < MAX_SESSIONS else None
        key = one.database, one.table, session
        if key not in self._seen:
            self._seen.add(key)
            yield one._replace(session=session)
