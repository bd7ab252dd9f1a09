"""What a database defines of its tables, where the log tells less.

Logs with the least metadata, and all of MySQL 5.6 and 5.7, hold no names of columns and no labels
of ENUM and SET; the latter two neither tell signedness, nor charsets, nor CHAR from BINARY.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any, Literal, NamedTuple, TypeAlias

import pyarrow as pa

from binlog_kaitai.errors import DoubtWarning, UnreadableError
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.column_types import BYTES, Fits, fits_of
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.model.tables import HASH, Column, ColumnType, Table, describe_table

Flavor: TypeAlias = Literal["mysql", "mariadb"]

DefaultKind: TypeAlias = Literal["string", "number", "bytes", "now", "expression"]


@dataclass(frozen=True, slots=True)
class Default:
    """The default value of a column.

    `text` is the content of a string, the digits of a number, the hexadecimal digits of bytes
    (`0x` and `b''` literals), the fraction digits of the current time (`now`), or an expression as
    it is written.
    """

    kind: DefaultKind
    text: str


@dataclass(frozen=True, slots=True)
class ColumnDefinition:
    """A column as its database defines it.

    Attributes:
        kind: the type's name as servers print it in lower case, such as `int` or `varchar`.
        arguments: length, precision and scale, or fraction digits, as the statement has them.
        is_unsigned: None if the type is no number.
        charset: of text and labels; None if the type has none, or if it is the default of a
            database that is not known.
        collation: None if it is not known.
        labels: those of ENUM and SET.
        default: None for no default and for NULL.
        generated: how the server computes the column's values; None if it does not.
        expression: of a generated column.
        is_hidden: the server adds the column (`row_start` and `row_end` of MariaDB), and no
            statement names it.
    """

    name: str
    kind: str
    arguments: tuple[int, ...] = ()
    is_unsigned: bool | None = None
    charset: str | None = None
    collation: str | None = None
    labels: tuple[str, ...] | None = None
    is_nullable: bool = True
    default: Default | None = None
    generated: Literal["virtual", "stored"] | None = None
    expression: str | None = None
    is_auto_increment: bool = False
    is_set_on_update: bool = False
    is_invisible: bool = False
    is_zerofill: bool = False
    is_hidden: bool = False

    @property
    def is_generated(self) -> bool:
        """Whether the server computes the column's values."""
        return self.generated is not None

    @property
    def logged_charset(self) -> str | None:
        """The charset that a log has for the column: `binary` for bytes."""
        return BINARY if self.kind in BYTES else self.charset

    @property
    def text(self) -> str:
        """The type without its attributes; labels are left out."""
        return f"{self.kind}({','.join(map(str, self.arguments))})" if self.arguments else self.kind

    @property
    def fits(self) -> Fits:
        """The types that a log may have for the column; none if the type is not known."""
        return fits_of(self.kind, self.arguments, len(self.labels or ()))


KeyKind: TypeAlias = Literal["primary", "unique", "index", "fulltext", "spatial", "vector"]


class KeyPart(NamedTuple):
    """A column in a key; `length` is that of a prefix. An expression has no `column`."""

    column: str | None
    length: int | None = None


@dataclass(frozen=True, slots=True)
class KeyDefinition:
    """A key of a table."""

    kind: KeyKind
    name: str
    parts: tuple[KeyPart, ...]


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """A foreign key; `name` is None if the server chose it. Actions are in lower case."""

    name: str | None
    columns: tuple[str, ...]
    database: str
    table: str
    referenced: tuple[str, ...]
    on_delete: str = "no action"
    on_update: str = "no action"


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition.

    Attributes:
        less_than: the bound of RANGE, an expression as it is written or `MAXVALUE` for each column.
        values: the values of LIST, each with an expression for each column.
        is_default: it holds the rows of no other partition (DEFAULT of MariaDB's LIST, CURRENT of
            its SYSTEM_TIME).
        subpartitions: their names.
    """

    name: str
    less_than: tuple[str, ...] | None = None
    values: tuple[tuple[str, ...], ...] | None = None
    is_default: bool = False
    subpartitions: tuple[str, ...] = ()


PartitionKind: TypeAlias = Literal["range", "list", "hash", "key", "system_time"]


@dataclass(frozen=True, slots=True)
class PartitionFunction:
    """How the partition of a row is computed: from an expression, or from `columns`.

    Without an expression, it is RANGE COLUMNS, LIST COLUMNS or KEY. `columns` of KEY are empty for
    the primary key. `algorithm` is that of KEY, None for the server's default.
    """

    kind: PartitionKind
    expression: str | None = None
    columns: tuple[str, ...] = ()
    is_linear: bool = False
    algorithm: int | None = None


@dataclass(frozen=True, slots=True)
class Partitioning:
    """The partitions of a table, in order; those of HASH and KEY have names too."""

    function: PartitionFunction
    partitions: tuple[Partition, ...]
    subpartition_function: PartitionFunction | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    """A table as its database defines it.

    Attributes:
        place: the file and line, the log and position, or the server that defines it.
        since: the table has been so since then, in seconds since 1970; None if that is not known.
        max_hashes: how many hidden columns the server may add at the end, for unique keys that are
            too long (MariaDB).
        charset: of columns that are added without one; None for an unknown default of the database.
    """

    place: str
    columns: tuple[ColumnDefinition, ...]
    keys: tuple[KeyDefinition, ...] = ()
    since: int | None = None
    charset: str | None = None
    collation: str | None = None
    engine: str | None = None
    partitioning: Partitioning | None = None
    foreign_keys: tuple[ForeignKey, ...] = ()
    is_temporary: bool = False
    is_versioned: bool = False
    max_hashes: int = 0

    @property
    def primary_key(self) -> tuple[str, ...]:
        """The names of the columns of the primary key."""
        for key in self.keys:
            if key.kind == "primary":
                return tuple(part.column for part in key.parts if part.column is not None)
        return ()

    def column(self, name: str) -> ColumnDefinition | None:
        """Return a column by its name in any case; None if there is none."""
        lower = name.lower()
        return next((one for one in self.columns if one.name.lower() == lower), None)


def arrow_type_of(column: ColumnDefinition) -> pa.DataType | None:
    """Return the Arrow type of a column's values; None if its type is not known."""
    logged = column_of(column)
    return None if logged is None else arrow_type(logged)


