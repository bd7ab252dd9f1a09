"""The tables of a server as the statements of its logs make them, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binlog_kaitai.catalog.applying import Applying
from binlog_kaitai.catalog.effects import CHANGES, TableEffect, effects_of
from binlog_kaitai.catalog.known import ALL_OF_DATABASE, Doubt, KnownTables
from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.catalog.steps import Session, TableName, TableStep
from binlog_kaitai.catalog.tokens import TokenReader, Version, tokens_of
from binlog_kaitai.model.definitions import Definition

UNKNOWN_TABLE = 1051
"""The error of DROP TABLE for a table that is not there; the others are dropped."""

_DDL = frozenset({"create", "alter", "drop", "rename", "truncate"})


class Catalog(KnownTables):
    """The definitions of tables, at the place up to which statements were applied."""

    def apply(
        self, statement: str, session: Session, place: str, since: int | None = None
    ) -> list[TableStep]:
        """Apply a statement.

        Args:
            statement: its text.
            session: the settings of its session.
            place: the log and the position, for the definitions that it makes.
            since: the time of the statement, in seconds since 1970.

        Returns:
            The changes of tables, in order; those of a table that was not understood are
            `doubtful`.
        """
        version = Version(session.version, session.family == "mariadb")
        tokens = list(tokens_of(statement, session.sql_mode, version))
        while tokens and tokens[-1][1] == ";":
            tokens.pop()
        reader = TokenReader(tokens, session.database, statement)
        if reader.is_at("set") and reader.peek(1)[1].lower() == "statement":
            reader.skip_to("for")  # SET STATEMENT ... FOR, of MariaDB
        word = reader.next()[1].lower()
        if word not in _DDL:
            return _row_changes(statement, session)
        if session.error_code not in {0, UNKNOWN_TABLE}:
            names = self._named(statement, session)
            if word == "create" and reader.is_at("or"):
                # MariaDB has dropped the table that was to be replaced
                return [step for name in names for step in self._dropped(name)]
            reason = f"the statement failed with error {session.error_code}"
            return self._doubt_all(names, session, reason, place)
        applying = Applying(self, session, place, since)
        try:
            return list(applying.apply(word, reader))
        except NotUnderstoodError as error:
            names = sorted({*self._named(statement, session), *applying.named})
            return self._doubt_all(names, session, f"expected {error}", place)

    def _named(self, statement: str, session: Session) -> list[TableName]:
        effects = _effects(statement, session)
        return sorted({TableName(one.database, one.table or ALL_OF_DATABASE) for one in effects})

    def _dropped(self, name: TableName) -> Iterator[TableStep]:
        known = self.find(name)
        self.remove(name)
        yield TableStep("dropped", name, known if isinstance(known, Definition) else None)

    def _doubt_all(
        self, names: Iterable[TableName], session: Session, reason: str, place: str
    ) -> list[TableStep]:
        """Make tables doubtful."""
        doubt = Doubt(reason, place)
        return [step for name in names for step in self.doubt(name, doubt, session.key)]


def _effects(statement: str, session: Session) -> Iterator[TableEffect]:
    version = Version(session.version, session.family == "mariadb")
    return effects_of(statement, session.database, session.sql_mode, version)


def _row_changes(statement: str, session: Session) -> list[TableStep]:
    """Return the tables whose rows a statement changes, which the log has no row images of."""
    return [
        TableStep("rows_changed", TableName(one.database, one.table or ALL_OF_DATABASE))
        for one in _effects(statement, session)
        if one.effect == CHANGES
    ]
