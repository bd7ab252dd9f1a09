"""The description of a table that a TABLE_MAP event gives, in terms of a database."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.column_metadata import ColumnMetadata
from binlog_kaitai.generated.optional_metadata import OptionalMetadata
from binlog_kaitai.generated.well_known_binary import WellKnownBinary
from binlog_kaitai.model.charsets import BINARY, charset_of, decoder
from binlog_kaitai.model.names import full_name

ColumnType: TypeAlias = ColumnMetadata.ColumnType
MetadataType: TypeAlias = OptionalMetadata.OptionalMetadataType

GEOMETRIES = {
    kind.value: kind.name.replace("_", "").upper() for kind in WellKnownBinary.GeometryType
}
"""The types of geometries in SQL, by their numbers."""

LONGEST_INTEGER = 8
"""Bytes, of those that the specs read."""

STRINGS = frozenset(
    (
        *(ColumnType.string, ColumnType.varchar, ColumnType.var_string, ColumnType.blob),
        *(ColumnType.tiny_blob, ColumnType.medium_blob, ColumnType.long_blob),
        *(ColumnType.varchar_compressed, ColumnType.blob_compressed),
    )
)
"""Types of text, or of bytes."""

HASH = "DB_ROW_HASH_"
"""What the names of columns begin with in which MariaDB keeps hashes."""


@dataclass(frozen=True, slots=True)
class Mask:
    """What takes the place of a column's values: `hash`, `null`, or a constant.

    `key` is that of hashes; `limit` is how many bytes a text of the column has at most. If there
    are `paths`, only members of documents are redacted, by these rules; `met` has, for each of
    them, what notes that there was one, if it is asked for.
    """

    action: str
    key: bytes = field(repr=False)
    limit: int
    paths: tuple[Any, ...] = ()
    met: tuple[dict[Any, bool], ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Column:
    """A column as the log describes it.

    `charset` is the name of the charset of text and labels, `binary` for bytes, None where the
    log does not tell. `labels` are those of ENUM and SET, None where it does not tell.
    `is_unsigned` is None where it does not tell, and for what is not a number. `length` is in
    bytes, of CHAR and BINARY; `precision` and `scale` are in digits, of DECIMAL;
    `fraction_digits` are a time's; `num_bits` are BIT's. `geometry` is the type of a geometry, such
    as POINT, None for all types or where the log does not tell. `is_hidden` says that the server
    made it for itself. `mask` redacts its values.
    """

    name: str
    type: ColumnType
    is_nullable: bool
    is_unsigned: bool | None = None
    charset: str | None = None
    labels: tuple[str, ...] | None = None
    length: int = 0
    precision: int = 0
    scale: int = 0
    fraction_digits: int = 0
    num_bits: int = 0
    geometry: str | None = None
    is_hidden: bool = False
    mask: Mask | None = None

    @property
    def padded_length(self) -> int:
        """How many bytes a value of BINARY has, of which the log leaves out zeros at the end."""
        return self.length if self.charset == BINARY and self.type == ColumnType.string else 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table as one TABLE_MAP event describes it.

    `has_names` is false where the log holds no names and the columns are called `@1`, `@2`, ...
    They are `only_numbered` where the DDL in the logs is followed, and does not tell the names
    either: then no others are taken for them. `primary_key` are the names of its columns, empty
    where there is none or the log does not tell.
    """

    database: str
    name: str
    columns: tuple[Column, ...]
    has_names: bool
    primary_key: tuple[str, ...] = field(default=())
    only_numbered: bool = False

    @property
    def full_name(self) -> str:
        """As `binlog_kaitai.model.names.full_name`: no two tables have the same."""
        return full_name(self.database, self.name)

    @property
    def shown_columns(self) -> tuple[Column, ...]:
        """The columns that the table's user knows of."""
        return tuple(column for column in self.columns if not column.is_hidden)


