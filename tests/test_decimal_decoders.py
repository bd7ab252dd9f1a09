"""DECIMALs of the arguments that most columns have, for which kernels are compiled apart."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import numpy as np
import pytest
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.decimal_cell import DecimalCell
from binlog_kaitai.kernels.columns.decimals import DECIMALS
from binlog_kaitai.kernels.columns.decoder import Scratch, new_scratch
from binlog_kaitai.kernels.columns.loops import FAULT, VALUE, Cell
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.tree.rows.values import decimal_of
from tests.made_up.cells import encoded_decimal, some_digits

CELLS_OF_EACH = 12
*COMMON, _ = DECIMALS


def _kernel_of(number_of: Any) -> Any:
    @kernel
    def number(cell: Cell, scratch: Scratch) -> Any:
        return number_of(cell, scratch)

    return number


def _expected(data: bytes, precision: int, scale: int) -> tuple[int, int, int]:
    """Return the digits of a cell as a number without a point, as trees read them."""
    try:
        value = decimal_of(DecimalCell(precision, scale, KaitaiStream(BytesIO(data))))
    except (ValueError, EOFError):
        return FAULT, 0, 0
    number = int(value.scaleb(scale))
    low, high = np.frombuffer(number.to_bytes(16, "little", signed=True), np.int64).tolist()
    return VALUE, low, high


@pytest.mark.parametrize("decoder", COMMON, ids=["two_groups", "three_groups"])
def test_common_decimals_are_what_trees_read(decoder: Any) -> None:
    number, scratch, chance = _kernel_of(decoder.number_of), new_scratch(), Random(7)
    sizes = [(p, s) for p in range(1, 66) for s in range(p + 1) if decoder.takes((p, s))]
    assert len(sizes) > 30
    seen = set()
    for precision, scale in CELLS_OF_EACH * sizes:
        digits = some_digits(chance, precision)
        data = encoded_decimal(digits, scale, is_negative=chance.random() < 0.5)
        if chance.randrange(3) == 0:
            data = chance.randbytes(len(data) - chance.randrange(2))
        cell = Cell(np.frombuffer(data + bytes(8), np.uint8), 0, len(data), precision, scale)
        expected = _expected(data, precision, scale)
        assert number(cell, scratch) == expected
        seen.add((expected[0], expected[2] < 0))
    assert seen == {(FAULT, False), (VALUE, False), (VALUE, True)}
