"""Two engines, one record: of made-up logs, and of real ones.

They are the same logs each time; MADE_UP_EXAMPLES asks for as many others for each property. Those
that are odd or damaged are for `tests.fuzz`.
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.fixtures.logs import EACH_SHORT_LOG
from tests.made_up.cells import Outcome, matches
from tests.made_up.logs import WITH_ODDS, Log, large_log, logs
from tests.made_up.readings import (
    KERNELS,
    TREE,
    Reading,
    difference,
    outcome,
    tables_in,
    transactions_difference,
)
from tests.made_up.writer import Record

SHARED = Path(__file__).parents[3] / "shared" / "binlogs"
REAL = [*EACH_SHORT_LOG]
if SHARED.is_dir():
    found = sorted(path for path in SHARED.iterdir() if path.suffix not in (".txt", ".err", ".md"))
    REAL += [pytest.param(path, id=path.name) for path in found]

EXAMPLES = int(os.environ.get("MADE_UP_EXAMPLES", "0"))
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def examples(count: int) -> settings:
    """Settings for as many examples as are asked for, or else `count`, the same each time."""
    return settings(
        max_examples=EXAMPLES or count,
        derandomize=not EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a log is put; its name tells nothing."""
    return tmp_path_factory.mktemp("made_up") / "made_up.binlog"


def assert_engines_agree(path: Path) -> None:
    for table in [None, *tables_in(path)]:
        found = difference(path, table)
        assert found is None, found
    found = transactions_difference(path)
    assert found is None, found


def expected_fields(record: Record) -> dict[str, Any]:
    """Return a record's fields but for its data, as Arrow gives them."""
    commit = record.commit_timestamp
    return {
        "file": "made_up.binlog",
        "position": record.position,
        "ordinal": record.ordinal,
        "timestamp": EPOCH + timedelta(seconds=record.timestamp),
        "commit_timestamp": None if commit is None else EPOCH + timedelta(microseconds=commit),
        "server_id": record.server_id,
        "gtid": record.gtid,
        "database": record.database,
        "table": record.table,
        "change_type": record.change_type,
    }


def assert_read_as_made_up(log: Log, reading: Reading) -> None:
    rows = [] if reading.rows is None else reading.rows.to_pylist()
    if log.doubt is None:
        assert reading.error is None
        assert len(rows) == len(log.records)
    elif log.fails:
        assert f"at byte {log.doubt}:" in str(reading.error)
    assert len(rows) >= len(log.records), reading.error
    for row, record in zip(rows, log.records, strict=False):
        data = json.loads(row.pop("data"), parse_float=Decimal)
        del row["outcome"], row["xid"]
        assert row == expected_fields(record)
        assert record.data is Outcome.ANY or list(data) == list(record.data)
        assert matches(data, record.data), f"{data} is not {record.data}"


@examples(80)
@given(log=logs())
def test_the_tree_reads_what_was_made_up(path: Path, log: Log) -> None:
    path.write_bytes(log.data)
    assert log.doubt is None
    assert_read_as_made_up(log, outcome(path, None, TREE))


@pytest.mark.long
@examples(80)
@given(log=logs(WITH_ODDS))
def test_the_tree_reads_what_was_made_up_before_odd_values(path: Path, log: Log) -> None:
    path.write_bytes(log.data)
    assert_read_as_made_up(log, outcome(path, None, TREE))


@examples(50)
@given(log=logs())
def test_engines_agree_on_sound_logs(path: Path, log: Log) -> None:
    path.write_bytes(log.data)
    assert_read_as_made_up(log, outcome(path, None, KERNELS))
    assert_engines_agree(path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("num_columns", "num_rows"),
    [(100, 50), pytest.param(200, 500, marks=pytest.mark.long), (2, 9000)],
)
def test_engines_agree_on_a_large_table(path: Path, num_columns: int, num_rows: int) -> None:
    log = large_log(num_columns, num_rows)
    path.write_bytes(log.data)
    assert_read_as_made_up(log, outcome(path, None, KERNELS))
    assert_engines_agree(path)


@pytest.mark.parametrize("log", REAL)
def test_engines_agree_on_real_logs(log: Path) -> None:
    assert_engines_agree(log)
