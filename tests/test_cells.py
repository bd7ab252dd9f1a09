"""The layout of every type of cell, by bytes that were worked out by hand."""

from __future__ import annotations

import struct
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
from kaitaistruct import KaitaiStream, KaitaiStruct, KaitaiStructError

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.literals import literal
from binlog_kaitai.generated.binlog_cell import BinlogCell
from binlog_kaitai.generated.gtid_tagged_event import GtidTaggedEvent
from binlog_kaitai.generated.integer_le import IntegerLe
from binlog_kaitai.generated.packed_integer import PackedInteger
from binlog_kaitai.generated.table_map_event import TableMapEvent
from binlog_kaitai.generated.varlen_integer import VarlenInteger
from binlog_kaitai.model.json_text import json_value
from binlog_kaitai.model.json_text import to_json as text_of
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.model.tables import Column, ColumnType, describe_table
from binlog_kaitai.model.values import CellFields
from binlog_kaitai.tree.rows.values import read_value
from tests.documented_bytes import UUID_BYTES, optional_field, table_map

# mysql: enum enum_field_types; MariaDB's own are 140 and 141
TYPES = {
    "DECIMAL": 0, "TINY": 1, "SHORT": 2, "LONG": 3, "FLOAT": 4, "DOUBLE": 5, "NULL": 6,
    "TIMESTAMP": 7, "LONGLONG": 8, "INT24": 9, "DATE": 10, "TIME": 11, "DATETIME": 12,
    "YEAR": 13, "NEWDATE": 14, "VARCHAR": 15, "BIT": 16, "TIMESTAMP2": 17, "DATETIME2": 18,
    "TIME2": 19, "BLOB_COMPRESSED": 140, "VARCHAR_COMPRESSED": 141, "VECTOR": 242, "JSON": 245,
    "NEWDECIMAL": 246, "TINY_BLOB": 249, "MEDIUM_BLOB": 250, "LONG_BLOB": 251, "BLOB": 252,
    "VAR_STRING": 253, "STRING": 254, "GEOMETRY": 255,
}  # fmt: skip

UNSIGNED = optional_field(1, b"\x80")
BINARY = optional_field(2, b"\x3f")
LATIN1 = optional_field(2, b"\x08")
UTF8MB4 = optional_field(2, b"\x2d")
ENUM_A_B = optional_field(6, b"\x02\x01a\x01b")
SET_A_B_C = optional_field(5, b"\x03\x01a\x01b\x01c")
NONE = b""
POINT_1_2 = "19000000 e6100000 0101000000 000000000000f03f 0000000000000040"

