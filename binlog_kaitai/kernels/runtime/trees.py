"""What kernels of whole trees do beside loading numbers: memory, indexes, bits and comparisons.

A tree lies in an array of int64, the memory. Its first words tell what went wrong, and where; then
come the regions, of which each has two words: where the next item goes, and where its room ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types

from binlog_kaitai.kernels.runtime.jit import inlined, intrinsic, shared
from binlog_kaitai.kernels.runtime.stream import u1, u8be, u8le
from binlog_kaitai.kernels.runtime.words import shift_right

SITE, PLACE, WRONG, DEPTH, FULL, LENGTH = range(6)
"""Words of the memory: the site in the spec and the place in the file of what is refused, whether
an expression was wrong, how deep types contain themselves, which region is full, the file's size.
"""

REGIONS = 8
"""The word that the first region begins at."""

INVALID, NO_ROOM = -1, -2
"""What is returned in place of a position."""

MAX_DEPTH = 32
"""How deep types may contain themselves."""

_WORD = 64
_Codegen = tuple[Any, Callable[..., Any]]


@intrinsic
def bits_of(typing_context: Any, value: Any) -> _Codegen:
    """Return a float as an int64 that memory holds."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = context.cast(builder, args[0], signature.args[0], types.float64)
        return builder.bitcast(number, ir.IntType(64))

    return types.int64(value), codegen


@intrinsic
def float_of(typing_context: Any, value: Any) -> _Codegen:
    """Return the float that a word of memory holds."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), codegen


@inlined
def reject(mem: Any, site: int, pos: int) -> int:
    """Remember what is refused, and return what kernels return of it."""
    mem[SITE] = site
    mem[PLACE] = pos
    return INVALID


@inlined
def allocate(mem: Any, region: int, width: int) -> int:
    """Return where the next item of a region goes, all zeros; NO_ROOM if there is none."""
    row = mem[region]
    if row + width > mem[region + 1]:
        mem[FULL] = region
        return NO_ROOM
    mem[region] = row + width
    for i in range(row, row + width):
        mem[i] = 0
    return int(row)


@inlined
def item_at(mem: Any, first: int, count: int, width: int, index: int, nothing: int) -> int:
    """Return where an item of a list is; where zeros are, if the list has no such item."""
    if 0 <= index < count:
        return first + index * width
    mem[WRONG] = 1
    return nothing


@inlined
def byte_at(buffer: Any, mem: Any, first: int, length: int, index: int) -> int:
    """Return a byte of bytes, if they have it."""
    if 0 <= index < length:
        return int(u1(buffer, first + index))
    mem[WRONG] = 1
    return 0


@inlined
def quotient(mem: Any, left: int, right: int) -> int:
    """Divide, and round down."""
    if right == 0:
        mem[WRONG] = 1
        return 0
    return left // right


@inlined
def remainder(mem: Any, left: int, right: int) -> int:
    """Return what is left of a division that rounds down."""
    if right == 0:
        mem[WRONG] = 1
        return 0
    return left % right


@inlined
def ratio(mem: Any, left: float, right: float) -> float:
    """Divide floats."""
    if right == 0:
        mem[WRONG] = 1
        return 0.0
    return left / right


@inlined
def shifted_left(value: int, count: int) -> int:
    """Shift, also by more bits than there are."""
    return value << count if 0 <= count < _WORD else 0


@inlined
def shifted_right(value: int, count: int) -> int:
    """Shift, also by more bits than there are."""
    return value >> count if 0 <= count < _WORD else -1 if value < 0 else 0


@inlined
def bits_be(buffer: Any, pos: int, bit: int, count: int) -> int:
    """Return bits, the highest of each byte first, from one of the byte at a place on."""
    from_top = shift_right(u8be(buffer, pos) << bit, _WORD - count)
    more = bit + count - _WORD
    return from_top | u1(buffer, pos + 8) >> (8 - more) if more > 0 else from_top


@inlined
def bits_le(buffer: Any, pos: int, bit: int, count: int) -> int:
    """Return bits, the lowest of each byte first, from one of the byte at a place on."""
    found = shift_right(u8le(buffer, pos), bit)
    if bit + count > _WORD:
        found |= u1(buffer, pos + 8) << (_WORD - bit)
    return found & shift_right(-1, _WORD - count)


@inlined
def are_equal(buffer: Any, first: int, length: int, other: int, other_length: int) -> bool:
    """Return whether bytes at two places are the same."""
    if length != other_length:
        return False
    for i in range(length):
        if u1(buffer, first + i) != u1(buffer, other + i):
            return False
    return True


@inlined
def end_of_text(buffer: Any, pos: int, end: int, byte: int) -> int:
    """Return where a byte is, from a place on; or the end."""
    while pos < end and u1(buffer, pos) != byte:
        pos += 1
    return pos


@inlined
def without_padding(buffer: Any, first: int, end: int, byte: int) -> int:
    """Return where bytes end without those behind them that are padding."""
    while end > first and u1(buffer, end - 1) == byte:
        end -= 1
    return end


@shared
def num_characters(buffer: Any, first: int, length: int) -> int:
    """Return how many characters well-formed UTF-8 has."""
    count = 0
    for i in range(length):
        if u1(buffer, first + i) & 0xC0 != 0x80:
            count += 1
    return count


@shared
def place_of_character(buffer: Any, first: int, length: int, number: int) -> int:
    """Return where in well-formed UTF-8 a character begins; the text's length, if it has none."""
    for i in range(length):
        if u1(buffer, first + i) & 0xC0 != 0x80:
            if number == 0:
                return i
            number -= 1
    return length
