"""Cells of text and bytes, in many charsets, and of labels."""

from __future__ import annotations

import zlib
from random import Random
from typing import NamedTuple

from tests.made_up.cells import Cell, Draw, Json, Outcome, base64_of, happens, number

BINARY = 63


class Charset(NamedTuple):
    """The numbers of some of its collations, Python's codec, and characters that both know."""

    collations: tuple[int, ...]
    codec: str
    letters: str


CHARSETS = (
    Charset((45, 46, 224, 255, 309, 1070), "utf-8", "aé漢😀 ~"),
    Charset((33, 83, 192), "utf-8", "aé漢ß"),
    Charset((8, 47, 48), "cp1252", "aé€ÿ~"),
    Charset((11, 65), "ascii", "abc~"),
    Charset((28, 87), "gbk", "a中文漢"),
    Charset((54, 101), "utf_16_be", "aé漢😀"),
    Charset((56, 62), "utf_16_le", "aé漢😀"),
    Charset((35, 128), "utf_16_be", "aé漢"),
    Charset((60, 160), "utf_32_be", "aé漢😀"),
    Charset((13, 88), "shift_jis", "aあ漢ｱ"),
    Charset((95,), "cp932", "aあ漢ｱ①"),
    Charset((12, 91), "euc_jp", "aあ漢ｱ"),
    Charset((97,), "euc_jp", "aあ漢ｱ"),
    Charset((1,), "big5", "a中文"),
    Charset((19,), "euc_kr", "a한국"),
    Charset((24,), "gb2312", "a中文"),
    Charset((248,), "gb18030", "a中文😀"),
    Charset((14, 50), "cp1251", "aжя"),
    Charset((7,), "koi8_r", "aжя"),
    Charset((22,), "koi8_u", "aжї"),
    Charset((2,), "iso8859_2", "ažł"),
    Charset((25,), "iso8859_7", "aβω"),
    Charset((16,), "iso8859_8", "aאת"),
    Charset((18,), "tis_620", "aกข"),
    Charset((26,), "cp1250", "ažł"),
    Charset((57,), "cp1256", "aبت"),
    Charset((29,), "cp1257", "aāž"),
    Charset((30,), "iso8859_9", "ağş"),
    Charset((20,), "iso8859_13", "aāž"),
    Charset((4,), "cp850", "aéß"),
    Charset((40,), "cp852", "ažł"),
    Charset((36,), "cp866", "aжя"),
    Charset((39,), "mac_roman", "aé"),
    Charset((3, 6, 10, 32, 37, 38, 92), "ascii", "abcXYZ019"),
)
_BY_COLLATION = {number: charset for charset in CHARSETS for number in charset.collations}

UNKNOWN_COLLATIONS = (0, 500, 9999, 70_000)
"""That no server has."""

USUAL_COLLATIONS = (255, 45, 8, 33, BINARY, 11, 28, 54, 35, 60, 13, 14)

_WITHOUT_BACKSLASH = {10, 13, 88}
"""swe7 and sjis."""

ESCAPED = "\"\\\n\t\0/'"


def some_collation(chance: Random) -> int:
    if happens(chance, 0.04):
        return chance.choice(UNKNOWN_COLLATIONS)
    if happens(chance, 0.6):
        return chance.choice(USUAL_COLLATIONS)
    return chance.choice(chance.choice(CHARSETS).collations)


def some_text(chance: Random, collation: int, max_bytes: int) -> bytes:
    """Text that is valid in the collation's charset, or any bytes where it has none."""
    size = chance.choice([0, 1, 2, 5, chance.randint(0, 40), chance.randint(0, 300)])
    charset = _BY_COLLATION.get(collation)
    if charset is None:
        return chance.randbytes(min(size, max_bytes))
    letters = charset.letters
    if collation not in _WITHOUT_BACKSLASH and happens(chance, 0.3):
        letters += ESCAPED
    while True:
        encoded = "".join(chance.choices(letters, k=size)).encode(charset.codec)
        if len(encoded) <= max_bytes:
            return encoded
        size //= 2


def text_value(encoded: bytes, collation: int | None) -> Json:
    """What reading text gives; `collation` is None where the log does not tell it."""
    if collation == BINARY:
        return base64_of(encoded)
    charset = None if collation is None else _BY_COLLATION.get(collation)
    try:
        return encoded.decode(charset.codec if charset else "utf-8")
    except UnicodeDecodeError:
        return {"base64": base64_of(encoded)}


def _some_bytes(chance: Random, collation: int, known: int | None, limit: int) -> Cell:
    """A value without its length; now and then one that may not be valid in its charset."""
    if collation != BINARY and happens(chance, 0.04):
        edges = bytes([0, 0x5C, 0x7E, 0x80, 0x81, 0x8F, 0xA1, 0xD8, 0xDC, 0xF9, 0xFE, 0xFF])
        return Cell(bytes(chance.choices(edges, k=chance.randint(0, 6)))[:limit], Outcome.ANY)
    encoded = some_text(chance, collation, limit)
    return Cell(encoded, text_value(encoded, known))


