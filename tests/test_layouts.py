"""Tables that were altered: the schema that is inferred, and the one that is merged."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.kernels import engine as kernel_engine
from binlog_kaitai.kernels.engine import KernelEngine
from binlog_kaitai.kernels.seek import windows
from binlog_kaitai.kernels.seek.boundaries import Boundaries
from binlog_kaitai.kernels.seek.header_scan import LONG
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.layouts import PlacedLayout, merged_schema
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.events import read_events
from binlog_kaitai.read.layouts import inferred_schema, latest_layout, read_layouts
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.log import table_maps
from binlog_kaitai.tree.log.state import LogState
from binlog_kaitai.tree.log.table_maps import TableMaps
from tests.fixtures.logs import EACH_LOG
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows

Row = dict[str, Any]

ORDERS = "altered.orders"
CONFLICTING = "altered.conflicting"
SERVERS = ("mysql97", "mariadb118")


def logs_of(server: str) -> list[Path]:
    return [FIXTURES / server / f"altered.{number}.binlog" for number in (1, 2)]


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    name: Engine = request.param
    return name


@pytest.fixture
def index(tmp_path: Path, server: str) -> Path:
    """An index file of both logs."""
    for log in logs_of(server):
        shutil.copy(log, tmp_path)
    index = tmp_path / "altered.index"
    index.write_text("".join(f"./{log.name}\n" for log in logs_of(server)))
    return index


def rows_of(batches: Iterable[pa.RecordBatch]) -> list[Row]:
    return [row for batch in batches for row in batch.to_pylist()]


def columns_of(schema: pa.Schema | None) -> dict[str, pa.DataType]:
    assert schema is not None
    return {field.name: field.type for field in schema if not field.name.startswith("_")}


def test_inferred_schema_is_the_latest_of_the_first_file_with_the_table(server: str) -> None:
    first, second = logs_of(server)
    latest = {
        "note": pa.string(),
        "id": pa.int32(),
        "small": pa.int64(),
        "amount": pa.decimal128(6, 2),
        "day": pa.date32(),
        "ratio": pa.float64(),
        "gone": pa.string(),
    }
    schema = inferred_schema([first, second], Scope(ORDERS), merge_schema=False)
    assert columns_of(schema) == latest
    layout = latest_layout([first, second], Scope(CONFLICTING))
    assert layout is not None
    records = [r for r in read_rows(second, CONFLICTING) if r.data["id"] == 2]
    assert layout[1:] == (str(second), records[0].position)
    assert layout.table.columns[1].type == ColumnType.date
    assert latest_layout([first, second], Scope("altered.none")) is None


@pytest.mark.parametrize("path", EACH_LOG)
def test_layouts_are_those_of_the_trees(path: Path) -> None:
    expected: list[PlacedLayout] = []
    seen: list[Table] = []
    for change in read_changes(path):
        assert isinstance(change, Change)
        if change.table is not None and change.table not in seen:
            seen.append(change.table)
            expected.append(PlacedLayout(change.table, str(path), change.position))
    assert list(read_layouts([path], EVERYTHING)) == expected


class CountedStates(LogState):
    """Counts how often one is made."""

    made = 0

    def __init__(self, *args: Any) -> None:
        CountedStates.made += 1
        super().__init__(*args)


@pytest.mark.parametrize("log", ["nested", "nested_unchecked"])
@pytest.mark.parametrize(("tells", "expected"), [(True, (2, 1, 0)), (False, (0, 0, 1))])
def test_a_table_that_is_nowhere_is_looked_for_in_few_table_maps(
    log: str, expected: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch, *, tells: bool
) -> None:
    """The last of a long part, where it is not told where transactions begin."""
    monkeypatch.setattr(Boundaries, "begins_any", lambda *_: tells)
    read: list[int] = []
    at = TableMaps.at
    monkeypatch.setattr(TableMaps, "at", lambda self, pos: read.append(pos) or at(self, pos))  # type: ignore[func-returns-value]
    monkeypatch.setattr(table_maps, "LogState", CountedStates)
    monkeypatch.setattr(CountedStates, "made", 0)
    walked: list[int] = []
    table_at = KernelEngine._table_at  # noqa: SLF001 - it is counted

    def counted(self: KernelEngine, file: str, scope: Scope, position: int) -> Table | None:
        walked.append(position)
        return table_at(self, file, scope, position)

    monkeypatch.setattr(KernelEngine, "_table_at", counted)
    for part in ("PART", "HOPPED_PART", "LAST_PART"):
        monkeypatch.setattr(kernel_engine, part, 2500)
    path = FIXTURES / "mysql97" / f"{log}.binlog"
    assert latest_layout([path], Scope("no.where")) is None
    assert (len(read), CountedStates.made, len(walked)) == expected
    assert len(read) < sum(1 for event in read_events(path) if event.type == "TABLE_MAP") / 2


@pytest.mark.parametrize("shortest", [0, LONG], ids=["headers alone", "windows"])
@pytest.mark.parametrize("path", EACH_LOG)
def test_the_latest_layout_is_that_of_the_last_rows(
    path: Path, shortest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In parts that begin anywhere, whose events may not say where they lie, as MariaDB's do."""
    monkeypatch.setattr(windows, "LONG", shortest)
    for part, size in {"PART": 1500, "HOPPED_PART": 1000, "LAST_PART": 700, "NEAR": 200}.items():
        monkeypatch.setattr(kernel_engine, part, size)
    expected: dict[str, Table] = {}
    for change in read_changes(path):
        if isinstance(change, Change) and change.table is not None:
            expected[change.table.full_name] = change.table
    for name, table in list(expected.items())[:20]:
        found = latest_layout([path], Scope(name))
        assert found is not None, name
        assert found.table == table


