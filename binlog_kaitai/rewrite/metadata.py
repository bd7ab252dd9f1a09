"""Metadata of tables that a log lacks, from their definitions, as servers log it with FULL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.writers.binlog_bitmap_msb import BinlogBitmapMsb
from binlog_kaitai.generated.writers.optional_metadata import OptionalMetadata
from binlog_kaitai.generated.writers.packed_integer import PackedInteger
from binlog_kaitai.io.written import number_of, size_of, written
from binlog_kaitai.model.collations import collation_number
from binlog_kaitai.model.definitions import Definition, described
from binlog_kaitai.model.masking import codec_of
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.tables import Column, ColumnType, MetadataType, Table
from binlog_kaitai.read.logged_ddl import version_of
from binlog_kaitai.tree.log.events import LoggedEvent

HAS_VISIBILITY = (8, 0, 23)
"""The first version of MySQL that logs which columns are invisible."""

_TYPES = {
    MetadataType.column_name: OptionalMetadata.ColumnNames,
    MetadataType.enum_and_set_default_charset: OptionalMetadata.DefaultCharset,
    MetadataType.set_str_value: OptionalMetadata.LabelLists,
    MetadataType.enum_str_value: OptionalMetadata.LabelLists,
    MetadataType.primary_key_with_prefix: OptionalMetadata.PrimaryKeyWithPrefix,
    MetadataType.column_visibility: BinlogBitmapMsb,
}
"""The types of fields that are no lists of integers."""

_LABELS = {MetadataType.set_str_value: ColumnType.set, MetadataType.enum_str_value: ColumnType.enum}


class Completer:
    """Completes table maps by the definitions of their tables.

    Args:
        definition_of: gives the definition of a table by its full name.
        redaction: of columns, whose labels are not told; None for none.

    Attributes:
        unknown: full names of tables that have no definition.
    """

    def __init__(
        self, definition_of: Callable[[str], Definition | None], redaction: Redaction | None
    ) -> None:
        self.unknown = set[str]()
        self._definition_of = definition_of
        self._redaction = redaction

    def missing(self, event: LoggedEvent) -> bytes:
        """Return the fields that a TABLE_MAP lacks.

        Raises:
            UnreadableError: it has less than the least metadata, or another table is defined.
        """
        found = event.tree.body
        if not found.has_metadata or found.optional_metadata.has_names:
            return b""
        name = full_name(found.database, found.table)
        definition = self._definition_of(name)
        if definition is None:
            self.unknown.add(name)
            return b""
        table = described(found, self._definition_of, event.tree.header.timestamp)
        if self._redaction is not None:
            table = self._redaction.masked(table, found)
        server = version_of(event.tree.format)
        has_visibility = not server.is_mariadb and server.numbers >= HAS_VISIBILITY
        return full_metadata(found, table, definition, has_visibility=has_visibility)


def full_metadata(
    table_map: Any, table: Table, definition: Definition, *, has_visibility: bool
) -> bytes:
    """Return the fields that a table map lacks, which follow those that it has.

    Args:
        table_map: the `TableMapEvent`, without names of columns.
        table: as the definition completes it.
        definition: of the table.
        has_visibility: whether the server logs which columns are invisible.

    Raises:
        UnreadableError: the log does not have the least metadata, or the definition is not
            complete.
    """
    found = {field.type for field in table_map.optional_metadata.fields}
    columns = list(zip(table_map.columns, table.columns, strict=True))
    lacks_signs = (
        any(one.metadata.is_numeric for one, _ in columns) and MetadataType.signedness not in found
    )
    charsets = {MetadataType.default_charset, MetadataType.column_charset}
    if lacks_signs or (any(one.is_character for one, _ in columns) and charsets.isdisjoint(found)):
        expected = f"metadata of {table.full_name} to complete (binlog_row_metadata=MINIMAL)"
        raise UnreadableError(expected, "none")
    labelled = [column for one, column in columns if one.is_enumerated]
    fields = [(MetadataType.column_name, _names(table.columns))]
    if labelled:
        fields.append(_charsets([_collation(one, definition, table) for one in labelled]))
    for kind, of_type in _LABELS.items():
        labels = [_labels(one) for one in labelled if one.type == of_type]
        if labels:
            fields.append((kind, b"".join(labels)))
    if definition.primary_key:
        fields.append(_primary_key(table, definition))
    if has_visibility:
        fields.append((MetadataType.column_visibility, _visibility(table, definition)))
    return b"".join(_field(kind, content) for kind, content in fields)


def _field(kind: MetadataType, content: bytes) -> bytes:
    field = OptionalMetadata.OptionalMetadataField(0, -1, -1)
    field.type = getattr(OptionalMetadata.OptionalMetadataType, kind.name)
    field.len_value = number_of(PackedInteger, len(content))
    stream = KaitaiStream(BytesIO(content))
    of_type = _TYPES.get(kind, OptionalMetadata.PackedIntegers)
    is_other = of_type is BinlogBitmapMsb
    field.value = of_type(stream) if is_other else of_type(stream, field, field._root)  # noqa: SLF001
    field.value._read()  # noqa: SLF001
    return written(field, size_of(field))


def _integers(numbers: Iterable[int]) -> bytes:
    found = [number_of(PackedInteger, number) for number in numbers]
    return b"".join(written(one, size_of(one)) for one in found)


def _texts(texts: Iterable[bytes]) -> bytes:
    return b"".join(_text(text) for text in texts)


def _text(text: bytes) -> bytes:
    packed = OptionalMetadata.PackedBytes()
    packed.len_value, packed.value = number_of(PackedInteger, len(text)), text
    return written(packed, size_of(packed))


def _names(columns: Iterable[Column]) -> bytes:
    return _texts(column.name.encode() for column in columns)


def _labels(column: Column) -> bytes:
    labels = column.labels or ()
    encoded = (label.encode(codec_of(column)) for label in labels)
    return _integers([len(labels)]) + _texts(encoded)


def _collation(column: Column, definition: Definition, table: Table) -> int:
    defined = definition.column(column.name)
    name = None if defined is None else defined.collation
    number = None if name is None else collation_number(name)
    if number is None:
        expected = f"a collation of {table.full_name}.{column.name} in {definition.place}"
        raise UnreadableError(expected, name or "none")
    return number


def _charsets(collations: Sequence[int]) -> tuple[MetadataType, bytes]:
    """Return the field of the labels' collations, in the shorter one of its forms."""
    ((most, _),) = Counter(collations).most_common(1)
    others = [(number, one) for number, one in enumerate(collations) if one != most]
    short = _integers([most, *(number for pair in others for number in pair)])
    each = _integers(collations)
    if len(short) <= len(each):
        return MetadataType.enum_and_set_default_charset, short
    return MetadataType.enum_and_set_column_charset, each


