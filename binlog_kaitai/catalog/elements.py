"""The elements and options of CREATE TABLE, of which ALTER TABLE adds some."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from binlog_kaitai.catalog.charsets import Charset, CharsetRules
from binlog_kaitai.catalog.columns import ColumnReader, ColumnReading, name_of
from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.catalog.partitioning import read_partitioning
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import TokenReader, unquoted
from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Definition,
    ForeignKey,
    KeyDefinition,
    KeyKind,
    KeyPart,
    Partitioning,
)

_KEYS: dict[str, KeyKind] = {
    "unique": "unique",
    "key": "index",
    "index": "index",
    "fulltext": "fulltext",
    "spatial": "spatial",
    "vector": "vector",
}
_NO_COLUMN = frozenset(
    {
        *("primary", "unique", "key", "index", "fulltext", "spatial", "constraint", "check"),
        *("foreign", "like"),
    }
)
_NO_COLUMNS = frozenset(
    {("period", "for"), ("system", "versioning"), ("vector", "key"), ("vector", "index")}
)
_OPTIONS = frozenset(
    {
        *("engine", "type", "auto_increment", "avg_row_length", "checksum", "table_checksum"),
        *("comment", "compression", "connection", "data", "index", "delay_key_write", "encryption"),
        *("engine_attribute", "secondary_engine_attribute", "insert_method", "key_block_size"),
        *("max_rows", "min_rows", "pack_keys", "password", "row_format", "stats_auto_recalc"),
        *("stats_persistent", "stats_sample_pages", "tablespace", "storage", "union"),
        *("secondary_engine", "autoextend_size", "transactional", "page_checksum", "sequence"),
        *("encrypted", "encryption_key_id", "ietf_quotes", "raid_type", "partitions"),
    }
)
_BEHIND_OPTIONS = frozenset({"select", "ignore", "replace", "as", "(", "values", "table", "remove"})
_ACTIONS = frozenset({"delete", "update"})
_INLINE_SINCE = (9, 0)
"""MySQL's first version in which REFERENCES behind a column makes a foreign key."""

_GIVEN_NAME = re.compile(r"(.*_ibfk_)?\d+")
"""Names that servers give to foreign keys."""

SYSTEM_COLUMNS = ("row_start", "row_end")
"""The columns that MariaDB adds to a table with system versioning and without a period."""


@dataclass
class TableDraft:
    """A table while statements define it.

    `sources` has, for each of its columns, the name of the column whose values it takes; None for a
    new one.
    """

    columns: list[ColumnDefinition] = field(default_factory=list)
    sources: list[str | None] = field(default_factory=list)
    keys: list[KeyDefinition] = field(default_factory=list)
    foreign_keys: list[ForeignKey] = field(default_factory=list)
    charset: Charset = field(default_factory=Charset)
    engine: str | None = None
    partitioning: Partitioning | None = None
    is_versioned: bool = False
    has_period: bool = False
    not_null: set[str] = field(default_factory=set)

    @staticmethod
    def of(definition: Definition) -> TableDraft:
        """Return a draft that has what a definition has."""
        return TableDraft(
            list(definition.columns),
            [column.name for column in definition.columns],
            list(definition.keys),
            list(definition.foreign_keys),
            Charset(definition.charset, definition.collation),
            definition.engine,
            definition.partitioning,
            definition.is_versioned,
            definition.is_versioned and not any(one.is_hidden for one in definition.columns),
        )

    def definition(self, place: str, since: int | None, *, is_temporary: bool) -> Definition:
        """Return the definition of the table, with what its keys and options imply."""
        self._settle_hidden()
        not_null = self.not_null.union(
            (part.column or "").lower()
            for key in self.keys
            if key.kind == "primary"
            for part in key.parts
        )
        # the columns of keys have their names in the case of the table
        names = {one.name.lower(): one.name for one in self.columns}
        columns = tuple(
            replace(one, is_nullable=False)
            if one.is_nullable and one.name.lower() in not_null
            else one
            for one in self.columns
        )
        return Definition(
            place,
            columns,
            tuple(renamed_key(key, names) for key in self.keys),
            since,
            self.charset.name,
            self.charset.collation,
            self.engine,
            self.partitioning,
            tuple(self.foreign_keys),
            is_temporary,
            self.is_versioned,
        )

    def drop_foreign_key(self, name: str) -> bool:
        """Drop a foreign key by its name in lower case. Returns whether there was one.

        A name that the server has given is known only if there is one foreign key without a name.
        """
        kept = [key for key in self.foreign_keys if (key.name or "").lower() != name]
        unnamed = [key for key in kept if key.name is None]
        is_dropped = len(kept) < len(self.foreign_keys)
        if not is_dropped and len(unnamed) == 1 and _GIVEN_NAME.fullmatch(name):
            kept.remove(unnamed[0])
            is_dropped = True
        self.foreign_keys = kept
        return is_dropped

    def rename_in_foreign_keys(self, names: Mapping[str, str]) -> None:
        """Rename columns of foreign keys, by their old names in lower case."""
        self.foreign_keys = [
            replace(key, columns=tuple(names.get(one.lower(), one) for one in key.columns))
            for key in self.foreign_keys
        ]

    def _settle_hidden(self) -> None:
        """Add the hidden columns of system versioning at the end, or take them away."""
        if not (self.is_versioned or any(one.is_hidden for one in self.columns)):
            return
        kept = [
            (column, source)
            for column, source in zip(self.columns, self.sources, strict=True)
            if not column.is_hidden
        ]
        had = len(kept) < len(self.columns)
        self.columns = [column for column, _ in kept]
        self.sources = [source for _, source in kept]
        if self.is_versioned and not self.has_period:
            for name in SYSTEM_COLUMNS:
                self.columns.append(
                    ColumnDefinition(name, "timestamp", (6,), is_nullable=False, is_hidden=True)
                )
                self.sources.append(name if had else None)

    def index(self, name: str) -> int | None:
        """Return the place of a column by its name in any case; None if there is none."""
        lower = name.lower()
        return next((i for i, one in enumerate(self.columns) if one.name.lower() == lower), None)

    def add_key(self, kind: KeyKind, name: str | None, parts: Sequence[KeyPart]) -> None:
        """Add a key, with a name as the server chooses it if it has none."""
        if kind == "primary":
            self.keys = [key for key in self.keys if key.kind != "primary"]
            self.keys.append(KeyDefinition(kind, "PRIMARY", tuple(parts)))
            return
        if not name:
            taken = {key.name.lower() for key in self.keys}
            base = parts[0].column if parts and parts[0].column else "functional_index"
            index = self.index(base)
            base = base if index is None else self.columns[index].name
            name, number = base, 2
            while name.lower() in taken or name.lower() == "primary":
                name, number = f"{base}_{number}", number + 1
        self.keys.append(KeyDefinition(kind, name, tuple(parts)))


