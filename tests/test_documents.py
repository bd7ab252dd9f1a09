"""JSON documents and DECIMALs of compiled code, against the tree engine's texts of them.

Of what is no document the compiled code says so. It may say so of others too, which the tree engine
then reads, but not of those that a server writes.
"""

import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.generated.decimal_cell import DecimalCell
from binlog_kaitai.generated.json_binary import JsonBinary
from binlog_kaitai.generated.json_cell import JsonCell
from binlog_kaitai.kernels.columns.column import ROOM
from binlog_kaitai.kernels.columns.decimals import DECIMALS
from binlog_kaitai.kernels.columns.decoder import new_scratch
from binlog_kaitai.kernels.columns.json import documents, keys
from binlog_kaitai.kernels.columns.json.cells import (
    DocumentsBefore,
    FoundDocuments,
    document_texts,
)
from binlog_kaitai.kernels.columns.loops import FAULT, Cell
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, NOTHING, TextOutput
from binlog_kaitai.kernels.runtime.text import SLACK
from binlog_kaitai.model.values import MAX_DEPTH, JsonText
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.rows.decimals import decimal_of
from binlog_kaitai.tree.rows.json_values import read_json
from tests.documented_bytes import u1, u2
from tests.made_up import documents as made_up
from tests.made_up.cells import decimal_text, encoded_decimal, some_digits
from tests.made_up.damage import mutated
from tests.made_up.documents import (
    DOUBLE,
    INT16,
    INT64,
    LARGE_ARRAY,
    LARGE_OBJECT,
    LITERAL,
    OPAQUE,
    SMALL_ARRAY,
    SMALL_OBJECT,
    STRING,
    UINT64,
)
from tests.replay import FIXTURES

FILL = 0xAA
BEFORE = b"\xff\x80"
AFTER = 3 * b'"\\\xff\x00\n\x80\xfe'
LONGEST = 34  # -1.2345678901234567e-15 without its exponent

NO_VALUE = (ValueError, EOFError, KaitaiStructError)

REFUSED = documents.REFUSED


def tree_text(data: bytes) -> str | None:
    if not data:
        return "null"  # as the cell is, of which there is no document
    try:
        return JsonText.of(read_json(JsonBinary(KaitaiStream(BytesIO(data)))))
    except NO_VALUE:
        return None


def kernel_text(data: bytes, scratch: Any = None) -> str | int:
    """Return the text, or what is returned in its place."""
    if scratch is None:
        scratch = documents.new_document_scratch()
    room = 3 + documents.MAX_GROWTH * len(data) + 64
    out = np.full(room + MAX_VALUE_TEXT + ROOM, FILL, np.uint8)
    buffer = np.frombuffer(bytearray(BEFORE + data + AFTER), np.uint8)
    ofs, length = np.array([[len(BEFORE)], [len(data)]])
    none, text_ofs, text_len = np.zeros((3, 1), np.int64)
    at, has_before = np.array([3, 0]), np.zeros(1, np.uint8)
    found = FoundDocuments(buffer, ofs, length, ofs)
    before = DocumentsBefore(has_before, none, none, NOTHING)
    output = TextOutput(out, at, text_ofs, text_len)
    done = document_texts(found, before, scratch, False, output, 0)
    assert set(out[:3]) == set(out[room:]) == {FILL}
    return REFUSED if done == FAULT else out[3 : at[0]].tobytes().decode()


def agree(data: bytes) -> bool:
    """Whether the texts are the same, or there is none; or only the tree engine has one."""
    return kernel_text(data) in (tree_text(data), REFUSED)


def decimal_texts(data: bytes, precision: int, scale: int) -> tuple[str | None, str | None]:
    """Return a DECIMAL's text by the tree engine, and by compiled code."""
    try:
        cell = DecimalCell(precision, scale, KaitaiStream(BytesIO(data)))
        expected = format(decimal_of(cell), "f")
    except NO_VALUE:
        expected = None
    room = 3 + precision + 3 + SLACK
    out = np.full(room + 8, FILL, np.uint8)
    buffer = np.frombuffer(BEFORE + data + AFTER, np.uint8)
    start, end = len(BEFORE), len(BEFORE) + len(data)
    *_, decimal = DECIMALS
    end = decimal.write(out, 3, Cell(buffer, start, end, precision, scale), new_scratch())
    assert set(out[:3]) == set(out[room:]) == {FILL}
    assert end <= 3 + precision + 3
    return expected, out[3:end].tobytes().decode() if end >= 0 else None


