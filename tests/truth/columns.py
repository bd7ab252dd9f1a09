"""Columns of every type, and random values of each, as SQL that owes nothing to this project."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass

Values = Callable[[random.Random], str]


@dataclass(frozen=True)
class Column:
    """A column: its definition, and what makes values of it."""

    definition: str
    value: Values


def numbers(low: int, high: int) -> Values:
    def value(r: random.Random) -> str:
        edge = r.choice((low, high, 0, 1, low + 1, high - 1))
        return str(edge if r.random() < 0.4 else r.randint(low, high))

    return value


def decimals(precision: int, scale: int) -> Values:
    def value(r: random.Random) -> str:
        digits = "".join(r.choice("0099123456789") for _ in range(precision))
        whole, fraction = digits[: precision - scale] or "0", digits[precision - scale :]
        return f"{r.choice('+-')}{whole}{'.' if fraction else ''}{fraction}"

    return value


def floats(r: random.Random) -> str:
    (single,) = struct.unpack("<f", r.randbytes(4))
    known = ("0.1e0", "-0e0", "0e0", "1e0", "3.4028235e38", "1.17549435e-38", "1e-45", "16777217e0")
    return r.choice(known) if r.random() < 0.6 or math.isnan(single) else _limited(single, 3e38)


def doubles(r: random.Random) -> str:
    (double,) = struct.unpack("<d", r.randbytes(8))
    known = ("0.1e0", "-0e0", "1.5e0", "5e-324", "1.7976931348623157e308", "0.30000000000000004e0")
    return r.choice(known) if r.random() < 0.5 or math.isnan(double) else _limited(double, 1e308)


def _limited(number: float, limit: float) -> str:
    return "2e0" if abs(number) > limit else f"{number!r}{'' if 'e' in repr(number) else 'e0'}"


def small_floats(r: random.Random) -> str:
    return f"{r.uniform(-99999, 99999):.4f}"


def bits(count: int) -> Values:
    return lambda r: f"b'{r.getrandbits(count) if r.random() < 0.8 else 2**count - 1:b}'"


def years(r: random.Random) -> str:
    return str(r.choice((0, 1901, 2155, 2026, 1970, 2000)))


def dates(r: random.Random) -> str:
    known = ("0000-00-00", "2026-00-00", "2026-02-00", "0001-01-01", "9999-12-31", "2026-02-31")
    return f"'{r.choice(known)}'" if r.random() < 0.5 else f"'{_date(r)}'"


def _date(r: random.Random) -> str:
    return f"{r.randint(1, 9999):04}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"


def _fraction(r: random.Random, digits: int) -> str:
    return f".{r.randrange(10**digits):0{digits}}" if digits else ""


def datetimes(digits: int) -> Values:
    def value(r: random.Random) -> str:
        if r.random() < 0.2:
            return f"'0000-00-00 00:00:00{_fraction(r, 0)}'"
        date = _date(r) if r.random() < 0.8 else "2026-00-11"
        clock = f"{r.randrange(24):02}:{r.randrange(60):02}:{r.randrange(60):02}"
        return f"'{date} {clock}{_fraction(r, digits)}'"

    return value


def timestamps(digits: int) -> Values:
    def value(r: random.Random) -> str:
        if r.random() < 0.2:
            return "'0000-00-00 00:00:00'"
        if r.random() < 0.1:
            return "'2038-01-19 03:14:07'"
        date = f"{r.randint(1971, 2037)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
        # an hour that clocks skip or repeat in zones that are not UTC
        return (
            f"'{date} {r.choice((1, 2, 3, 12)):02}:30:{r.randrange(60):02}{_fraction(r, digits)}'"
        )

    return value


def times(digits: int) -> Values:
    def value(r: random.Random) -> str:
        hour = r.choice((0, 0, 23, 24, 100, 837, 838))
        sign = r.choice(("", "-"))
        if hour == 838:
            return f"'{sign}838:59:59'"
        clock = f"{hour:02}:{r.randrange(60):02}:{r.randrange(60):02}"
        return f"'{sign}{clock}{_fraction(r, digits)}'"

    return value


LATIN = "Ann Dée Ünal ß"
CYRILLIC = "Привет мир"
GREEK = "αβγΩ"
JAPANESE = "日本語カナ表示ソ能\u3000"
CHINESE = "中文字符許功蓋"
ODD = "'\"\\\n\r\t\x00\x1a%_ ;-- /*`"
WIDE_PLANE = "😀\U00020000né"
KEYS_OF_OBJECTS = ("a", "b c", "ü")


def texts(charset: str, alphabet: str, longest: int = 10) -> Values:
    """Return what makes texts in a charset, as bytes of UTF-8 that a server converts."""

    def value(r: random.Random) -> str:
        if r.random() < 0.1:
            return "''"
        letters = "aA b" + alphabet + (ODD if r.random() < 0.3 else "")
        text = "".join(r.choice(letters) for _ in range(r.randint(1, longest)))
        return f"CONVERT(_utf8mb4 X'{text.encode().hex()}' USING {charset})"

    return value


def raw_texts(charset: str, longest: int = 10) -> Values:
    """Return what makes any bytes of a charset in which each byte is a character."""
    return lambda r: f"_{charset} X'{r.randbytes(r.randint(1, longest)).hex()}'"


def blobs(longest: int) -> Values:
    def value(r: random.Random) -> str:
        data = r.randbytes(r.randrange(longest + 1))
        data += b"\0" * r.randrange(3) if len(data) + 3 <= longest else b""
        return f"X'{data.hex()}'" if data else "''"

    return value


def enums(count: int) -> Values:
    return lambda r: str(r.choice((0, 1, count, r.randint(1, count))))


def sets(count: int) -> Values:
    return lambda r: str(r.choice((0, 1, 2**count - 1, r.getrandbits(count))))


def points(srid: int) -> Values:
    def value(r: random.Random) -> str:
        x, y = r.randint(-90, 90), r.randint(-90, 90)
        return f"ST_GeomFromText('POINT({x}.25 {y}.5)', {srid})"

    return value


def geometries(srids: tuple[int, ...]) -> Values:
    def value(r: random.Random) -> str:
        text = r.choice(
            (
                "POINT(1.5 -2)",
                "LINESTRING(0 0, 10 10.25, 20 25)",
                "POLYGON((0 0, 10 0, 10 10, 0 10, 0 0), (5 5, 7 5, 7 7, 5 7, 5 5))",
                "MULTIPOINT((0 0), (20 20))",
                "MULTILINESTRING((10 48, 10 21), (16 0, 16 23))",
                "MULTIPOLYGON(((28 26, 28 0, 84 0, 84 42, 28 26)))",
                "GEOMETRYCOLLECTION(POINT(10 10), LINESTRING(15 15, 20 20))",
            )
        )
        return f"ST_GeomFromText('{text}', {r.choice(srids)})"

    return value


def vectors(count: int) -> Values:
    return lambda r: (
        f"X'{struct.pack(f'<{count}f', *(r.uniform(-9, 9) for _ in range(count))).hex()}'"
    )


def uuids(r: random.Random) -> str:
    start, end = f"{r.randbytes(4).hex()}-{r.randbytes(2).hex()}", r.randbytes(5).hex()
    return f"'{start}-{r.choice('147')}000-8000-{end}00'"


def inet4(r: random.Random) -> str:
    return f"'{r.randrange(256)}.{r.randrange(2)}.0.{r.choice((0, 1, 255))}'"


def inet6(r: random.Random) -> str:
    return r.choice(("'::'", "'::1'", "'2001:db8::'", f"'fe80::{r.randrange(65536):x}'"))


def text_documents(r: random.Random) -> str:
    return r.choice(("'{\"a\": [1, 2.50, null]}'", "'[]'", "'\"x\"'", '\'{"k": "\\\\"q\\\\""}\''))


def documents(r: random.Random) -> str:
    return f"CAST({_member(r, 2)} AS JSON)"


def _member(r: random.Random, depth: int) -> str:
    kinds = [
        lambda: str(r.choice((0, 1, -1, 2**31, -(2**63), 2**63 - 1, 2**64 - 1))),
        lambda: f"CAST({r.choice((0, 5, 70000, 2**40))} AS UNSIGNED)",
        lambda: decimals(12, 4)(r),
        lambda: "CAST(7 AS DECIMAL(20, 0))",
        lambda: doubles(r),
        lambda: "CAST('null' AS JSON)",
        lambda: "CAST('true' AS JSON)",
        lambda: texts("utf8mb4", WIDE_PLANE)(r),
        lambda: f"CAST({dates(r)} AS DATE)",
        lambda: f"CAST({times(6)(r)} AS TIME(6))",
        lambda: f"CAST({datetimes(6)(r)} AS DATETIME(6))",
        lambda: f"X'{r.randbytes(3).hex()}'",
        lambda: _of_column("BLOB", f"JSON_ARRAY(X'{r.randbytes(4).hex()}')"),
        lambda: _of_column("LONGBLOB", f"JSON_ARRAY(X'{r.randbytes(4).hex()}')"),
        lambda: _of_column("BIT(9)", f"JSON_ARRAY({r.randrange(512)})"),
        lambda: _of_column("BINARY(3)", "JSON_ARRAY(X'4100')"),
        lambda: _of_column("TIMESTAMP(6)", "JSON_ARRAY('2026-01-02 03:04:05.5')"),
        lambda: _of_column("YEAR", "JSON_ARRAY(2026)"),
    ]
    if depth and r.random() < 0.7:
        members = [_member(r, depth - 1) for _ in range(r.randrange(4))]
        if r.random() < 0.5:
            return f"JSON_ARRAY({', '.join(members)})"
        pairs = (
            f"'{key}', {member}" for key, member in zip(KEYS_OF_OBJECTS, members, strict=False)
        )
        return f"JSON_OBJECT({', '.join(pairs)})"
    return r.choice(kinds)()


def _of_column(kind: str, document: str) -> str:
    return f"(SELECT c FROM JSON_TABLE({document}, '$[*]' COLUMNS (c {kind} PATH '$')) AS q)"


def _text(charset: str, alphabet: str) -> dict[str, Column]:
    of_charset = f"CHARACTER SET {charset}"
    return {
        f"c_{charset}": Column(f"CHAR(12) {of_charset}", texts(charset, alphabet)),
        f"v_{charset}": Column(f"VARCHAR(12) {of_charset}", texts(charset, alphabet)),
    }


MANY = ", ".join(f"'label {i}'" for i in range(300))
MEMBERS = ", ".join(f"'m{i}'" for i in range(64))

Group = dict[str, Column]

GROUPS: dict[str, Group] = {
    "whole": {
        f"{kind}{'_u' if is_unsigned else ''}": Column(
            f"{kind}{' UNSIGNED' if is_unsigned else ''}",
            numbers(0, 2**size - 1)
            if is_unsigned
            else numbers(-(2 ** (size - 1)), 2 ** (size - 1) - 1),
        )
        for kind, size in (
            *(("tinyint", 8), ("smallint", 16), ("mediumint", 24)),
            *(("int", 32), ("bigint", 64)),
        )
        for is_unsigned in (False, True)
    },
    "parts": {
        "f": Column("FLOAT", floats),
        "f2": Column("FLOAT(9,3)", small_floats),
        "d": Column("DOUBLE", doubles),
        "d2": Column("DOUBLE(12,4)", small_floats),
        "n": Column("DECIMAL(65,30)", decimals(65, 30)),
        "n2": Column("DECIMAL(10,0)", decimals(10, 0)),
        "n3": Column("DECIMAL(5,5)", decimals(5, 5)),
        "b1": Column("BIT(1)", bits(1)),
        "b13": Column("BIT(13)", bits(13)),
        "b64": Column("BIT(64)", bits(64)),
    },
    "times": {
        "y": Column("YEAR", years),
        "day": Column("DATE", dates),
        **{f"dt{n}": Column(f"DATETIME({n})", datetimes(n)) for n in (0, 3, 6)},
        "at": Column(
            "TIMESTAMP(6) NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)",
            timestamps(6),
        ),
        "at0": Column("TIMESTAMP NULL", timestamps(0)),
        "dtu": Column("DATETIME(2) NULL ON UPDATE CURRENT_TIMESTAMP(2)", datetimes(2)),
        **{f"t{n}": Column(f"TIME({n})", times(n)) for n in (0, 2, 6)},
    },
    "bytes": {
        "b": Column("BINARY(6)", blobs(6)),
        "vb": Column("VARBINARY(20)", blobs(20)),
        "tb": Column("TINYBLOB", blobs(40)),
        "bl": Column("BLOB", blobs(300)),
        "lb": Column("LONGBLOB", blobs(300)),
        "g": Column("GEOMETRY", geometries((0,))),
        "p": Column("POINT", points(0)),
    },
    "western": {
        **_text("latin1", LATIN),
        "raw_latin1": Column("VARCHAR(12) CHARACTER SET latin1", raw_texts("latin1")),
        **_text("cp1251", CYRILLIC),
        **_text("greek", GREEK),
        **_text("utf8mb4", LATIN + CYRILLIC + JAPANESE + WIDE_PLANE),
        **_text("utf8mb3", LATIN + CHINESE),
        "bin": Column("VARCHAR(20) COLLATE utf8mb4_bin", texts("utf8mb4", WIDE_PLANE)),
        "t": Column("TEXT", texts("utf8mb4", ODD, 60)),
        "lt": Column("LONGTEXT CHARACTER SET latin1", texts("latin1", LATIN, 200)),
    },
    "eastern": {
        **_text("sjis", JAPANESE),
        **_text("cp932", JAPANESE),
        **_text("ujis", JAPANESE),
        **_text("eucjpms", JAPANESE),
        **_text("gbk", CHINESE),
        **_text("big5", "中文許功"),
        **_text("ucs2", JAPANESE),
        **_text("utf16", WIDE_PLANE),
        **_text("utf16le", WIDE_PLANE),
        **_text("utf32", WIDE_PLANE),
        **_text("swe7", "abc"),
    },
    "labels": {
        "e": Column("ENUM('first', 'zweite', 'it''s', 'ü', '1', 'x\\\\y')", enums(6)),
        "e300": Column(f"ENUM({MANY})", enums(300)),
        "el": Column("ENUM('a', 'é') CHARACTER SET latin1", enums(2)),
        "s": Column("SET('a', 'b''c', 'ü')", sets(3)),
        "s64": Column(f"SET({MEMBERS})", sets(64)),
    },
}
_MARIADB: Group = {
    "j": Column("JSON", text_documents),
    "u": Column("UUID", uuids),
    "i4": Column("INET4", inet4),
    "i6": Column("INET6", inet6),
    "g": Column("GEOMETRY", geometries((0, 4326))),
    "vc": Column("VARCHAR(300) COMPRESSED", texts("utf8mb4", LATIN, 250)),
    "bc": Column("BLOB COMPRESSED", blobs(300)),
}
OWN_GROUPS: dict[str, dict[str, Group]] = {
    "mysql56": {},
    "mysql97": {
        "own": {
            "j": Column("JSON", documents),
            "g": Column("GEOMETRY SRID 4326", points(4326)),
            "v": Column("VECTOR(3)", vectors(3)),
            "ga": Column("GEOMETRY", geometries((0, 3857))),
            "gb": Column(
                "VARCHAR(12) CHARACTER SET gb18030", texts("gb18030", CHINESE + WIDE_PLANE)
            ),
        }
    },
    "mariadb1011": {"own": _MARIADB},
    "mariadb118": {"own": {**_MARIADB, "v": Column("VECTOR(3)", vectors(3))}},
}
# what a primary key may be of; not nullable, and few enough to be met again
KEYS: dict[str, tuple[str, dict[str, Values]]] = {
    "id": ("id INT PRIMARY KEY", {"id": lambda r: str(r.randint(-5, 60))}),
    "text": (
        "k VARCHAR(8) COLLATE utf8mb4_general_ci, n SMALLINT UNSIGNED, PRIMARY KEY (k, n)",
        {"k": texts("utf8mb4", "bé'\\", 3), "n": lambda r: str(r.randrange(9))},
    ),
    "label": (
        "k ENUM('a', 'b', 'ü', '3') NOT NULL, n DECIMAL(6,2), PRIMARY KEY (n, k)",
        {"k": lambda r: str(r.randint(1, 4)), "n": decimals(3, 1)},
    ),
    "bytes": (
        "k BINARY(3), t DATETIME(3), PRIMARY KEY (k, t)",
        {"k": blobs(2), "t": lambda r: f"'2026-01-01 00:00:00.{r.randrange(12):03}'"},
    ),
    "float": ("k FLOAT PRIMARY KEY", {"k": lambda r: f"{r.randrange(40)}.1e0"}),
    "wide": (
        "k VARCHAR(8) CHARACTER SET sjis, b BIT(10), PRIMARY KEY (k, b)",
        {"k": texts("sjis", JAPANESE, 2), "b": bits(4)},
    ),
    "none": ("", {}),
    "moment": (
        "k TIMESTAMP(2) NOT NULL, c CHAR(4) COLLATE utf16_bin, PRIMARY KEY (k, c)",
        {
            "k": lambda r: f"'2026-01-01 01:30:00.{r.randrange(9):02}'",
            "c": texts("utf16", "é😀", 2),
        },
    ),
}
