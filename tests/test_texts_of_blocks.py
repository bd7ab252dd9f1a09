"""Texts that are copied a block of rows at a time, and looked at for what is no UTF-8."""

from __future__ import annotations

from random import Random

import numpy as np
import pyarrow as pa
import pytest

from binlog_kaitai.kernels.columns.column import BLOCK
from binlog_kaitai.kernels.columns.together import Places, StoredColumn, Together
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.state import NULL
from binlog_kaitai.kernels.walk.table_map_cache import Plan
from binlog_kaitai.model.tables import Column, ColumnType

TEXTS = ["", "a", "ä", "x" * 31, "x" * 30 + "é", "y" * 32, "z" * 33, "ö" * 40, "東京" * 30, None]
NO_TEXTS = [b"\xff", b"\xc3", b"x" * 31 + b"\x80", b"x" * 32 + b"\xe9", b"\xe6\x9d" * 30]


def cells_of(values: list[bytes | None]) -> Places:
    """Return cells with a byte for the length, between bytes that are no UTF-8."""
    data, places = bytearray(b"\xfe"), []
    for value in values:
        places.append(NULL if value is None else len(data))
        data += b"" if value is None else bytes([len(value)]) + value
        data += b"\xfe"
    buffer = np.frombuffer(bytes(data) + b"\xfe" * PADDING, np.uint8)
    return Places(buffer, np.array(places), np.arange(len(values)))


def array_of(values: list[bytes | None], charset: str) -> pa.Array | None:
    column = Column("c", ColumnType.varchar, is_nullable=True, charset=charset)
    stored = StoredColumn.of(0, column, Plan("string_cell", (255,)))
    assert stored is not None
    arrays = Together([stored]).arrays(cells_of(values))
    assert arrays is not None
    return arrays[0]


@pytest.mark.parametrize("seed", range(6))
def test_texts_are_copied_and_others_found(seed: int) -> None:
    chance = Random(seed)
    texts = [chance.choice(TEXTS[: seed + 5]) for _ in range(3 * BLOCK + 7)]
    values = [None if text is None else text.encode() for text in texts]
    found = array_of(values, "utf8mb4")
    assert found is not None
    found.validate(full=True)
    assert found.to_pylist() == texts
    for bad in NO_TEXTS:
        place = chance.randrange(len(values))
        others = [*values[:place], bad, *values[place + 1 :]]
        assert array_of(others, "utf8mb4") is None
        found = array_of(others, "binary")
        assert found is not None
        assert found.to_pylist() == others