def container(kind: int, entries: bytes, content: bytes = b"", count: int | None = None) -> bytes:
    """Return a small container's document: keys' and members' entries, then what they point to."""
    size = 3 if kind == SMALL_ARRAY else 7
    count = len(entries) // size if count is None else count
    return u1(kind) + u2(count) + u2(4 + len(entries) + len(content)) + entries + content


def small_object(*keys: bytes) -> bytes:
    """Return an object of these keys, whose members are all null."""
    ofs = 4 + 7 * len(keys)
    entries = b""
    for key in keys:
        entries += u2(ofs) + u2(len(key))
        ofs += len(key)
    return container(SMALL_OBJECT, entries + len(keys) * (u1(LITERAL) + u2(0)), b"".join(keys))


@pytest.mark.long
@settings(deadline=None, max_examples=40)
@given(st.randoms())
def test_any_document(chance: Random) -> None:
    data = made_up.binary(made_up.some_node(chance), chance)
    assert kernel_text(data) == tree_text(data)


@pytest.mark.long
@settings(deadline=None, max_examples=400)
@given(st.randoms())
def test_damaged_documents(chance: Random) -> None:
    assert agree(mutated(made_up.binary(made_up.some_node(chance), chance), chance))
    assert agree(made_up.odd_document(chance).data[4:])


@pytest.mark.long
@settings(deadline=None)
@given(st.binary(max_size=40))
def test_any_bytes(data: bytes) -> None:
    assert agree(data)


def documents_of(log: Path) -> Iterator[bytes]:
    for event in read_log(log):
        if not event.tree.is_rows:
            continue
        for row in event.tree.body.rows.items:
            images = (getattr(row, name, None) for name in ("before", "after"))
            cells = (cell for image in images if image is not None for cell in image.cells)
            for cell in cells:
                value = getattr(cell, "value", None)
                if isinstance(value, JsonCell) and value.len_value.value:
                    yield value.document._io.to_byte_array()  # noqa: SLF001


@pytest.mark.long
def test_documents_of_a_server() -> None:
    found = set(documents_of(FIXTURES / "mysql97" / "types.binlog"))
    assert len(found) > 60
    for data in found:
        assert kernel_text(data) == tree_text(data)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "null"),
        (u1(LITERAL), REFUSED),
        (u1(LITERAL) + b"\0", "null"),
        (u1(LITERAL) + b"\1", "true"),
        (u1(LITERAL) + b"\2", "false"),
        (u1(LITERAL) + b"\3", REFUSED),
        (b"\x0d\0\0\0\0\0\0\0\0", REFUSED),
        (u1(INT16) + b"\0", REFUSED),
        (u1(INT64) + struct.pack("<q", -(2**63)), "-9223372036854775808"),
        (u1(UINT64) + b"\xff" * 8, "18446744073709551615"),
        (u1(DOUBLE) + struct.pack("<d", -0.0), "-0.0"),
        (u1(DOUBLE) + struct.pack("<d", 1e15), "1e15"),
        (u1(DOUBLE) + struct.pack("<d", float("inf")), REFUSED),
        (u1(DOUBLE) + struct.pack("<d", float("nan")), REFUSED),
        (u1(STRING) + b"\0", '""'),
        (u1(STRING) + b"\3a\nb", '"a\\nb"'),
        (u1(STRING) + b"\3ab", REFUSED),
        (u1(STRING) + b"\2\xc3(", REFUSED),
        (u1(STRING) + b"\x81\x80\x80\x80\x80\0x", '"\\u0000"'),  # a length of five bytes
        (u1(OPAQUE) + b"\xfa\0", '"base64:type250:"'),
        (u1(OPAQUE) + b"\x0f\1\0", '"base64:type15:AA=="'),
        (u1(OPAQUE) + b"\xf6\3\1\1\x80", "0.0"),
        (u1(OPAQUE) + b"\xf6\3\1\1\x7f", "-0.0"),
        (u1(OPAQUE) + b"\xf6\3\1\1\x8a", REFUSED),  # ten in one digit
        (u1(OPAQUE) + b"\xf6\3\0\0\x80", REFUSED),
        (u1(OPAQUE) + b"\xf6\3\1\2\x80", REFUSED),
        (u1(OPAQUE) + b"\xf6\2\1\1\x80", REFUSED),
        (u1(OPAQUE) + b"\x0b\x08" + b"\xff" * 8, '"-00:00:00.000001"'),
        (u1(OPAQUE) + b"\x0b\x08" + struct.pack("<q", -(1 << 36)), '"-01:00:00.000000"'),
        (u1(OPAQUE) + b"\x0b\x07" + b"\xff" * 8, REFUSED),
        (u1(OPAQUE) + b"\x0a\x08" + bytes(8), '"0000-00-00"'),
        (u1(OPAQUE) + b"\x0c\x08" + bytes(8), '"0000-00-00 00:00:00.000000"'),
        (u1(OPAQUE) + b"\x07\x08" + bytes(8), '"0000-00-00 00:00:00.000000"'),
        (container(SMALL_OBJECT, b""), "{}"),
        (container(SMALL_ARRAY, b""), "[]"),
        (u1(LARGE_OBJECT) + bytes(8), "{}"),
        (u1(LARGE_ARRAY) + bytes(8), "[]"),
        (u1(LARGE_ARRAY) + b"\xff" * 4 + bytes(4), REFUSED),
        (container(SMALL_ARRAY, b"\x04\1\0\x05\xff\xff"), "[true, -1]"),
        (container(SMALL_ARRAY, b"\x04\1\0", count=2), REFUSED),
        (container(SMALL_ARRAY, b"\x02\x07\0", bytes(4)), "[[]]"),
        (container(SMALL_ARRAY, b"\x02\xff\xff", bytes(4)), REFUSED),
        (container(SMALL_ARRAY, b"\x02\0\0"), REFUSED),  # itself
    ],
)
def test_documents(data: bytes, text: str | int) -> None:
    assert kernel_text(data) == text
    assert tree_text(data) == (None if text == REFUSED else text)


