"""Comparisons of rows by sums of their hashes."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake import loading
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.loading import load_between_commits
from binlog_kaitai.lake.row_sums import of_groups, pairs_of, rows_with, sums_of
from binlog_kaitai.lake.state import STATE, SUCCESS, State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.read.logged_ddl import may_alter
from tests.lake.test_set_aside import LOGS

ROWS = [{"id": number, "v": str(number % 7), "w": None} for number in range(5000)]
SCHEMA = pa.schema([("id", pa.int32()), ("v", pa.string()), ("w", pa.float32())])


def batch_of(rows: list[dict[str, object]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(rows, SCHEMA)


def test_sums_do_not_depend_on_the_order_and_find_one_cell() -> None:
    shuffled = random.Random(1).sample(ROWS, len(ROWS))
    changed = [*ROWS[:-1], ROWS[-1] | {"w": 0.0}]
    whole = pairs_of(batch_of(ROWS), ["id"])
    parts = [pairs_of(batch_of(shuffled[at : at + 700]), ["id"]) for at in range(0, 5000, 700)]
    other = pairs_of(batch_of(changed), ["id"])
    counts, sums = sums_of(iter([whole]))
    for again, is_equal in ((sums_of(iter(parts)), True), (sums_of(iter([other])), False)):
        assert (again[0] == counts).all()
        assert (again[1] == sums).all() == is_equal
    (group,) = (sums != sums_of(iter([other]))[1]).nonzero()[0]
    some = of_groups(iter([whole]), [group])
    assert ROWS[-1] in rows_with(iter([batch_of(ROWS)]), some, ["id"])


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_commit_in_progress_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_killed: bool
) -> None:
    export(LOGS, tmp_path, current=Asked())
    (tmp_path / SUCCESS).unlink()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3 and not is_killed:
            (tmp_path / SUCCESS).touch()

    monkeypatch.setattr(loading.time, "sleep", sleep)
    monkeypatch.setattr(loading, "COMMIT_SECONDS", 0.5)
    assert load_between_commits(Store.at(tmp_path)) is not None
    assert (len(slept) == 3) != is_killed


@pytest.mark.parametrize("is_current", [False, None])
def test_only_current_tables_are_compared(tmp_path: Path, is_current: bool | None) -> None:
    if is_current is False:
        export(LOGS, tmp_path)
    result = CliRunner().invoke(main, ["prove", "mysql://reader@127.0.0.1:1", str(tmp_path)])
    assert result.exit_code == 2
    assert "expected an export with current tables" in result.output


def test_an_export_that_has_read_no_log_says_so(tmp_path: Path) -> None:
    store = Store.at(tmp_path)
    store.write_json(STATE, State({"format": "parquet", "current": "{}"}).to_json())
    store.write_json(SUCCESS, {})
    result = CliRunner().invoke(main, ["prove", "mysql://reader@127.0.0.1:1", str(tmp_path)])
    assert result.exit_code == os.EX_TEMPFAIL
    assert "has read no log yet" in result.output


@pytest.mark.parametrize(
    ("statement", "is_found"),
    [
        ("/* x */ ALTER TABLE Orders ADD c INT", True),
        ('DROP TABLE "or""ders"', False),
        ("ALTER TABLE orders DROP `schema`", True),
        ("DROP DATABASE IF EXISTS `shop`", True),
        ("DROP DATABASE other", False),
        ("INSERT INTO orders VALUES (1)", False),
        ("ALTER TABLE items ADD c INT", False),
    ],
)
def test_statements_that_may_alter_a_table(statement: str, is_found: bool) -> None:
    assert may_alter(statement, "shop", "orders") == is_found


def test_a_name_is_found_as_it_is_quoted() -> None:
    assert may_alter('DROP TABLE "or""ders"', "shop", 'or"ders')
    assert may_alter("DROP TABLE `or``ders`", "shop", "or`ders")
