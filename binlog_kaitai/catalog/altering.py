"""ALTER TABLE: the clauses of a statement, and the table that they make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from binlog_kaitai.catalog.charsets import Charset
from binlog_kaitai.catalog.columns import ColumnReading
from binlog_kaitai.catalog.elements import (
    ElementReader,
    TableDraft,
    is_column,
    renamed_key,
    without_columns,
)
from binlog_kaitai.catalog.literals import NotUnderstoodError, default_of
from binlog_kaitai.catalog.partition_clauses import PartitionClauses, clauses_of
from binlog_kaitai.catalog.partitioning import names_in
from binlog_kaitai.catalog.steps import ColumnEdits, Session, TableName
from binlog_kaitai.catalog.text_types import BLOBS, converted
from binlog_kaitai.catalog.tokens import TokenReader, unquoted
from binlog_kaitai.model.column_types import TEXTS
from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Default,
)

_NO_EFFECT = frozenset(
    {
        *("disable", "enable", "force", "algorithm", "lock", "without", "secondary_load"),
        *("secondary_unload", "upgrade", "check", "analyze", "optimize", "repair", "rebuild"),
    }
)
"""First words of clauses that change neither the definition of a table nor its rows."""

_FIRST = ""


@dataclass
class _Placed:
    """A column that is added, or changed; `old` is its name before, None for a new column."""

    reading: ColumnReading
    old: str | None
    after: str | None
    """The column behind which it is placed, or FIRST; None to keep its place."""


@dataclass
class Alteration:
    """An ALTER TABLE while it is read.

    Attributes:
        draft: the table.
        is_known: whether the draft has the definition of the table. Otherwise, names of columns
            that it lacks are no contradiction.
        partitions: the clauses about partitions, with their effects.
        renamed: the new name of the table.
        loses_rows: whether rows change in a way that is not known.
        edits: of columns, if the definition is not known.
    """

    session: Session
    draft: TableDraft
    is_known: bool = True
    renamed: TableName | None = None
    loses_rows: bool = False
    edits: ColumnEdits = field(default_factory=ColumnEdits)
    _placed: list[_Placed] = field(default_factory=list)
    _dropped: set[str] = field(default_factory=set)
    _edits: dict[str, list[Callable[[ColumnDefinition], ColumnDefinition]]] = field(
        default_factory=dict
    )
    _keys: list[TokenReader] = field(default_factory=list)
    _converted: Charset | None = None

    def __post_init__(self) -> None:
        self._reader = ElementReader(self.session, self.draft)
        self.partitions = PartitionClauses(self.draft, self.is_known)

    def read(self, reader: TokenReader) -> None:
        """Read all clauses, and change the draft. Raises NotUnderstoodError."""
        clauses = clauses_of(reader)
        is_named = False
        for clause in clauses:  # columns are read by the charset that the table becomes
            if clause.is_at("default", "character", "charset", "collate"):
                self._reader.read_options(clause)
                is_named = True
            elif clause.is_at("convert") and clause.peek(1)[1].lower() == "to":
                clause.next()
                self._convert_charset(clause)
        if self._converted is not None:
            if is_named and self.draft.charset != self._converted:
                raise NotUnderstoodError("one charset")
            self._reader.set_charset(self._converted)
        for clause in clauses:
            while not clause.is_done:
                if clause.is_at("order"):
                    return self._finish()
                self._read(clause)
        return self._finish()

    def _read(self, clause: TokenReader) -> None:
        word = clause.peek()[1].lower()
        read = _CLAUSES.get(word)
        if read is not None:
            clause.next()
            read(self, clause)
        elif (about := _PARTITION_CLAUSES.get(word)) is not None:
            clause.next()
            about(self.partitions, clause)
        elif word in _NO_EFFECT or (word == "with" and clause.peek(1)[1].lower() != "system"):
            clause.rest()
        else:
            before = len(clause)
            self._reader.read_options(clause)
            if len(clause) == before:
                raise NotUnderstoodError(f"a clause of ALTER TABLE, found {word}")

    def _add(self, clause: TokenReader) -> None:
        if clause.takes("system"):
            clause.takes("versioning")
            self.draft.is_versioned = True
        elif clause.is_at("partition"):
            self.partitions.add(clause)
        elif clause.takes("column") or is_column(clause):
            is_optional = clause.is_at("if")
            clause.skip("if", "not", "exists")
            self._add_column(clause, is_optional=is_optional)
        elif clause.peek()[1] == "(":
            clause.next()
            for one in list(clause.clauses()):
                if is_column(one):
                    self._placed.append(_Placed(self._reader.columns.read(one), None, None))
                else:
                    self._keys.append(one)
        else:
            self._keys.append(clause.here())
            clause.rest()

    def _add_column(self, clause: TokenReader, *, is_optional: bool) -> None:
        if clause.peek()[1] == "(":
            clause.next()
            columns = list(clause.clauses())
        else:
            columns = [clause]
        for one in columns:
            reading = self._reader.columns.read(one)
            placed = _Placed(reading, None, _position(one))
            if is_optional and not self.is_known:
                self.edits = replace(self.edits, converts=True)
            if is_optional and self.draft.index(reading.column.name) is not None:
                if reading.keys:
                    raise NotUnderstoodError("no key of a column that is left as it is")
                continue
            self._placed.append(placed)

    def _change(self, clause: TokenReader, *, is_named: bool = True) -> None:
        clause.takes("column")
        is_optional = clause.is_at("if")
        clause.skip("if", "exists")
        # MODIFY has the name once: the column gets the case of it
        name = unquoted((clause if is_named else clause.here()).next()[1])
        reading = self._reader.columns.read(clause)
        placed = _Placed(reading, name, _position(clause))
        if is_optional and reading.keys and self.is_known:  # which MariaDB may add
            raise NotUnderstoodError("no key of a column that is changed IF EXISTS")
        if self._has(name, is_optional=is_optional):
            self._placed.append(placed)
        else:
            self._edited(changed=(reading.column,))

    def _edited(self, **more: tuple[Any, ...]) -> None:
        """Note more edits of columns that are not known."""
        known = {name: getattr(self.edits, name) + added for name, added in more.items()}
        self.edits = replace(self.edits, **known)

    def _has(self, name: str, *, is_optional: bool = False) -> bool:
        """Return whether the table has a column. Raises NotUnderstoodError if it has to."""
        if self.draft.index(name) is not None:
            return True
        if self.is_known and not is_optional:
            raise NotUnderstoodError(f"a table with a column {name}")
        return False

    def _drop(self, clause: TokenReader) -> None:
        if clause.takes("primary"):
            clause.takes("key")
            self.draft.keys = [key for key in self.draft.keys if key.kind != "primary"]
        elif clause.takes("foreign", "constraint", "check"):
            clause.takes("key")
            clause.skip("if", "exists")
            self._drop_key(unquoted(clause.next()[1]), is_constraint=True)
        elif clause.is_at("partition") and clause.peek(1)[0]:
            clause.next()
            clause.skip("if", "exists")
            self.partitions.drop(names_in(clause))
        elif clause.is_at("system", "period") and clause.peek(1)[0]:
            is_versioning = clause.takes("system")
            self.draft.is_versioned = self.draft.is_versioned and not is_versioning
            clause.rest()
            self.loses_rows |= is_versioning
        elif clause.takes("index", "key"):
            clause.skip("if", "exists")
            self._drop_key(unquoted(clause.next()[1]), is_constraint=False)
        else:
            clause.takes("column")
            is_optional = clause.is_at("if")
            clause.skip("if", "exists")
            name = unquoted(clause.next()[1])
            if self._has(name, is_optional=is_optional):
                self._dropped.add(name.lower())
            else:
                self._edited(dropped=(name,))
            clause.skip("restrict", "cascade")

    def _drop_key(self, name: str, *, is_constraint: bool) -> None:
        lower = name.lower()
        draft = self.draft
        if is_constraint and draft.drop_foreign_key(lower):
            return
        draft.keys = [key for key in draft.keys if key.name.lower() != lower]

    def _rename(self, clause: TokenReader) -> None:
        if clause.takes("column"):
            is_optional = clause.is_at("if")
            clause.skip("if", "exists")
            name = unquoted(clause.next()[1])
            clause.takes("to")
            new = unquoted(clause.next()[1])
            if self._has(name, is_optional=is_optional):
                self._edit(name, lambda column: replace(column, name=new))
            else:
                self._edited(renamed=((name, new),))
        elif clause.takes("index", "key"):
            clause.skip("if", "exists")
            name = unquoted(clause.next()[1]).lower()
            clause.takes("to")
            new = unquoted(clause.next()[1])
            self.draft.keys = [
                replace(key, name=new) if key.name.lower() == name else key
                for key in self.draft.keys
            ]
        else:
            if not clause.takes("to", "as") and clause.peek()[1] == "=":
                clause.next()
            found = next(clause.names(1), None)
            if found is None:
                raise NotUnderstoodError("the new name of the table")
            self.renamed = TableName(*found)

    def _edit(self, name: str, edit: Callable[[ColumnDefinition], ColumnDefinition]) -> None:
        self._edits.setdefault(name.lower(), []).append(edit)

    def _alter(self, clause: TokenReader) -> None:
        if clause.is_at("index", "key", "check", "constraint"):
            clause.rest()
            return
        clause.takes("column")
        is_optional = clause.is_at("if")
        clause.skip("if", "exists")
        name = unquoted(clause.next()[1])
        if clause.takes("set"):
            edit = self._set(clause)
        elif clause.takes("drop") and clause.takes("default"):
            edit = _with_default(None)
        else:
            raise NotUnderstoodError("SET DEFAULT or DROP DEFAULT")
        if self._has(name, is_optional=is_optional):
            self._edit(name, edit)

    def _set(self, clause: TokenReader) -> Callable[[ColumnDefinition], ColumnDefinition]:
        """Read what stands behind ALTER COLUMN ... SET."""
        if clause.is_at("visible", "invisible"):
            is_invisible = clause.next()[1].lower() == "invisible"
            return lambda column: replace(column, is_invisible=is_invisible)
        if not clause.takes("default"):
            raise NotUnderstoodError("SET DEFAULT")
        has_escapes = "NO_BACKSLASH_ESCAPES" not in self.session.sql_mode
        return _with_default(default_of(clause, has_escapes=has_escapes))

    def _convert_charset(self, clause: TokenReader) -> None:
        clause.takes("to")
        if not clause.takes("charset"):
            clause.takes("character")
            clause.takes("set")
        charset = self._reader.columns.named(clause)
        name = clause.next()[1] if clause.takes("collate") else None
        new = self._reader.columns.collated(charset, name)
        if new.name is None or self._converted not in {None, new}:
            raise NotUnderstoodError("one charset that is known")
        self._converted = new
        self.edits = replace(self.edits, converts=True)

    def _tablespace(self, clause: TokenReader) -> None:
        clause.rest()
        self.loses_rows = True

    def _finish(self) -> None:
        """Change the columns in the server's order: drop, change in place, then place others."""
        draft = self.draft
        added = {one.reading.column.name.lower() for one in self._placed if one.old is None}
        names = self._change_in_place(added)
        if not self.is_known:
            self._edited(added=tuple(one.reading.column for one in self._placed))
        for one in self._placed:
            if one.old is None or one.after is not None:
                self._place(one)
        if len({column.name.lower() for column in draft.columns}) < len(draft.columns):
            raise NotUnderstoodError("columns of different names")
        # a key keeps a column that is dropped and added anew; the first that fits counts
        by_old: dict[str, str] = {}
        for column, source in zip(draft.columns, draft.sources, strict=True):
            by_old.setdefault((source or column.name).lower(), column.name)
        kept = without_columns(draft.keys, self._dropped - by_old.keys())
        draft.keys = [renamed_key(key, by_old) for key in kept]
        draft.rename_in_foreign_keys(names)
        for one in self._placed:
            self._reader.add_keys(one.reading)
        for clause in self._keys:
            self._reader.read_key(clause)
        if self._converted is not None:
            kinds = [(one.reading.column.kind, one.old) for one in self._placed]
            if any(kind in TEXTS or (kind in BLOBS and old) for kind, old in kinds):
                raise NotUnderstoodError("either a column of text or CONVERT TO")  # it may shrink
            draft.columns = [converted(column, self._converted) for column in draft.columns]

    def _change_in_place(self, added: set[str]) -> dict[str, str]:
        """Drop columns, and change those that keep their places. Returns names by old ones."""
        draft = self.draft
        names: dict[str, str] = {}
        changed = {one.old.lower(): one for one in self._placed if one.old is not None}
        missing = {column.name.lower() for column in self.edits.changed}  # MariaDB changes new ones
        if self._dropped & changed.keys() or not missing.isdisjoint(added):
            raise NotUnderstoodError("either a new column or a change of it")
        columns: list[ColumnDefinition] = []
        sources: list[str | None] = []
        for column, source in zip(draft.columns, draft.sources, strict=True):
            lower = column.name.lower()
            if lower in self._dropped:
                continue
            one = changed.get(lower)
            new = column if one is None else one.reading.column
            for edit in self._edits.get(lower, ()):
                new = edit(new)
            names[lower] = new.name
            if one is not None:
                one.reading.column, one.old = new, source
            if one is None or one.after is None:
                columns.append(new)
                sources.append(source)
        draft.columns, draft.sources = columns, sources
        return names

    def _place(self, one: _Placed) -> None:
        draft = self.draft
        at = len(draft.columns)
        if one.after == _FIRST:
            at = 0
        elif one.after is not None:
            index = draft.index(one.after)
            if index is None and self.is_known:
                raise NotUnderstoodError(f"a table with a column {one.after}")
            at = at if index is None else index + 1
        draft.columns.insert(at, one.reading.column)
        draft.sources.insert(at, one.old)