def test_depth() -> None:
    deepest = made_up.binary(made_up.nested(MAX_DEPTH))
    assert kernel_text(deepest) == tree_text(deepest) == "[" * 100 + '"x"' + "]" * 100
    deeper = made_up.binary(made_up.nested(MAX_DEPTH + 1))
    assert kernel_text(deeper) == REFUSED
    assert tree_text(deeper) is None


def test_members_that_overlap() -> None:
    for length in range(12):
        data = container(SMALL_ARRAY, 2 * (u1(STRING) + u2(10)), u1(length) + b"x" * length)
        is_in_budget = length <= 1 + 10 + 1 + length - 10 - length
        text = f'["{"x" * length}", "{"x" * length}"]'
        assert kernel_text(data) == (text if is_in_budget else REFUSED)
        assert tree_text(data) == (text if is_in_budget else None)


@pytest.mark.parametrize(
    ("names", "is_in_order"),
    [
        ((b"b", b"aa", b"ab"), True),
        ((b"", b"\x01", b"\x7f"), True),
        (("é".encode(), "ü".encode(), "漢".encode()), True),
        ((b"same for long a", b"same for long b"), True),
        ((b"same for 8 a long", b"same for 8 b long"), True),
        ((b"same for long b", b"same for long a"), False),
        ((b"ba", b"ab"), False),
        ((b"bb", b"c"), False),
        ((b"a", b"b", b"b"), False),
        ((b"", b""), False),
    ],
)
def test_order_of_keys(names: tuple[bytes, ...], is_in_order: bool) -> None:
    data = small_object(*names)
    text = tree_text(data)
    assert text is not None
    assert kernel_text(data) == (text if is_in_order else REFUSED)


KEYS = ["", "a", "b", "id", "ab", '"', "\n\\", "é", "東京", "address", "long " * 5, "x" * 300]


@settings(deadline=None, max_examples=8)
@given(st.randoms())
def test_keys_that_were_there_before(chance: Random) -> None:
    """Of more kinds of objects than are known together, inside each other too, and damaged."""
    kinds = [chance.sample(KEYS, chance.randint(0, 5)) for _ in range(2 * keys.NUM_KNOWN)]
    kinds.append([f"key {number}" for number in range(keys.MAX_KEYS + 1)])
    for kind in kinds:
        kind.sort(key=lambda key: (len(key.encode()), key.encode()))
    scratch = documents.new_document_scratch()

    def some_object(depth: int) -> made_up.Node:
        members = chance.choice(kinds[: chance.choice([1, 4, len(kinds)])])
        scalar = made_up.Scalar(INT16, b"\7\0", 7)
        has_inner = depth > 0 and len(members) < 10
        return {
            key: some_object(depth - 1) if has_inner and chance.random() < 0.4 else scalar
            for key in members
        }

    for _ in range(60):
        data = made_up.binary(some_object(2), chance)
        assert kernel_text(data, scratch=scratch) == tree_text(data)
        damaged = mutated(data, chance)
        assert kernel_text(damaged, scratch=scratch) in (tree_text(damaged), REFUSED)
    known = scratch["keys"]
    assert known["misses"] <= keys.MAX_MISSES + known["hits"] + 1