def with_binary_json(table: Table) -> Table:
    """Return a table with the charset `binary` for JSON, so that documents are their bytes."""
    return replace(
        table,
        columns=tuple(
            replace(column, charset=BINARY) if column.type == ColumnType.json else column
            for column in table.columns
        ),
    )


DESCRIBED = frozenset(
    {
        *(MetadataType.signedness, MetadataType.column_name),
        *(MetadataType.default_charset, MetadataType.column_charset),
        MetadataType.enum_and_set_default_charset,
        MetadataType.enum_and_set_column_charset,
        *(MetadataType.enum_str_value, MetadataType.set_str_value),
        *(MetadataType.simple_primary_key, MetadataType.primary_key_with_prefix),
    }
)
"""The optional metadata that the view of events shows with the columns."""


def describe_table(table_map: Any) -> Table:
    """Return the table that a `TableMapEvent` describes.

    Raises UnreadableError where its optional metadata does not fit its columns.
    """
    if not table_map.has_metadata:
        return _describe_types(table_map)
    metadata = {item.type: item.value for item in table_map.optional_metadata.fields}
    count = len(table_map.columns)
    names = _names(metadata.get(MetadataType.column_name), count)
    charsets: list[str | None] = [None] * count
    _assign(
        charsets,
        [i for i, column in enumerate(table_map.columns) if column.is_character],
        metadata.get(MetadataType.default_charset),
        metadata.get(MetadataType.column_charset),
    )
    _assign(
        charsets,
        [i for i, column in enumerate(table_map.columns) if column.is_enumerated],
        metadata.get(MetadataType.enum_and_set_default_charset),
        metadata.get(MetadataType.enum_and_set_column_charset),
    )
    labels = {
        ColumnType.enum: _label_lists(metadata.get(MetadataType.enum_str_value)),
        ColumnType.set: _label_lists(metadata.get(MetadataType.set_str_value)),
    }
    geometries = _geometries(metadata.get(MetadataType.geometry_type))
    columns = [
        _column(column, name, charset, labels, geometries)
        for column, name, charset in zip(table_map.columns, names, charsets, strict=True)
    ]
    if table_map.is_mariadb:
        _hide_hashes(columns)
    return Table(
        database=table_map.database,
        name=table_map.table,
        columns=tuple(columns),
        has_names=MetadataType.column_name in metadata,
        primary_key=tuple(names[i] for i in _primary_key(metadata, count)),
    )


def _describe_types(table_map: Any) -> Table:
    types = table_map.column_types.types
    columns = tuple(Column(f"@{i}", kind, is_nullable=True) for i, kind in enumerate(types, 1))
    return Table(table_map.database, table_map.table, columns, has_names=False)


def _names(field: Any, count: int) -> list[str]:
    if field is None:
        return [f"@{number}" for number in range(1, count + 1)]
    if len(field.names) != count:
        raise UnreadableError(f"the names of {count} columns", f"{len(field.names)} names")
    names = [name.value.decode() for name in field.names]
    if len(set(names)) < count:
        raise UnreadableError(f"{count} columns with different names", ", ".join(names))
    return names


def _hide_hashes(columns: list[Column]) -> None:
    """Mark the columns in which MariaDB keeps hashes of what is UNIQUE and long.

    They are the last ones, unsigned BIGINT, with the first free numbers in their names. What is
    logged of them is no more than that.
    """
    first = len(columns)
    while first and _may_be_hash(columns[first - 1]):
        first -= 1
    for start in range(first, len(columns)):
        taken = {column.name.upper() for column in columns[:start]}
        free = (name for n in itertools.count(1) if (name := f"{HASH}{n}") not in taken)
        if all(column.name == name for column, name in zip(columns[start:], free, strict=False)):
            columns[start:] = [replace(column, is_hidden=True) for column in columns[start:]]
            return


def _may_be_hash(column: Column) -> bool:
    is_number = column.type == ColumnType.longlong and column.is_unsigned is True
    return is_number and column.name.startswith(HASH)


