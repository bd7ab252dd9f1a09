"""Integers, BIT and YEAR."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.bit_cell import read_bit_cell
from binlog_kaitai.generated.kernels.integer_cell import read_integer_cell
from binlog_kaitai.generated.kernels.year_cell import read_year_cell
from binlog_kaitai.kernels.columns.decoder import Scratch, decoder_of
from binlog_kaitai.kernels.columns.loops import FAULT, VALUE, Cell, reading
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.text import write_int, write_unsigned

INT_BYTES, BIGINT_BYTES = 4, 8


@inlined
def value_of(value: Any, cell: Cell) -> tuple[int, int, int]:
    """Return the value as it is."""
    return VALUE, value.value, 0


@inlined
def bits_of(bits: int, cell: Cell) -> tuple[int, int, int]:
    """Return bits as a number; more than are described would be the sign of a signed number.

    The cell's second argument tells whether it is signed.
    """
    return VALUE if cell.second == 0 or bits >= 0 else FAULT, bits, 0


@inlined
def _bit(value: Any, cell: Cell) -> tuple[int, int, int]:
    return bits_of(value.value, cell)


@inlined
def _write_integer(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    if cell.second and cell.first == BIGINT_BYTES:
        return write_unsigned(out, at, value.value)
    return write_int(out, at, value.value)


@inlined
def _write_bit(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    return write_unsigned(out, at, value.value)


@inlined
def _write_year(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    return write_int(out, at, value.value)


_INTEGER = decoder_of("integer_cell", reading(read_integer_cell), value_of, _write_integer)

INTEGERS = (
    _INTEGER.compiled_for(INT_BYTES, 0),
    _INTEGER.compiled_for(BIGINT_BYTES, 0),
    _INTEGER,
    decoder_of("bit_cell", reading(read_bit_cell), _bit, _write_bit),
    decoder_of("year_cell", reading(read_year_cell), value_of, _write_year),
)
