"""Exports to Delta and Iceberg tables whose files another writer replaces."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake import commit as commits
from binlog_kaitai.lake.columns import columns_of, schema_from
from binlog_kaitai.lake.current import splitting
from binlog_kaitai.lake.current.ordering import digest_of
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.gathering import in_columns
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.plan import Plan
from binlog_kaitai.lake.snapshots import ConflictError, ForeignRowsError
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.tables import Format, tables_of
from tests.lake import test_delta, test_iceberg
from tests.lake.datasets import archive
from tests.lake.test_again import FILES, Rows
from tests.lake.test_kills import READ, standing
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order

pytest.importorskip("deltalake")
pytest.importorskip("pyiceberg")
from pyiceberg.io.pyarrow import parquet_file_to_data_file

EVENTS = "rotated.events"
CURRENT = f"{EVENTS}.current"

formats = pytest.mark.parametrize("file_format", ["delta", "iceberg"])


def rewrite(out: Path, file_format: Format, name: str = CURRENT) -> None:
    """Write the rows of a table anew in another order, and remove the files before."""
    if file_format == "delta":
        table = test_delta.deltalake.DeltaTable((out / name).as_uri())
        table.optimize.z_order(["id"])
        table.vacuum(0, enforce_retention_duration=False, dry_run=False)
        return
    table = test_iceberg.catalog(out).load_table(tuple(name.split(".", 1)))
    if name.endswith(".current"):
        table.overwrite(table.scan().to_arrow().sort_by([("id", "descending")]))
    else:
        rewrite_days(table)
    replaced = [one.snapshot_id for one in table.snapshots()[:-1]]
    table.maintenance.expire_snapshots().by_ids(replaced).commit()
    kept = {task.file.file_path for task in table.refresh().scan().plan_files()}
    for path in (out / name).rglob("*.parquet"):
        if f"file://{path}" not in kept:
            path.unlink()


def rewrite_days(table: Any) -> None:
    """Replace each file of a table that is partitioned by day."""
    with table.transaction() as tx, tx.update_snapshot().overwrite() as update:
        for task in table.scan().plan_files():
            path = Path(task.file.file_path.removeprefix("file://"))
            made = path.parents[1] / "data" / path.parent.name / f"{uuid4()}.parquet"
            made.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(pq.ParquetFile(path).read(), made)
            update.delete_data_file(task.file)
            update.append_data_file(
                parquet_file_to_data_file(table.io, table.metadata, f"file://{made}")
            )


def delete_row(out: Path, file_format: Format) -> None:
    if file_format == "delta":
        test_delta.deltalake.DeltaTable((out / CURRENT).as_uri()).delete("id = 1")
    else:
        table = test_iceberg.catalog(out).load_table(("rotated", "events.current"))
        table.delete("id = 1")


def run(count: int, out: Path, file_format: Format) -> Any:
    return export(FILES[:count], out, file_format=file_format, current=Asked())


@pytest.fixture(scope="module")
def expected() -> list[dict[str, object]]:
    truth = load_truth("mysql97", "rotated")["tables"][EVENTS]
    return in_order(expected_rows(truth, has_names=True, has_charsets=True))


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    out = tmp_path_factory.mktemp("clean")
    export(FILES[:2], out)
    return archive(out)


@formats
@pytest.mark.parametrize("merged", [splitting.MERGED, 2**8])
def test_a_rewrite_between_exports(  # noqa: PLR0913, PLR0917 - fixtures
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file_format: Format,
    merged: int,
    expected: list[dict[str, object]],
    clean: Rows,
) -> None:
    """Tables of one bucket, and of several."""
    monkeypatch.setattr(splitting, "MERGED", merged)
    run(1, tmp_path, file_format)
    before = standing(tmp_path, file_format)
    rewrite(tmp_path, file_format)
    rewrite(tmp_path, file_format, EVENTS)
    assert standing(tmp_path, file_format) == before
    run(2, tmp_path, file_format)
    assert standing(tmp_path, file_format) == expected
    assert READ[file_format](tmp_path) == clean
    rewrite(tmp_path, file_format)
    run(3, tmp_path, file_format)
    assert standing(tmp_path, file_format) == expected


@formats
@pytest.mark.parametrize("moment", ["before the journal", "behind the journal", "always"])
def test_a_rewrite_during_an_export(  # noqa: PLR0913, PLR0917 - fixtures
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file_format: Format,
    moment: str,
    expected: list[dict[str, object]],
    clean: Rows,
) -> None:
    """The change is planned again, a bounded number of times."""
    run(1, tmp_path, file_format)
    count = 0

    def rewriting(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any) -> Any:
            nonlocal count
            count += 1
            if count == 1 or moment == "always":
                rewrite(tmp_path, file_format)
            return function(*args)

        return called

    with monkeypatch.context() as patch:
        if moment == "behind the journal":
            patch.setattr(commits, "_publish", rewriting(commits._publish))  # noqa: SLF001
        else:
            patch.setattr(Plan, "check", rewriting(Plan.check))
        if moment == "always":
            with pytest.raises(ConflictError, match="run the export again"):
                run(2, tmp_path, file_format)
            assert count == commits.TRIES
        else:
            run(2, tmp_path, file_format)
    run(2, tmp_path, file_format)
    assert standing(tmp_path, file_format) == expected
    assert READ[file_format](tmp_path) == clean
    assert (tmp_path / "_SUCCESS").exists()


@formats
def test_killed_before_the_state_and_rewritten(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file_format: Format,
    expected: list[dict[str, object]],
    clean: Rows,
) -> None:
    """The commit that was made is not made again."""
    run(1, tmp_path, file_format)
    with monkeypatch.context() as patch:
        patch.setattr(commits, "STATE", None)
        with pytest.raises((AttributeError, TypeError, OSError)):
            run(2, tmp_path, file_format)
    rewrite(tmp_path, file_format)
    for _ in range(2):
        run(2, tmp_path, file_format)
        assert standing(tmp_path, file_format) == expected
        assert READ[file_format](tmp_path) == clean


@formats
def test_changed_rows_stop_before_a_write(tmp_path: Path, file_format: Format) -> None:
    run(1, tmp_path, file_format)
    delete_row(tmp_path, file_format)
    before = standing(tmp_path, file_format)
    changes = READ[file_format](tmp_path)
    state = json.loads((tmp_path / "_export" / "state.json").read_text())
    for _ in range(2):
        with pytest.raises(ForeignRowsError, match="another writer changed the table"):
            run(2, tmp_path, file_format)
        assert standing(tmp_path, file_format) == before
        assert READ[file_format](tmp_path) == changes
        assert json.loads((tmp_path / "_export" / "state.json").read_text()) == state


@formats
def test_digests_of_all_types(tmp_path: Path, file_format: Format) -> None:
    """They are those of the rows that the library reads, also after it has written them anew."""
    log = str(FIXTURES / "mysql97" / "types.binlog")
    export([log], tmp_path, file_format=file_format, current=Asked())
    store = Store.at(tmp_path)
    state = load_state(store)
    assert state is not None
    tables = tables_of(store, state.options)
    assert tables is not None
    count = 0
    for folder, dataset in state.datasets.items():
        if dataset.current is None:
            continue
        count += 1
        name = f"{folder}.current"
        schema = schema_from(dataset.current.columns)
        for is_rewritten in (False, True):
            if is_rewritten:
                rewrite(tmp_path, file_format, name)
            _, rows = tables.snapshot(name)
            found = [in_columns(batch, schema) for batch in rows]
            digest = sum(map(digest_of, found)) % 2**64
            assert dataset.current.content() == (sum(map(len, found)), digest), folder
    assert count > 10


@pytest.mark.parametrize(("name", "is_read"), [("a_b", True), ("a b", False)])
def test_names_that_iceberg_encodes(tmp_path: Path, name: str, *, is_read: bool) -> None:
    """A column of such a name would be missing in a file of another writer."""
    files = [("data/log_date=2026-01-01/0.parquet", 1)]
    tables: Any = SimpleNamespace(active_files=lambda _: iter(files))
    state = State({"format": "iceberg"})
    state.datasets["a.b"] = Dataset("a.b", columns_of(pa.schema([(name, pa.int64())])))
    plan = Plan(Store.at(tmp_path), state, 1, tables)
    if is_read:
        (found,) = plan.written_before("a.b", ())
        assert found.name == f"a.b/{files[0][0]}"
    else:
        with pytest.raises(ForeignRowsError, match="the column name a b"):
            plan.written_before("a.b", ())