def _with_length(cell: Cell, size: int) -> Cell:
    return Cell(len(cell.data).to_bytes(size, "little") + cell.data, cell.value)


def length_size(max_length: int) -> int:
    return 2 if max_length > 255 else 1


def string(max_length: int, collation: int, known: int | None, *, pads: bool = False) -> Draw:
    """CHAR and VARCHAR, BINARY and VARBINARY; `pads` is BINARY's, whose zeros are not logged."""
    size = length_size(max_length)

    def draw(chance: Random) -> Cell:
        cell = _some_bytes(chance, collation, known, max_length)
        if pads and known == BINARY:
            encoded = cell.data.rstrip(b"\0")
            cell = Cell(encoded, base64_of(encoded.ljust(max_length, b"\0")))
        return _with_length(cell, size)

    return draw


def blob(size: int, collation: int, known: int | None) -> Draw:
    def draw(chance: Random) -> Cell:
        if size > 1 and happens(chance, 0.02):
            encoded = some_text(chance, collation, 16).ljust(1, b"x") * 200
            return _with_length(Cell(encoded, text_value(encoded, known)), size)
        return _with_length(_some_bytes(chance, collation, known, 255), size)

    return draw


def odd_length(size: int) -> Draw:
    """A length that may go past the end of the event."""

    def draw(chance: Random) -> Cell:
        return Cell(number(chance, size).to_bytes(size, "little"), Outcome.UNSURE)

    return draw


def compressed(size: int, limit: int, collation: int, known: int | None) -> Draw:
    """A compressed column of MariaDB, whose length has `size` bytes."""

    def draw(chance: Random) -> Cell:
        data, value = _some_bytes(chance, collation, known, limit)
        if data and happens(chance, 0.3):
            data = b"\0" + data
        elif data:
            data = _deflated(chance, data, len(data))
        return _with_length(Cell(data, value), size)

    return draw


def odd_compressed(size: int) -> Draw:
    def draw(chance: Random) -> Cell:
        text = bytes(chance.choices(b"abc", k=chance.randint(1, 30)))
        match chance.randrange(4):
            case 0:
                data = _deflated(chance, text, len(text) + chance.choice([-1, 1]))
            case 1:
                data = b"\x91" + bytes([len(text)]) + zlib.compress(text)
            case 2:
                data = _deflated(chance, text, len(text))[: -chance.randint(1, 6)]
            case _:
                data = b"\x81\x05" + text
        return _with_length(Cell(data, Outcome.UNSURE), size)

    return draw


def _deflated(chance: Random, data: bytes, claimed: int) -> bytes:
    is_raw = happens(chance, 0.5)
    stream = zlib.compressobj(wbits=-15 if is_raw else 15)
    length = max(claimed, 0).to_bytes(chance.choice([2, 3, 4]), "big")
    header = bytes([0x80 | 8 * is_raw | len(length)])
    return header + length + stream.compress(data) + stream.flush()


def some_labels(chance: Random, count: int, collation: int) -> tuple[bytes, ...]:
    charset = _BY_COLLATION.get(collation)
    if charset is None:
        return tuple(f"é{i}".encode() for i in range(count))
    letters = charset.letters.replace(" ", "")
    return tuple(f"{chance.choice(letters)}{i}".encode(charset.codec) for i in range(count))


def label_value(label: bytes, collation: int | None) -> str:
    """What reading a label gives; bytes that are not valid come as escapes."""
    charset = None if collation is None else _BY_COLLATION.get(collation)
    if charset:
        return label.decode(charset.codec)
    return label.decode("utf-8", "backslashreplace")


def enum(size: int, labels: list[str] | None, count: int) -> Draw:
    def draw(chance: Random) -> Cell:
        index = chance.choice([0, 1, count, chance.randint(0, count)])
        if happens(chance, 0.04):
            index = number(chance, size)
        index = min(index, 256**size - 1)
        value: Json = index
        if labels is not None and index <= len(labels):
            value = labels[index - 1] if index else ""
        return Cell(index.to_bytes(size, "little"), value)

    return draw


def set_of(size: int, labels: list[str] | None, count: int) -> Draw:
    def draw(chance: Random) -> Cell:
        members = number(chance, size)
        if not happens(chance, 0.04):
            members %= 2**count
        value: Json = members
        if labels is not None and members < 2 ** len(labels):
            value = ",".join(label for i, label in enumerate(labels) if members >> i & 1)
        return Cell(members.to_bytes(size, "little"), value)

    return draw