# Type, metadata, optional metadata, cell, JSON text of the value.
CELLS = [
    # integers: little-endian, two's complement
    ("TINY", "", NONE, "80", "-128"),
    ("TINY", "", UNSIGNED, "80", "128"),
    ("SHORT", "", NONE, "feff", "-2"),
    ("SHORT", "", UNSIGNED, "feff", "65534"),
    ("INT24", "", NONE, "000080", "-8388608"),
    ("INT24", "", NONE, "ffff7f", "8388607"),
    ("INT24", "", UNSIGNED, "000080", "8388608"),
    ("LONG", "", NONE, "ffffffff", "-1"),
    ("LONG", "", UNSIGNED, "ffffffff", "4294967295"),
    ("LONG", "", NONE, "01020304", "67305985"),
    ("LONGLONG", "", NONE, "0000000000000080", "-9223372036854775808"),
    ("LONGLONG", "", NONE, "ffffffffffffff7f", "9223372036854775807"),
    ("LONGLONG", "", NONE, "feffffffffffffff", "-2"),
    ("LONGLONG", "", UNSIGNED, "ffffffffffffffff", "18446744073709551615"),
    # numbers with a point; the metadata of the first two is their size
    ("FLOAT", "04", NONE, "cdcccc3d", "0.1"),
    ("FLOAT", "04", NONE, "0000c0bf", "-1.5"),
    ("DOUBLE", "08", NONE, "000000000000f8bf", "-1.5"),
    ("DOUBLE", "08", NONE, "9a9999999999b93f", "0.1"),
    # precision and scale; nine digits in four bytes, counted from the point; sign bit inverted
    ("NEWDECIMAL", "0e04", NONE, "810dfb38d204d2", '"1234567890.1234"'),
    ("NEWDECIMAL", "0e04", NONE, "7ef204c72dfb2d", '"-1234567890.1234"'),
    ("NEWDECIMAL", "0402", NONE, "8005", '"0.05"'),
    ("NEWDECIMAL", "0402", NONE, "7ffa", '"-0.05"'),
    ("NEWDECIMAL", "0402", NONE, "8000", '"0.00"'),
    ("NEWDECIMAL", "0909", NONE, "80000001", '"0.000000001"'),
    ("NEWDECIMAL", "0900", NONE, "44653600", '"-999999999"'),
    ("NEWDECIMAL", "0900", NONE, "bb9ac9ff", '"999999999"'),
    ("NEWDECIMAL", "0100", NONE, "76", '"-9"'),
    # bits over full bytes, and these; big-endian
    ("BIT", "0100", NONE, "01", "1"),
    ("BIT", "0201", NONE, "0201", "513"),
    ("BIT", "0008", NONE, "8000000000000001", "9223372036854775809"),
    ("YEAR", "", NONE, "00", "0"),
    ("YEAR", "", NONE, "01", "1901"),
    ("YEAR", "", NONE, "ff", "2155"),
    # 5 bits of the day, 4 of the month, 15 of the year
    ("DATE", "", NONE, "75d50f", '"2026-11-21"'),
    ("DATE", "", NONE, "000000", '"0000-00-00"'),
    ("DATE", "", NONE, "00d40f", '"2026-00-00"'),
    ("DATE", "", NONE, "9f1f4e", '"9999-12-31"'),
    ("NEWDATE", "", NONE, "75d50f", '"2026-11-21"'),
    # before MySQL 5.6: decimal digits as a number, and seconds
    ("TIME", "", NONE, "a7f57f", '"838:59:59"'),
    ("TIME", "", NONE, "590a80", '"-838:59:59"'),
    ("TIME", "", NONE, "ffffff", '"-00:00:01"'),
    ("DATETIME", "", NONE, "380ded686d120000", '"2026-11-21 10:11:12"'),
    ("DATETIME", "", NONE, "7787d105f15a0000", '"9999-12-31 23:59:59"'),
    ("DATETIME", "", NONE, "0000000000000000", '"0000-00-00 00:00:00"'),
    ("TIMESTAMP", "", NONE, "ffffff7f", '"2038-01-19T03:14:07Z"'),
    ("TIMESTAMP", "", NONE, "ffffffff", '"2106-02-07T06:28:15Z"'),
    ("TIMESTAMP", "", NONE, "00000000", '"0000-00-00 00:00:00"'),
    # since MySQL 5.6: digits of the fraction; big-endian
    ("TIME2", "00", NONE, "800000", '"00:00:00"'),
    ("TIME2", "00", NONE, "7fffff", '"-00:00:01"'),
    ("TIME2", "00", NONE, "b46efb", '"838:59:59"'),
    ("TIME2", "01", NONE, "80000032", '"00:00:00.5"'),
    ("TIME2", "02", NONE, "7fffffff", '"-00:00:00.01"'),
    ("TIME2", "03", NONE, "7efdfb f63c", '"-16:08:04.250"'),
    ("TIME2", "06", NONE, "7fffff ffffff", '"-00:00:00.000001"'),
    ("TIME2", "06", NONE, "800001 01e240", '"00:00:01.123456"'),
    ("DATETIME2", "00", NONE, "99bb6aa2cc", '"2026-11-21 10:11:12"'),
    ("DATETIME2", "06", NONE, "99bb6aa2cc 01e240", '"2026-11-21 10:11:12.123456"'),
    ("DATETIME2", "03", NONE, "99bb6aa2cc 04ce", '"2026-11-21 10:11:12.123"'),
    ("DATETIME2", "00", NONE, "fef3ff7efb", '"9999-12-31 23:59:59"'),
    ("DATETIME2", "00", NONE, "8000000000", '"0000-00-00 00:00:00"'),
    ("DATETIME2", "01", NONE, "99b8800000 00", '"2026-00-00 00:00:00.0"'),
    ("TIMESTAMP2", "00", NONE, "6553f100", '"2023-11-14T22:13:20Z"'),
    ("TIMESTAMP2", "04", NONE, "6553f100 04d2", '"2023-11-14T22:13:20.1234Z"'),
    ("TIMESTAMP2", "06", NONE, "00000000 000001", '"1970-01-01T00:00:00.000001Z"'),
    ("TIMESTAMP2", "02", NONE, "00000000 00", '"0000-00-00 00:00:00.00"'),
    # text: the column's length in bytes; over 255, lengths take two bytes
    ("VARCHAR", "0a00", NONE, "03 616263", '"abc"'),
    ("VARCHAR", "ff00", NONE, "01 61", '"a"'),
    ("VARCHAR", "0001", NONE, "0100 61", '"a"'),
    ("VARCHAR", "2c01", UTF8MB4, "0300 e282ac", '"€"'),
    ("VARCHAR", "0a00", LATIN1, "01 80", '"€"'),
    ("VARCHAR", "0a00", UTF8MB4, "01 80", '{"base64": "gA=="}'),
    ("VARCHAR", "0a00", BINARY, "02 6100", '"YQA="'),
    ("VAR_STRING", "0a00", NONE, "00", '""'),
    # the length's bits 8 and 9 are bits 4 and 5 of the type, inverted: 10, 255, 300, 768, 1020
    ("STRING", "fe0a", NONE, "02 6162", '"ab"'),
    ("STRING", "feff", NONE, "02 6162", '"ab"'),
    ("STRING", "ee2c", NONE, "0200 6162", '"ab"'),
    ("STRING", "ce00", NONE, "0200 6162", '"ab"'),
    ("STRING", "cefc", NONE, "0200 6162", '"ab"'),
    ("STRING", "fe04", BINARY, "01 61", '"YQAAAA=="'),
    # labels by number where the log does not have them; over 255 of them, two bytes
    ("STRING", "f701", NONE, "02", "2"),
    ("STRING", "f702", NONE, "2c01", "300"),
    ("STRING", "f701", ENUM_A_B, "02", '"b"'),
    ("STRING", "f701", ENUM_A_B, "00", '""'),
    ("STRING", "f801", NONE, "05", "5"),
    ("STRING", "f801", SET_A_B_C, "05", '"a,c"'),
    ("STRING", "f801", SET_A_B_C, "00", '""'),
    ("STRING", "f808", NONE, "0100000000000080", "9223372036854775809"),
    # the metadata is the number of bytes of the length
    ("BLOB", "01", NONE, "02 6162", '"ab"'),
    ("BLOB", "02", NONE, "0200 6162", '"ab"'),
    ("BLOB", "03", NONE, "020000 6162", '"ab"'),
    ("BLOB", "04", NONE, "02000000 6162", '"ab"'),
    ("BLOB", "02", BINARY, "0200 6162", '"YWI="'),
    ("TINY_BLOB", "01", NONE, "02 6162", '"ab"'),
    ("MEDIUM_BLOB", "03", NONE, "020000 6162", '"ab"'),
    ("LONG_BLOB", "04", NONE, "02000000 6162", '"ab"'),
    # the method, 0 or zlib, in the upper half of a byte, the length's size in the lower
    ("VARCHAR_COMPRESSED", "0a00", NONE, "03 00 6162", '"ab"'),
    ("VARCHAR_COMPRESSED", "2c01", NONE, "0000", '""'),
    ("VARCHAR_COMPRESSED", "0a00", NONE, "0d 8114 789c4b4cc404004fa60795", f'"{"a" * 20}"'),
    ("BLOB_COMPRESSED", "01", NONE, "07 8914 4b4cc40400", f'"{"a" * 20}"'),
    ("BLOB_COMPRESSED", "02", NONE, "0800 8a0014 4b4cc40400", f'"{"a" * 20}"'),
    ("BLOB_COMPRESSED", "01", NONE, "00", '""'),
    # spatial reference system, then well-known binary: POINT(1 2)
    (
        *("GEOMETRY", "04", NONE, POINT_1_2),
        '{"srid": 4326, "wkb": "AQEAAAAAAAAAAADwPwAAAAAAAABA"}',
    ),
    ("GEOMETRY", "04", NONE, "00000000", '{"srid": null, "wkb": ""}'),
    ("VECTOR", "04", NONE, "08000000 0000803f 000000c0", "[1.0, -2.0]"),
    # a small object: count, size, key's place and length, value's type and the value itself, key
    ("JSON", "04", NONE, "0d000000 00 01000c00 0b000100 050100 61", '{"a": 1}'),
    ("JSON", "04", NONE, "0d000000 00 01000c00 0b000100 05ffff 61", '{"a": -1}'),
    ("JSON", "04", NONE, "02000000 0401", "true"),
    ("JSON", "04", NONE, "00000000", '{"json": null}'),
]  # fmt: skip


