"""The tables of a server as the statements of its logs make them, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binlog_kaitai.catalog.applying import Applying
from binlog_kaitai.catalog.known import ALL_OF_DATABASE, Doubt, KnownTables
from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.catalog.row_statements import changed_in
from binlog_kaitai.catalog.steps import Session, TableName, TableStep
from binlog_kaitai.catalog.tokens import TokenReader, tokens_of, unquoted
from binlog_kaitai.model.definitions import Definition

UNKNOWN_TABLE = 1051
"""The error of DROP TABLE for a table that is not there; the others are dropped."""

DDL_WORDS = frozenset({"create", "alter", "drop", "rename", "truncate"})
"""The first words of statements that change tables."""


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
        steps = self._steps(statement, session, place, since)
        if self.temporary or self.temporary_logs:
            steps += self._doubts_of_sessions(steps, place)
        return steps

    def _steps(
        self, statement: str, session: Session, place: str, since: int | None
    ) -> list[TableStep]:
        reader = reader_of(statement, session)
        word = reader.peek()[1].lower()
        if word not in DDL_WORDS:
            return [
                TableStep("rows_changed", TableName(one.database, one.table or ALL_OF_DATABASE))
                for one in changed_in(reader)
            ]
        reader.next()
        whole = reader.here()
        if session.error_code not in {0, UNKNOWN_TABLE}:
            names = list(_names_in(word, whole))
            if word == "create" and reader.is_at("or"):
                # MariaDB has dropped the table that was to be replaced
                return [step for name in names for step in self._dropped(name)]
            reason = f"the statement failed with error {session.error_code}"
            return self._doubt_all(names, session, reason, place)
        applying = Applying(self, session, place, since)
        try:
            return list(applying.apply(word, reader))
        except NotUnderstoodError as error:
            names = sorted({*_names_in(word, whole), *applying.named})
            return self._doubt_all(names, session, f"expected {error}", place)

    def _doubts_of_sessions(self, steps: Iterable[TableStep], place: str) -> list[TableStep]:
        """Note temporary tables.

        Returns:
            Doubts about tables of the names of temporary ones that an earlier log made: the server
            may have ended in between, and its sessions with it.
        """
        doubts: list[TableStep] = []
        log = log_in(place)
        for step in steps:
            if step.session is None:
                continue
            key = (step.session, step.name)
            if step.kind == "created":
                self.temporary_logs[key] = log
            elif self.temporary_logs.get(key, log) != log and not step.is_temporary_only:
                doubt = Doubt("its session may have a temporary table of that name", place)
                doubts += self.doubt(step.name, doubt)
            made = self.temporary_logs.get(key, log)
            if step.kind in {"dropped", "renamed"}:
                self.temporary_logs.pop(key, None)
            if step.other is not None:
                self.temporary_logs[step.session, step.other] = made
        return doubts

    def is_temporary(self, name: TableName, session: str | None, place: str) -> bool | None:
        """Return whether a name is that of a session's temporary table; None if it may be."""
        key = (session or "", name)
        if key not in self.temporary:
            return False
        return True if self.temporary_logs.get(key) == log_in(place) else None

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


def tables_in(statement: str, session: Session) -> list[TableName]:
    """Return the tables that a statement changes, or whose rows it changes, by its words alone."""
    reader = reader_of(statement, session)
    word = reader.peek()[1].lower()
    if word in DDL_WORDS:
        reader.next()
        return list(_names_in(word, reader))
    return [
        TableName(one.database, one.table or ALL_OF_DATABASE)
        for one in changed_in(reader)
        if not one.is_derived
    ]


def reader_of(statement: str, session: Session) -> TokenReader:
    """Return a reader of a statement, without the settings that MariaDB has in front."""
    tokens = list(tokens_of(statement, session.sql_mode, session.server))
    while tokens and tokens[-1][1] == ";":
        tokens.pop()
    reader = TokenReader(tokens, session.database, statement)
    if reader.is_at("set") and reader.peek(1)[1].lower() == "statement":
        reader.skip_to("for")  # SET STATEMENT ... FOR
    return reader


def log_in(place: str) -> str:
    """Return the log of a place."""
    return place.partition(" at ")[0]


def _names_in(word: str, reader: TokenReader) -> Iterator[TableName]:
    """Yield the tables that a statement names, which is not understood or failed."""
    reader.skip("or", "replace", "temporary", "online", "offline", "ignore", "unique", "fulltext")
    is_database = reader.takes("database", "schema")
    is_index = reader.takes("index")
    is_table = reader.takes("table", "tables", "sequence") or word == "truncate"
    if not (is_database or is_index or is_table):
        return
    if is_index:
        reader.skip_to("on")
    reader.skip("if", "not", "exists")
    if is_database:
        yield TableName(unquoted(reader.next()[1]), ALL_OF_DATABASE)
        return
    yield from (TableName(*one) for one in reader.names(1))
    if word == "alter":
        for clause in reader.clauses():
            yield from (TableName(*one) for one in _others_in(clause))
    while word in {"drop", "rename"} and not (is_index or reader.is_done):
        if reader.takes("wait") or reader.is_at("to", "nowait", "restrict", "cascade"):
            reader.next()
        elif reader.peek()[0] in {"name", "word"}:
            yield from (TableName(*one) for one in reader.names(1))
        else:
            reader.next()


def _others_in(clause: TokenReader) -> Iterator[tuple[str, str]]:
    """Yield the other table of a clause of ALTER TABLE."""
    if clause.takes("rename"):
        if clause.is_at("column", "index", "key"):
            return
        if not clause.takes("to", "as") and clause.peek()[1] == "=":
            clause.next()
    elif clause.takes("exchange", "convert") and not clause.is_at("to"):
        clause.skip_to("table")
    else:
        return
    yield from clause.names(1)
