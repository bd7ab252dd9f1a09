"""Names of columns from the DDL in logs, each row beside what the server said at that moment."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pymysql
import pymysql.cursors
import pytest

from binlog_kaitai import Ddl, scan
from binlog_kaitai.catalog.steps import TableName
from tests.catalog.random_ddl import DATABASES, RandomDdl
from tests.servers import SERVERS

STATEMENTS = int(os.environ.get("BINLOG_DDL_STATEMENTS", "1000"))
SEED = int(os.environ.get("BINLOG_DDL_SEED", "1"))
METADATA = {"mysql97": "MINIMAL", "mariadb118": "NO_LOG"}

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


def _work(cursor: Any, server: str) -> list[tuple[TableName, list[str]]]:
    """Run random DDL, with a row behind each; return the names that the columns of each row had."""
    tables: dict[TableName, list[str]] = {}

    def names_of(table: str) -> list[str]:
        own = table.rpartition(".")[2].strip("`").replace("``", "`")
        found = [name for one, names in tables.items() if one.table == own for name in names]
        return [f"`{name.replace('`', '``')}`" for name in found]

    ddl = RandomDdl(SEED, SERVERS[server].family, names_of)
    ddl.without_geometry = True  # an INSERT without values stores bytes that are no geometry
    rows: list[tuple[TableName, list[str]]] = []
    succeeded = 0
    while succeeded < STATEMENTS:
        statements = [*ddl.settings(), ddl.statement()]
        for statement in statements:
            with contextlib.suppress(pymysql.MySQLError):
                cursor.execute(statement)
                succeeded += statement is statements[-1]
        tables = _tables(cursor)
        cursor.execute("SET @mode = @@sql_mode, sql_mode = ''")
        for name in ddl.random.sample(sorted(tables), min(2, len(tables))):
            with contextlib.suppress(pymysql.MySQLError):
                # one that a unique key refuses leaves no row in the log
                if cursor.execute(f"INSERT INTO {_quoted(name)} () VALUES ()"):
                    rows.append((name, tables[name]))
        cursor.execute("SET sql_mode = @mode")
    return rows


@pytest.mark.live
@pytest.mark.truth
@pytest.mark.parametrize("server", METADATA)
def test_rows_have_the_names_of_their_moment(server: str, tmp_path: Path) -> None:
    options = [f"--binlog-row-metadata={METADATA[server]}", "--binlog-format=ROW"]
    with SERVERS[server].run(options) as running, contextlib.closing(running.connect()) as one:
        cursor = one.cursor(pymysql.cursors.DictCursor)
        for database in DATABASES:
            cursor.execute(f"CREATE DATABASE {database}")
        cursor.execute("USE one")
        if server.startswith("mariadb"):
            cursor.execute("SET system_versioning_alter_history = KEEP")
        rows = _work(cursor, server)
        cursor.execute("FLUSH BINARY LOGS")
        logs = []
        for log in running.binary_log_files():
            logs.append(tmp_path / log.name)
            logs[-1].write_bytes(log.read_bytes())
    found = [
        row
        for batch in scan(logs, is_typed=False, ddl=Ddl(in_logs=True))
        for row in batch.to_pylist()
        if row["change_type"] == "insert" and row["database"] in DATABASES
    ]
    counts: Counter[str] = Counter()
    wrong = []
    assert [TableName(row["database"], row["table"]) for row in found] == [row[0] for row in rows]
    for row, (name, names) in zip(found, rows, strict=True):
        keys = [key for key in json.loads(row["data"]) if key not in {"row_start", "row_end"}]
        if keys and keys[0] == "@1":
            counts["numbers"] += 1
        elif keys != [one for one in names if one in keys] or len(keys) < len(names):
            wrong.append(f"{row['file']} at byte {row['position']}: {name}: {keys}, not {names}")
        else:
            counts["names"] += 1
    sys.stdout.write(f"\n{server}: {dict(counts)}\n")
    assert not wrong, "\n".join(wrong[:20])
    assert counts["names"] > counts["numbers"]
