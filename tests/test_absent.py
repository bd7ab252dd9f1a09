"""What typed rows say of columns that row images leave out, against the flat records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from binlog_kaitai.kernels.records.absent import _patterns
from binlog_kaitai.model.schema import column_field
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth

SERVERS = ("mysql97", "mysql56", "mariadb118", "mariadb1011")
IMAGES = ("images_minimal", "images_noblob", "images_full_nodup", "json_partial_minimal")

CASES = [
    (server, case, table)
    for server in SERVERS
    for case in IMAGES
    if (FIXTURES / server / f"{case}.binlog").exists()
    for table in load_truth(server, case)["tables"]
]


def _told(path: Any, table: str) -> Iterator[dict[str, Any]]:
    """What each image and, of an update's after image, the one before it hold."""
    before: dict[str, Any] = {}
    for record in read_rows(path, table):
        data = dict(record.data)
        if record.change_type == "update_postimage":
            data = before | data
        before = data
        yield data


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("server", "case", "table"), CASES)
def test_absent_columns_are_named(server: str, case: str, table: str, engine: Engine) -> None:
    path = FIXTURES / server / f"{case}.binlog"
    found = pa.Table.from_batches(list(read_batches(path, table, engine=engine)))
    columns = [name for name in found.column_names if not name.startswith("_")]
    told = list(_told(path, table))
    assert len(told) == len(found)
    for row, data in zip(found.to_pylist(), told, strict=True):
        # changes to a document that is not there are shown, and are no value
        missing = [
            name for name in columns if name not in data or '{"json_diff"' in str(row[name])[:12]
        ]
        assert row["_absent"] == (missing or None)
        held = {name for name in columns if data.get(name) is not None}
        nulls = {str(data[name]) for name in held if row[name] is None}
        assert nulls <= {"0000-00-00 00:00:00.000"}
        assert not [name for name in columns if name not in data and row[name] is not None]


@pytest.mark.parametrize("engine", ENGINES)
def test_absent_names_what_is_asked_for(engine: Engine) -> None:
    path = FIXTURES / "mysql97" / "images_noblob.binlog"
    schema = pa.schema(
        [("c17", pa.string()), ("_absent", pa.list_(pa.string())), ("id", pa.int64())]
    )
    asked = {"is_projection": True, "engine": engine}
    found = pa.Table.from_batches(
        list(read_batches(path, "images.many_columns", schema=schema, **asked))
    )
    assert found.schema == schema
    assert {str(names) for names in found.column("_absent").to_pylist()} == {"None", "['c17']"}
    schema = schema.remove(0)
    found = pa.Table.from_batches(
        list(read_batches(path, "images.many_columns", schema=schema, **asked))
    )
    assert found.column("_absent").null_count == len(found)


def test_column_of_the_fields_name_has_another() -> None:
    assert column_field("_absent") == "__absent"


@pytest.mark.parametrize("num_columns", [0, 1, 64, 65, 200])
def test_rows_of_many_columns_that_leave_out_the_same(num_columns: int) -> None:
    chance = np.random.default_rng(num_columns)
    some = chance.integers(-(2**63), 2**63, (-(-num_columns // 64), 9))
    chosen = chance.integers(0, some.shape[1], 500)
    words = some[:, chosen] & -2  # two that differ in one bit are others
    first, patterns = _patterns(words)
    assert len(first) == (9 if num_columns else 1)
    assert (words[:, first][:, patterns] == words).all()
    assert [patterns[: at + 1].tolist().index(number) for number, at in enumerate(first)] == [
        *first
    ]
