"""Conditions on typed rows, against those on row images, which `undo --where` asks."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.conditions import parse_condition
from binlog_kaitai.model.schema import RECORD_FIELDS
from binlog_kaitai.read.where import PLACE as PLACES
from binlog_kaitai.read.where import Where
from tests.replay import FIXTURES
from tests.test_undo_conditions import REFUSED

PLACE = {"_file": "log", "_position": 4, "_ordinal": 0, "_change_type": "insert", "_absent": None}
COLUMNS: dict[str, tuple[pa.DataType, Any]] = {
    "id": (pa.int32(), 5),
    "big": (pa.decimal128(20, 0), Decimal(2**64 - 1)),
    "name": (pa.string(), "Dée"),
    "Total": (pa.decimal128(10, 2), Decimal("10.50")),
    "long": (pa.string(), "10.50"),
    "rate": (pa.float32(), 0.1),
    "day": (pa.date32(), 20778),
    "at": (pa.timestamp("us"), 1_795_219_200_000_000),
    "seen": (pa.timestamp("us", "UTC"), 1_500_000),
    "state": (pa.string(), "paid"),
    "raw": (pa.binary(), b"\x0f\xff"),
    "none": (pa.int64(), None),
    "lasted": (pa.duration("us"), -3_723_500_000),
    "place": (pa.list_(pa.float32()), [1.0]),
}
SCHEMA = pa.schema(
    [RECORD_FIELDS[name].with_name(name) for name in PLACE]
    + [pa.field(name, kind) for name, (kind, _) in COLUMNS.items()]
)
ROW = PLACE | {name: value for name, (_, value) in COLUMNS.items()}

TRUE = [
    *("id = 5", "ID = 5.0", "id = '5'", "5 = id", "id <> 6", "id < 6 AND id >= 5", "6 > id"),
    *("id BETWEEN 5 AND 6", "id IN (1, 5)", "NOT id = 4", "id > -5", "(id = 4 OR id = 5)"),
    *("id > 4.5", "id < 99999999999999999999", "big = 18446744073709551615", "big <> id"),
    *("name = 'Dée'", "name <> 'dée'", "total = 10.5", "Total > 10", "rate = 0.1", "long = 10.5"),
    *("long > 9", "day = '2026-11-21'", "at = '2026-11-21'", "at = '2026-11-21 00:00:00'"),
    *("at < '2026-11-21 00:00:00.5'", "seen = '1970-01-01 00:00:01.5'", "'1970-01-02' > seen"),
    *("seen = '1970-01-01T02:00:01.5+02:00'",),
    *("state = 'paid'", "raw = x'0FFF'", "raw = 0xfff", "none IS NULL", "lasted < '-01:02:03'"),
    *("lasted = '-01:02:03.5'", "id IS NOT NULL", "none <=> NULL", "id <=> 5", "1 = 1"),
    *("none = 1 OR id = 5", "NOT none <=> 5", "day > '2026-11-20 23:59:59'", "_position = 4"),
]
FALSE = [
    *("id = 4", "none = 1", "NOT none = 1", "none <> 1", "none IN (1, NULL)", "id <=> NULL"),
    *("none = 1 AND id = 5", "NOT (none = 1 AND id = 5)", "id NOT IN (5, 6)", "name = 'DÉE'"),
    *("id NOT BETWEEN 1 AND 9", "none IS NOT NULL", "at > '2026-11-21'", "id = NULL", "1 = 2"),
    *("NULL IS NOT NULL", "_change_type <> 'insert'"),
]
UNLIKE = [
    *("gone = 1", "id = 'x'", "id = x'05'", "day = 'x'", "lasted = '1'", "raw = 1", "place = 1"),
    *("1 = 'x'", "name = id", "rate = 'x'", "at = '2026-11-21T00:00:00+02:00'"),
    *("day = '2026-11-21T00:00:00+02:00'", "id < 'inf'", "id = 'nan'"),
]


def batch(*rows: dict[str, Any]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([ROW | row for row in rows], SCHEMA)


def kept(text: str, *batches: pa.RecordBatch, wanted: list[str] | None = None) -> list[Any]:
    fields = SCHEMA if wanted is None else pa.schema([SCHEMA.field(name) for name in wanted])
    where = Where(parse_condition(text), fields, SCHEMA)
    found = [one.select(where.asked.names) for one in batches]
    return [row for one in where.of(found) for row in one.to_pylist()]


@pytest.mark.parametrize("text", TRUE)
def test_true_of_a_row(text: str) -> None:
    assert kept(text, batch({})) == batch({}).to_pylist()


@pytest.mark.parametrize("text", FALSE)
def test_not_true_of_a_row(text: str) -> None:
    assert kept(text, batch({})) == []


@pytest.mark.parametrize("text", [*REFUSED, *UNLIKE])
def test_what_is_not_understood_is_refused_before_a_row_is_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected |do not compare"):
        Where(parse_condition(text), SCHEMA)


def test_texts_that_are_no_numbers_do_not_compare_with_one() -> None:
    with pytest.raises(BinlogError, match="log: at byte 4: expected values that compare"):
        kept("name = 1", batch({}))


BEFORE, AFTER = {"_change_type": "update_preimage"}, {"_change_type": "update_postimage"}


@pytest.mark.parametrize("size", range(1, 7))
def test_both_images_of_an_update_are_kept_wherever_a_batch_ends(size: int) -> None:
    images = [{}, BEFORE, AFTER | {"id": 6}, BEFORE | {"id": 7}, AFTER | {"id": 7}, {"id": 6}]
    batches = [batch(*images[start : start + size]) for start in range(0, len(images), size)]
    assert [row["id"] for row in kept("id = 5", *batches)] == [5, 5, 6]
    assert [row["id"] for row in kept("id = 6", *batches, wanted=["id"])] == [5, 6, 6]


def test_an_image_that_lacks_a_column_is_an_error_only_where_that_decides() -> None:
    without = {"none": None, "_absent": ["none"]}
    images = [BEFORE | without, AFTER | {"none": 3}]
    assert len(kept("none = 3", batch(*images))) == 2
    assert kept("none = 3 AND id = 4", batch(without)) == []
    assert kept("none = 3 AND id = 5", batch({})) == []
    changed = {"name": '{"json_diff": []}', "_absent": ["name"]}
    with pytest.raises(BinlogError, match="an image with the column name of the condition"):
        kept("name = 'x'", batch(changed))
    for text in ("none = 3", "none IS NULL", "none <=> NULL", "NOT none = 3 AND id = 5"):
        with pytest.raises(BinlogError, match="an image with the column none of the condition"):
            kept(text, batch(without))


def test_rows_before_one_that_cannot_be_told_come_first() -> None:
    where = Where(parse_condition("none = 3 OR id = 6"), SCHEMA)
    found = where.of([batch({"id": 6}, {"_absent": ["none"]}, {"id": 6})])
    assert next(found).num_rows == 1
    with pytest.raises(BinlogError):
        next(found)


def test_absent_names_only_columns_that_were_asked_for() -> None:
    rows = [{"_absent": ["none", "day"]}, {"_absent": ["none"]}]
    found = kept("id = 5 OR none = 1", batch(*rows), wanted=["_absent", "day"])
    assert [row["_absent"] for row in found] == [["day"], None]


TYPES = FIXTURES / "mysql97" / "types.binlog"


def changes(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of each change."""
    images = iter(rows)
    for row in images:
        yield [row, next(images)] if row["_change_type"] == "update_preimage" else [row]


