"""Names of columns from the DDL in logs, each row beside what the server said at that moment."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymysql
import pymysql.cursors
import pytest

from binlog_kaitai import Ddl, scan
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.errors import BinlogError
from tests.catalog.random_ddl import DATABASES, RandomDdl
from tests.servers import SERVERS, ServerError

STATEMENTS = int(os.environ.get("BINLOG_DDL_STATEMENTS", "1000"))
SEED = int(os.environ.get("BINLOG_DDL_SEED", "1"))
STATEMENTS_OF_LOG, STATEMENTS_OF_DUMP = 25, 60
METADATA = {
    "mysql97": [
        *("--binlog-row-metadata=MINIMAL", "--binlog-format=ROW"),
        *("--gtid-mode=ON", "--enforce-gtid-consistency=ON"),
    ],
    "mariadb118": ["--binlog-row-metadata=NO_LOG", "--binlog-format=ROW"],
}
DUMPS = {
    "mysql97": ["--single-transaction", "--source-data=2", "--set-gtid-purged=ON"],
    "mariadb118": ["--single-transaction", "--master-data=2", "--gtid"],
}

_NAMES = (
    "SELECT table_schema AS d, table_name AS t, column_name AS c FROM information_schema.columns"
    " WHERE table_schema IN ('one', 'two') ORDER BY 1, 2, ordinal_position"
)


def _tables(cursor: Any) -> dict[TableName, list[str]]:
    cursor.execute(_NAMES)
    found: dict[TableName, list[str]] = {}
    for row in cursor.fetchall():
        found.setdefault(TableName(row["d"], row["t"]), []).append(row["c"])
    return found


def _quoted(name: TableName) -> str:
    return ".".join("`" + part.replace("`", "``") + "`" for part in name)


@dataclass
class _Work:
    """Random DDL on a server, with rows behind each statement, in logs that change now and then.

    `rows` are the inserted rows of each log, with the names of their columns at that moment.
    """

    server: str
    folder: Path
    rows: list[list[tuple[TableName, list[str]]]] = field(default_factory=lambda: [[]])
    dumps: list[Path] = field(default_factory=list)
    tables: dict[TableName, list[str]] = field(default_factory=dict)

    def names_of(self, table: str) -> list[str]:
        """Return the columns of the tables of a name, in backticks."""
        own = table.rpartition(".")[2].strip("`").replace("``", "`")
        found = [name for one, names in self.tables.items() if one.table == own for name in names]
        return [f"`{name.replace('`', '``')}`" for name in found]

    def run(self, cursor: Any, port: int) -> None:
        """Run the statements; dump the tables and change the log at random moments."""
        ddl = RandomDdl(SEED, SERVERS[self.server].family, self.names_of)
        ddl.without_geometry = True  # an INSERT without values stores bytes that are no geometry
        succeeded = 0
        while succeeded < STATEMENTS:
            statements = [*ddl.settings(), ddl.statement()]
            for statement in statements:
                with contextlib.suppress(pymysql.MySQLError):
                    cursor.execute(statement)
                    succeeded += statement is statements[-1]
            self.tables = _tables(cursor)
            cursor.execute("SET @mode = @@sql_mode, sql_mode = ''")
            for name in ddl.random.sample(sorted(self.tables), min(2, len(self.tables))):
                with contextlib.suppress(pymysql.MySQLError):
                    # one that a unique key refuses leaves no row in the log
                    if cursor.execute(f"INSERT INTO {_quoted(name)} () VALUES ()"):
                        self.rows[-1].append((name, self.tables[name]))
            cursor.execute("SET sql_mode = @mode")
            if ddl.random.random() < 1 / STATEMENTS_OF_LOG:
                cursor.execute("FLUSH BINARY LOGS")
                self.rows.append([])
            if ddl.random.random() < 1 / STATEMENTS_OF_DUMP:
                self._dump(port)

    def _dump(self, port: int) -> None:
        with contextlib.suppress(ServerError):
            text = SERVERS[self.server].dump(port, [*DUMPS[self.server], "--databases", *DATABASES])
            self.dumps.append(self.folder / f"{len(self.dumps)}.sql")
            self.dumps[-1].write_bytes(text)


@pytest.fixture(scope="module", params=METADATA)
def work(request: pytest.FixtureRequest, tmp_path_factory: Any) -> tuple[_Work, list[Path]]:
    server = request.param
    folder = tmp_path_factory.mktemp(server)
    found = _Work(server, folder)
    with (
        SERVERS[server].run(METADATA[server]) as running,
        contextlib.closing(running.connect()) as one,
    ):
        cursor = one.cursor(pymysql.cursors.DictCursor)
        for database in DATABASES:
            cursor.execute(f"CREATE DATABASE {database}")
        cursor.execute("USE one")
        if server.startswith("mariadb"):
            cursor.execute("SET system_versioning_alter_history = KEEP")
        found.run(cursor, running.port)
        cursor.execute("FLUSH BINARY LOGS")
        logs = []
        for log in running.binary_log_files()[-len(found.rows) - 1 : -1]:
            logs.append(folder / log.name)
            logs[-1].write_bytes(log.read_bytes())
    return found, logs


def _compare(
    done: _Work, logs: list[Path], numbers: list[int], ddl: Ddl, counts: Counter[str]
) -> list[str]:
    """Compare the rows of some logs with the truth. Returns those with wrong names."""
    expected = {logs[number].name: iter(done.rows[number]) for number in numbers}
    wrong = []
    left = sum(len(done.rows[number]) for number in numbers)
    try:
        for batch in scan([logs[number] for number in numbers], is_typed=False, ddl=ddl):
            for row in batch.to_pylist():
                if row["change_type"] != "insert" or row["database"] not in DATABASES:
                    continue
                name, names = next(expected[row["file"]])
                assert name == (row["database"], row["table"])
                left -= 1
                keys = [k for k in json.loads(row["data"]) if k not in {"row_start", "row_end"}]
                if keys and keys[0] == "@1":
                    counts["numbers"] += 1
                elif keys != [one for one in names if one in keys] or len(keys) < len(names):
                    place = f"{row['file']} at byte {row['position']}"
                    wrong.append(f"{ddl}: {place}: {name}: {keys}, not {names}")
                else:
                    counts["names"] += 1
    except BinlogError as error:
        counts["refused"] += left
        counts[f"scans that end with {type(error).__name__}"] += 1
    counts["wrong"] += len(wrong)
    return wrong


@pytest.mark.live
@pytest.mark.truth
def test_rows_have_the_names_of_their_moment(work: tuple[_Work, list[Path]]) -> None:
    done, logs = work
    counts: Counter[str] = Counter()
    wrong = _compare(done, logs, list(range(len(logs))), Ddl(in_logs=True), counts)
    sys.stdout.write(f"\n{done.server}, all logs: {dict(counts)}\n")
    assert not wrong, "\n".join(wrong[:20])
    assert counts["names"] > counts["numbers"]
    assert not counts["refused"]


@pytest.mark.live
@pytest.mark.truth
@pytest.mark.filterwarnings("ignore::binlog_kaitai.read.table_versions.GapWarning")
def test_dumps_name_rows_of_some_logs(work: tuple[_Work, list[Path]]) -> None:
    """Each dump with logs around it, of which one may be missing, by each way to give its place."""
    done, logs = work
    assert done.dumps
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    choice = random.Random(SEED)
    for dump in done.dumps:
        at = re.search(r"LOG_FILE='binlog\.(\d+)', \w+LOG_POS=(\d+)", dump.read_text())
        assert at is not None
        number = int(at[1]) - int(logs[0].suffix[1:])
        place = choice.choice([None, f"binlog.{at[1]}:{at[2]}"])
        for before, behind in ((0, 1), (choice.randrange(9), 0), (2, 3), (len(logs), len(logs))):
            numbers = [n for n in range(len(logs)) if number - before <= n <= number + behind]
            if choice.random() < 1 / 2 and len(numbers) > 2:
                numbers.remove(choice.choice(numbers))
            wrong += _compare(done, logs, numbers, Ddl(dump, place), counts)
    sys.stdout.write(f"\n{done.server}, {len(done.dumps)} dumps: {dict(counts)}\n")
    assert not wrong, "\n".join(wrong[:20])
    assert counts["names"] > counts["numbers"]
