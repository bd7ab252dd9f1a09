"""The loops of kernels over the cells of one column, around what reads a single cell.

A loop takes the buffer, the places where the cells lie, `NULL` and `NOT_LOGGED` among them, and the
two arguments of the column's plan. It returns `FAULT` where the bytes are none that a server
writes; the tree engine then says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8
from binlog_kaitai.kernels.walk.state import PARTIAL

FAULT = -1

VALUE, NULL = 1, 0
"""What reading a cell as a number gives; or `FAULT`."""

QUOTE = ord('"')

TWO_WORDS = 16  # bytes of a value that no int64 holds


class Block(NamedTuple):
    """Some rows, from one up to another, no more than a word has bits.

    A row's cells are noted in `cells`, one behind the other, from where `at` says.
    """

    buffer: Bytes
    cells: Ints
    at: Ints
    first: int
    end: int


class Stored(NamedTuple):
    """What storing the cells of a block tells: a bit for each value, and how many there are.

    `lowest` is the lowest of their places.
    """

    is_sound: bool
    lowest: int
    bits: int
    num_values: int


NOT_STORED = Stored(False, 0, 0, 0)


def each_stored(number_of: Callable[..., tuple[int, int, int]]) -> Callable[..., Stored]:
    """Make the loop that stores the cells of a block as an Arrow array has its values.

    Args:
        number_of: takes the buffer, a cell's place, the buffer's end, the plan's arguments and what
            it needs more; returns `VALUE`, `NULL` or `FAULT`, and two words, the lower first.

    Returns:
        A loop that stores `width` bytes for each, from `to` on. It writes up to 7 bytes behind
        them.
    """

    @shared
    def loop(
        block: Block,
        column: int,
        first: int,
        second: int,
        needs: Any,
        out: Any,
        to: int,
        width: int,
    ) -> Stored:
        end = len(block.buffer)
        lowest = bits = count = 0
        for i in range(block.first, block.end):
            place = block.cells[block.at[i] + column]
            found = NULL
            low = high = 0
            if place >= 0:
                found, low, high = number_of(block.buffer, place, end, first, second, needs)
                if found == FAULT:
                    return NOT_STORED
            lowest = min(lowest, place)
            store8(out, to, low)
            if width == TWO_WORDS:
                store8(out, to + 8, high)
            bits |= found << (i - block.first)
            count += found
            to += width
        return Stored(True, lowest, bits, count)

    return loop


def each_number(number_of: Callable[..., tuple[int, int]]) -> Callable[..., int]:
    """Make the loop that reads cells as int64.

    Args:
        number_of: takes the buffer, a cell's place, the buffer's end and the plan's arguments;
            returns `VALUE`, `NULL` or `FAULT`, and the number.

    Returns:
        A loop that fills `out` and `is_valid`, and returns how many values there are.
    """

    @shared
    def loop(buffer: Any, places: Any, first: int, second: int, out: Any, is_valid: Any) -> int:
        end = len(buffer)
        count = 0
        for i in range(len(places)):
            found = NULL
            number = 0
            if places[i] >= 0:
                found, number = number_of(buffer, places[i], end, first, second)
                if found == FAULT:
                    return FAULT
            is_valid[i] = found == VALUE
            out[i] = number
            count += found == VALUE
        return count

    return loop


def each_text(write_one: Callable[..., int]) -> Callable[..., int]:
    """Make the loop that writes cells as text, whose room its caller has made.

    Args:
        write_one: takes the output and a place there, the buffer, a cell's place, the buffer's end,
            the plan's arguments, and what it needs more; returns where the text ends, or `FAULT`.

    Returns:
        A loop that writes to `out` from `at[0]` on, which it moves, in quotes if `is_quoted`, and
        notes in `text_ofs` and `text_len` where the texts lie; a cell that has none is noted by its
        place.
    """

    @shared
    def loop(
        buffer: Any,
        places: Any,
        first: int,
        second: int,
        needs: Any,
        is_quoted: bool,
        out: Any,
        at: Any,
        text_ofs: Any,
        text_len: Any,
    ) -> int:
        end = len(buffer)
        pos = at[0]
        for i in range(len(places)):
            place = places[i]
            text_ofs[i] = pos
            if place < 0:
                text_len[i] = place
                continue
            if is_quoted:
                out[pos] = QUOTE
                pos += 1
            pos = write_one(out, pos, buffer, place, end, first, second, needs)
            if pos < 0:
                return FAULT
            if is_quoted:
                out[pos] = QUOTE
                pos += 1
            text_len[i] = pos - text_ofs[i]
        at[0] = pos
        return 0

    return loop


def each_place(locate_one: Callable[..., tuple[int, int, int]]) -> Callable[..., int]:
    """Make the loop that finds where the bytes of cells lie.

    Args:
        locate_one: takes the buffer, a cell's place, the buffer's end, the plan's first argument
            and whether changes to a document lie there; returns a place or `FAULT`, and where the
            bytes begin and how many they are.

    Returns:
        A loop that fills `ofs`, `length` and `is_valid`, and returns the total length.
    """

    @shared
    def loop(buffer: Any, places: Any, first: int, ofs: Any, length: Any, is_valid: Any) -> int:
        end = len(buffer)
        total = 0
        for i in range(len(places)):
            pos = places[i]
            is_partial = pos <= PARTIAL
            if is_partial:
                pos = PARTIAL - pos
            ofs[i] = length[i] = 0
            is_valid[i] = pos >= 0
            if pos < 0:
                continue
            pos, start, size = locate_one(buffer, pos, end, first, is_partial)
            if pos < 0:
                return FAULT
            ofs[i], length[i] = start, size
            total += size
        return total

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