def _primary_key(table: Table, definition: Definition) -> tuple[MetadataType, bytes]:
    places = {column.name.lower(): number for number, column in enumerate(table.columns)}
    parts = next(key.parts for key in definition.keys if key.kind == "primary")
    numbers = [(places[(part.column or "").lower()], part.length or 0) for part in parts]
    if any(length for _, length in numbers):
        pairs = [number for pair in numbers for number in pair]
        return MetadataType.primary_key_with_prefix, _integers(pairs)
    return MetadataType.simple_primary_key, _integers(place for place, _ in numbers)


def _visibility(table: Table, definition: Definition) -> bytes:
    shown = []
    for column in table.columns:
        defined = definition.column(column.name)
        shown.append(defined is None or not defined.is_invisible)
    bitmaps = _bitmaps()
    num_bits = len(next(iter(bitmaps)))
    shown += [False] * (-len(shown) % num_bits)
    groups = (tuple(shown[at : at + num_bits]) for at in range(0, len(shown), num_bits))
    return b"".join(bitmaps[group] for group in groups)


@cache
def _bitmaps() -> dict[tuple[bool, ...], bytes]:
    """Return each bitmap of one byte by its bits."""
    found = {}
    for number in range(256):
        bitmap = BinlogBitmapMsb(KaitaiStream(BytesIO(bytes([number]))))
        bitmap._read()  # noqa: SLF001 - Kaitai's name
        found[tuple(bit.is_set for bit in bitmap.bits)] = bytes([number])
    return found
