"""Current rows of tables that foreign keys change without row images, beside SELECT."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.spark import ForeignKeys, last_changes, latest
from tests.lake import test_cascades as cascades
from tests.marks import mostly_long
from tests.spark.test_latest import changes, rows_of

pytestmark = pytest.mark.usefixtures("few_partitions")

NAMES = ["deleted", "unchecked", *cascades.NAMES]
NAMES = [name for name in dict.fromkeys(NAMES) if name not in {"of_stated", "renamed"}]
TOUCHED = {name: text for text, names in cascades.TOUCHED.items() for name in names}


@pytest.fixture(params=mostly_long(["mariadb118", "mysql56", "mysql97"], short=1))
def server(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def read(spark: SparkSession, paths: list[str], view: str = "changes") -> DataFrame:
    return spark.read.format("binlog").option("view", view).load(paths)


def truth_of(server: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((cascades.FOLDER / f"{server}.json").read_text())
    return found


def compared(frame: DataFrame, rows: list[dict[str, Any]]) -> tuple[list[Any], list[Any]]:
    """Return the values of a table and those of SELECT, by the order of columns."""
    found = [
        [one.decode() if isinstance(one, bytes) else one for one in row.values()]
        for row in rows_of(frame)
    ]
    key = repr
    return sorted(found, key=key), sorted((list(row.values()) for row in rows), key=key)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_latest_is_the_servers_select_or_fails(spark: SparkSession, server: str, name: str) -> None:
    """A table without a row that had the lost key is right, and no error."""
    logs = cascades.logs_of(server)
    key = "@1" if server == "mysql56" else "id"
    df = changes(spark, logs, f"cascades.{name}")
    known = ForeignKeys(events=read(spark, logs, "events"))
    frame = latest(df, key, read(spark, logs), foreign_keys=known)
    if server == "mysql97" or name not in TOUCHED:
        found, expected = compared(frame, truth_of(server)["last"][name])
        assert found == expected
        return
    gtid = truth_of(server)["gtids"][TOUCHED[name]]
    message = rf"expected row images of the changes of cascades\.{name} by its foreign key \(.+\)"
    with pytest.raises(PySparkException, match=rf"{message} to cascades\..+\(GTID {gtid}\)"):
        frame.collect()


LOGS = cascades.logs_of("mariadb118")


def latest_of(spark: SparkSession, name: str, **arguments: Any) -> DataFrame:
    return latest(changes(spark, LOGS, f"cascades.{name}"), "id", read(spark, LOGS), **arguments)


@pytest.mark.long
def test_a_cascade_counts_unless_it_is_ignored_or_later(spark: SparkSession) -> None:
    assert latest_of(spark, "deleted", statements="ignore").count() == 2
    gtid = truth_of("mariadb118")["gtids"][TOUCHED["deleted"]]
    server, _, number = gtid.rpartition("-")
    assert latest_of(spark, "deleted", until=f"{server}-{int(number) - 1}").count() == 2
    with pytest.raises(PySparkException, match=r"cascades\.deleted by its foreign key \(p\)"):
        latest_of(spark, "deleted", until=gtid).collect()


def test_sessions_without_checks_are_known_by_events(spark: SparkSession) -> None:
    with pytest.raises(PySparkException, match=r"pass .* ForeignKeys\(events=\) if"):
        latest_of(spark, "unchecked").collect()


def test_a_logged_statement_counts_for_children(spark: SparkSession) -> None:
    message = r"changes of cascades\.of_stated, found the statement DELETE FROM stated WHERE id = 1"
    with pytest.raises(PySparkException, match=message):
        latest_of(spark, "of_stated").collect()


@pytest.mark.long
def test_tables_that_are_older_than_the_logs(spark: SparkSession, tmp_path: Path) -> None:
    """A dump has their foreign keys; rows of a baseline or target may have a key, too."""
    ddl = tmp_path / "schema.sql"
    ddl.write_text(";\n".join(["CREATE DATABASE cascades", "USE cascades", *cascades.CREATED, ""]))
    known, log = ForeignKeys(ddl=ddl), read(spark, LOGS[1:])
    for name in ("deleted", "explicit"):
        df = changes(spark, LOGS, f"cascades.{name}")
        first, second = (df.where(df["_file"].endswith(f"{at}.binlog")) for at in (1, 2))
        old = latest(first, "id", statements="ignore")
        now = {"decisions": log, "table": f"cascades.{name}"}
        frames = [
            latest(second, "id", **now, baseline=old, foreign_keys=known),
            last_changes(second, "id", **now, foreign_keys=replace(known, target=old)),
        ]
        if name == "deleted":
            for frame in frames:
                with pytest.raises(PySparkException, match=r"cascades\.deleted by its foreign"):
                    frame.collect()
        else:
            assert [frame.count() for frame in frames] == [1, 1]
    with pytest.raises(PySparkException, match=r"pass the target of MERGE as ForeignKeys"):
        last_changes(second, "id", **now, foreign_keys=known).collect()
