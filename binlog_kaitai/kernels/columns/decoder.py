"""How the cells of a spec are read: the one description from which arrays and texts are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.columns.loops import FAULT, Cell, reading
from binlog_kaitai.kernels.runtime.arrays import Bytes, Floats, Ints, Record
from binlog_kaitai.kernels.runtime.jit import inlined

MAX_GROUPS = 256
"""Of a DECIMAL: no more than it has digits, whose number is a byte."""

MAX_MEMBERS = 64
"""Of a SET."""

CELL_SCRATCH = np.dtype(
    [
        ("group_value", np.int64, (MAX_GROUPS,)),
        ("group_digits", np.int64, (MAX_GROUPS,)),
        ("members", np.uint8, (MAX_MEMBERS,)),
        ("members_before", np.int64, (MAX_MEMBERS,)),
    ]
)


class Scratch(NamedTuple):
    """What reading a single cell needs beside it.

    `cell` is one CELL_SCRATCH, `items` are for those of a vector. The texts of the column's labels
    end where `label_ends` says, after that of no label; these are none where labels are not known.
    """

    cell: Record
    items: Floats
    labels: Bytes
    label_ends: Ints


_NOTHING = np.zeros(8, np.uint8)
_NO_ITEMS, _NO_ENDS = np.empty(0), np.empty(0, np.int64)


def new_scratch(
    items: Any = _NO_ITEMS, labels: Any = _NOTHING, label_ends: Any = _NO_ENDS
) -> Scratch:
    """Return what the cells of a column need, one after the other."""
    return Scratch(np.zeros(1, CELL_SCRATCH)[0], items, labels, label_ends)


class CellDecoder(NamedTuple):
    """How the cells of a spec in ksy/ become values of Arrow arrays and JSON text.

    Attributes:
        spec: the spec's name.
        number_of: reads a cell that is stored as one or two words: takes a `Cell` and a `Scratch`,
            and returns as `each_stored` needs it.
        locate: finds the bytes of a cell that is stored as such: takes a `Cell`, and returns a
            place or `FAULT`, where they begin, and how many they are.
        write: writes a cell's text: takes the output, a place in it, a `Cell` and a `Scratch`;
            returns where the text ends, or `FAULT`.
        is_quoted: whether the text is to be in quotes, which `write` leaves out.
        takes: tells whether it reads cells with some arguments of the spec; None if with any.
    """

    spec: str
    number_of: Callable[..., tuple[int, int, int]] | None = None
    locate: Callable[..., tuple[int, int, int]] | None = None
    write: Callable[..., int] | None = None
    is_quoted: bool = False
    takes: Callable[[tuple[int, ...]], bool] | None = None

    @property
    def locates(self) -> Callable[..., tuple[int, int, int]]:
        """What finds the bytes of a cell, which there is."""
        assert self.locate is not None
        return self.locate

    def compiled_for(self, *arguments: int) -> CellDecoder:
        """Return a decoder of cells with these arguments, which most have, faster than for any."""
        number_of_any, (first, second) = self.number_of, (*arguments, 0)[:2]
        assert number_of_any is not None

        @inlined
        def number_of(cell: Cell, scratch: Scratch) -> tuple[int, int, int]:
            return number_of_any(Cell(cell.buffer, cell.pos, cell.end, first, second), scratch)

        return self._replace(number_of=number_of, takes=lambda others: others == arguments)

    def compiled_within(self, within: Callable[[int, int], tuple[int, int]]) -> CellDecoder:
        """Return a decoder of cells with arguments that are as they are within bounds.

        `within` puts arguments within bounds, so that the compiler knows these.
        """
        number_of_any, bounded = self.number_of, inlined(within)
        assert number_of_any is not None

        @inlined
        def number_of(cell: Cell, scratch: Scratch) -> tuple[int, int, int]:
            first, second = bounded(cell.first, cell.second)
            return number_of_any(Cell(cell.buffer, cell.pos, cell.end, first, second), scratch)

        return self._replace(
            number_of=number_of, takes=lambda arguments: within(*arguments) == arguments
        )


def bytes_decoder(spec: str, read: Callable[..., Any]) -> CellDecoder:
    """Return the decoder of a spec that has bytes as its `value`, and reads no more of them."""
    read_cell = reading(read)

    @inlined
    def locate(cell: Cell) -> tuple[int, int, int]:
        value = read_cell(cell, ())
        return value.pos, value.value_ofs, value.value_len

    return CellDecoder(spec, locate=locate)


@inlined
def always(value: Any, cell: Cell) -> bool:
    """Return that what the spec reads is a value."""
    return True


def decoder_of(
    spec: str,
    read: Callable[..., Any],
    number: Callable[..., tuple[int, int, int]],
    write: Callable[..., int],
    *,
    is_possible: Callable[..., bool] = always,
    is_quoted: bool = False,
) -> CellDecoder:
    """Return the decoder of a spec.

    Args:
        spec: the spec's name.
        read: takes a `Cell` and a `Scratch`, and returns what the spec reads; its `pos` is negative
            where there is no cell.
        number: takes what was read and the `Cell`; returns as `number_of`.
        write: takes the output, a place in it, what was read, the `Cell` and the `Scratch`; returns
            where the text ends, or `FAULT`.
        is_possible: takes what was read and the `Cell`; whether a server can have stored it.
        is_quoted: whether the text is to be in quotes.
    """

    @inlined
    def number_of(cell: Cell, scratch: Scratch) -> tuple[int, int, int]:
        value = read(cell, scratch)
        if value.pos < 0 or not is_possible(value, cell):
            return FAULT, 0, 0
        return number(value, cell)

    @inlined
    def write_cell(out: Any, at: int, cell: Cell, scratch: Scratch) -> int:
        value = read(cell, scratch)
        if value.pos < 0 or not is_possible(value, cell):
            return FAULT
        return write(out, at, value, cell, scratch)

    return CellDecoder(spec, number_of, write=write_cell, is_quoted=is_quoted)
