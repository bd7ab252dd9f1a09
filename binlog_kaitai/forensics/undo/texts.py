"""Write strings as SQL: quoted if the meaning is the same everywhere, else hexadecimal."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.charsets import WIDE, decoder

TEXT = pa.large_string()  # the texts of a batch may exceed 2 GiB

_UPPER_HALF = 128
_UNICODE = ("utf8mb4", "utf8mb3")


def bytes_sql(value: bytes) -> str:
    """Return bytes as SQL."""
    return f"X'{value.hex().upper()}'" if value else "''"


def text_sql(value: bytes, charset: str) -> str:
    """Return the bytes of a text in a charset as SQL."""
    if not value:
        return "''"
    text = _text_of(value, charset)
    if text is not None and readable(text):
        quoted = text.replace("'", "''")
        return f"'{quoted}'"
    name = "utf8mb4" if charset in _UNICODE else charset
    return f"_{name} {bytes_sql(value)}"


def readable(text: str) -> bool:
    """Return whether a quoted text is the same in each SQL mode and for each client."""
    return text.isprintable() and "\\" not in text


def are_readable(texts: pa.Array) -> bool:
    """Return whether `readable` is true of all texts of an array."""
    _, offsets, content = texts.buffers()
    if content is None:
        return True
    places = pa.Array.from_buffers(pa.int64(), len(texts) + 1, [None, offsets], 0, texts.offset)
    first, last = places[0].as_py(), places[-1].as_py()
    return readable(str(memoryview(content)[first:last], "utf-8"))


def quoted_texts(texts: pa.Array) -> pa.Array:
    """Return texts that are readable in quotes."""
    return joined("'", pc.replace_substring(texts, "'", "''"), "'")


def joined(*texts: pa.Array | str, separator: str = "") -> pa.Array:
    """Return the texts of some arrays, row by row, one after the other."""
    parts: list[Any] = [pa.scalar(one, TEXT) if isinstance(one, str) else one for one in texts]
    return pc.binary_join_element_wise(*parts, pa.scalar(separator, TEXT))


def _text_of(value: bytes, charset: str) -> str | None:
    """Return a text that servers convert back to the same bytes; None if that is uncertain."""
    if charset not in _UNICODE and not _is_one_to_one(charset):
        return value.decode("ascii") if value.isascii() and _has_ascii(charset) else None
    return _decoded(value, charset)


@lru_cache
def _is_one_to_one(charset: str) -> bool:
    """Return whether each byte is a different character."""
    if charset in WIDE:
        return False
    characters = [_decoded(bytes([byte]), charset) for byte in range(256)]
    leads = [byte for byte, character in enumerate(characters) if character is None]
    if any(lead < _UPPER_HALF or _begins_character(lead, charset) for lead in leads):
        return False
    return len(set(characters) - {None}) == len(characters) - len(leads)


def _begins_character(lead: int, charset: str) -> bool:
    """Return whether a byte may be the first one of a character."""
    pairs = (_decoded(bytes([lead, trail]), charset) for trail in range(64, 256))
    return any(text is not None and len(text) == 1 for text in pairs)


def _decoded(value: bytes, charset: str) -> str | None:
    try:
        return decoder(charset)(value)
    except UnicodeDecodeError:
        return None


@lru_cache
def _has_ascii(charset: str) -> bool:
    """Return whether the bytes of ASCII are its characters, unchanged."""
    if charset in WIDE:
        return False
    every = bytes(range(32, 127))
    return _decoded(every, charset) == every.decode("ascii")
