"""Loops over cells, around a function that reads a single one, and the choice of that function.

Reading a cell returns `FAULT` where its bytes are none that a server writes; the tree engine then
says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8

FAULT = -1

VALUE, NULL = 1, 0
"""What reading a cell as a number gives; or `FAULT`."""

QUOTE = ord('"')

TWO_WORDS = 16  # bytes of a value that no int64 holds


class Cell(NamedTuple):
    """Where a cell begins in a buffer, where the buffer ends, and the arguments of its spec."""

    buffer: Bytes
    pos: int
    end: int
    first: int
    second: int


class CellArray(NamedTuple):
    """Cells of one column: where in a buffer each lies, and their decoder and its arguments.

    The places of those that are not there are negative.
    """

    buffer: Bytes
    places: Ints
    decoder: int
    first: int
    second: int


class Block(NamedTuple):
    """Some rows, from one up to another, no more than a word has bits.

    A row's cells are noted in `cells`, one behind the other, from where `at` says.
    """

    buffer: Bytes
    cells: Ints
    at: Ints
    first: int
    end: int


class BlockColumn(NamedTuple):
    """A column of a block: its number, its spec's arguments, and how many bytes a value takes."""

    number: int
    first: int
    second: int
    width: int


class Stored(NamedTuple):
    """What storing the cells of a block tells: a bit for each value, and how many there are.

    `lowest` is the lowest of their places, `total` the length of the texts up to here.
    """

    is_sound: bool
    lowest: int
    bits: int
    num_values: int
    total: int


NOT_STORED = Stored(False, 0, 0, 0, 0)


def reading(read: Callable[..., Any]) -> Callable[..., Any]:
    """Make what reads a `Cell` by a generated function, with as many arguments as its spec has.

    What it returns also takes a `Scratch`, which most specs do not need.
    """
    num_arguments = len(signature(read).parameters) - 4
    if num_arguments == 0:

        @inlined
        def read_cell(cell: Cell, scratch: Any) -> Any:
            return read(cell.buffer, 0, cell.pos, cell.end)

    elif num_arguments == 1:

        @inlined
        def read_cell(cell: Cell, scratch: Any) -> Any:
            return read(cell.buffer, 0, cell.pos, cell.end, cell.first)

    else:

        @inlined
        def read_cell(cell: Cell, scratch: Any) -> Any:
            return read(cell.buffer, 0, cell.pos, cell.end, cell.first, cell.second)

    return read_cell


def choice(arms: Mapping[int, Callable[..., Any]]) -> Callable[..., Any]:
    """Make a function that calls one of some: the one of a number, with what else it is given."""
    *others, (_, last) = arms.items()

    @inlined
    def chosen(number: int, *arguments: Any) -> Any:
        return last(*arguments)

    for number, arm in reversed(others):
        chosen = _either(number, arm, chosen)
    return chosen


def _either(
    own_number: int, arm: Callable[..., Any], other: Callable[..., Any]
) -> Callable[..., Any]:
    @inlined
    def chosen(number: int, *arguments: Any) -> Any:
        if number == own_number:
            return arm(*arguments)
        return other(number, *arguments)

    return chosen


def each_stored(number_of: Callable[..., tuple[int, int, int]]) -> Callable[..., Stored]:
    """Make the loop that stores the cells of a block as an Arrow array has its values.

    Args:
        number_of: takes a `Cell` and the `Scratch`; returns `VALUE`, `NULL` or `FAULT`, and two
            words, the lower first.

    Returns:
        A loop that stores `width` bytes for each, from `to` on. It writes up to 7 bytes behind
        them.
    """

    @shared
    def loop(
        block: Block, column: BlockColumn, scratch: Any, out: Any, to: int, total: int
    ) -> Stored:
        end = len(block.buffer)
        lowest = bits = count = 0
        for i in range(block.first, block.end):
            place = block.cells[block.at[i] + column.number]
            found = NULL
            low = high = 0
            if place >= 0:
                cell = Cell(block.buffer, place, end, column.first, column.second)
                found, low, high = number_of(cell, scratch)
                if found == FAULT:
                    return NOT_STORED
            lowest = min(lowest, place)
            store8(out, to, low)
            if column.width == TWO_WORDS:
                store8(out, to + 8, high)
            bits |= found << (i - block.first)
            count += found
            to += column.width
        return Stored(True, lowest, bits, count, total)

    return loop


def each_end(locate: Callable[..., tuple[int, int, int]]) -> Callable[..., Stored]:
    """Make the loop that stores where the bytes of a block's cells end, `total` being before.

    Args:
        locate: takes a `Cell`; returns a place or `FAULT`, where the bytes begin, and how many.
    """

    @shared
    def loop(
        block: Block, column: BlockColumn, scratch: Any, out: Any, to: int, total: int
    ) -> Stored:
        end = len(block.buffer)
        lowest = bits = count = 0
        for i in range(block.first, block.end):
            place = block.cells[block.at[i] + column.number]
            if place >= 0:
                pos, _, size = locate(Cell(block.buffer, place, end, column.first, column.second))
                if pos < 0:
                    return NOT_STORED
                total += size
                bits |= 1 << (i - block.first)
                count += 1
            lowest = min(lowest, place)
            to += column.width
            store8(out, to, total)
        return Stored(True, lowest, bits, count, total)

    return loop


@inlined
def is_finite(number: float) -> bool:
    """Return whether a number is one, and not infinite."""
    return number - number == 0.0


@inlined
def write_bytes(out: Any, at: int, text: Any) -> int:
    """Write a constant; return where it ends."""
    for i in range(len(text)):
        out[at + i] = text[i]
    return at + len(text)


@inlined
def part_of(ends: Any, number: int) -> tuple[int, int]:
    """Return where one of some texts starts that lie one behind the other, and its length."""
    start = ends[number - 1] if number > 0 else 0
    return start, ends[number] - start