def _assign(charsets: list[str | None], indexes: Sequence[int], default: Any, each: Any) -> None:
    """Set the charset of the columns at `indexes`, which the log counts among themselves."""
    if default is not None:
        collations = dict.fromkeys(range(len(indexes)), default.collation.value)
        collations.update((item.index.value, item.collation.value) for item in default.exceptions)
    elif each is not None:
        collations = {i: item.value for i, item in enumerate(each.items)}
    else:
        return
    if len(collations) != len(indexes):
        raise UnreadableError(
            f"the collations of {len(indexes)} columns",
            f"the collations of {len(collations)} columns",
        )
    for i, collation in collations.items():
        charsets[indexes[i]] = charset_of(collation)


def _label_lists(field: Any) -> Iterator[list[bytes]] | None:
    if field is None:
        return None
    return iter([[label.value for label in column.labels] for column in field.columns])


def _geometries(field: Any) -> Iterator[str | None]:
    for item in () if field is None else field.items:
        yield GEOMETRIES.get(item.value)


def _primary_key(metadata: dict[MetadataType, Any], count: int) -> list[int]:
    simple = metadata.get(MetadataType.simple_primary_key)
    prefixed = metadata.get(MetadataType.primary_key_with_prefix)
    indexes: list[int] = []
    if simple is not None:
        indexes = [item.value for item in simple.items]
    elif prefixed is not None:
        indexes = [part.column_index.value for part in prefixed.parts]
    if any(index >= count for index in indexes):
        raise UnreadableError(f"a primary key of {count} columns", f"column indexes {indexes}")
    return indexes


def _integer_size(column: Any) -> int:
    """Return how many bytes there are of what is read as one integer, whose size the log tells."""
    if column.type == ColumnType.bit:
        return int(column.metadata.bit_size.num_bytes)
    if column.type in (ColumnType.enum, ColumnType.set):
        return int(column.metadata.string_type.num_bytes)
    return 0


def _column(
    column: Any,
    name: str,
    charset: str | None,
    labels: dict[ColumnType, Iterator[list[bytes]] | None],
    geometries: Iterator[str | None],
) -> Column:
    metadata = column.metadata
    size = _integer_size(column)
    if size > LONGEST_INTEGER:
        raise UnreadableError(f"a column {name} of up to {LONGEST_INTEGER} bytes", f"{size} bytes")
    texts = None
    lists = labels.get(column.type)
    if lists is not None:
        encoded = next(lists, None)
        if encoded is None:
            raise UnreadableError("labels for each ENUM and SET column", "fewer")
        texts = tuple(text_of(label, charset) for label in encoded)
    return Column(
        name=name,
        type=column.type,
        is_nullable=column.is_nullable,
        is_unsigned=column.is_unsigned if column.has_signedness else None,
        charset=charset,
        labels=texts,
        length=metadata.string_type.num_bytes if metadata.has_string_type else 0,
        precision=metadata.precision.precision if column.type == ColumnType.newdecimal else 0,
        scale=metadata.precision.scale if column.type == ColumnType.newdecimal else 0,
        fraction_digits=getattr(metadata, "fraction_digits", 0),
        num_bits=metadata.bit_size.num_bits if column.type == ColumnType.bit else 0,
        geometry=next(geometries, None) if column.type == ColumnType.geometry else None,
    )


def text_of(encoded: bytes, charset: str | None) -> str:
    r"""Return a label or a statement as text; bytes that are not valid in its charset as `\xNN`."""
    try:
        return _decoder(charset)(encoded)
    except UnicodeDecodeError:
        return encoded.decode("utf-8", "backslashreplace")


def is_valid(encoded: bytes, charset: str | None) -> bool:
    """Return whether `text_of` holds all bytes as characters of their charset."""
    try:
        _decoder(charset)(encoded)
    except UnicodeDecodeError:
        return False
    return True


def _decoder(charset: str | None) -> Callable[[bytes], str]:
    return decoder(charset if charset and charset != BINARY else "utf8mb4")
