"""What of a row is not asked for is not looked at, by either engine, as long as it is a cell."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from tests import documented_bytes as doc
from tests.documented_bytes import event, packed, u1, u2, u3, u4
from tests.test_documented_bytes import start_of, write

DATE, DOUBLE, JSON, GEOMETRY, VECTOR = b"\x0a", b"\x05", b"\xf5", b"\xff", b"\xf2"
DECIMAL_OF_5_0 = b"\0"

BOTH = packed(2) + b"\x03"
OVERLAPPING = u1(2) + u2(2) + u2(31) + 2 * (u1(12) + u2(10)) + u1(20) + b"x" * 20


class Damage(NamedTuple):
    """A type with its metadata, the bytes of a value, and what is said of it."""

    column: bytes
    metadata: bytes
    value: bytes
    error: str


DAMAGED = [
    Damage(DATE, b"", u3(2026 << 9 | 13 << 5 | 1), "expected a DATE, found 2026-13-01"),
    Damage(DOUBLE, b"\x08", struct.pack("<d", float("inf")), "expected a number, found inf"),
    Damage(JSON, b"\x04", u4(len(OVERLAPPING)) + OVERLAPPING, "found overlapping members"),
]
NO_CELLS = [
    Damage(JSON, b"\x04", u4(1) + b"\x0d", "not in the enum, got 13"),
    Damage(GEOMETRY, b"\x04", u4(3) + b"\0\0\0", "requested 4 bytes, but only 3 bytes"),
    Damage(VECTOR, b"\x04", u4(3) + b"\0\0\0", "requested 4 bytes, but only 3 bytes"),
    Damage(DECIMAL_OF_5_0, b"", b"1", "a supported column type, found decimal"),
]

ASKED = pa.schema({"_position": pa.int64(), "@1": pa.int32()})
ALL = ASKED.append(pa.field("@2", pa.string()))
PLACES = RECORD_SCHEMA.remove(RECORD_SCHEMA.get_field_index("data"))


def log_of(folder: Path, damage: Damage) -> Path:
    """Return a log of two rows, of a number and the value each."""
    images = b"".join(u1(0) + u4(number) + damage.value for number in (5, 6))
    table = event(19, doc.table_map(b"\x03" + damage.column, damage.metadata))
    return write(folder, start_of(doc.MARIADB), table, event(23, doc.rows(b"", BOTH, images)))


def rows_of(
    path: Path, engine: Engine, schema: pa.Schema, table: str | None = None
) -> list[dict[str, object]]:
    found = read_batches(path, table, schema=schema, is_projection=True, engine=engine)
    return [row for batch in found for row in batch.to_pylist()]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("damage", DAMAGED)
def test_a_bad_value_fails_only_who_asks_for_it(
    tmp_path: Path, engine: Engine, damage: Damage
) -> None:
    path = log_of(tmp_path, damage)
    assert [row["@1"] for row in rows_of(path, engine, ASKED, "d.t")] == [5, 6]
    assert [row["ordinal"] for row in rows_of(path, engine, PLACES)] == [0, 1]
    for schema, table in ((ALL, "d.t"), (RECORD_SCHEMA, None)):
        with pytest.raises(BinlogError, match=damage.error):
            rows_of(path, engine, schema, table)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("damage", NO_CELLS)
def test_what_is_no_cell_fails_all(tmp_path: Path, engine: Engine, damage: Damage) -> None:
    """The specs read a row as a whole."""
    path = log_of(tmp_path, damage)
    for schema, table in ((ASKED, "d.t"), (ALL, "d.t"), (PLACES, None), (RECORD_SCHEMA, None)):
        with pytest.raises(BinlogError, match=damage.error):
            rows_of(path, engine, schema, table)
