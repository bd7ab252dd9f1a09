"""Columns of every type, with the metadata that TABLE_MAP has of them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from tests.documented_bytes import u1, u2, u4
from tests.made_up import cells, documents, texts
from tests.made_up.cells import Cell, Draw, Outcome, Single, base64_of, happens, random_bytes
from tests.made_up.texts import BINARY

TINY, SHORT, LONG, FLOAT, DOUBLE, NULL, TIMESTAMP, LONGLONG, INT24 = 1, 2, 3, 4, 5, 6, 7, 8, 9
DECIMAL, DATE, TIME, DATETIME, YEAR, NEWDATE, VARCHAR, BIT = 0, 10, 11, 12, 13, 14, 15, 16
TIMESTAMP2, DATETIME2, TIME2, TYPED_ARRAY = 17, 18, 19, 20
BLOB_COMPRESSED, VARCHAR_COMPRESSED = 140, 141
VECTOR, JSON, NEWDECIMAL, ENUM, SET = 242, 245, 246, 247, 248
TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB, VAR_STRING, STRING, GEOMETRY = range(249, 256)

NUMERIC = {TINY, SHORT, INT24, LONG, LONGLONG, YEAR, FLOAT, DOUBLE, DECIMAL, NEWDECIMAL}
CHARACTER = {
    *(STRING, VAR_STRING, VARCHAR, VARCHAR_COMPRESSED, BLOB_COMPRESSED, VECTOR),
    *(TINY_BLOB, BLOB, MEDIUM_BLOB, LONG_BLOB),
}


MAX_BITS = 64  # of a value that is read as one integer


@dataclass(frozen=True)
class Known:
    """What a table's map tells beyond types."""

    names: bool = False
    signedness: bool = False
    charsets: bool = False
    label_charsets: bool = False
    enum_labels: bool = False
    set_labels: bool = False

    def __repr__(self) -> str:
        return f"knows {', '.join(name for name, value in vars(self).items() if value)}"


@dataclass(frozen=True)
class Kind:
    """A column but for its name: `real_type` is what `code` is once the metadata are read.

    `is_sure` is whether a table can have it.
    """

    real_type: int
    code: int
    metadata: bytes
    draw: Draw
    draw_odd: Draw
    is_unsigned: bool = False
    collation: int = BINARY
    labels: tuple[bytes, ...] = ()
    is_sure: bool = True

    @property
    def is_json(self) -> bool:
        return self.real_type == JSON


Factory = Callable[[Random, Known], Kind]


def _plain(code: int, metadata: bytes, draw: Draw, draw_odd: Draw) -> Kind:
    return Kind(code, code, metadata, draw, draw_odd)


def _integer(code: int, size: int) -> Factory:
    def make(chance: Random, known: Known) -> Kind:
        is_unsigned = happens(chance, 0.4)
        draw = cells.integer(size, is_unsigned=known.signedness and is_unsigned)
        return Kind(code, code, b"", draw, draw, is_unsigned)

    return make


def _float(chance: Random, _: Known) -> Kind:
    metadata = u1(4 if happens(chance, 0.95) else chance.randint(1, 8))
    return _plain(FLOAT, metadata, cells.single, cells.no_number(4))


def _double(_: Random, __: Known) -> Kind:
    return _plain(DOUBLE, u1(8), cells.double, cells.no_number(8))


def _decimal(chance: Random, _: Known) -> Kind:
    precision = chance.choice([1, 9, 10, 18, 38, 39, 65, *chance.choices(range(1, 66), k=7)])
    if happens(chance, 0.02):
        precision = chance.choice([66, 100, 255])
    scale = chance.choice([0, 2, 9, 30, chance.randint(0, 30), precision])
    scale = min(scale, precision)
    draw, odd = cells.decimal(precision, scale), cells.odd_decimal(precision, scale)
    return _plain(NEWDECIMAL, u1(precision) + u1(scale), draw, odd)


