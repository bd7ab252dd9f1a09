"""JSON texts of all kinds, some with damage, and what Spark makes of each."""

from __future__ import annotations

import json
from random import Random

import pyarrow as pa
from pyspark.sql.types import VariantVal

from binlog_kaitai.kernels.columns.variants import Variant, Variants
from tests.made_up.cells import happens

NUMBERS = (
    *("0", "-0", "7", "-128", "128", "-32769", "2147483648", "9223372036854775808"),
    *("0.0", "-0.5", "1.50", "1234567.891", "123456789.0123456789", "0.0000000000000000000001"),
    *("1e9", "-1E-9", "0e0", "1.7976931348623157e308", "2.5e+7", "0." + "0" * 38 + "1"),
    *("12345678901234567890.123456789012345678", "1" * 38),
)
CHARACTERS = ('"', "\\", "/", "\n", "\x00", "\x7f", "é", "€", "\U0001f600", "a", "b", "long " * 20)
ESCAPES = (r"\u0041", r"\u00e9", r"\u20AC", r"\ud83d\ude00", r"\/")
ODDS = (
    *("NaN", "-Infinity", "nul", "[", "]", "{", "}", ",", ":", '"', "\\", "\x01", "\ufeff", "0"),
    *(r"\ud83d", r"\ude00", r"\ud83d\u0041", r"\x", r"\u12", "1" * 39, "5e-324", "1e999"),
    *('{"a": 1, "a": 2}', "9007199254740993e1", "1e12345", "."),
)


def some_string(chance: Random) -> str:
    characters = "".join(chance.choices(CHARACTERS, k=chance.randrange(6)))
    text = json.dumps(characters, ensure_ascii=happens(chance, 0.3))
    if happens(chance, 0.1):
        text = text[:-1] + chance.choice(ESCAPES) + '"'
    return text


def some_name(chance: Random, number: int) -> str:
    return f'"{number * 7919 % 400}"' if happens(chance, 0.9) else some_string(chance)


def some_text(chance: Random, depth: int) -> str:
    """A JSON text, most often a sound one."""
    match chance.randrange(8 if depth else 5):
        case 0 | 1:
            return chance.choice(NUMBERS)
        case 2:
            return str(chance.randrange(10 ** chance.randrange(1, 25)))
        case 3:
            return some_string(chance)
        case 4:
            return chance.choice(("null", "true", "false", "[]", "{}"))
    count = 300 if depth == 1 and happens(chance, 0.1) else chance.randrange(1, 8)
    items = [some_text(chance, depth - 1) for _ in range(count)]
    comma = chance.choice((", ", ",", " ,\n\t"))
    if happens(chance, 0.5):
        return f"[{comma.join(items)}]"
    colon = chance.choice((": ", ":", " :\r\n"))
    members = [some_name(chance, i) + colon + item for i, item in enumerate(items)]
    return f"{{{comma.join(members)}}}"


def some_json(chance: Random) -> bytes:
    """A text that may be nested deeply, or damaged, or no UTF-8."""
    text = some_text(chance, chance.randrange(5))
    if happens(chance, 0.1):
        depth = chance.choice((1, 20, 126, 127, 128, 129, 200))
        text = "[" * depth + text + "]" * depth
    if happens(chance, 0.2):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(ODDS) + text[at + chance.randrange(3) :]
    data = text.encode()
    if happens(chance, 0.05):
        at = chance.randrange(len(data))
        data = data[:at] + bytes([chance.randrange(256)]) + data[at:]
    return data


NO_VARIANT = b"", b""


def expected_of(data: bytes) -> Variant:
    """What Spark's own code makes of a text."""
    try:
        variant = VariantVal.parseJson(data.decode())
    except ValueError:  # no JSON, no UTF-8, or half a pair of surrogates
        return NO_VARIANT
    return variant.value, variant.metadata


def strings_of(texts: list[bytes]) -> pa.Array:
    """Strings that may not be UTF-8."""
    return pa.array(texts, pa.binary()).view(pa.string())


def variants_of(variants: Variants, texts: list[bytes]) -> tuple[list[Variant], list[int]]:
    """The bytes of a column's rows, and which rows the kernel refused."""
    refused: list[int] = []

    def read(row: int) -> Variant:
        refused.append(row)
        return expected_of(texts[row])

    values, metadata = variants.of(strings_of(texts), read)
    return list(zip(values.to_pylist(), metadata.to_pylist(), strict=True)), refused


def problem_of_texts(variants: Variants, texts: list[bytes]) -> str | None:
    """Where the kernel says something else than Spark's own code."""
    found, _ = variants_of(variants, texts)
    for text, variant in zip(texts, found, strict=True):
        if variant != (expected := expected_of(text)):
            return f"{text!r}: expected {expected}, found {variant}"
    return None