@pytest.mark.parametrize("share", [0.9, 0.2])
def test_damage_ends_the_search_for_the_latest_layout(
    tmp_path: Path, server: str, share: float
) -> None:
    content = logs_of(server)[0].read_bytes()
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(content[: int(len(content) * share)])
    if share < 0.5:
        with pytest.raises(BinlogError):
            latest_layout([cut], Scope(ORDERS))
    else:
        assert latest_layout([cut], Scope(ORDERS)) is not None


def read_until_error(batches: Iterable[pa.RecordBatch]) -> tuple[list[Row], BinlogError | None]:
    rows: list[Row] = []
    try:
        for batch in batches:
            rows += batch.to_pylist()
    except BinlogError as error:
        return rows, error
    return rows, None


def test_image_with_fewer_columns_than_inferred_raises(server: str, engine: Engine) -> None:
    path = logs_of(server)[0]
    rows, error = read_until_error(read_batches(path, ORDERS, engine=engine))
    assert rows == []
    assert error is not None
    assert error.position == next(read_rows(path, ORDERS)).position
    assert error.expected == f"a column note in {ORDERS}, or mergeSchema=true"
    assert error.found == "only id, small, amount, day, ratio, gone"


def test_image_with_more_columns_than_inferred_raises(index: Path, engine: Engine) -> None:
    path = index.with_name("altered.2.binlog")
    schema = inferred_schema(
        [index.with_name("altered.1.binlog")], Scope(ORDERS), merge_schema=False
    )
    rows, error = read_until_error(
        read_batches(path, ORDERS, schema=schema, is_exact=True, engine=engine)
    )
    assert [(row["id"], row["amount"]) for row in rows] == [(4, Decimal("4.44"))]
    assert error is not None
    assert error.position == next(r for r in read_rows(path, ORDERS) if "late" in r.data).position
    columns = "note, id, small, amount, day, ratio"
    assert error.expected == f"the columns {columns} in {ORDERS}, or mergeSchema=true"
    assert error.found == "the additional column late (decimal128(20, 0))"


# the first rows of the second log have amount DECIMAL(6,2)
AMOUNTS = [(6, 2, True), (7, 3, True), (7, 2, True), (6, 3, False), (5, 2, False), (9, 1, False)]


@pytest.mark.parametrize(("precision", "scale", "is_read"), AMOUNTS)
def test_type_that_does_not_widen_into_the_inferred_one_raises(
    server: str, engine: Engine, precision: int, scale: int, *, is_read: bool
) -> None:
    logs = logs_of(server)
    schema = inferred_schema(logs, Scope(ORDERS), merge_schema=False)
    assert schema is not None
    target = pa.decimal128(precision, scale)
    schema = schema.set(schema.get_field_index("amount"), pa.field("amount", target))
    rows, error = read_until_error(
        read_batches(logs[1], ORDERS, schema=schema, is_exact=True, engine=engine)
    )
    assert [row["amount"] for row in rows] == [Decimal("4.44")] * is_read
    assert error is not None
    if not is_read:
        assert error.position == next(read_rows(logs[1], ORDERS)).position
        widened = f"widens into decimal128({precision}, {scale}), or mergeSchema=true"
        assert error.expected == f"a column amount in {ORDERS} that {widened}"
        assert error.found == "newdecimal, decimal128(6, 2)"