def column_of(column: ColumnDefinition) -> Column | None:
    """Return a column as logs have it; None if its type is not known."""
    for kind, attributes in column.fits.items():
        values: dict[str, Any] = {name: allowed[0] for name, allowed in attributes.items()}
        return Column(
            column.name,
            kind,
            column.is_nullable,
            is_unsigned=column.is_unsigned,
            charset=column.charset,
            labels=column.labels,
            **values,
        )
    return None


@dataclass(frozen=True, slots=True)
class Definitions:
    """Definitions of tables by their full names, `database.table`.

    If they `are_followed`, they are those of a part of the logs, by the DDL before and behind it.
    """

    tables: Mapping[str, Definition]
    are_followed: bool = False


class NewerDefinitionWarning(DoubtWarning):
    """A table was defined as it is after the rows that are read by it."""


def described(
    table_map: Any,
    definition_of: Callable[[str], Definition | None],
    time: int | None = None,
    *,
    are_followed: bool = False,
) -> Table:
    """Return the table that a `TableMapEvent` describes, with what is defined of it elsewhere.

    It is asked for where the log tells no names. A definition that is newer than the event is told
    by a NewerDefinitionWarning, and taken if it fits.

    Args:
        table_map: the tree of the event.
        definition_of: gives the definition of a table by its full name.
        time: of the event, in seconds since 1970.
        are_followed: as of `Definitions`.

    Raises UnreadableError as `describe_table`, and MisfitError as `completed` does.
    """
    table = describe_table(table_map)
    if table.has_names or not table_map.has_metadata:
        return table
    definition = definition_of(table.full_name)
    if definition is None:
        return replace(table, only_numbered=are_followed)
    if time is not None and definition.since is not None and time < definition.since:
        warnings.warn(
            f"{table.full_name}: column names come from {definition.place}, but the table was"
            f" altered after its rows were logged ({_text(definition.since)} UTC)",
            NewerDefinitionWarning,
            stacklevel=2,
        )
    return completed(table, definition)


def _text(time: int) -> str:
    return f"{datetime.fromtimestamp(time, timezone.utc):%Y-%m-%d %H:%M:%S}"


class MisfitError(UnreadableError):
    """A table is not as it is defined."""


def completed(table: Table, definition: Definition) -> Table:
    """Return a table with what its log lacks of names, signedness, charsets and labels.

    One whose names the log holds is left as it is, for then the log tells the rest too. Raises
    MisfitError where the columns are not as many, or not of the types, as defined.
    """
    if table.has_names:
        return table
    table, hashes = _without_hashes(table, definition)
    if len(table.columns) != len(definition.columns):
        raise MisfitError(
            f"the {len(definition.columns)} columns of {table.full_name} in {definition.place}",
            f"{len(table.columns)} columns",
        )
    columns = []
    for number, pair in enumerate(zip(table.columns, definition.columns, strict=True), 1):
        column, defined = pair
        found = departure(column, defined)
        if found is not None:
            raise MisfitError(
                f"column {number} of {table.full_name} as defined in {definition.place},"
                f" {defined.name} {defined.text}",
                found,
            )
        columns.append(_completed(column, defined))
    return replace(
        table, columns=(*columns, *hashes), has_names=True, primary_key=definition.primary_key
    )


def _without_hashes(table: Table, definition: Definition) -> tuple[Table, tuple[Column, ...]]:
    """Return a table without the hidden columns behind those of its definition, and these."""
    count = len(definition.columns)
    rest = table.columns[count:]
    are_hashes = all(
        one.type == ColumnType.longlong and one.is_unsigned is not False for one in rest
    )
    if not are_hashes or len(rest) > definition.max_hashes:
        return table, ()
    hashes = tuple(
        replace(one, name=f"{HASH}{number}", is_hidden=True) for number, one in enumerate(rest, 1)
    )
    return replace(table, columns=table.columns[:count]), hashes


def _completed(column: Column, defined: ColumnDefinition) -> Column:
    return replace(
        column,
        name=defined.name,
        is_unsigned=defined.is_unsigned if column.is_unsigned is None else column.is_unsigned,
        charset=defined.logged_charset if column.charset is None else column.charset,
        labels=defined.labels if column.labels is None else column.labels,
    )


def departure(column: Column, defined: ColumnDefinition) -> str | None:
    """Return the attribute of a log's column that is not as it is defined; None if all are."""
    attributes = defined.fits.get(column.type)
    if attributes is None:
        return str(column.type.name)
    for name, values in attributes.items():
        value = getattr(column, name)
        if value not in values:
            return f"{column.type.name} with the {name.replace('_', ' ')} {value}"
    if defined.is_unsigned is not None and column.is_unsigned == (not defined.is_unsigned):
        return f"{column.type.name}, {'unsigned' if column.is_unsigned else 'signed'}"
    charset = defined.logged_charset
    if charset is not None and column.charset not in (None, charset):
        return f"{column.type.name} in {column.charset}"
    if column.is_nullable != defined.is_nullable:
        return f"{column.type.name} {'NULL' if column.is_nullable else 'NOT NULL'}"
    return None
