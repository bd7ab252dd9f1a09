"""Row images at their edges, and what one statement leaves to the next: nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from binlog_kaitai import BinlogError, read_events
from tests import documented_bytes as doc
from tests.documented_bytes import event, packed, u1, u2, u4, u6, u8
from tests.records import read_rows
from tests.test_documented_bytes import start_of, write

NO_COLUMN = packed(1) + b"\x00"


def log(folder: Path, *events: bytes) -> Path:
    return write(folder, start_of(doc.MARIADB), *events)


def test_a_row_without_columns_is_a_row(tmp_path: Path) -> None:
    """As MariaDB logs it where all columns take their default and images are minimal."""
    path = log(tmp_path, doc.INT_TABLE, event(23, doc.rows(b"", NO_COLUMN, b"")))
    (record,) = read_rows(path)
    assert (record.change_type, record.data) == ("insert", {})
    assert list(read_events(path))[-1].body["images"] == [{"change_type": "insert", "data": {}}]


def test_columns_without_rows_are_no_row(tmp_path: Path) -> None:
    path = log(tmp_path, doc.INT_TABLE, event(23, doc.rows(b"", doc.HAS_ONE, b"")))
    assert list(read_rows(path)) == []


def test_bytes_that_are_no_row(tmp_path: Path) -> None:
    path = log(tmp_path, doc.INT_TABLE, event(23, doc.rows(b"", NO_COLUMN, b"\x00\x01")))
    with pytest.raises(BinlogError, match="found 2 bytes of other data"):
        list(read_rows(path))


@pytest.mark.parametrize("table_id", [0xFFFFFF, 2**48 - 1])
def test_a_dummy_event_only_ends_the_statement(tmp_path: Path, table_id: int) -> None:
    dummy = doc.rows(b"", NO_COLUMN, b"", table_id=u6(table_id))
    assert list(read_rows(log(tmp_path, event(23, dummy)))) == []


def test_many_table_maps_in_a_statement(tmp_path: Path) -> None:
    maps = [event(19, doc.table_map(b"\x03", table_id=u6(number))) for number in range(2000)]
    images = doc.rows(b"", doc.HAS_ONE, doc.FIVE, table_id=u6(3))
    (record,) = read_rows(log(tmp_path, *maps, event(23, images)))
    assert record.data == {"@1": 5}


def test_the_context_of_a_statement_is_not_that_of_the_next(tmp_path: Path) -> None:
    variable = u4(1) + b"v" + u1(0) + u1(2) + u4(63) + u4(8) + u8(7) + u1(0)
    path = log(
        tmp_path,
        event(5, u1(2) + u8(55)),
        event(13, u8(1) + u8(2)),
        event(14, variable),
        event(2, doc.query(b"INSERT INTO t VALUES (NULL, RAND(), @v)")),
        event(2, doc.query(b"INSERT INTO t VALUES (1, 2, 3)")),
    )
    first, second = read_rows(path)
    assert first.data["insert_id"] == 55
    assert first.data["rand_seeds"] == [1, 2]
    assert first.data["user_variables"] == {"v": {"type": "int", "value": 7, "collation": 63}}
    assert second.data.keys() == {
        *("statement", "database", "timestamp", "thread_id", "error_code")
    }


def test_a_json_document_whose_members_overlap(tmp_path: Path) -> None:
    """An array of 15,000 members that all are one string of 20,000 bytes."""
    count, text = 15_000, b"x" * 20_000
    end = 4 + 3 * count
    members = (u1(0x0C) + u2(end)) * count
    document = u1(2) + u2(count) + u2(end + 3 + len(text)) + members + b"\xa0\x9c\x01" + text
    table = event(19, doc.table_map(b"\xf5", b"\x04"))
    image = b"\0" + u4(len(document)) + document
    path = log(tmp_path, table, event(23, doc.rows(b"", doc.HAS_ONE, image)))
    with pytest.raises(BinlogError, match="overlapping members"):
        list(read_rows(path))
