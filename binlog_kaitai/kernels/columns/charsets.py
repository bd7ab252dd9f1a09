"""Text of any charset to UTF-8."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import (
    MAX_BYTES,
    ROOM,
    Located,
    TooLargeError,
    array_from,
)
from binlog_kaitai.kernels.columns.located import bytes_array
from binlog_kaitai.kernels.columns.loops import FAULT
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy, u1
from binlog_kaitai.kernels.runtime.utf8 import is_ascii, is_utf8
from binlog_kaitai.model.charsets import (
    CODECS,
    DIFFERENT_BYTES,
    MAX_CHARSETS,
    UPPER_HALVES,
    decoder,
)

UTF8_CHARSETS = frozenset(name for name, codec in CODECS.items() if codec == "utf_8")

_OF_SEVERAL_BYTES = frozenset(
    [
        "big5",
        "cp932",
        "eucjpms",
        "euckr",
        "gb18030",
        "gb2312",
        "gbk",
        "sjis",
        "ucs2",
        "ujis",
        "utf16",
        "utf16le",
        "utf32",
        "utf8mb3",
        "utf8mb4",
    ]
)


@kernel
def first_bad_text(buffer: Any, ofs: Any, length: Any, is_valid: Any) -> int:
    """Return the first of some texts that is not UTF-8; as many as there are if all are."""
    for i in range(len(ofs)):
        if is_valid[i] and not is_utf8(buffer, ofs[i], length[i]):
            return i
    return len(ofs)


@kernel
def join(buffer: Any, ofs: Any, length: Any, is_valid: Any, separator: Any, out: Any) -> int:
    """Put texts one after the other, each with a separator behind; return their length."""
    at = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            copy(out, at, buffer, ofs[i], length[i])
            at += length[i]
        for byte in range(len(separator)):
            out[at + byte] = separator[byte]
        at += len(separator)
    return at


@inlined
def recode_one(out: Any, at: int, buffer: Any, start: int, length: int, table: Any) -> int:
    """Write a text of a charset of single bytes as UTF-8; return where it ends, or `FAULT`.

    `table` has 4 bytes for each: how many bytes of UTF-8 it is, 0 for no character, and these.
    Behind them one more says whether the lower half is that of ASCII.
    """
    end = start + length
    while start < end:
        entry = u1(buffer, start) * 4
        size = u1(table, entry)
        if size == 0:
            return FAULT
        for byte in range(size):
            out[at + byte] = u1(table, entry + 1 + byte)
        at += size
        start += 1
    return at


@kernel
def recode(
    buffer: Any, ofs: Any, length: Any, is_valid: Any, table: Any, ends: Any, out: Any
) -> int:
    """Write texts of a charset of single bytes as UTF-8, one after the other; see `recode_one`."""
    at = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            if table[-1] and is_ascii(buffer, ofs[i], length[i]):
                copy(out, at, buffer, ofs[i], length[i])
                at += length[i]
            else:
                at = recode_one(out, at, buffer, ofs[i], length[i], table)
                if at < 0:
                    return FAULT
        ends[i] = at
    return at


def valid_texts(found: Located, charset: str) -> pa.Array | None:
    """Return texts as UTF-8; None where one is not valid."""
    if charset in UTF8_CHARSETS:
        bad = first_bad_text(found.buffer, found.ofs, found.length, found.is_valid)
        return bytes_array(found, pa.string()) if bad == len(found) else None
    table = byte_table(charset)
    if table is not None:
        if 3 * found.total > MAX_BYTES:
            raise TooLargeError
        ends = np.zeros(len(found) + 1, np.int32)
        out = np.empty(3 * found.total + ROOM, np.uint8)
        used = recode(
            *(found.buffer, found.ofs, found.length, found.is_valid, table, ends[1:], out)
        )
        if used >= 0:
            count = int(found.is_valid.sum())
            return array_from(pa.string(), found.is_valid, count, ends, out[:used])
        return None
    texts = decoded_together(found, charset)
    if texts is None:
        return None
    return pa.array(texts, pa.string(), mask=found.is_valid == 0)


@lru_cache(MAX_CHARSETS)
def byte_table(charset: str) -> Any:
    """Return the table of `recode_one`; None for a charset that is not one of single bytes."""
    if not _is_of_single_bytes(charset):
        return None
    decode = decoder(charset)
    table = np.zeros((256, 4), np.uint8)
    lower_half = bytes(range(128))
    for byte in range(256):
        try:
            encoded = decode(bytes([byte])).encode()
        except UnicodeDecodeError:
            continue
        table[byte, 0] = len(encoded)
        table[byte, 1 : 1 + len(encoded)] = list(encoded)
    is_like_ascii = (table[:128, 0] == 1).all() and table[:128, 1].tobytes() == lower_half
    return np.append(table.reshape(-1), np.uint8(is_like_ascii))


def _is_of_single_bytes(charset: str) -> bool:
    is_known = charset in CODECS or charset in UPPER_HALVES or charset in DIFFERENT_BYTES
    return is_known and charset not in _OF_SEVERAL_BYTES


def decoded_together(found: Located, charset: str) -> list[str] | None:
    """Decode texts in one piece; return None if one is not valid, or cannot be told apart."""
    if not len(found):
        return []
    decode = decoder(charset)
    width = {"ucs2": 2, "utf16": 2, "utf16le": 2, "utf32": 4}.get(charset, 1)
    if (found.length[found.is_valid != 0] % width).any():
        return None  # a torn character would take bytes of the separator
    for character in range(1, 0x20):
        is_little = charset == "utf16le"
        encoded = character.to_bytes(width, "little" if is_little else "big")
        separator = np.frombuffer(encoded, np.uint8)
        out = np.empty(found.total + len(found) * width + ROOM, np.uint8)
        used = join(found.buffer, found.ofs, found.length, found.is_valid, separator, out)
        try:
            text = decode(out[: used - width].tobytes())
        except UnicodeDecodeError:
            return None
        texts = text.split(chr(character))
        if len(texts) == len(found):
            return texts
    return None