def _bit(chance: Random, _: Known) -> Kind:
    num_bits = chance.choice([1, 7, 8, 9, 63, 64, chance.randint(1, 64)])
    odd = random_bytes((num_bits + 7) // 8)
    return _plain(BIT, u1(num_bits % 8) + u1(num_bits // 8), cells.bits(num_bits), odd)


def _odd_bit(chance: Random, _: Known) -> Kind:
    num_bits = chance.choice([0, 65, 71])
    odd = random_bytes((num_bits + 7) // 8)
    kind = _plain(BIT, u1(num_bits % 8) + u1(num_bits // 8), odd, odd)
    return replace(kind, is_sure=num_bits <= MAX_BITS)


def _fixed(code: int, draw: Draw, draw_odd: Draw) -> Factory:
    return lambda _, __: _plain(code, b"", draw, draw_odd)


def _with_digits(code: int, draw: Callable[[int], Draw], odd: Callable[[int], Draw]) -> Factory:
    def make(chance: Random, _: Known) -> Kind:
        digits = chance.choice([0, 0, 3, 6, chance.randint(0, 6)])
        return _plain(code, u1(digits), draw(digits), odd(digits))

    return make


def _known_collation(collation: int, known: Known) -> int | None:
    return collation if known.charsets else None


def string_metadata(real_type: int, length: int) -> bytes:
    """Of CHAR, ENUM and SET: a length over 255 takes two bits of the type, inverted."""
    return u1(real_type ^ (length & 0x300) >> 4) + u1(length % 256)


def _char(chance: Random, known: Known) -> Kind:
    collation = BINARY if happens(chance, 0.3) else texts.some_collation(chance)
    length = chance.choice([0, 1, 4, 40, 255, 256, 1020, chance.randint(1, 1023)])
    draw = texts.string(length, collation, _known_collation(collation, known), pads=True)
    odd = texts.odd_length(texts.length_size(length))
    metadata = string_metadata(STRING, length)
    if length < 256 and happens(chance, 0.02):
        metadata = b"\0" + u1(length)
    return Kind(STRING, STRING, metadata, draw, odd, collation=collation)


def _varchar(chance: Random, known: Known) -> Kind:
    code = VAR_STRING if happens(chance, 0.1) else VARCHAR
    collation = texts.some_collation(chance)
    length = chance.choice([1, 20, 80, 255, 256, 1000, 65_535, chance.randint(0, 400)])
    draw = texts.string(length, collation, _known_collation(collation, known))
    odd = texts.odd_length(texts.length_size(length))
    return Kind(code, code, u2(length), draw, odd, collation=collation)


def _blob(chance: Random, known: Known) -> Kind:
    size, code = chance.choice([1, 2, 2, 3, 4]), BLOB
    if happens(chance, 0.05):
        code, size = chance.choice([(TINY_BLOB, 1), (MEDIUM_BLOB, 3), (LONG_BLOB, 4), (BLOB, 8)])
    collation = BINARY if happens(chance, 0.4) else texts.some_collation(chance)
    draw = texts.blob(size, collation, _known_collation(collation, known))
    return Kind(code, code, u1(size), draw, texts.odd_length(size), collation=collation)


def _blob_compressed(chance: Random, known: Known) -> Kind:
    size = chance.choice([1, 2, 3, 4])
    collation = BINARY if happens(chance, 0.3) else texts.some_collation(chance)
    draw = texts.compressed(size, 200, collation, _known_collation(collation, known))
    odd, code = texts.odd_compressed(size), BLOB_COMPRESSED
    return Kind(code, code, u1(size), draw, odd, collation=collation)


def _varchar_compressed(chance: Random, known: Known) -> Kind:
    length = chance.choice([200, 255, 256, 1000])
    size = texts.length_size(length)
    collation = BINARY if happens(chance, 0.3) else texts.some_collation(chance)
    draw = texts.compressed(size, 200, collation, _known_collation(collation, known))
    odd, code = texts.odd_compressed(size), VARCHAR_COMPRESSED
    return Kind(code, code, u2(length), draw, odd, collation=collation)


def _labelled(real_type: int, sizes: tuple[int, ...], most: Callable[[int], int]) -> Factory:
    def make(chance: Random, known: Known) -> Kind:
        size = chance.choice(sizes)
        count = chance.choice([1, 2, 3, min(8, most(size)), most(size)])
        collation = texts.some_collation(chance)
        encoded = texts.some_labels(chance, count, collation)
        labels = None
        if known.enum_labels if real_type == ENUM else known.set_labels:
            shown = collation if known.label_charsets else None
            labels = [texts.label_value(label, shown) for label in encoded]
        make_draw = texts.enum if real_type == ENUM else texts.set_of
        draw = make_draw(size, labels, count)
        code = real_type if happens(chance, 0.05) else STRING
        metadata = string_metadata(real_type, size)
        return Kind(real_type, code, metadata, draw, draw, collation=collation, labels=encoded)

    return make


def _json(_: Random, __: Known) -> Kind:
    return _plain(JSON, u1(4), documents.document, documents.odd_document)


def _geometry(chance: Random, _: Known) -> Kind:
    size = 4 if happens(chance, 0.9) else chance.randint(1, 4)

    def draw(chance: Random) -> Cell:
        srid = chance.choice([0, 4326, chance.getrandbits(31)])
        x, y = chance.uniform(-180, 180), chance.uniform(-90, 90)
        point = u1(1) + u4(1) + struct.pack("<2d", x, y)
        wkb = chance.choice([point, b"", chance.randbytes(9)])
        data = u4(srid) + wkb
        value = {"srid": srid, "wkb": base64_of(wkb)}
        return Cell(len(data).to_bytes(size, "little") + data, value)

    def odd(chance: Random) -> Cell:
        data = chance.randbytes(chance.choice([0, 1, 3, 4, 8]))
        return Cell(len(data).to_bytes(size, "little") + data, Outcome.UNSURE)

    return _plain(GEOMETRY, u1(size), draw, odd)


def _vector(chance: Random, _: Known) -> Kind:
    count = chance.choice([1, 2, 3, 8])

    def draw(chance: Random) -> Cell:
        numbers = [cells.single(chance) for _ in range(chance.choice([count, 0]))]
        data = b"".join(item.data for item in numbers)
        return Cell(u4(len(data)) + data, [Single(item.value) for item in numbers])

    def odd(chance: Random) -> Cell:
        data = chance.randbytes(chance.choice([1, 4, 6, 8]))
        return Cell(u4(len(data)) + data, Outcome.UNSURE)

    return _plain(VECTOR, u1(4), draw, odd)


def _nothing(_: Random) -> Cell:
    return Cell(b"", Outcome.FAILS)


def _unreadable(chance: Random, _: Known) -> Kind:
    """Types that only servers use inside, or that are older than any log with rows."""
    return _plain(chance.choice([DECIMAL, NULL]), b"", _nothing, _nothing)


def _typed_array(chance: Random, _: Known) -> Kind:
    element = chance.choice([u1(LONGLONG), u1(VARCHAR) + b"\x28\0\0", u1(NEWDECIMAL) + b"\x0a\x02"])
    return _plain(TYPED_ARRAY, element, texts.blob(4, 255, None), texts.odd_length(4))


FACTORIES: dict[str, Factory] = {
    "int": _integer(LONG, 4),
    "varchar": _varchar,
    "tinyint": _integer(TINY, 1),
    "smallint": _integer(SHORT, 2),
    "mediumint": _integer(INT24, 3),
    "bigint": _integer(LONGLONG, 8),
    "float": _float,
    "double": _double,
    "decimal": _decimal,
    "bit": _bit,
    "year": _fixed(YEAR, cells.year, cells.year),
    "date": _fixed(DATE, cells.date, cells.odd_date),
    "newdate": _fixed(NEWDATE, cells.date, cells.odd_date),
    "time": _fixed(TIME, cells.time, cells.odd_time),
    "datetime": _fixed(DATETIME, cells.datetime_old, cells.odd_datetime_old),
    "timestamp": _fixed(TIMESTAMP, cells.timestamp, cells.timestamp),
    "time2": _with_digits(TIME2, cells.time2, cells.odd_time2),
    "datetime2": _with_digits(DATETIME2, cells.datetime2, cells.odd_datetime2),
    "timestamp2": _with_digits(TIMESTAMP2, cells.timestamp2, cells.odd_timestamp2),
    "char": _char,
    "blob": _blob,
    "varchar_compressed": _varchar_compressed,
    "blob_compressed": _blob_compressed,
    "enum": _labelled(ENUM, (1, 1, 1, 2), lambda size: 20 if size == 1 else 300),
    "set": _labelled(SET, (1, 2, 3, 4, 8), lambda size: 8 * size),
    "json": _json,
    "geometry": _geometry,
    "vector": _vector,
}
"""By the name that a failing example shows."""


def _odd_sizes(chance: Random, _: Known) -> Kind:
    """ENUM and SET of as many bytes as none has."""
    size = chance.choice([0, 3, 5, 8, 9, 40])
    code = chance.choice([ENUM, SET])
    metadata = string_metadata(code, size)
    draw = random_bytes(size)
    kind = Kind(code, STRING, metadata, draw, draw, collation=255, labels=(b"a", b"b"))
    return replace(kind, is_sure=8 * size <= MAX_BITS)


ODD_FACTORIES: dict[str, Factory] = {
    "unreadable": _unreadable,
    "typed_array": _typed_array,
    "odd_bit": _odd_bit,
    "odd_sizes": _odd_sizes,
}
"""That no server logs, or whose values cannot be read."""
