"""Write the statements that apply or revert a row change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.documents import diffs_sql
from binlog_kaitai.forensics.undo.literals import (
    compared,
    condition,
    is_invalid_label,
    literal,
)
from binlog_kaitai.generated.column_metadata import ColumnMetadata
from binlog_kaitai.model.changes import Cells
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.definitions import Definition, Flavor
from binlog_kaitai.model.names import quoted_name, quoted_part
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.model.values import JsonDiffs, JsonDocument, Value

# types that a server may set itself if an UPDATE does not
SET_BY_SERVER = frozenset(
    (
        *(ColumnType.timestamp, ColumnType.timestamp2),
        *(ColumnType.datetime, ColumnType.datetime2),
    )
)

_PARTIAL = "the log has partial row images: binlog_row_image is MINIMAL or NOBLOB"


@dataclass(frozen=True, slots=True)
class RowChange:
    """An insert, update or delete of a row, with its images before and after."""

    table: Table
    before: Cells | None
    after: Cells | None

    def undone(self) -> RowChange:
        """Return the change that reverts it."""
        return RowChange(self.table, self.after, self.before)


class SqlFragment(NamedTuple):
    """The part of a statement that changes one row. Fragments with the same head may share it.

    `head` and `tail` are before and after the fragments, `separator` is between them, `body` is
    the fragment itself. Without a head, it is a whole statement. If `is_strict` is false, a strict
    SQL mode rejects it. `matching` is a query for the row, if a server may count no changed row
    although the row exists.
    """

    head: str
    body: str
    tail: str = ""
    separator: str = ""
    is_strict: bool = True
    matching: str = ""


_Image: TypeAlias = dict[str, tuple[Column, Value]]
"""Cells of a row image by column name."""

_MAX_TARGETS = 1024

_LENGTHS_OF_ADDRESSES = frozenset(ColumnMetadata.MariadbBinaryLength)


@dataclass(frozen=True, slots=True)
class Target:
    """A table in statements: its quoted name, and the columns that statements may set."""

    name: str
    columns: tuple[Column, ...]
    generated: frozenset[str]
    key: tuple[str, ...]

    @classmethod
    def of(cls, table: Table, name: str, definition: Definition | None) -> Target:
        """Raise UnreadableError if the columns have no names, or are not in the definition."""
        if not table.has_names:
            raise UnreadableError(
                f"column names for {table.full_name}",
                "none (binlog_row_metadata is not FULL); pass the output of 'mysqldump --no-data'"
                " with --ddl",
            )
        generated = frozenset[str]()
        key = table.primary_key
        if definition is not None:
            defined = {column.name.lower(): column for column in definition.columns}
            gone = [c.name for c in table.shown_columns if c.name.lower() not in defined]
            if gone:
                raise UnreadableError(
                    f"all columns of {table.full_name} in its definition ({definition.place})",
                    f"no definition of {', '.join(gone)}",
                )
            generated = frozenset(
                column.name
                for column in table.shown_columns
                if defined[column.name.lower()].is_generated
            )
            key = key or definition.primary_key
        columns = tuple(c for c in table.shown_columns if c.name not in generated)
        return cls(name, columns, generated, key)

    def insert_head(self, names: Iterable[str]) -> str:
        """Return the start of an INSERT of some columns."""
        return f"INSERT INTO {self.name} ({', '.join(map(quoted_part, names))}) VALUES"

    @property
    def delete_head(self) -> str:
        """The start of a DELETE."""
        return f"DELETE FROM {self.name} WHERE "

    def cells_of(self, cells: Cells) -> _Image:
        """Return the cells of the columns that statements may set or compare."""
        return {
            column.name: (column, value)
            for column, value in cells
            if column.name not in self.generated
        }

    def check_holds(self, image: _Image, columns: Iterable[Column]) -> None:
        """Raise UnreadableError if an image lacks one of these columns."""
        missing = [
            column.name
            for column in columns
            if column.name not in image or isinstance(image[column.name][1], JsonDiffs)
        ]
        if missing:
            found = f"an image without {', '.join(missing)} ({_PARTIAL})"
            raise UnreadableError(f"a complete row image of {self.name}", found)

    def key_in(self, image: _Image) -> list[Column] | None:
        """Return the columns of the key; None if the row is identified by all columns.

        Raises:
            UnreadableError: the image contains neither.
        """
        if self.key and all(name in image for name in self.key):
            return [image[name][0] for name in self.key]
        self.check_holds(image, self.columns)
        return None


def _check_types(table: Table, definition: Definition | None) -> None:
    """Raise UnreadableError for a column of MariaDB that may be UUID, INET6 or INET4.

    Their logged bytes would be different text in a column of MySQL.
    """
    defined = {} if definition is None else {c.name.lower(): c.text for c in definition.columns}
    for column in table.shown_columns:
        if column.type != ColumnType.string or column.charset not in (None, BINARY):
            continue
        text = defined.get(column.name.lower(), "").lower()
        if column.length in _LENGTHS_OF_ADDRESSES and not text.startswith("binary"):
            raise UnreadableError(
                f"a type of {column.name} of {table.full_name} that MySQL supports (BINARY, and not"
                " UUID, INET6 or INET4: pass the table definition with --ddl)",
                text or f"{column.length} bytes",
            )


def _is_strict(cells: Iterable[tuple[Column, Value]]) -> bool:
    return not any(is_invalid_label(column, value) for column, value in cells)


@contextmanager
def _naming(column: Column) -> Iterator[None]:
    """Add the name of the column to an UnreadableError."""
    try:
        yield
    except UnreadableError as error:
        raise UnreadableError(f"{error.expected}, in {column.name}", error.found) from error


class RowWriter:
    """Writes row changes as SQL for a kind of server.

    Args:
        flavor: the kind of server that runs the SQL.
        definition_of: returns the definition of a table, if there is one.
        rewrite_db: new names of databases by their names in the log.
        origin: the kind of server that wrote the log.
    """

    def __init__(
        self,
        flavor: Flavor,
        definition_of: Callable[[Table], Definition | None],
        rewrite_db: Mapping[str, str],
        origin: Flavor,
    ) -> None:
        self.flavor = flavor
        self._definition_of = definition_of
        self._rewrite_db = rewrite_db
        self._origin = origin
        self._targets: dict[Table, Target] = {}

    def fragment(self, change: RowChange, *, is_undone: bool) -> SqlFragment | None:
        """Return the SQL that applies a change, or reverts it with `is_undone`.

        Returns:
            None for an update between equal images, which REPLACE may log.

        Raises:
            UnreadableError: the log does not contain a value that the SQL needs.
        """
        target = self.target(change.table)
        if is_undone:
            change = change.undone()
        before = None if change.before is None else target.cells_of(change.before)
        after = None if change.after is None else target.cells_of(change.after)
        if before is None:
            assert after is not None
            return self._insert(target, after, needs_all=is_undone)
        if after is None:
            return self._delete(target, before)
        return self._update(target, before, after, is_undone=is_undone)

    def key_of(self, table: Table) -> tuple[str, ...]:
        """Return the columns of a table's primary key; empty if it has none in the log."""
        try:
            return self.target(table).key
        except UnreadableError:  # `fragment` raises it
            return ()

    def target(self, table: Table) -> Target:
        """Return a table in statements. Raises UnreadableError if they cannot name its columns."""
        if table not in self._targets:
            if len(self._targets) >= _MAX_TARGETS:
                self._targets.clear()
            database = self._rewrite_db.get(table.database, table.database)
            name = quoted_name(database, table.name)
            definition = self._definition_of(table)
            target = Target.of(table, name, definition)
            if (self._origin, self.flavor) == ("mariadb", "mysql"):
                _check_types(table, definition)
            self._targets[table] = target
        return self._targets[table]

    def _insert(self, target: Target, image: _Image, *, needs_all: bool) -> SqlFragment:
        if needs_all:
            target.check_holds(image, target.columns)
        values = ", ".join(self._literal(column, value) for column, value in image.values())
        return SqlFragment(
            target.insert_head(image), f"({values})", "", ",", _is_strict(image.values())
        )

    def _delete(self, target: Target, image: _Image) -> SqlFragment:
        key = target.key_in(image)
        if key is None:
            return SqlFragment("", f"{target.delete_head}{self._all_of(image)} LIMIT 1")
        head = target.delete_head
        if len(key) == 1:
            name = quoted_part(key[0].name)
            return SqlFragment(f"{head}{name} IN (", self._compared(*image[key[0].name]), ")", ", ")
        # MariaDB compares (a, b) IN (('x', 1), ...) without converting literals to a's charset
        return SqlFragment(head, f"({self._has_key(key, image)})", separator=" OR ")

    def _update(
        self, target: Target, before: _Image, after: _Image, *, is_undone: bool
    ) -> SqlFragment | None:
        """Return SQL that changes `before` to `after`, which is the before image if `is_undone`."""
        if is_undone:
            target.check_holds(after, [before[name][0] for name in before])
        changed = {
            name: (column, value)
            for name, (column, value) in after.items()
            if name not in before or self._differ(column, before[name][1], value)
        }
        if not changed:
            return None
        is_sure = any(
            name in before and not isinstance(value, JsonDiffs)
            for name, (_, value) in changed.items()
        )
        for column in target.columns:
            if column.type in SET_BY_SERVER and column.name in after:
                changed[column.name] = after[column.name]
        assigned = [self._assignment(column, value) for column, value in changed.values()]
        assigned += [
            f"{quoted_part(column.name)} = {quoted_part(column.name)}"
            for column in target.columns
            if column.type in SET_BY_SERVER and column.name not in after
        ]
        key = target.key_in(before)
        where = self._all_of(before) if key is None else self._has_key(key, before)
        limit = " LIMIT 1" if key is None else ""
        body = f"UPDATE {target.name} SET {', '.join(assigned)} WHERE {where}{limit}"
        matching = "" if is_sure else f"SELECT * FROM {target.name} WHERE {where}"
        return SqlFragment("", body, is_strict=_is_strict(changed.values()), matching=matching)

    def _has_key(self, key: list[Column], image: _Image) -> str:
        return " AND ".join(
            f"{quoted_part(column.name)} = {self._compared(*image[column.name])}" for column in key
        )

    def _assignment(self, column: Column, value: Value) -> str:
        name = quoted_part(column.name)
        if isinstance(value, JsonDiffs):
            return f"{name} = {diffs_sql(name, value)}"
        return f"{name} = {self._literal(column, value)}"

    def _all_of(self, image: _Image) -> str:
        return " AND ".join(self._condition(*cell) for cell in image.values())

    def _differ(self, column: Column, one: Value, other: Value) -> bool:
        if isinstance(one, (float, JsonDocument)) and type(one) is type(other):
            # Python considers 0.0 and -0.0, and documents with the same text, equal
            return self._literal(column, one) != self._literal(column, other)
        return one != other

    def _literal(self, column: Column, value: Value) -> str:
        with _naming(column):
            return literal(column, value, self.flavor)

    def _compared(self, column: Column, value: Value) -> str:
        with _naming(column):
            return compared(column, value, self.flavor)

    def _condition(self, column: Column, value: Value) -> str:
        with _naming(column):
            return condition(column, value, self.flavor)
