"""Partitioned tables and values of their columns `a` and `b`, as servers take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, Literal

NUMBERS = [None, -9, -8, -1, 0, 1, 2, 3, 7, 8, 63, 64, 127, 1000, 65535, 2**31 - 1, -(2**31)]
BYTES = [0x20202041, 0x20000000, 0x61E5F8FE, 0x7ADFD7C6, 0x4020, 0x80]
LARGE = [Decimal(one) for one in (0, 1, 255, 2**32, 2**63 - 1, 2**63, 2**64 - 1)]
DATES = [
    None,
    *(date(1970, 1, 1), date(2000, 2, 29), date(2023, 12, 31), date(2024, 1, 1), date(1, 1, 1)),
]
TIMES = [
    datetime.fromisoformat(one)
    for one in (
        *("1999-12-31 23:59:59", "2024-02-29 12:30:01", "2024-02-29", "9999-12-31 01:02:03"),
        "2021-07-04 04:05:06",
    )
]
INSTANTS = [
    datetime(1970, 1, 1, 0, 10, tzinfo=timezone.utc),
    datetime(2024, 2, 29, 12, 29, 59, tzinfo=timezone.utc),
    datetime(2024, 2, 29, 12, 30, tzinfo=timezone.utc),
]
WORDS = [None, "a", "A", "Zebra", "9", "m", "M0", "b", ""]
FOLDED = "a VARCHAR(20) COLLATE utf8mb4_general_ci"


@dataclass(frozen=True)
class Case:
    """The columns of a table, its partitions, and the values of its rows."""

    columns: str
    clause: str
    rows: Sequence[tuple[Any, ...]]
    family: Literal["mysql", "mariadb"] | None = None

    @property
    def statement(self) -> str:
        """The definition in SQL."""
        return f"CREATE TABLE t (n INT, {self.columns}) PARTITION BY {self.clause}"


def _ranged(columns: str, function: str, ends: Sequence[str], values: Sequence[Any]) -> Case:
    partitions = ", ".join(
        f"PARTITION p{number} VALUES LESS THAN {end if end == 'MAXVALUE' else f'({end})'}"
        for number, end in enumerate(ends)
    )
    return Case(columns, f"RANGE ({function}) ({partitions})", [(one,) for one in values])


def _ones(columns: str, clause: str, values: Sequence[Any]) -> Case:
    return Case(columns, clause, [(one,) for one in values])


CASES = {
    "range": _ranged("a INT", "a", ("-1", "8", "1000", "MAXVALUE"), NUMBERS),
    "range of sums": _ranged(
        "a INT", "ABS(a) DIV 3 * 2 + MOD(a, 5) - 1", ("0", "10", "MAXVALUE"), NUMBERS
    ),
    "range of years": _ranged("a DATE", "YEAR(a)", ("1971", "2000", "2024", "MAXVALUE"), DATES),
    "range of days": _ranged(
        "a DATETIME",
        "TO_DAYS(a)",
        ("TO_DAYS('1970-01-02')", "TO_DAYS('2023-12-31') + 1", "MAXVALUE"),
        TIMES,
    ),
    "range of seconds": _ranged(
        "a DATETIME", "TO_SECONDS(a)", ("TO_SECONDS('2024-02-29 12:30:01')", "MAXVALUE"), TIMES
    ),
    "range of instants": _ranged(
        "a TIMESTAMP NULL", "UNIX_TIMESTAMP(a)", ("1000", "1709209800", "MAXVALUE"), INSTANTS
    ),
    "range of large numbers": _ranged(
        "a BIGINT UNSIGNED", "a", ("2", "9223372036854775808", "MAXVALUE"), LARGE
    ),
    "hash": _ones("a INT", "HASH (a) PARTITIONS 3", NUMBERS),
    "linear hash": _ones("a INT", "LINEAR HASH (a) PARTITIONS 6", NUMBERS),
    "hash of large numbers": _ones("a BIGINT UNSIGNED", "HASH (a) PARTITIONS 7", LARGE),
    "key": _ones("a INT", "KEY (a) PARTITIONS 61", [*NUMBERS, *BYTES]),
    "linear key": _ones("a INT", "LINEAR KEY (a) PARTITIONS 6", NUMBERS),
    "key of bigint": _ones("a BIGINT UNSIGNED", "KEY (a) PARTITIONS 11", LARGE),
    "key of the primary key": _ones("a INT PRIMARY KEY", "KEY () PARTITIONS 5", NUMBERS[1:]),
    "key of two columns": Case(
        "a TINYINT, b MEDIUMINT",
        "KEY (a, b) PARTITIONS 7",
        [(-1, 3), (None, 5), (5, None), (127, -8388608), (0, 0), (7, 9)],
    ),
    "key of dates": _ones("a DATE", "KEY (a) PARTITIONS 8", DATES),
    "list": _ones(
        "a INT",
        "LIST (a) (PARTITION p0 VALUES IN (1, 2, NULL), PARTITION p1 VALUES IN (-9, 8))",
        [None, 1, 2, -9, 8],
    ),
    "list with a default": Case(
        "a INT",
        "LIST (a) (PARTITION p0 VALUES IN (1, 2), PARTITION p1 DEFAULT)",
        [(one,) for one in NUMBERS],
        "mariadb",
    ),
    "range columns": Case(
        "a INT, b DATE",
        "RANGE COLUMNS (a, b) (PARTITION p0 VALUES LESS THAN (3, '2024-01-01'), PARTITION p1"
        " VALUES LESS THAN (3, MAXVALUE), PARTITION p2 VALUES LESS THAN (MAXVALUE, MAXVALUE))",
        [
            *((3, date(2023, 12, 31)), (3, date(2024, 1, 1)), (2, date(2025, 1, 1))),
            *((4, date(1999, 1, 1)), (None, None), (3, None), (None, date(2024, 1, 1))),
        ],
    ),
    "range columns of words": _ones(
        FOLDED,
        "RANGE COLUMNS (a) (PARTITION p0 VALUES LESS THAN ('a'),"
        " PARTITION p1 VALUES LESS THAN ('M'), PARTITION p2 VALUES LESS THAN (MAXVALUE))",
        WORDS,
    ),
    "range columns of exact words": _ones(
        "a VARCHAR(20) COLLATE utf8mb4_bin",
        "RANGE COLUMNS (a) (PARTITION p0 VALUES LESS THAN ('M'),"
        " PARTITION p1 VALUES LESS THAN ('a'), PARTITION p2 VALUES LESS THAN (MAXVALUE))",
        WORDS,
    ),
    "list columns": Case(
        f"{FOLDED}, b DATETIME",
        "LIST COLUMNS (a, b) (PARTITION p0 VALUES IN (('A', '2024-02-29'), ('m', NULL)),"
        " PARTITION p1 VALUES IN (('a', '2024-02-29 12:30:01'), (NULL, NULL)))",
        [("a", TIMES[2]), ("M", None), ("A", TIMES[1]), (None, None)],
    ),
    "subpartitions": Case(
        "a INT, b INT",
        "RANGE (a) SUBPARTITION BY HASH (b) SUBPARTITIONS 2 (PARTITION p0 VALUES LESS THAN (3),"
        " PARTITION p1 VALUES LESS THAN MAXVALUE)",
        [(1, 1), (1, 2), (3, -1), (9, None), (None, 3)],
    ),
    "subpartitions by key": Case(
        "a INT, b DATE",
        "LIST (a) SUBPARTITION BY LINEAR KEY (b) SUBPARTITIONS 3 (PARTITION p0 VALUES IN (1),"
        " PARTITION p1 VALUES IN (2))",
        [(1 + number % 2, one) for number, one in enumerate(DATES)],
    ),
}
for function in ("QUARTER", "MONTH", "DAY", "DAYOFMONTH", "DAYOFYEAR", "DAYOFWEEK", "WEEKDAY"):
    CASES[f"hash of {function}"] = _ones("a DATE", f"HASH ({function}(a)) PARTITIONS 13", DATES)
for function in ("HOUR", "MINUTE", "SECOND"):
    CASES[f"hash of {function}"] = _ones(
        "a DATETIME", f"HASH ({function}(a) + EXTRACT(YEAR FROM a)) PARTITIONS 17", TIMES
    )