def cell_of(kind: str, metadata: str, optional: bytes, data: str) -> tuple[Any, Any, bool]:
    """Return the column, the cell and whether all its bytes were read."""
    body = table_map(bytes([TYPES[kind]]), bytes.fromhex(metadata), optional)
    is_mariadb = kind.endswith("_COMPRESSED")
    tree = TableMapEvent(8, is_mariadb, KaitaiStream(BytesIO(body)))
    stream = KaitaiStream(BytesIO(bytes.fromhex(data)))
    cell = BinlogCell(tree.columns[0].handle, True, False, False, stream)
    return describe_table(tree).columns[0], cell, stream.is_eof()


def name_of(value: object) -> str | None:
    return "-" if value in ("", b"") else value.hex() if isinstance(value, bytes) else None


@pytest.mark.parametrize(("kind", "metadata", "optional", "data", "expected"), CELLS, ids=name_of)
def test_cells(kind: str, metadata: str, optional: bytes, data: str, expected: str) -> None:
    column, cell, is_eof = cell_of(kind, metadata, optional, data)
    assert text_of(json_value(column, read_value(column, cell))) == expected
    assert is_eof


def test_every_type_has_a_cell() -> None:
    assert {kind for kind, *_ in CELLS} == TYPES.keys() - {"DECIMAL", "NULL"}


