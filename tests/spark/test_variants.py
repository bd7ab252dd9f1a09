"""VARIANT of the kernel, byte for byte against what PySpark's own code makes of the same JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyspark.sql.types import VariantVal

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.kernels.columns.variants import Variants
from binlog_kaitai.kernels.runtime.names import MAX_NAME_BYTES, MAX_NAMES
from binlog_kaitai.kernels.runtime.variant import MAX_DEPTH, MAX_GROWTH, MAX_MEMBERS, MAX_SIZE
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.views import event_batches
from binlog_kaitai.spark.source.variants import VARIANT, to_variants
from tests.fixtures.logs import NEWER_LOGS
from tests.made_up.json_texts import (
    NO_VARIANT,
    expected_of,
    problem_of_texts,
    some_json,
    variants_of,
)

SHARED = Variants()  # as one stands for many batches


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def object_of(count: int, value: Any = None) -> str:
    return json.dumps({f"{number * 7919 % count:05}": value for number in range(count)})


READ = [
    *("null", "true", "false", " \t\r\n0 ", "[]", "{}", "[ ]", '{ "a" : [ 1 , 2 ] }'),
    # integers of each size, and those that are decimals
    *(
        str(sign * 2**bits + step)
        for bits in (7, 15, 31, 63)
        for sign in (1, -1)
        for step in (-1, 0)
    ),
    *("-0", "18446744073709551615", "1" + "0" * 19, "-" + "9" * 38),
    # by precision and scale
    *("0.0", "-0.0", "-0.50", "0.000000001", "123456789.1", "12345678.9", "0.0000000001"),
    *(
        "123456789012345678.9",
        "0.123456789012345678",
        "1.1234567890123456789",
        "0." + "0" * 37 + "1",
    ),
    *("-12345678901234567890.123456789012345678", "-9223372036854775808.5", "9" * 37 + ".9"),
    # doubles
    *("1e9", "1E+9", "-25e-3", "0e0", "-0.0e5", "1.7976931348623157e308", "1e-292", "5e-270"),
    *("0." + "0" * 38 + "1", "9999999999999999999e0", "8.98846567431158e307"),
    # strings, by length and characters
    *(
        '""',
        f'"{"x" * 63}"',
        f'"{"x" * 64}"',
        f'"{"é" * 31}"',
        f'"{"é" * 32}"',
        f'"{"x" * 70_000}"',
    ),
    *(r'"\"\\\/\b\f\n\r\t"', r'"\u0000\u00e9\u20AC\ud83d\uDE00"', r'"\u0061"', '"\x7f€😀"'),
    *(rf'"{"x" * 62}\n"', rf'"{"x" * 63}\n"', rf'"{"x" * 300}\u00e9"'),
    # containers, by the bytes of their counts, offsets and names
    *(json.dumps([0] * count) for count in (127, 128, 255, 256, 21_845, 21_846, MAX_MEMBERS)),
    *(object_of(count) for count in (255, 256, 257, MAX_NAMES // 2)),
    *(object_of(2, "x" * length) for length in (120, 130, 32_000, 33_000, 70_000)),
    *(nested(MAX_DEPTH), '{"a": {"b": [{"a": 1}, {"b": {"a": {}}}]}, "": 0}'),
    *('{"b": 1, "a": {"a": 2, "b": 3}}', '{"é": 1, "z": 2, "€": 3, "😀": 4, "\uffff": 5}'),
    *('{"same but end": 1, "same but": 2, "same but ": 3, "same\\u0000": 4, "same": 5}',),
    *(r'{"q\"": 1, "q\\": 2, "\ud83d\ude00": 3, "\u0071": 4}', f'{{"{"n" * 70_000}": 1}}'),
    f'"{"x" * (MAX_SIZE - 37)}"',
]

# what PySpark's code has to look at
REFUSED = [
    *("NaN", "Infinity", "-Infinity", "", "1" * 39, "0." + "1" * 39, "1.1e400", "5e-324", "1e-293"),
    *("9007199254740993e0", "1" * 20 + "e5", "1e12345", "1e00009", '{"a": 1, "b": 2, "a": 3}'),
    *(nested(MAX_DEPTH + 1), json.dumps([0] * (MAX_MEMBERS + 1)), object_of(MAX_NAMES + 1)),
    f'{{"{"n" * (MAX_NAME_BYTES + 1)}": 1}}',
    f'"{"x" * (MAX_SIZE - 36)}"',
]

NO_JSON = [
    *(
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "1e+",
        "+1",
        "--1",
        "0x1",
        "1 2",
        "nul",
        "nulll",
        "ftrue",
        "True",
    ),
    *("[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "[}", "{", '{"a"', '{"a":', '{"a": 1', "{]"),
    *('{"a": 1,}', '{"a" 1}', "{a: 1}", "{1: 2}", '{"a": }', '{,"a": 1}', "[1]]", "\ufeff1", "\v1"),
    *(
        '"',
        '"a',
        r'"\"',
        r'"\x"',
        r'"\u12"',
        r'"\u12g4"',
        '"\n"',
        '"\x00"',
        '"\x1f"',
        "'a'",
        "\x00",
    ),
    *(r'"\ud83d"', r'"\ude00"', r'"\ud83d\u0041"', r'"\ud83d\n"', r'"\ud83d', r'{"\ud83d": 1}'),
]


@pytest.mark.parametrize("text", READ, ids=lambda text: text[:30])
def test_read(text: str) -> None:
    assert variants_of(SHARED, [text.encode()]) == ([expected_of(text.encode())], [])


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:30])
def test_refused(text: str) -> None:
    assert variants_of(SHARED, [text.encode()]) == ([expected_of(text.encode())], [0])


@pytest.mark.parametrize("text", NO_JSON)
def test_no_json(text: str) -> None:
    assert expected_of(text.encode()) == NO_VARIANT
    assert variants_of(SHARED, [text.encode()]) == ([NO_VARIANT], [0])


def test_no_utf8() -> None:
    texts = [b'"\xff"', b'"\xed\xa0\x80"', b'"\xc3"']
    assert variants_of(SHARED, texts) == ([NO_VARIANT] * 3, [0, 1, 2])


INTEGERS = st.integers() | st.integers(0, 128).flatmap(
    lambda bits: st.integers(-(2**bits) - 1, 2**bits + 1)
)
DECIMALS = st.decimals(allow_nan=False, allow_infinity=False).map(
    lambda number: format(number, "f")
)
DOUBLES = st.floats().map(json.dumps)
EXPONENTS = st.tuples(INTEGERS, st.integers(-400, 400)).map(lambda parts: "{}e{}".format(*parts))
STRINGS = st.text(st.characters(exclude_categories=[])) | st.text(max_size=200)
QUOTED = st.tuples(STRINGS, st.booleans()).map(
    lambda parts: json.dumps(parts[0], ensure_ascii=parts[1] or not is_utf8(parts[0]))
)
SCALARS = st.one_of(
    st.sampled_from(["null", "true", "false"]),
    INTEGERS.map(str),
    DECIMALS,
    DOUBLES,
    EXPONENTS,
    QUOTED,
)
BLANKS = st.sampled_from(["", " ", "\n\t", "\r "])


def is_utf8(text: str) -> bool:
    return not any(0xD800 <= ord(character) < 0xE000 for character in text)


@st.composite
def containers(draw: st.DrawFn, items: st.SearchStrategy[str]) -> str:
    blank = draw(BLANKS)
    members = draw(st.lists(items, max_size=20))
    if draw(st.booleans()):
        return f"[{blank}{f'{blank},{blank}'.join(members)}]"
    members = [f"{draw(QUOTED)}{blank}:{member}" for member in members]
    return f"{{{f',{blank}'.join(members)}{blank}}}"


@pytest.mark.long
@settings(deadline=None)
@given(st.lists(st.recursive(SCALARS, containers, max_leaves=40), max_size=5))
def test_any_json(texts: list[str]) -> None:
    assert problem_of_texts(SHARED, [text.encode() for text in texts]) is None


@settings(deadline=None)
@given(st.text(st.sampled_from('{}[]:,"\\ \nutfnalse01.-+eE\0é')))
def test_any_text(text: str) -> None:
    assert problem_of_texts(SHARED, [text.encode()]) is None


def test_made_up() -> None:
    for seed in range(300):
        chance = Random(seed)
        texts = [some_json(chance) for _ in range(5)]
        assert problem_of_texts(SHARED, texts) is None
        found, refused = variants_of(SHARED, texts)
        for row, (text, (value, metadata)) in enumerate(zip(texts, found, strict=True)):
            assert row in refused or len(value) <= MAX_GROWTH * len(text)
            assert row in refused or len(metadata) <= len(text) + 7


def test_rows_of_a_slice() -> None:
    texts = [None, '{"a": 1}', None, "[0]", "NaN", '"x"', None]
    whole = pa.array(texts)
    for start in range(len(texts)):
        for end in range(start, len(texts)):
            part = whole.slice(start, end - start)
            values, metadata = SHARED.of(part, lambda row: (part[row].as_py().encode(), b"read"))  # noqa: B023
            values.validate(full=True)
            for text, *found in zip(
                part.to_pylist(), values.to_pylist(), metadata.to_pylist(), strict=True
            ):
                if text == "NaN":
                    assert found == [b"NaN", b"read"]
                else:
                    assert found == (list(expected_of(text.encode())) if text else [b"", b""])


def test_names_of_many_documents() -> None:
    """More than are kept, by their number and by their bytes."""
    variants = Variants()
    for long, count in ((0, 3 * MAX_NAMES), (1000, 3 * MAX_NAME_BYTES // 1000)):
        names = [f"{number}{'n' * long}" for number in range(count)]
        documents = [
            json.dumps(dict.fromkeys([*names[at : at + 200], "same", names[0]]))
            for at in range(0, count, 100)
        ]
        texts = [document.encode() for document in documents]
        assert variants_of(variants, texts) == ([*map(expected_of, texts)], [])


def batches(path: Path) -> Iterator[tuple[str, pa.RecordBatch]]:
    try:
        for batch in read_batches(path):
            yield "data", batch
        for batch in event_batches(path):
            yield "body", batch
    except BinlogError:
        return  # what is before the damage counts


@pytest.mark.parametrize("path", NEWER_LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_fixture(path: Path) -> None:
    for name, batch in batches(path):
        schema = pa.schema([pa.field(name, VARIANT), pa.field("position", pa.int64())])
        texts = batch.select([name, "position"])
        (found,) = to_variants(str(path), [texts], "position", schema)
        for text, variant in zip(texts[name].to_pylist(), found[name].to_pylist(), strict=True):
            if text is None:
                assert variant is None
            else:
                expected = VariantVal.parseJson(text)
                assert variant == {"value": expected.value, "metadata": expected.metadata}


@pytest.mark.parametrize("excess", [0, 1])
def test_what_spark_takes_for_too_large(excess: int) -> None:
    text = json.dumps("x" * (MAX_SIZE - 5 + excess))
    schema = pa.schema([pa.field("data", VARIANT), pa.field("position", pa.int64())])
    batch = pa.record_batch({"data": ["1", text], "position": [4, 120]})
    found = to_variants("a.binlog", [batch], "position", schema)
    if excess:
        with pytest.raises(BinlogError) as raised:
            next(found)
        assert str(raised.value) == (
            "a.binlog: at byte 120: expected a data that fits into a VARIANT, "
            f"found {len(text)} characters of JSON"
        )
    else:
        assert len(next(found)["data"][1]["value"].as_py()) == MAX_SIZE
