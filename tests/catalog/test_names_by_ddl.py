"""Names and types of columns from the DDL in logs, each row beside `information_schema` then."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pymysql
import pymysql.cursors
import pytest

from binlog_kaitai import Ddl, scan
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.changes import INSERT, Change
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.model.tables import Column, Table
from tests.catalog.random_ddl import DATABASES, RandomDdl
from tests.servers import SERVERS, ServerError

STATEMENTS = int(os.environ.get("BINLOG_DDL_STATEMENTS", "1000"))
SEED = int(os.environ.get("BINLOG_DDL_SEED", "1"))
STATEMENTS_OF_LOG, STATEMENTS_OF_DUMP, MAX_DUMPS = 25, 60, 24
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

_COLUMNS = (
    "SELECT table_schema AS d, table_name AS t, column_name AS name, data_type AS kind,"
    " column_type AS type, is_nullable AS nullable, character_set_name AS charset,"
    " character_octet_length AS octets, numeric_precision AS digits, numeric_scale AS scale,"
    " datetime_precision AS fraction FROM information_schema.columns"
    " WHERE table_schema IN ('one', 'two') ORDER BY 1, 2, ordinal_position"
)
_UNSIGNED_64 = pa.decimal128(20, 0)
_NUMBERS: dict[str, tuple[pa.DataType, pa.DataType]] = {
    "tinyint": (pa.int8(), pa.int16()),
    "smallint": (pa.int16(), pa.int32()),
    "mediumint": (pa.int32(), pa.int32()),
    "int": (pa.int32(), pa.int64()),
    "bigint": (pa.int64(), _UNSIGNED_64),
    "float": (pa.float32(), pa.float32()),
    "double": (pa.float64(), pa.float64()),
}
_TIMES = {
    "date": pa.date32(),
    "year": pa.int32(),
    "time": pa.duration("us"),
    "datetime": pa.timestamp("us"),
    "timestamp": pa.timestamp("us", "UTC"),
}
_BYTES = frozenset(
    {
        *("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob"),
        *("uuid", "inet4", "inet6"),
    }
)
_HIDDEN = frozenset({"row_start", "row_end"})

_Row: TypeAlias = dict[str, Any]
"""A column, as `information_schema` has it."""


def _tables(cursor: Any) -> dict[TableName, list[_Row]]:
    cursor.execute(_COLUMNS)
    found: dict[TableName, list[_Row]] = {}
    for row in cursor.fetchall():
        found.setdefault(TableName(row["d"], row["t"]), []).append(row)
    return found


def _expected(row: _Row) -> dict[str, Any]:
    """Return the attributes of a column that its row in `information_schema` decides."""
    kind, shown = row["kind"], row["type"]
    found = {
        "name": row["name"],
        "is_nullable": row["nullable"] == "YES",
        "arrow": _arrow_of(row),
    }
    if kind in _NUMBERS or kind == "decimal":
        found["is_unsigned"] = "unsigned" in shown
    if kind == "decimal":
        found |= {"precision": row["digits"], "scale": row["scale"]}
    if row["fraction"]:
        found["fraction_digits"] = row["fraction"]
    if kind in {"enum", "set"}:
        found["labels"] = shown
    if kind in {"char", "binary"}:
        found["length"] = row["octets"]
    if kind in _BYTES or row["charset"] is not None:
        found["charset"] = row["charset"] or "binary"
    return found


def _arrow_of(row: _Row) -> pa.DataType:
    """Return the type of a column in typed rows."""
    kind, digits = row["kind"], row["digits"]
    if kind in _NUMBERS:
        return _NUMBERS[kind]["unsigned" in row["type"]]
    if kind == "decimal":
        return pa.decimal128(digits, row["scale"]) if digits <= 38 else pa.string()
    if kind == "bit":
        return pa.int64() if digits < 64 else _UNSIGNED_64
    return {**_TIMES, **dict.fromkeys(_BYTES, pa.binary())}.get(kind, pa.string())


def _actual(column: Column, row: _Row) -> dict[str, Any]:
    found = {name: getattr(column, name) for name in Column.__slots__}
    found["arrow"] = arrow_type(column)
    if column.labels is not None:
        texts = (one.replace("\\", "\\\\").replace("'", "''") for one in column.labels)
        texts = (one.replace("\0", "\\0") for one in texts)  # as servers show them
        labels = ",".join(f"'{text}'" for text in texts)
        found["labels"] = f"{row['kind']}({labels})"
    return found


def _difference(table: Table, rows: Sequence[_Row], counts: Counter[str]) -> str | None:
    """Return what of the names and types of a table is not as in `information_schema`.

    A text is bytes if its charset is the default of a database that the logs do not have.
    """
    columns = [one for one in table.shown_columns if one.name not in _HIDDEN]
    names = [row["name"] for row in rows if row["name"] not in _HIDDEN]
    if [one.name for one in columns] != names:
        return f"{[one.name for one in columns]}, not {names}"
    for column, row in zip(columns, (row for row in rows if row["name"] in names), strict=True):
        expected, actual = _expected(row), _actual(column, row)
        if expected.get("charset") and column.charset is None and row["kind"] not in _BYTES:
            counts["columns of unknown charset"] += 1
            del expected["charset"]
            expected["arrow"] = pa.string() if column.labels else pa.binary()
        wrong = {name: actual[name] for name, value in expected.items() if actual[name] != value}
        if wrong:
            return f"{column.name} with {wrong}, not {expected}"
    return None


def _quoted(name: TableName) -> str:
    return ".".join("`" + part.replace("`", "``") + "`" for part in name)


@dataclass
class _Work:
    """Random DDL on a server, with rows behind each statement, in logs that change now and then.

    `rows` are the inserted rows of each log, with the columns of their table at that moment.
    """

    server: str
    folder: Path
    rows: list[list[tuple[TableName, list[_Row]]]] = field(default_factory=lambda: [[]])
    dumps: list[Path] = field(default_factory=list)
    tables: dict[TableName, list[_Row]] = field(default_factory=dict)

    def names_of(self, table: str) -> list[str]:
        """Return the columns of the tables of a name, in backticks."""
        own = table.rpartition(".")[2].strip("`").replace("``", "`")
        rows = [row for one, rows in self.tables.items() if one.table == own for row in rows]
        return [f"`{row['name'].replace('`', '``')}`" for row in rows]

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
    """Compare the rows of some logs with the truth. Returns those with wrong names or types."""
    expected = {logs[number].name: iter(done.rows[number]) for number in numbers}
    wrong = []
    left = sum(len(done.rows[number]) for number in numbers)
    try:
        found = scan([logs[number] for number in numbers], is_typed=False, ddl=ddl, engine="tree")
        for log, changes in found.exact_changes():
            for change in changes:
                assert isinstance(change, Change)  # as trees read small logs
                table = change.table
                if table is None or change.change_type != INSERT or table.database not in DATABASES:
                    continue
                file = Path(log.path).name
                name, rows = next(expected[file])
                assert name == (table.database, table.name)
                left -= 1
                if not table.has_names:
                    counts["numbers"] += 1
                    continue
                difference = _difference(table, rows, counts)
                if difference is None:
                    counts["right"] += 1
                else:
                    place = f"{file} at byte {change.position}"
                    wrong.append(f"{ddl}: {place}: {name}: {difference}")
    except BinlogError as error:
        counts["refused"] += left
        counts[f"scans that end with {type(error).__name__}"] += 1
    counts["wrong"] += len(wrong)
    return wrong


def _windows(number: int, count: int, choice: random.Random) -> Iterator[list[int]]:
    """Yield numbers of logs around one, of which one may be missing; few, however many logs."""
    for before, behind in ((0, 1), (choice.randrange(9), 0), (2, 3), (0, choice.randrange(9))):
        numbers = [n for n in range(count) if number - before <= n <= number + behind]
        if choice.random() < 1 / 2 and len(numbers) > 2:
            numbers.remove(choice.choice(numbers))
        yield numbers


@pytest.mark.live
@pytest.mark.truth
def test_rows_are_named_and_typed_as_at_their_moment(work: tuple[_Work, list[Path]]) -> None:
    done, logs = work
    counts: Counter[str] = Counter()
    wrong = _compare(done, logs, list(range(len(logs))), Ddl(in_logs=True), counts)
    sys.stdout.write(f"\n{done.server}, all logs: {dict(counts)}\n")
    assert not wrong, "\n".join(wrong[:20])
    assert counts["right"] > counts["numbers"]
    assert not counts["refused"]


@pytest.mark.live
@pytest.mark.truth
def test_flat_rows_have_the_names_of_their_moment(work: tuple[_Work, list[Path]]) -> None:
    done, logs = work
    expected = {log.name: iter(rows) for log, rows in zip(logs, done.rows, strict=True)}
    for batch in scan(logs, is_typed=False, ddl=Ddl(in_logs=True)):
        for row in batch.to_pylist():
            if row["change_type"] == INSERT and row["database"] in DATABASES:
                _, rows = next(expected[row["file"]])
                keys = [key for key in json.loads(row["data"]) if key not in _HIDDEN]
                names = [one["name"] for one in rows if one["name"] not in _HIDDEN]
                assert keys == names or keys[0] == "@1"


@pytest.mark.live
@pytest.mark.truth
@pytest.mark.filterwarnings("ignore::binlog_kaitai.read.table_versions.GapWarning")
def test_dumps_name_rows_of_some_logs(work: tuple[_Work, list[Path]]) -> None:
    """Some dumps with logs around them, of which one may be missing, and three with all logs."""
    done, logs = work
    assert done.dumps
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    choice = random.Random(SEED)
    dumps = choice.sample(done.dumps, min(MAX_DUMPS, len(done.dumps)))
    for dump in dumps:
        at = re.search(r"LOG_FILE='binlog\.(\d+)', \w+LOG_POS=(\d+)", dump.read_text())
        assert at is not None
        number = int(at[1]) - int(logs[0].suffix[1:])
        ddl = Ddl(dump, choice.choice([None, f"binlog.{at[1]}:{at[2]}"]))
        for numbers in _windows(number, len(logs), choice):
            wrong += _compare(done, logs, numbers, ddl, counts)
        if dump in dumps[:3]:
            wrong += _compare(done, logs, list(range(len(logs))), ddl, counts)
    sys.stdout.write(f"\n{done.server}, {len(dumps)} dumps: {dict(counts)}\n")
    assert not wrong, "\n".join(wrong[:20])
    assert counts["right"] > counts["numbers"]
