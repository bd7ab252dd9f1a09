"""Random DDL among random rows: current tables are the servers' SELECT, or stale from a GTID on.

`FOLLOWED_DDL` says how many statements a server executes, `FOLLOWED_SEED` which.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import shutil
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pymysql.constants import FIELD_TYPE
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.lake.tables import FORMATS, Format
from binlog_kaitai.spark import latest
from tests.lake.test_followed import table_in
from tests.servers import SERVERS, RunningServer
from tests.truth.random_tables import DATABASES, NAMES, RandomTables

NUM_DDL = int(os.environ.get("FOLLOWED_DDL", "1000"))
SEED = int(os.environ.get("FOLLOWED_SEED", "0"))
PARTS, STEPS = 3, 60
DDL = {"ALTER", "CREATE", "DROP", "RENAME", "TRUNCATE"}
GTIDS = {"mysql97": "@@gtid_executed", "mariadb118": "@@last_gtid"}
OPTIONS = {
    "mysql97": ["--gtid-mode=ON", "--enforce-gtid-consistency=ON"],
    "mariadb118": [],
}
METADATA = [
    *(("mysql97", "FULL"), ("mysql97", "MINIMAL")),
    *(("mariadb118", "FULL"), ("mariadb118", "NO_LOG")),
]

Rows = list[tuple[Any, ...]]


def plain(value: Any) -> Any:
    """Return a value that equals those of other types: numbers as numbers, dates as times."""
    if isinstance(value, int | float | Decimal):
        return Fraction(value)
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    return value


def unlabelled(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row with the numbers of labels, the texts of bytes, and whole numbers as signed."""
    texts = [one.decode() if isinstance(one, bytes) else one for one in row]
    return tuple({"a": 1, "b": 2, "c": 3, 65535: -1}.get(one, one) for one in texts)


def in_order(rows: Any) -> Rows:
    return sorted((tuple(map(plain, row)) for row in rows), key=repr)


@dataclass
class Truth:
    """The rows of tables on a server, before each transaction by its GTID, and in the end.

    It is the cursor of random `tables`.
    """

    server: RunningServer
    cursor: Any
    before: dict[str, dict[str, tuple[list[str], Rows]]] = field(default_factory=dict)
    tables: Collection[tuple[str, str]] = ()

    def gtid(self) -> str:
        self.cursor.execute(f"SELECT {GTIDS[self.server.name]}")
        return str(self.cursor.fetchone()[0])

    def rows(self, name: str) -> tuple[list[str], Rows]:
        """Return the columns of a table, and its rows."""
        self.cursor.execute(f"SELECT * FROM {name}")
        columns = self.cursor.description
        # a server prints FLOAT as the shortest text of a single
        singles = [column[1] == FIELD_TYPE.FLOAT for column in columns]
        rows = [
            [
                float(np.float32(value)) if is_single and value is not None else value
                for value, is_single in zip(row, singles, strict=True)
            ]
            for row in self.cursor.fetchall()
        ]
        return [column[0] for column in columns], in_order(rows)

    def execute(self, statement: str) -> None:
        """Run a statement, and keep the rows of before for all transactions of it."""
        found = {name: self.rows(name) for name in map(".".join, self.tables)}
        last = self._number(self.gtid())
        try:
            self.cursor.execute(statement)
        finally:
            gtid = self.gtid()
            for number in range(last + 1, self._number(gtid) + 1):
                self.before[self._with_number(gtid, number)] = found

    @staticmethod
    def _number(gtid: str) -> int:
        digits = gtid.replace(":", "-").rpartition("-")[2]
        return int(digits) if digits.isdecimal() else 0

    @staticmethod
    def _with_number(gtid: str, number: int) -> str:
        server, colon, _ = gtid.partition(":")
        return f"{server}:{number}" if colon else f"{gtid.rpartition('-')[0]}-{number}"


@contextlib.contextmanager
def truth_of(name: str, metadata: str) -> Iterator[Truth]:
    options = ["--binlog-format=ROW", f"--binlog-row-metadata={metadata}", *OPTIONS[name]]
    with (
        SERVERS[name].run(options) as server,
        contextlib.closing(server.connect()) as connection,
        connection.cursor() as cursor,
    ):
        yield Truth(server, cursor)


@pytest.mark.truth
@pytest.mark.parametrize(("name", "metadata"), METADATA)
def test_current_tables_follow_random_ddl(tmp_path: Path, name: str, metadata: str) -> None:
    """Each log is exported by itself, in the three formats by turns."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with truth_of(name, metadata) as truth:
        for seed in itertools.count(SEED):
            if counts["DDL"] >= NUM_DDL:
                break
            file_format = FORMATS[seed % len(FORMATS)]
            follow(truth, seed, tmp_path / str(seed), file_format, (counts, wrong))
    print(f"\n{name} {metadata}: {dict(counts)}")  # noqa: T201 - for the record of the run
    assert not wrong, "\n".join(wrong[:20])
    assert counts["equal"]
    assert metadata != "FULL" or counts["equal"] > counts["stale"]


@pytest.mark.truth
@pytest.mark.parametrize("seed", [1795812150])
def test_seeds_that_failed_once(tmp_path: Path, seed: int) -> None:
    """A stale table keeps a column with a default that no row image has."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with truth_of("mysql97", "FULL") as truth:
        follow(truth, seed, tmp_path, FORMATS[seed % len(FORMATS)], (counts, wrong))
    assert not wrong, wrong
    assert counts["stale"]