def test_keys_in_other_places() -> None:
    """The bytes of a table are those of an object before, those behind it are others, or cut."""
    scratch = documents.new_document_scratch()
    known, other = small_object(b"abc", b"abd"), small_object(b"abc", b"abe")
    for data in (known, other, known, known[:-1], other[:-1], known):
        expected = tree_text(data)
        assert kernel_text(data, scratch=scratch) == (REFUSED if expected is None else expected)


def test_keys_that_are_no_text() -> None:
    data = small_object(b"a", b"\xc3(")
    assert kernel_text(data) == REFUSED
    assert tree_text(data) is None


def test_keys_with_much_text() -> None:
    """What is known of one object's keys is not overwritten where another's are nearly too long."""
    scratch = documents.new_document_scratch()
    objects = [small_object(b"\x01" * (count - 1) + b"x") for count in range(675, 684)]
    for data in 2 * objects:
        assert kernel_text(data, scratch=scratch) == tree_text(data)


def test_many_members() -> None:
    node: made_up.Node = [[made_up.Scalar(INT16, b"\0\0", 0)] * 2000, {}, [[]] * 5]
    data = made_up.binary(node)
    assert kernel_text(data) == tree_text(data)


def test_much_text_of_few_bytes() -> None:
    """The bound of MAX_GROWTH holds where most is written, and is not far from that."""
    double = struct.pack("<d", -1.2345678901234567e-15)
    whole = u1(DOUBLE) + double
    assert len(str(kernel_text(whole))) == LONGEST
    count = 1000
    data = container(SMALL_ARRAY, count * (u1(DOUBLE) + u2(4 + 3 * count)), double)
    assert kernel_text(data) == tree_text(data)
    assert len(str(kernel_text(data))) == count * (LONGEST + 2) > 0.99 * 12 * len(data)
    for kind, content in [
        (STRING, u1(1) + b"\x01"),
        (STRING, u1(127) + b"\x01" * 127),
        (OPAQUE, b"\xc8\0"),
        (OPAQUE, b"\xf6\x03\1\1\x7f"),
        (OPAQUE, b"\x0c\x08" + b"\xff" * 7 + b"\x7f"),
        (SMALL_ARRAY, bytes(4)),
    ]:
        count = 20
        ofs = (4 + 3 * count + i * len(content) for i in range(count))
        data = container(SMALL_ARRAY, b"".join(u1(kind) + u2(at) for at in ofs), count * content)
        assert kernel_text(data) == tree_text(data) is not None


def test_large_documents() -> None:
    large: made_up.Node = [
        made_up.Scalar(STRING, b"\x80\xf1\x04" + b"x" * 80_000, "x" * 80_000),
        {f"{i:06}": made_up.Scalar(INT16, u2(i), i) for i in range(9000)},
    ]
    data = made_up.binary(large)
    assert data[0] == LARGE_ARRAY
    assert kernel_text(data) == tree_text(data)


@settings(deadline=None)
@given(st.randoms(), st.integers(1, 255), st.data())
def test_any_decimal(chance: Random, precision: int, data: st.DataObject) -> None:
    scale = data.draw(st.integers(0, precision))
    digits = some_digits(chance, precision)
    is_negative = chance.random() < 0.5
    cell = encoded_decimal(digits, scale, is_negative=is_negative)
    text = decimal_text(digits, scale, is_negative=is_negative)
    assert decimal_texts(cell, precision, scale) == (text, text)
    assert decimal_texts(cell + b"\xff", precision, scale) == (text, text)
    assert decimal_texts(cell[:-1], precision, scale) == (None, None)


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=30), st.integers(1, 65), st.data())
def test_decimals_of_any_bytes(cell: bytes, precision: int, data: st.DataObject) -> None:
    scale = data.draw(st.integers(0, precision))
    expected, text = decimal_texts(cell, precision, scale)
    assert text == expected


@pytest.mark.parametrize(("precision", "scale"), [(0, 0), (0, 1), (1, 2), (9, 30)])
def test_decimals_that_are_none(precision: int, scale: int) -> None:
    assert decimal_texts(b"\x80" + bytes(20), precision, scale)[1] is None
