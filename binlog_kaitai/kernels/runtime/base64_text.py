"""Bytes as text in base64: 48 at a time, in vectors of whatever width the processor has.

Writers are as those of `binlog_kaitai.kernels.runtime.text`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import block_of, store8, u1, u2le
from binlog_kaitai.kernels.runtime.words import quotient

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

# the two characters of twelve bits
_PAIRS = np.array([first | second << 8 for first in _ALPHABET for second in _ALPHABET], np.uint16)

_LINE = 57  # bytes that make 76 characters
_PADDING = 0x3D3D
_NEWLINE = 0x6E5C  # escaped: `\` and `n`

_LOADED, _TAKEN, _MADE = 64, 48, 64  # bytes of a block

_I8, _I32 = ir.IntType(8), ir.IntType(32)
_NUM_GROUPS = _TAKEN // 3


def _all(kind: Any, number: int) -> Any:
    count = _MADE * 8 // kind.width
    return ir.Constant(ir.VectorType(kind, count), [number] * count)


def _block(builder: Any, loaded: Any) -> Any:
    """Return the characters of the first 48 of 64 bytes."""
    data = builder.bitcast(loaded, ir.VectorType(_I8, _LOADED))
    none = ir.Constant(data.type, [0] * _LOADED)
    # three bytes in 32 bits, the first one highest
    places = [place for at in range(0, _TAKEN, 3) for place in (at + 2, at + 1, at, _LOADED)]
    order = ir.Constant(ir.VectorType(_I32, _MADE), places)
    groups = builder.bitcast(
        builder.shuffle_vector(data, none, order), ir.VectorType(_I32, _NUM_GROUPS)
    )
    sixes = builder.lshr(groups, _all(_I32, 18))
    for shift, distance, mask in (
        (builder.lshr, 4, 0x3F00),
        (builder.shl, 10, 0x3F0000),
        (builder.shl, 24, 0x3F000000),
    ):
        moved = builder.and_(shift(groups, _all(_I32, distance)), _all(_I32, mask))
        sixes = builder.or_(sixes, moved)
    numbers = builder.bitcast(sixes, ir.VectorType(_I8, _MADE))
    text = builder.add(numbers, _all(_I8, _ALPHABET[0]))
    for number in range(1, len(_ALPHABET)):
        step = _ALPHABET[number] - _ALPHABET[number - 1] - 1
        if step:
            is_behind = builder.icmp_unsigned(">=", numbers, _all(_I8, number))
            text = builder.select(is_behind, builder.add(text, _all(_I8, step & 0xFF)), text)
    return text


_write_block = block_of(_LOADED, _MADE, _block)


@inlined
def _pair(bits: int) -> int:
    pair: int = u2le(_PAIRS, bits << 1)
    return pair


@inlined
def len_base64(length: int) -> int:
    """Return how many characters of base64 bytes make."""
    return quotient(length + 2, 3) * 4


@shared
def write_base64(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    """Write bytes in base64, on one line: `len_base64(length)` bytes."""
    end = start + length
    while end - start >= _LOADED:
        _write_block(out, at, buffer, start)
        start += _TAKEN
        at += _MADE
    while end - start >= 3:
        bits = u1(buffer, start) << 16 | u1(buffer, start + 1) << 8 | u1(buffer, start + 2)
        store8(out, at, _pair(bits >> 12) | _pair(bits & 0xFFF) << 16)
        start += 3
        at += 4
    if end - start == 2:
        bits = u1(buffer, start) << 16 | u1(buffer, start + 1) << 8
        last = _pair(bits & 0xFFF) & 0xFF | _PADDING & 0xFF00
        store8(out, at, _pair(bits >> 12) | last << 16)
        return at + 4
    if end - start == 1:
        store8(out, at, _pair(u1(buffer, start) << 4) | _PADDING << 16)
        return at + 4
    return at


@shared
def write_base64_lines(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    r"""Write bytes in base64, in lines of 76 characters with an escaped newline between."""
    end = start + length
    while end - start > _LINE:
        at = write_base64(out, at, buffer, start, _LINE)
        store8(out, at, _NEWLINE)
        at += 2
        start += _LINE
    return write_base64(out, at, buffer, start, end - start)