@pytest.mark.parametrize("kind", ["DECIMAL", "NULL"])
def test_types_without_a_layout(kind: str) -> None:
    column, cell, _ = cell_of(kind, "", NONE, "0000")
    with pytest.raises(UnreadableError, match=rf"{kind.lower()} \({TYPES[kind]}\)"):
        read_value(column, cell)


class MoneyCell(KaitaiStruct):  # type: ignore[misc]
    """What Kaitai's compiler makes of a spec with two fields and an instance."""

    def __init__(self, scale: int, _io: Any) -> None:
        super().__init__(_io)
        self.scale = scale
        self.number = IntegerLe(2, _io)
        self.currency = _io.read_bytes(3)

    @property
    def units(self) -> int:
        return int(self.number.value) // self.scale


def test_a_cell_that_only_the_specs_describe_is_its_fields() -> None:
    cell = MoneyCell(100, KaitaiStream(BytesIO(b"\xfa\x00EUR")))
    column = Column("price", 243, is_nullable=True)  # type: ignore[arg-type]
    value = read_value(column, SimpleNamespace(is_null=False, value=cell))
    assert isinstance(value, CellFields)
    assert text_of(json_value(column, value)) == '{"number": 250, "currency": "EUR", "units": 2}'
    assert arrow_type(column) == pa.string()
    with pytest.raises(UnreadableError, match=r"which only the specs describe"):
        literal(Column("price", ColumnType.vector, is_nullable=True), value, "mysql")


