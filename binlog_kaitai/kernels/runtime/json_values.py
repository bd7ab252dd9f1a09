"""Values and markup of JSON text, as kernels write them that are compiled from specs.

A writer takes the array of uint8 that it writes to and where, and returns where it ended, or what
is negative. Behind what it returns, `RESERVE` bytes are left for names, numbers and markup, up to
the next string or item, which looks for them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types

from binlog_kaitai.kernels.runtime.base64_text import len_base64, write_base64
from binlog_kaitai.kernels.runtime.jit import inlined, intrinsic, shared
from binlog_kaitai.kernels.runtime.stream import address, store8, u1, word_of
from binlog_kaitai.kernels.runtime.text import len_quoted, write_int, write_quoted, write_unsigned
from binlog_kaitai.kernels.runtime.utf8 import is_utf8

__all__ = ["write_int", "write_unsigned"]

DECLINED, FULL = -1, -2
"""In place of where a text ends: the tree engine has to write it; it has no room here."""

RESERVE = 2048

_FIRST_PRINTABLE, _LAST_ASCII = ord(" "), 0x7F
_QUOTE, _HYPHEN, _COMMA = ord('"'), ord("-"), word_of(b", ")
_OPENING = (ord("{"), ord("["))
HEXADECIMAL = b"0123456789abcdef"
_BASE64 = b'{"base64": "'


@partial(intrinsic, prefer_literal=True)
def write_literal(
    typing_context: Any, out: Any, at: Any, text: Any
) -> tuple[Any, Callable[..., Any]]:
    """Write a constant, a word at a time: up to 7 bytes behind it are overwritten."""
    encoded = text.literal_value.encode()

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        for start in range(0, len(encoded), 8):
            place = builder.add(args[1], word(start))
            pointer = address(context, builder, signature.args[0], args[0], place, word)
            builder.store(word(word_of(encoded[start : start + 8])), pointer, align=1)
        return builder.add(args[1], word(len(encoded)))

    return types.int64(out, types.int64, text), codegen


@inlined
def is_full(out: Any, at: int) -> bool:
    """Return whether there is no room for another item."""
    return bool(at + RESERVE > len(out))


@inlined
def is_named(out: Any, at: int) -> bool:
    """Return whether it is a name that was written, and no number."""
    return bool(u1(out, at) == _QUOTE)


@inlined
def write_separator(out: Any, at: int) -> int:
    """Write what is before a member or an item, unless it is the first."""
    if u1(out, at - 1) in _OPENING:
        return at
    store8(out, at, _COMMA)
    return at + 2


@inlined
def write_bool(out: Any, at: int, value: bool) -> int:
    """Write a flag."""
    if value:
        return int(write_literal(out, at, "true"))
    return int(write_literal(out, at, "false"))


@inlined
def _has_room(out: Any, at: int, buffer: Any, ofs: int, length: int) -> bool:
    room = len(out) - at - RESERVE
    return bool(6 * length <= room or len_quoted(buffer, ofs, length) <= room)


@shared
def write_string(out: Any, at: int, buffer: Any, ofs: int, length: int) -> int:
    """Write text in UTF-8."""
    if not _has_room(out, at, buffer, ofs, length):
        return FULL
    return int(write_quoted(out, at, buffer, ofs, length))


@shared
def write_text(out: Any, at: int, buffer: Any, ofs: int, length: int) -> int:
    """Write bytes as text; where they are not UTF-8, it is declined."""
    if not _has_room(out, at, buffer, ofs, length):
        return FULL
    if not is_utf8(buffer, ofs, length):
        return DECLINED
    return int(write_quoted(out, at, buffer, ofs, length))


@shared
def write_printable(out: Any, at: int, buffer: Any, ofs: int, length: int) -> int:
    """Write bytes as text where all are printable ASCII, or in base64.

    Declined are those beyond ASCII that may be text, of which Python says what is printable.
    """
    if 2 * len_base64(length) > len(out) - at - RESERVE:
        return FULL
    is_printable = is_ascii = True
    for i in range(length):
        byte = u1(buffer, ofs + i)
        is_ascii &= byte <= _LAST_ASCII
        is_printable &= _FIRST_PRINTABLE <= byte < _LAST_ASCII
    if is_printable:
        return int(write_quoted(out, at, buffer, ofs, length))
    if not is_ascii and is_utf8(buffer, ofs, length):
        return DECLINED
    at = write_literal(out, at, '{"base64": "')
    at = write_base64(out, at, buffer, ofs, length)
    return int(write_literal(out, at, '"}'))


@inlined
def write_uuid_byte(out: Any, at: int, index: int, byte: int) -> int:
    """Write a byte of a UUID."""
    if index in (4, 6, 8, 10):
        out[at] = _HYPHEN
        at += 1
    out[at] = HEXADECIMAL[byte >> 4 & 15]
    out[at + 1] = HEXADECIMAL[byte & 15]
    return at + 2


@shared
def write_uuid(out: Any, at: int, buffer: Any, ofs: int, length: int) -> int:
    """Write the 16 bytes of a UUID."""
    out[at] = _QUOTE
    at += 1
    for index in range(length):
        at = write_uuid_byte(out, at, index, u1(buffer, ofs + index))
    out[at] = _QUOTE
    return at + 1
