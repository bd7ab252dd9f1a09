"""One statement of DDL, applied to a catalog."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from binlog_kaitai.catalog.altering import Alteration
from binlog_kaitai.catalog.charsets import Charset, CharsetRules
from binlog_kaitai.catalog.columns import name_of
from binlog_kaitai.catalog.elements import ElementReader, TableDraft
from binlog_kaitai.catalog.known import ALL_OF_DATABASE, Doubt, Known, KnownTables
from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.catalog.steps import Session, StepKind, TableName, TableStep
from binlog_kaitai.catalog.tokens import TokenReader, unquoted
from binlog_kaitai.model.definitions import ColumnDefinition, Definition

_SEQUENCE = (
    *("next_not_cached_value", "minimum_value", "maximum_value", "start_value", "increment"),
    *("cache_size", "cycle_option", "cycle_count"),
)


MAY_HAVE_EXISTED = "IF NOT EXISTS: the table may have existed before"
"""The reason of a doubt about a table that, if it had rows before, the statement left as it was."""


def _definition(known: Known | None) -> Definition | None:
    return known if isinstance(known, Definition) else None


class Applying:
    """One statement while it is applied."""

    def __init__(
        self, catalog: KnownTables, session: Session, place: str, since: int | None
    ) -> None:
        self.catalog = catalog
        self.session = session
        self.place = place
        self.since = since
        self.named: list[TableName] = []

    def apply(self, word: str, reader: TokenReader) -> Iterator[TableStep]:
        if word == "create":
            yield from self._create(reader)
        elif word == "alter":
            yield from self._alter(reader)
        elif word == "drop":
            yield from self._drop(reader)
        elif word == "rename":
            yield from self._rename(reader)
        else:
            reader.takes("table")
            yield self._step("emptied", self._name(reader))

    def _name(self, reader: TokenReader) -> TableName:
        found = next(reader.names(1), None)
        if found is None:
            raise NotUnderstoodError("the name of a table")
        self.named.append(TableName(*found))
        return self.named[-1]

    def _step(self, kind: StepKind, name: TableName, **more: object) -> TableStep:
        """Return a step of a table that keeps its definition."""
        known = _definition(self.catalog.find(name, self.session.key))
        return TableStep(kind, name, known, known, session=self._temporary(name), **more)  # type: ignore[arg-type]

    def _temporary(self, name: TableName) -> str | None:
        """Return the session if it has a temporary table of that name."""
        return self.session.key if (self.session.key, name) in self.catalog.temporary else None

    def _put(self, name: TableName, known: Known, *, is_temporary: bool) -> None:
        if is_temporary:
            self.catalog.temporary[self.session.key, name] = known
        else:
            self.catalog.tables[name] = known

    def _create(self, reader: TokenReader) -> Iterator[TableStep]:
        is_replaced = reader.takes("or") and reader.takes("replace")
        is_temporary = reader.takes("temporary")
        if reader.takes("database", "schema"):
            self._create_database(reader)
        elif reader.is_at("table", "sequence"):
            yield from self._create_table(
                reader, is_replaced=is_replaced, is_temporary=is_temporary
            )
        else:
            yield from self._create_index(reader)

    def _create_table(
        self, reader: TokenReader, *, is_replaced: bool, is_temporary: bool
    ) -> Iterator[TableStep]:
        is_sequence = reader.next()[1].lower() == "sequence"
        is_optional = reader.takes("if")
        reader.skip("not", "exists")
        name = self._name(reader)
        catalog = self.catalog
        session = self.session.key if is_temporary else None
        before = (
            catalog.temporary.get((self.session.key, name))
            if is_temporary
            else catalog.tables.get(name)
        )
        if is_optional and not is_replaced:
            if before is not None:
                return
            if not is_temporary and not catalog.is_absent(name):
                doubt = Doubt(MAY_HAVE_EXISTED, self.place)
                yield from catalog.doubt(name, doubt)
                return
        known: Known
        has_rows = False
        if is_sequence:
            known = Definition(self.place, _sequence_columns(), since=self.since)
        else:
            rest = reader.here()
            try:
                known, has_rows = self._new_table(reader, name, is_temporary=is_temporary)
            except NotUnderstoodError as error:
                known, has_rows = Doubt(f"expected {error}", self.place), rest.has_rows()
        self._put(name, known, is_temporary=is_temporary)
        after = _definition(known)
        yield TableStep("created", name, _definition(before), after, session=session)
        if isinstance(known, Doubt):
            yield TableStep("doubtful", name, reason=known.reason, session=session)
        if has_rows:
            yield TableStep("rows_changed", name, after, after, session=session)

    def _new_table(
        self, reader: TokenReader, name: TableName, *, is_temporary: bool
    ) -> tuple[Known, bool]:
        """Return the table that a statement defines, and whether a query fills it."""
        is_in_parentheses = reader.peek()[1] == "(" and reader.peek(1)[1].lower() == "like"
        if is_in_parentheses:
            reader.next()
        if reader.takes("like"):
            return self._like(self._name(reader), is_temporary=is_temporary), False
        draft = TableDraft(charset=self.catalog.databases.get(name.database, Charset()))
        # columns are read by the default charset, which is an option behind them
        options = reader.here()
        elements = ElementReader(self.session, draft)
        if reader.peek()[1] == "(" and reader.peek(1)[1].lower() not in {"select", "with"}:
            options.skip_item()
            elements.read_options(options)
            reader.next()
            elements.read_elements(reader)
        else:
            elements.read_options(options)
        is_query = not options.is_done
        if is_query:
            reason = "columns of CREATE TABLE ... SELECT are not known"
            return Doubt(reason, self.place), True
        if not draft.columns:
            raise NotUnderstoodError("the columns of a table")
        found = draft.definition(self.place, self.since, is_temporary=is_temporary)
        return found, False

    def _like(self, source: TableName, *, is_temporary: bool) -> Known:
        known = self.catalog.find(source, self.session.key)
        if isinstance(known, Definition):
            return replace(
                known,
                place=self.place,
                since=self.since,
                foreign_keys=(),
                is_temporary=is_temporary,
                partitioning=None if is_temporary else known.partitioning,
            )
        return Doubt(f"LIKE {'.'.join(source)}, which is not known", self.place)

    def _create_database(self, reader: TokenReader) -> None:
        is_optional = reader.takes("if")
        reader.skip("not", "exists")
        name = unquoted(reader.next()[1])
        if is_optional and name in self.catalog.databases:
            return
        default = CharsetRules(self.session).of_server()
        charset = self._database_charset(reader, default)
        # of one that may have been there, neither tables nor charset are known
        if (
            is_optional
            and name not in self.catalog.databases
            and not self.catalog.is_absent(TableName(name, ALL_OF_DATABASE))
        ):
            return
        self.catalog.add_database(name, charset, is_new=True)

    def _database_charset(self, reader: TokenReader, charset: Charset) -> Charset:
        rules = CharsetRules(self.session)
        try:
            while not reader.is_done:
                word = reader.next()[1].lower()
                if word in {"charset", "set"}:
                    charset = rules.of_charset(name_of(reader))
                elif word == "collate":
                    charset = rules.of_collation(name_of(reader), charset)
        except ValueError:
            return Charset()
        return charset

    def _create_index(self, reader: TokenReader) -> Iterator[TableStep]:
        """CREATE INDEX i ON t (...) is ALTER TABLE t ADD INDEX i (...)."""
        reader.skip("online", "offline")
        kind = "index"
        if reader.is_at("unique", "fulltext", "spatial", "vector"):
            kind = reader.next()[1].lower()
        if not reader.takes("index"):
            return
        reader.skip("if", "not", "exists")
        index = unquoted(reader.next()[1])
        while not reader.is_done and not reader.takes("on"):
            reader.next()
        name = self._name(reader)
        rest = reader.here()
        known = self.catalog.find(name, self.session.key)
        if not isinstance(known, Definition):
            return
        draft = TableDraft.of(known)
        parts = ElementReader(self.session, draft).parts(rest)
        draft.add_key(kind, index, parts)  # type: ignore[arg-type]
        yield self._altered(name, known, draft)

    def _altered(self, name: TableName, before: Definition, draft: TableDraft) -> TableStep:
        session = self._temporary(name)
        after = draft.definition(self.place, self.since, is_temporary=before.is_temporary)
        self._put(name, after, is_temporary=session is not None)
        sources = tuple(draft.sources)
        return TableStep("altered", name, before, after, sources=sources, session=session)

    def _alter(self, reader: TokenReader) -> Iterator[TableStep]:
        reader.skip("online", "offline", "ignore")
        if reader.takes("database", "schema"):
            self._alter_database(reader)
            return
        is_sequence = reader.takes("sequence")
        if not (is_sequence or reader.takes("table")):
            return
        reader.skip("if", "exists")
        name = self._name(reader)
        if is_sequence:
            yield self._step("rows_changed", name)
            return
        reader.skip("nowait")
        if reader.takes("wait"):
            reader.next()
        before = self.catalog.find(name, self.session.key)
        yield from self._alter_table(name, before, reader)

    def _alter_database(self, reader: TokenReader) -> None:
        name = self.session.database
        if not reader.is_at("default", "character", "charset", "collate", "read", "encryption"):
            name = unquoted(reader.next()[1])
        known = self.catalog.databases.get(name, Charset())
        self.catalog.add_database(name, self._database_charset(reader, known), is_new=False)

    def _alter_table(
        self, name: TableName, before: Known | None, reader: TokenReader
    ) -> Iterator[TableStep]:
        known = _definition(before)
        draft = TableDraft() if known is None else TableDraft.of(known)
        alteration = Alteration(self.session, draft, is_known=known is not None)
        edits = None
        try:
            alteration.read(reader)
            if known is None:
                edits = replace(alteration.edits, foreign_keys=tuple(draft.foreign_keys))
        except NotUnderstoodError:
            if known is not None:
                raise
        session = self._temporary(name)
        if known is None:
            step = TableStep("altered", name, session=session, edits=edits)
        else:
            step = self._altered(name, known, draft)
        yield step
        for move in alteration.partitions.moves:
            yield from self._moved(name, step, move.kind, move.partitions, move.other)
        if alteration.loses_rows:
            yield TableStep("rows_changed", name, step.after, step.after, session=session)
        if alteration.renamed is not None and alteration.renamed != name:
            yield self._move(name, alteration.renamed)

    def _moved(
        self,
        name: TableName,
        step: TableStep,
        kind: StepKind,
        partitions: tuple[str, ...],
        other: TableName | None,
    ) -> Iterator[TableStep]:
        """Yield the effect of a clause on partitions, or on another table."""
        if other is not None and kind == "created":
            after = step.before and replace(
                step.before, place=self.place, partitioning=None, foreign_keys=()
            )
            if after is not None:
                self.catalog.tables[other] = after
            yield TableStep("created", other, None, after)
        elif other is not None and kind == "dropped":
            before = _definition(self.catalog.find(other))
            self.catalog.remove(other)
            yield TableStep("dropped", other, before)
        else:
            yield TableStep(kind, name, step.before, step.after, other=other, partitions=partitions)

    def _move(self, name: TableName, new: TableName) -> TableStep:
        catalog = self.catalog
        session = self._temporary(name)
        if session is not None:
            known: Known | None = catalog.temporary.pop((session, name))
            assert known is not None
            catalog.temporary[session, new] = known
        else:
            known = catalog.tables.pop(name, None)
            catalog.remove(name)
            # one that is not known exists from here on, too
            reason = f"renamed from {'.'.join(name)}, which is not known"
            catalog.tables[new] = known or Doubt(reason, self.place)
        definition = _definition(known)
        return TableStep("renamed", name, definition, definition, other=new, session=session)

    def _rename(self, reader: TokenReader) -> Iterator[TableStep]:
        if not reader.takes("table", "tables"):
            return
        reader.skip("if", "exists")
        while True:
            name = self._name(reader)
            if reader.takes("wait"):
                reader.next()
            reader.skip("nowait")
            if not reader.takes("to"):
                raise NotUnderstoodError("TO")
            yield self._move(name, self._name(reader))
            if reader.next()[1] != ",":
                return

    def _drop(self, reader: TokenReader) -> Iterator[TableStep]:
        is_temporary = reader.takes("temporary")
        if reader.takes("database", "schema"):
            reader.skip("if", "exists")
            database = unquoted(reader.next()[1])
            for name, known in self.catalog.remove_database(database):
                yield TableStep("dropped", name, _definition(known))
            yield TableStep("dropped", TableName(database, ALL_OF_DATABASE))
        elif reader.takes("table", "tables", "sequence"):
            reader.skip("if", "exists")
            for found in reader.names():
                yield from self._drop_table(TableName(*found), is_temporary=is_temporary)
        elif reader.takes("index"):
            yield from self._drop_index(reader)

    def _drop_table(self, name: TableName, *, is_temporary: bool) -> Iterator[TableStep]:
        session = self._temporary(name)
        if session is not None:
            known = self.catalog.temporary.pop((session, name))
            yield TableStep(
                "dropped",
                name,
                _definition(known),
                session=session,
                is_temporary_only=is_temporary,
            )
        elif not is_temporary:
            before = _definition(self.catalog.tables.get(name))
            self.catalog.remove(name)
            yield TableStep("dropped", name, before)

    def _drop_index(self, reader: TokenReader) -> Iterator[TableStep]:
        reader.skip("if", "exists")
        index = unquoted(reader.next()[1]).lower()
        if not reader.takes("on"):
            raise NotUnderstoodError("ON")
        name = self._name(reader)
        known = self.catalog.find(name, self.session.key)
        if isinstance(known, Definition):
            draft = TableDraft.of(known)
            draft.keys = [key for key in draft.keys if key.name.lower() != index]
            yield self._altered(name, known, draft)
        elif index == "primary":
            yield TableStep("altered", name, session=self._temporary(name))


def _sequence_columns() -> tuple[ColumnDefinition, ...]:
    """Return the columns of a SEQUENCE of MariaDB, which logs have like those of a table."""
    return tuple(
        ColumnDefinition(
            name,
            "tinyint" if name == "cycle_option" else "bigint",
            is_unsigned=name in {"cache_size", "cycle_option"},
            is_nullable=False,
        )
        for name in _SEQUENCE
    )