@pytest.mark.parametrize(("kind", "metadata", "optional", "data", "_"), CELLS, ids=name_of)
def test_cells_that_end_too_soon(
    kind: str, metadata: str, optional: bytes, data: str, _: str
) -> None:
    with pytest.raises(EOFError):
        cell_of(kind, metadata, optional, data[:-2])


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ("00", 0),
        ("fa", 250),
        ("fcfb00", 251),
        ("fcffff", 2**16 - 1),
        ("fd000001", 2**16),
        ("fdffffff", 2**24 - 1),
        ("fe0000000100000000", 2**24),
        ("feffffffffffffffff", 2**64 - 1),
    ],
)
def test_packed_integers(data: str, value: int) -> None:
    stream = KaitaiStream(BytesIO(bytes.fromhex(data)))
    assert PackedInteger(stream).value == value
    assert stream.is_eof()


@pytest.mark.parametrize("data", ["fb", "ff0000000000000000"])
def test_bytes_that_open_no_packed_integer(data: str) -> None:
    with pytest.raises(KaitaiStructError):
        PackedInteger(KaitaiStream(BytesIO(bytes.fromhex(data))))


# As many 1 bits at the end of the first byte as bytes that follow; then a 0, but for nine bytes.
VARLEN = [
    ("00", 0, 0),
    ("02", 1, -1),
    ("04", 2, 1),
    ("06", 3, -2),
    ("fe", 127, -64),
    ("0102", 128, 64),
    ("fdff", 2**14 - 1, -(2**13)),
    ("030002", 2**14, 2**13),
    ("fbff07", 2**16 - 1, -(2**15)),
    ("07000002", 2**21, 2**20),
    ("0f00000002", 2**28, 2**27),
    ("1f0000000002", 2**35, 2**34),
    ("3f000000000002", 2**42, 2**41),
    ("bfffffffffffff", 2**49 - 1, -(2**48)),
    ("7f00000000000002", 2**49, 2**48),
    ("ff0000000000000001", 2**56, 2**55),
    ("ffffffffffffffffff", 2**64 - 1, -(2**63)),
    ("fffeffffffffffffff", 2**64 - 2, 2**63 - 1),
]


@pytest.mark.parametrize(("data", "value", "signed"), VARLEN)
def test_varlen_integers(data: str, value: int, signed: int) -> None:
    stream = KaitaiStream(BytesIO(bytes.fromhex(data)))
    number = VarlenInteger(stream)
    assert (number.value, number.signed_value) == (value, signed)
    assert stream.is_eof()


def varlen(number: int) -> bytes:
    """Return a small number, or one that takes nine bytes."""
    return bytes([number << 1]) if number < 128 else b"\xff" + struct.pack("<Q", number)


def test_gtid_tagged() -> None:
    # mysql: mysql::serialization, Gtid_event's fields by number; those with a sign are doubled
    fields = [
        (0, varlen(1)),
        (1, b"".join(map(varlen, UUID_BYTES))),
        (2, varlen(5 << 1)),
        (3, varlen(3) + b"tag"),
        (4, varlen(0)),
        (5, varlen(1 << 1)),
        (6, varlen(1_700_000_000_123_456)),
        (8, varlen(70_000)),
        (9, varlen(90_704)),
    ]
    body = b"".join(varlen(number) + value for number, value in fields)
    message = varlen(1) + varlen(len(body) + 3) + varlen(0) + body
    event = GtidTaggedEvent(0, KaitaiStream(BytesIO(message)))
    assert event.serialization_version.value == 1
    assert event.len_message.value == len(message)
    found = {field.name.name: field.value for field in event.fields}
    assert bytes(byte.value for byte in found.pop("uuid").bytes) == UUID_BYTES
    assert found.pop("tag").text == "tag"
    assert {name: value.value for name, value in found.items()} == {
        "flags": 1,
        "gno": 5,
        "last_committed": 0,
        "sequence_number": 1,
        "immediate_commit_timestamp": 1_700_000_000_123_456,
        "len_transaction": 70_000,
        "immediate_server_version": 90_704,
    }