def follow(
    truth: Truth,
    seed: int,
    out: Path,
    file_format: Format,
    found: tuple[Counter[str], list[str]],
) -> None:
    """Run random statements, and export after each log."""
    counts, wrong = found
    truth.cursor.execute("FLUSH BINARY LOGS")
    first = len(truth.server.binary_log_files()) - 1
    tables = tables_of(truth, seed)
    # of logs without names, columns have numbers, and no table has keys
    ghosts = (f"_{name}_{end}" for name in NAMES for end in ("gho", "del", "new", "old"))
    names = [*NAMES, *ghosts]
    keys = {f"{one}.{table}": ["@1"] for one in DATABASES for table in names}
    asked = Asked() if has_names(truth) else Asked(keys=keys)
    for _ in range(PARTS):
        for _ in range(STEPS):
            tables.step()
        truth.cursor.execute("FLUSH BINARY LOGS")
        logs = [str(log) for log in truth.server.binary_log_files()[first:-1]]
        summary = export(
            logs, out, table="followed*.*", current=asked, follows=True, file_format=file_format
        )
        for name in map(".".join, tables.tables):
            outcome = compare(truth, name, summary, out, file_format)
            counts[outcome.partition(":")[0]] += 1
            if outcome.startswith(("wrong", "stale, but")):
                wrong.append(f"seed {seed}, {name}, {outcome}")
                (out / "statements.sql").write_text(";\n".join(tables.statements))
                return
    counts["DDL"] += sum(one.split()[0] in DDL for one in tables.statements)
    shutil.rmtree(out)


def tables_of(truth: Truth, seed: int) -> RandomTables:
    is_mariadb = truth.server.name == "mariadb118"
    tables = RandomTables(random.Random(seed), truth, is_mariadb=is_mariadb)
    truth.tables = tables.tables
    tables.begin()
    return tables


def has_names(truth: Truth) -> bool:
    truth.cursor.execute("SELECT @@binlog_row_metadata")
    return bool(truth.cursor.fetchone()[0] == "FULL")


def compare(truth: Truth, name: str, summary: Summary, out: Path, file_format: Format) -> str:
    """Compare a current table with SELECT: now, or as of the transaction that made it stale."""
    aside = summary.set_aside.get(name)
    columns, rows = truth.rows(name)
    if aside is not None:
        if aside.stale_from is None or name not in summary.current:
            return "stale" if name in summary.current else "stale from the beginning"
        before = truth.before.get(aside.stale_from, {}).get(name)
        if before is None:
            return "stale, with another name before"
        columns, rows = before
    elif name not in summary.current:
        return f"wrong: no current table, expected {rows}" if rows else "without changes"
    table = table_in(out, summary.current[name], file_format)
    names = columns if has_names(truth) else [f"@{at}" for at in range(1, len(columns) + 1)]
    if aside is None and has_names(truth) and set(names) != set(table.column_names):
        return f"wrong: {names}, {table.column_names}"
    # columns by number are known from changes, as are those of stale tables: others have only NULL
    nulls = [None] * len(table)
    known = {one: table.column(one).to_pylist() for one in table.column_names}
    listed = in_order(zip(*(known.get(one, nulls) for one in names), strict=True))
    if not has_names(truth):  # nor labels, nor, of MariaDB, charsets and signs
        listed, rows = (in_order(map(unlabelled, some)) for some in (listed, rows))
    if listed == rows or not (listed or rows):
        return "stale" if aside is not None else "equal"
    outcome = "wrong" if aside is None else "stale, but not as before its GTID"
    return f"{outcome}: {summary.current[name]} {aside}:\n  {listed}\n  {rows}"


@pytest.mark.truth
@pytest.mark.usefixtures("few_partitions")
@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_latest_rows_are_those_of_the_server(
    spark: SparkSession, tmp_path: Path, name: str
) -> None:
    """Or the query fails, for a statement that `latest` does not follow."""
    counts: Counter[str] = Counter()
    with truth_of(name, "FULL") as truth:
        for seed in range(SEED, SEED + max(1, NUM_DDL // 250)):
            truth.cursor.execute("FLUSH BINARY LOGS")
            tables = tables_of(truth, seed)
            for _ in range(STEPS // 2):
                tables.step()
            truth.cursor.execute("FLUSH BINARY LOGS")
            log = shutil.copy(truth.server.binary_log_files()[-2], tmp_path)
            for table in map(".".join, tables.tables):
                columns, rows = truth.rows(table)
                try:
                    found = latest_in(spark, str(log), table)
                except PySparkException:
                    counts["refused"] += 1
                    continue
                listed = in_order([row.get(one) for one in columns] for row in found)
                assert listed == rows, (seed, table, tables.statements)
                counts["equal"] += 1
            counts["DDL"] += sum(one.split()[0] in DDL for one in tables.statements)
    print(f"\nlatest, {name}: {dict(counts)}")  # noqa: T201
    assert counts["equal"]


def latest_in(spark: SparkSession, log: str, table: str) -> list[dict[str, Any]]:
    reader = spark.read.format("binlog").option("table", table).option("mergeSchema", "true")
    decisions = spark.read.format("binlog").load(log)
    rows = latest(reader.load(log), "id", decisions, table=table).toArrow().to_pylist()
    return list(rows)
