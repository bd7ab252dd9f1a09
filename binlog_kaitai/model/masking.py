"""What takes the place of redacted values."""

from __future__ import annotations

import hmac
import json
import re
from codecs import lookup
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.charsets import BINARY, CODECS, decoder, width_of
from binlog_kaitai.model.tables import Column, ColumnType, Mask
from binlog_kaitai.model.values import JsonScalar, JsonText, quote, text_value

HASH, NULL = "hash", "null"

_INTEGER, _QUOTED = re.compile(r"-?[0-9]{1,20}"), re.compile(r'".*"', re.DOTALL)

MAX_DIGITS = 32
"""Hexadecimal digits of a hash in a text; fewer where the column is shorter."""

_DIGITS = 2 * "0123456789abcdef"

_WIDEST = 4  # bytes of a character, if the log does not tell the charset

_BEYOND = {
    ColumnType.tiny: 2**7,
    ColumnType.short: 2**15,
    ColumnType.int24: 2**23,
    ColumnType.long: 2**31,
    ColumnType.longlong: 2**63,
}
"""The first number that no signed column of a type has."""

VARCHARS = (ColumnType.varchar, ColumnType.var_string)
BLOBS = (ColumnType.tiny_blob, ColumnType.blob, ColumnType.medium_blob, ColumnType.long_blob)
TEXTS = frozenset((ColumnType.string, *VARCHARS, *BLOBS))
"""Types of texts, and of bytes, that are redacted."""


def refuse_changes(column: Column) -> None:
    """Raise UnreadableError for changes to a document in a redacted column."""
    raise UnreadableError(
        f"whole documents in {column.name}, which is redacted",
        "changes to a document (binlog_row_value_options=PARTIAL_JSON)",
    )


def is_text(column: Column) -> bool:
    """Return whether `masked_text` is for a column.

    Raises:
        UnreadableError: a mask that is not `null` redacts neither its texts nor its integers.
    """
    if column.type not in TEXTS and column.type not in _BEYOND:
        raise UnreadableError(
            f"a text or an integer in {column.name} to redact by {_mask(column).action!r}",
            f"{column.type.name}; use null",
        )
    return column.type in TEXTS


def is_null(column: Column) -> bool:
    """Return whether a mask puts NULL for all values. Raises UnreadableError for NOT NULL."""
    if _mask(column).action != NULL:
        return False
    if not column.is_nullable:
        raise UnreadableError(f"{column.name} to be nullable, to redact it by null", "NOT NULL")
    return True


def codec_of(column: Column) -> str:
    """Return Python's codec for a text in a column."""
    charset = column.charset
    return "utf-8" if charset in {None, BINARY} else CODECS.get(str(charset), "ascii")


def masked_text(column: Column, stored: bytes) -> bytes:
    """Return the bytes that take the place of those of a text, in the column's charset.

    Raises UnreadableError as `text_mask`.
    """
    return text_mask(column)(stored)


def text_mask(column: Column) -> Callable[[bytes], bytes]:
    """Return what masks the bytes of texts of a column.

    The same characters have one hash in all charsets. Raises UnreadableError for a constant that
    the column does not hold.
    """
    mask, charset, codec = _mask(column), column.charset, codec_of(column)
    width = 1 if charset == BINARY else width_of(charset) if charset else _WIDEST
    num_digits = min(mask.limit // width, MAX_DIGITS)
    text = mask.action if mask.action != HASH else _DIGITS[:num_digits]
    encoded = text.encode(codec, "replace")
    if charset and charset != BINARY and decoder(charset)(encoded) != text:
        raise UnreadableError(f"a constant in {charset} for {column.name}", text)
    if len(encoded) > mask.limit or (charset != BINARY and len(text) * width > mask.limit):
        expected = f"a constant of at most {mask.limit} bytes for {column.name}"
        raise UnreadableError(expected, text)
    if mask.action != HASH:
        return lambda _: encoded
    is_utf8, padded_length = lookup(codec).name == "utf-8", column.padded_length
    hash_of = _hasher(mask)

    def hashed(stored: bytes) -> bytes:
        padded = stored.ljust(padded_length, b"\0") if padded_length else stored
        content = padded if is_utf8 else _bytes_of(text_value(column, padded))
        return hash_of(content)[:num_digits].encode(codec)

    return hashed


def masked_integer(column: Column, number: int) -> int:
    """Return what takes the place of an integer. Raises UnreadableError as `masked_text`."""
    return integer_mask(column)(number)


def integer_mask(column: Column) -> Callable[[int], int]:
    """Return what masks the integers of a column. Raises UnreadableError as `text_mask`."""
    mask, beyond = _mask(column), _BEYOND[column.type]
    if mask.action == HASH:
        hash_of = _hasher(mask)
        return lambda number: int(hash_of(str(number).encode()), 16) % beyond
    constant = int(mask.action) if mask.action.isdecimal() else beyond
    if constant < beyond:
        return lambda _: constant
    raise UnreadableError(f"an integer from 0 to {beyond - 1} for {column.name}", mask.action)


def integer_of(column: Column, cell: Any) -> int:
    """Return the number of an `IntegerCell`."""
    value: int = cell.value
    if value < 0 and column.is_unsigned:  # as a definition says, and not the log
        value += 1 << 8 * cell.num_bytes
    return value


def masked_json(mask: Mask, number: int, value: JsonText) -> JsonScalar:
    """Return what takes the place of a value in a JSON document; null for null.

    Args:
        mask: of the column.
        number: of the rule among the mask's.
        value: in the server's form.
    """
    rule = mask.paths[number]
    if mask.met[number]:
        mask.met[number][rule] = True
    if rule.action == NULL or value == "null":
        return JsonScalar.of("null", "literal", None)
    if rule.action != HASH:
        return _json_constant(rule.action)
    hash_of = _hasher(mask)
    if _INTEGER.fullmatch(value):
        number = int(hash_of(str(int(value)).encode()), 16) % 2**63
        return JsonScalar.of(str(number), "int64", None)
    is_text = value.startswith('"')  # of which none has the hash of another value
    text = json.loads(value, strict=False) if is_text else f"json {value}"
    digits = hash_of(text.encode("utf-8", "surrogatepass"))[:MAX_DIGITS]
    return JsonScalar.of(quote(digits), "string", None)


def _json_constant(action: str) -> JsonScalar:
    """Return a number, true, false, or a text, which is between quotes if it looks like those."""
    if action in {"true", "false"}:
        return JsonScalar.of(action, "literal", None)
    if _INTEGER.fullmatch(action) and -(2**63) <= int(action) < 2**63:
        return JsonScalar.of(str(int(action)), "int64", None)
    if _QUOTED.fullmatch(action):
        with suppress(ValueError):
            return JsonScalar.of(quote(json.loads(action)), "string", None)
    return JsonScalar.of(quote(action), "string", None)


def _mask(column: Column) -> Mask:
    assert column.mask is not None
    return column.mask


def _hasher(mask: Mask) -> Callable[[bytes], str]:
    """Return what hashes values with the key, which is prepared once."""
    keyed = hmac.new(mask.key, digestmod="sha256")

    def hash_of(content: bytes) -> str:
        one = keyed.copy()
        one.update(content)
        return one.hexdigest()

    return hash_of


def _bytes_of(value: str | bytes) -> bytes:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