MERGED = {
    "id": pa.int32(),
    "small": pa.int64(),
    "amount": pa.decimal128(12, 4),
    "day": pa.timestamp("us"),
    "ratio": pa.float64(),
    "gone": pa.string(),
    "note": pa.string(),
    "late": pa.decimal128(20, 0),
}


def test_merged_rows_hold_what_the_server_selects(server: str, index: Path, engine: Engine) -> None:
    batches = list(read_batches(index, ORDERS, merge_schema=True, engine=engine))
    assert columns_of(batches[0].schema) == MERGED
    rows = rows_of(batches)
    last = {row["id"]: row for row in rows if row["_change_type"] != "update_preimage"}
    truth = load_truth(server, "altered")["tables"][ORDERS]
    expected = expected_rows(truth, has_names=True, has_charsets=True)
    names = [column["name"] for column in truth["columns"]]
    assert [{name: row[name] for name in names} for _, row in sorted(last.items())] == expected
    assert all(row["gone"] is None for row in last.values())


def test_merged_rows_hold_what_was_before(index: Path, engine: Engine) -> None:
    rows = rows_of(read_batches(index, ORDERS, merge_schema=True, engine=engine))
    day = datetime(2026, 11, 21)  # noqa: DTZ001 - a DATETIME has no zone
    assert [row[name] for row in rows[:1] for name in MERGED] == [
        *(1, 1, Decimal("1.5"), day, 0.5, "one", None, None)
    ]
    inserted = [row for row in rows if row["_change_type"] == "insert"]
    assert [(row["id"], row["gone"], row["note"], row["late"]) for row in inserted] == [
        (1, "one", None, None),
        (2, None, None, None),
        (3, "three", "é", None),
        (4, "four", None, None),
        (5, None, "late", 2**64 - 1),
    ]


def test_conflict_names_both_positions(server: str, engine: Engine) -> None:
    path = logs_of(server)[1]
    with pytest.raises(BinlogError) as raised:
        list(read_batches(path, CONFLICTING, merge_schema=True, engine=engine))
    number, date = read_rows(path, CONFLICTING)
    assert (raised.value.file, raised.value.position) == (str(path), date.position)
    assert raised.value.expected == (
        f"a type of the column v of {CONFLICTING} that merges with int32 (at byte {number.position}"
        f" of {path})"
    )
    assert raised.value.found.startswith("date32[day], ")


def altered(name: str, column_type: str, *, has_names: bool = True, **told: Any) -> PlacedLayout:
    column = Column(name, ColumnType[column_type], is_nullable=True, **told)
    return PlacedLayout(Table("d", "t", (column,), has_names), "bin.1", 4)


LAYOUTS = [
    ([altered("id", "long"), altered("ID", "longlong")], {"id": pa.int64()}),
    ([altered("id", "longlong"), altered("id", "long")], {"id": pa.int64()}),
    (
        [altered("id", "tiny"), altered("id", "long"), altered("id", "short")],
        {"id": pa.int32()},
    ),
    ([altered("id", "long"), altered("v", "tiny")], {"id": pa.int32(), "v": pa.int8()}),
    (
        [altered("@1", "long", has_names=False), altered("id", "long")],
        {"id": pa.int32()},
    ),
    (
        [altered("@1", "long", has_names=False), altered("@1", "longlong", has_names=False)],
        {"@1": pa.int64()},
    ),
    (
        [
            altered("n", "newdecimal", precision=10, scale=2),
            altered("n", "newdecimal", precision=8, scale=4),
        ],
        {"n": pa.decimal128(12, 4)},
    ),
]


@pytest.mark.parametrize(("layouts", "columns"), LAYOUTS)
def test_layouts_merge_into_one_schema(
    layouts: list[PlacedLayout], columns: dict[str, pa.DataType]
) -> None:
    assert columns_of(merged_schema(layouts)) == columns


@pytest.mark.parametrize(
    "layouts",
    [
        [altered("id", "long"), altered("id", "date")],
        [altered("id", "longlong"), altered("id", "double")],
        [altered("id", "long"), altered("id", "varchar", charset="utf8mb4")],
        [altered("id", "null")],
    ],
)
def test_layouts_that_do_not_merge_are_refused(layouts: list[PlacedLayout]) -> None:
    with pytest.raises(BinlogError, match=r"bin\.1: at byte 4"):
        merged_schema(layouts)
