"""What says that a current table is stale, for each cause."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from deltalake import DeltaTable

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.console import aside_lines
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow
from binlog_kaitai.lake.iceberg import IcebergTables
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import MIDLIFE, STALE
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.tables import Format
from tests.lake.test_followed import rows_of

HERE = Path(__file__).parent


class Case(NamedTuple):
    """A table that is stale, and what its reason has; `rows` are those before the cause."""

    logs: tuple[str, ...]
    table: str
    cause: str
    reason: str
    rows: int


FOLLOWED = ("followed/mysql97.1.binlog", "followed/mysql97.2.binlog")
CASCADES = ("cascades/mariadb118.1.binlog", "cascades/mariadb118.2.binlog")
CONFLICTS = ("conflicts/binlog.000001", "conflicts/binlog.000002")
CASES = {
    "expression as default": Case(FOLLOWED, "followed.timed", "statement", "CURRENT_TIMESTAMP", 5),
    "conversion": Case(FOLLOWED, "followed.narrowed", "statement", "MODIFY v SMALLINT", 5),
    "partitions": Case(FOLLOWED, "followed.texts", "statement", "TRUNCATE PARTITION", 5),
    "logged statement": Case(
        ("logged/mariadb118.binlog",), "logged.updated", "statement", "UPDATE updated", 2
    ),
    "LOAD DATA": Case(("logged/mariadb118.binlog",), "logged.loaded", "statement", "LOAD DATA", 2),
    "cascade": Case(CASCADES, "cascades.deleted", "cascade", "cascades.parent", 2),
    "cascade of a logged statement": Case(
        CASCADES, "cascades.of_stated", "statement", "DELETE FROM stated", 2
    ),
    "missing log": Case(
        ("conflicts/binlog.000001", "conflicts/binlog.000003"),
        "conflicts.other",
        "gap",
        "the log that follows binlog.000001",
        1,
    ),
    "types": Case(CONFLICTS, "conflicts.texts", "types", "merges with int32", 3),
    "keys": Case(CONFLICTS, "conflicts.keyed", "keys", "primary key", 2),
    "values": Case(CONFLICTS, "conflicts.partial", "values", "b", 1),
}


def property_of(out: Path, folder: str, file_format: Format) -> str | None:
    """Return the property of a table that says why it is set aside."""
    if file_format == "delta":
        return DeltaTable(str(out / folder)).metadata().configuration.get(STALE)
    tables = IcebergTables(Store.at(out), None)
    table = tables._table(folder)  # noqa: SLF001
    assert table is not None
    return table.properties.get(STALE)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_stale_table_says_so_everywhere(tmp_path: Path, case: Case) -> None:
    logs = [str(HERE / log) for log in case.logs]
    arguments = ["export", "--current", "--out", str(tmp_path), *logs]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == INCOMPLETE
    assert f"error: {case.table} is set aside: " in result.stderr
    line = next(one for one in result.stderr.splitlines() if f"{case.table} is set aside" in one)
    assert case.reason in line
    again = CliRunner().invoke(main, arguments)
    assert again.exit_code == INCOMPLETE
    assert line in again.stderr
    record = json.loads((tmp_path / f"{case.table}.current/_export.json").read_text())
    assert record["set_aside"]["cause"] == case.cause
    assert len(rows_of(tmp_path, f"{case.table}.current", "parquet")) == case.rows


@pytest.mark.parametrize("file_format", ["delta", "iceberg"])
def test_tables_of_formats_have_a_property(tmp_path: Path, file_format: Format) -> None:
    """Until they are rebuilt."""
    logs = [str(HERE / log) for log in CASCADES]
    options: Any = {"current": Asked(), "file_format": file_format, "table": "cascades.*"}
    export(logs[:1], tmp_path, **options)
    folder = "cascades.deleted.current"
    assert not property_of(tmp_path, folder, file_format)
    for _ in range(2):
        summary = export(logs, tmp_path, **options)
        reason = str(summary.set_aside["cascades.deleted"])
        assert property_of(tmp_path, folder, file_format) == reason
        assert "mariadb118.2.binlog" in reason
        assert len(rows_of(tmp_path, folder, file_format)) == 2
    assert not property_of(tmp_path, "cascades.strict.current", file_format)
    export(logs, tmp_path, reset=["cascades.deleted"], **options)
    assert property_of(tmp_path, folder, file_format) == MIDLIFE


def test_an_export_that_follows_says_it(tmp_path: Path) -> None:
    folder, out = tmp_path / "logs", tmp_path / "out"
    folder.mkdir()
    for number, log in enumerate(CASCADES, 1):
        shutil.copy(HERE / log, folder / f"binlog.{number:06d}")
    runs = iter([False, True])
    (summary,) = follow([str(folder)], out, every=0.01, is_over=lambda: next(runs), current=Asked())
    assert any(
        "cascades.deleted is set aside" in line for line in aside_lines(summary.set_aside, {}, {})
    )