class ElementReader:
    """Reads elements and options of a table into a draft.

    Args:
        session: the session of the statement.
        draft: the table.
    """

    def __init__(self, session: Session, draft: TableDraft) -> None:
        self.session = session
        self.draft = draft
        self.charsets = CharsetRules(session)
        self.columns = ColumnReader(session, self.charsets, draft.charset)
        self._collation: str | None = None

    def read_options(self, reader: TokenReader) -> None:
        """Read the options of a table, with its partitions. Raises NotUnderstoodError."""
        draft = self.draft
        while not reader.is_done:
            kind, text = reader.peek()
            word = text.lower()
            if word in _BEHIND_OPTIONS:
                return
            if text == ",":
                reader.next()
            elif kind != "word":
                raise NotUnderstoodError(f"an option of a table, found {text}")
            elif reader.takes("partition"):
                if not reader.takes("by"):
                    raise NotUnderstoodError("PARTITION BY")
                draft.partitioning = read_partitioning(reader)
            elif word == "with":
                if reader.peek(1)[1].lower() != "system":
                    return  # a query
                reader.skip("with", "system", "versioning")
                draft.is_versioned = True
            else:
                self._read_option(reader, word)

    def _read_charset(self, reader: TokenReader) -> None:
        if reader.takes("collate"):
            self._collation = name_of(reader)
            self.set_charset(self.columns.collated(None, self._collation))
            return
        if not reader.takes("charset"):
            reader.takes("character")
            reader.takes("set")
        charset = self.columns.named(reader) or self.draft.charset
        # a collation that is named before its charset stays
        collated = self.columns.collated(charset, self._collation)
        self.set_charset(collated if collated.name == charset.name else charset)

    def set_charset(self, charset: Charset) -> None:
        """Set the default charset of the table."""
        self.draft.charset = self.columns.default = charset

    def _read_option(self, reader: TokenReader, word: str) -> None:
        if word in {"default", "character", "charset", "collate"}:
            reader.takes("default")
            self._read_charset(reader)
            return
        if word == "start":
            reader.skip("start", "transaction")
            return
        reader.next()
        if word in {"data", "index"}:
            reader.takes("directory")
        if word not in _OPTIONS and reader.peek()[1] != "=":  # MariaDB's engines have more
            raise NotUnderstoodError(f"an option of a table, found {word}")
        if reader.peek()[1] == "=":
            reader.next()
        before = reader.here()
        reader.skip_item()
        while reader.is_adjacent() and reader.peek()[1] not in {",", ")"}:
            reader.next()
        if word in {"engine", "type"}:
            self.draft.engine = name_of(before)

    def read_elements(self, reader: TokenReader) -> None:
        """Read columns, keys and constraints up to the end of parentheses.

        Raises NotUnderstoodError.
        """
        for clause in reader.clauses():  # in order: it decides the names of keys
            if not is_column(clause):
                self.read_key(clause)
                continue
            self.add(self.columns.read(clause))
            if not clause.is_done:
                raise NotUnderstoodError(f"a comma, found {clause.peek()[1]}")

    def add(self, reading: ColumnReading, source: str | None = None) -> None:
        """Add a column at the end, with its keys."""
        self.draft.columns.append(reading.column)
        self.draft.sources.append(source)
        self.add_keys(reading)

    def add_keys(self, reading: ColumnReading) -> None:
        """Add the keys that the definition of a column makes."""
        name = reading.column.name
        for kind in reading.keys:
            self.draft.add_key(kind, None, [KeyPart(name)])
        is_kept = self.session.family == "mariadb" or self.session.version >= _INLINE_SINCE
        if reading.references is not None and is_kept:
            self._read_references(reading.references, None, (name,))

    def read_key(self, clause: TokenReader) -> None:
        """Read a key or a constraint. Raises NotUnderstoodError."""
        name: str | None = None
        if clause.takes("constraint"):
            clause.skip("if", "not", "exists")
            if not clause.is_at("primary", "unique", "foreign", "check"):
                name = unquoted(clause.next()[1])
        word = clause.next()[1].lower()
        if word == "primary":
            clause.takes("key")
            self.draft.add_key("primary", None, self.parts(clause))
        elif word in _KEYS:
            clause.takes("key", "index")
            name = self._name_behind(clause) or name
            self.draft.add_key(_KEYS[word], name, self.parts(clause))
        elif word == "foreign":
            clause.takes("key")
            own = self._name_behind(clause)
            columns = tuple(part.column or "" for part in self.parts(clause))
            if not clause.takes("references"):
                raise NotUnderstoodError("REFERENCES")
            self._read_references(clause, name or own, columns)
        elif word == "period" and clause.takes("for"):
            is_of_system = clause.is_at("system_time")
            self.draft.has_period = self.draft.has_period or is_of_system
            self.draft.not_null.update((one.column or "").lower() for one in self.parts(clause))
        elif word != "check":
            raise NotUnderstoodError(f"a key or a constraint, found {word or 'the end'}")

    def _name_behind(self, clause: TokenReader) -> str | None:
        clause.skip("if", "not", "exists")
        if clause.peek()[1] == "(" or clause.is_at("using", "type"):
            return None
        return unquoted(clause.next()[1])

    def _read_references(
        self, clause: TokenReader, name: str | None, columns: tuple[str, ...]
    ) -> None:
        target = next(clause.names(1), None)
        if target is None:
            raise NotUnderstoodError("the table of REFERENCES")
        referenced: tuple[str, ...] = ()
        if clause.peek()[1] == "(":
            referenced = tuple(part.column or "" for part in self.parts(clause))
        actions = {"delete": "no action", "update": "no action"}
        while not clause.is_done:
            event = clause.next()[1].lower()
            if event in _ACTIONS:
                action = clause.next()[1].lower()
                if action in {"set", "no"}:
                    action = f"{action} {clause.next()[1].lower()}"
                actions[event] = action
        self.draft.foreign_keys.append(
            ForeignKey(name, columns, *target, referenced, actions["delete"], actions["update"])
        )

    def parts(self, clause: TokenReader) -> list[KeyPart]:
        """Read the columns of a key in parentheses. Raises NotUnderstoodError."""
        while not clause.is_done and clause.peek()[1] != "(":  # USING BTREE
            clause.next()
        if clause.next()[1] != "(":
            raise NotUnderstoodError("the columns of a key")
        return [self._part(one) for one in clause.clauses()]

    def _part(self, one: TokenReader) -> KeyPart:
        kind, text = one.next()
        if kind not in {"name", "word"}:
            return KeyPart(None)
        length = None
        if one.peek()[1] == "(" and one.peek(1)[1].isdecimal():
            one.next()
            length = int(one.next()[1])
        return KeyPart(unquoted(text), length)


def is_column(clause: TokenReader) -> bool:
    """Return whether a column's name is next, not the word that begins an index and the like."""
    kind, name = clause.peek()
    if kind != "word":
        return kind == "name"
    following = clause.peek(1)[1].lower()
    return name.lower() not in _NO_COLUMN and (name.lower(), following) not in _NO_COLUMNS


def without_columns(keys: Iterable[KeyDefinition], names: set[str]) -> list[KeyDefinition]:
    """Return keys without columns that are dropped; a key without any column is gone."""
    kept = []
    for key in keys:
        parts = tuple(one for one in key.parts if (one.column or "").lower() not in names)
        if parts:
            kept.append(key if len(parts) == len(key.parts) else replace(key, parts=parts))
    return kept


def renamed_key(key: KeyDefinition, names: dict[str, str]) -> KeyDefinition:
    """Return a key of columns that have other names, by their old ones in lower case."""
    parts = tuple(
        KeyPart(part.column and names.get(part.column.lower(), part.column), part.length)
        for part in key.parts
    )
    return key if parts == key.parts else replace(key, parts=parts)
