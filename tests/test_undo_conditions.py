"""Conditions that are asked of images: what they are true of, and what is refused."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.conditions import condition_of
from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.changes import Cells
from binlog_kaitai.model.tables import Column, ColumnType, Table

TABLE = Table("d", "t", (), has_names=True)


def cell(name: str, kind: str, value: Any, **told: Any) -> tuple[Column, Any]:
    return Column(name, ColumnType[kind], is_nullable=True, **told), value


IMAGE: Cells = [
    cell("id", "long", 5),
    cell("name", "varchar", "Dée".encode("cp1252"), charset="latin1"),
    cell("Total", "newdecimal", Decimal("10.50")),
    cell("rate", "float", 0.1),
    cell("big", "double", 9007199254740992.0),
    cell("day", "date", Date(2026, 11, 21)),
    cell("at", "datetime2", Datetime(2026, 11, 21, 0, 0, 0, 0, 3)),
    cell("seen", "timestamp2", Timestamp(1, 500_000, 6)),
    cell("state", "enum", 2, labels=("new", "paid"), charset="utf8mb4"),
    cell("tags", "set", 5, labels=("a", "b", "c"), charset="utf8mb4"),
    cell("raw", "varchar", b"\x0f\xff", charset="binary"),
    cell("none", "long", None),
    cell("lasted", "time2", Time(False, 1, 2, 3, 0, 0)),
]

TRUE = [
    *("id = 5", "ID = 5.0", "id = '5'", "5 = id", "id <> 6", "id != 4", "id < 6 AND id >= 5"),
    *("id BETWEEN 5 AND 6", "id IN (1, 5)", "NOT id = 4", "id > -5", "(id = 4 OR id = 5)"),
    *(
        "name = 'Dée'",
        "name <> 'dée'",
        "`name` = 'Dée'",
        "total = 10.5",
        "Total > 10",
        "rate = 0.1",
    ),
    *(
        "day = '2026-11-21'",
        "day > '2026-11-20 23:59'",
        "at = '2026-11-21'",
        "at = '2026-11-21 00:00:00'",
    ),
    *("at < '2026-11-21 00:00:00.5'", "seen = '1970-01-01 00:00:01.5'", "'1970-01-02' > seen"),
    *("day = '2026-11-21 00:00:00'", "day <= '2026-11-21T00:00'", "at = '2026-11-21T00:00:00.0'"),
    *("seen = '1970-01-01T00:00:01.500000Z'", "seen < '1970-01-01T00:00:02Z'"),
    *("big = 9007199254740993", "big <= 9007199254740992", "rate = '0.1'", "rate < total"),
    *("state = 'paid'", "tags = 'a,c'", "raw = x'0FFF'", "raw = 0xfff", "none IS NULL"),
    *("id IS NOT NULL", "none <=> NULL", "id <=> 5", "none = 1 OR id = 5"),
]
FALSE = [
    *("id = 4", "none = 1", "NOT none = 1", "none <> 1", "none IN (1, NULL)", "id <=> NULL"),
    *("none = 1 AND id = 5", "NOT (none = 1 AND id = 5)", "id NOT IN (5, 6)", "name = 'DÉE'"),
    *("id NOT BETWEEN 1 AND 9", "none IS NOT NULL", "at > '2026-11-21'", "id = NULL"),
]
REFUSED = [
    *("id", "", "id LIKE 'x'", "id = 5 GROUP BY id", "t.id = 5", "id IN (SELECT 1)", "id + 1 = 5"),
    *("id = 5; DROP TABLE t", "LOWER(name) = 'x'", "id =", "id IS TRUE", "-id = 5"),
]


@pytest.mark.parametrize("text", TRUE)
def test_true_of_an_image(text: str) -> None:
    assert condition_of(text)(RowChange(TABLE, IMAGE, None))


@pytest.mark.parametrize("text", FALSE)
def test_not_true_of_an_image(text: str) -> None:
    assert not condition_of(text)(RowChange(TABLE, None, IMAGE))


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected "):
        condition_of(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "gone = 1",
            "lasted = 1",
            "name = 1",
            "day = '2026-1-5'",
            "day > '2026-11'",
            "day < name",
        ),
        *("at = '2026-11-21T00:00:00Z'", "seen < '1970-01-01T00:00:02+01:00'", "day = 20261121"),
    ],
)
def test_what_cannot_be_told_is_an_error(text: str) -> None:
    with pytest.raises(UnreadableError):
        condition_of(text)(RowChange(TABLE, IMAGE, None))


def test_an_error_names_the_table_and_its_columns() -> None:
    columns = [cell(f"c{number}", "long", number) for number in range(11)]
    named = ", ".join(f"c{number}" for number in range(10))
    for image, found in ((columns[:1], "c0"), (columns, f"{named}, ...")):
        with pytest.raises(UnreadableError) as raised:
            condition_of("gone = 1")(RowChange(TABLE, image, None))
        assert raised.value.expected == f"a column gone in {TABLE.full_name}"
        assert raised.value.found == found


def test_either_image_may_fit() -> None:
    before, after = [cell("id", "long", 1)], [cell("id", "long", 2)]
    change = RowChange(TABLE, before, after)
    assert [condition_of(f"id = {number}")(change) for number in (1, 2, 3)] == [True, True, False]
    # what one image does not hold the other may tell
    assert condition_of("v = 3")(RowChange(TABLE, before, [cell("v", "long", 3)]))