def ids(rows: list[dict[str, Any]]) -> set[int]:
    return {row["id"] for row in rows}


@pytest.mark.parametrize("engine", ["kernels", "tree"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_scan_keeps_what_filtering_all_of_it_keeps(engine: Any, threads: int) -> None:
    rows = pa.table(scan(TYPES, "types.wide", engine=engine)).to_pylist()
    wanted = max(row["id"] for row in rows)
    expected = [row for change in changes(rows) if wanted in ids(change) for row in change]
    assert len(ids(expected)) == 2  # an update of the key
    found = scan(TYPES, "types.wide", where=f"id = {wanted}", engine=engine, threads=threads)
    assert pa.table(found).to_pylist() == expected
    narrow = scan(TYPES, "types.wide", where=f"id = {wanted}", columns=["_position"], engine=engine)
    assert pa.table(narrow).to_pylist() == [{"_position": row["_position"]} for row in expected]


@pytest.mark.parametrize("engine", ["kernels", "tree"])
@pytest.mark.parametrize("columns", [None, ["data", "change_type"]])
def test_flat_records_are_those_of_the_rows(engine: Any, columns: list[str] | None) -> None:
    logs = sorted(FIXTURES.glob("mysql97/rotated.*.binlog"))
    condition = "n > 2 OR v = 'zwei'"
    typed = scan(logs, "rotated.events", where=condition, engine=engine).to_table()
    places = set(zip(*(typed[name].to_pylist() for name in PLACES), strict=True))
    read = partial(scan, logs, "rotated.events", is_typed=False, engine=engine)
    every, kept = read().to_table(), read(where=condition, columns=columns).to_table()
    names = [RECORD_FIELDS[name].name for name in PLACES]
    expected = [row for row in every.to_pylist() if tuple(row[name] for name in names) in places]
    assert 0 < len(expected) == len(places) < every.num_rows
    assert kept.to_pylist() == [{name: row[name] for name in kept.column_names} for row in expected]


def test_rows_before_damage_come_first(tmp_path: Path) -> None:
    whole = (FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes()
    (tmp_path / "cut").write_bytes(whole[:-40])
    result = CliRunner().invoke(
        main,
        [
            "rows",
            "-T",
            "rotated.events",
            "--where",
            "id >= 1",
            "--columns",
            "id",
            f"{tmp_path}/cut",
        ],
    )
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == '{"id": 1}'


def test_a_column_that_is_not_there_is_misuse() -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    result = CliRunner().invoke(main, ["rows", "-T", "rotated.events", "--where", "nope = 1", log])
    assert result.exit_code == 2
    assert "expected a column nope" in result.stderr


def test_a_scan_refuses_a_condition_without_typed_rows() -> None:
    with pytest.raises(ValueError, match="where requires the typed rows of a table"):
        scan(TYPES, where="id = 1")
    with pytest.raises(ValueError, match="expected a column nothing, found _file"):
        next(iter(scan(TYPES, "types.wide", where="nothing = 1")))