def _with_default(default: Default | None) -> Callable[[ColumnDefinition], ColumnDefinition]:
    return lambda column: replace(column, default=default)


def _position(clause: TokenReader) -> str | None:
    if clause.takes("first"):
        return _FIRST
    return unquoted(clause.next()[1]) if clause.takes("after") else None


_CLAUSES: dict[str, Callable[[Alteration, TokenReader], None]] = {
    "add": Alteration._add,  # noqa: SLF001 - its own
    "modify": partial(Alteration._change, is_named=False),  # noqa: SLF001
    "change": Alteration._change,  # noqa: SLF001
    "drop": Alteration._drop,  # noqa: SLF001
    "rename": Alteration._rename,  # noqa: SLF001
    "alter": Alteration._alter,  # noqa: SLF001
    "discard": Alteration._tablespace,  # noqa: SLF001
    "import": Alteration._tablespace,  # noqa: SLF001
}
_PARTITION_CLAUSES: dict[str, Callable[[PartitionClauses, TokenReader], None]] = {
    "convert": PartitionClauses.convert,
    "exchange": PartitionClauses.exchange,
    "truncate": PartitionClauses.truncate,
    "coalesce": PartitionClauses.coalesce,
    "reorganize": PartitionClauses.reorganize,
    "remove": PartitionClauses.remove,
    "partition": PartitionClauses.partition,
}
