"""FLOAT and DOUBLE: stored by their bits, written as the shortest digits of the same number."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.double_cell import read_double_cell
from binlog_kaitai.generated.kernels.float_cell import read_float_cell
from binlog_kaitai.kernels.columns.decoder import Scratch, decoder_of
from binlog_kaitai.kernels.columns.loops import VALUE, Cell, is_finite, reading
from binlog_kaitai.kernels.runtime.floats import write_double, write_float32
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.words import double_bits, single_bits


@inlined
def _is_number(value: Any, cell: Cell) -> bool:
    return is_finite(value.value)


@inlined
def _single(value: Any, cell: Cell) -> tuple[int, int, int]:
    return VALUE, single_bits(value.value), 0


@inlined
def _double(value: Any, cell: Cell) -> tuple[int, int, int]:
    return VALUE, double_bits(value.value), 0


@inlined
def _write_single(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    return write_float32(out, at, value.value)


@inlined
def _write_double(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    return write_double(out, at, value.value)


FLOATS = (
    decoder_of(
        "float_cell", reading(read_float_cell), _single, _write_single, is_possible=_is_number
    ),
    decoder_of(
        "double_cell", reading(read_double_cell), _double, _write_double, is_possible=_is_number
    ),
)
