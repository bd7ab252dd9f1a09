"""Makes the logs in `dumped/`, which begin before and end behind dumps, on real servers.

Run it as `python -m tests.catalog.dumped`. `truth.json` has the columns of each inserted row.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
from pathlib import Path
from typing import Any

from tests.servers import SERVERS, RunningServer

FOLDER = Path(__file__).parent / "dumped"
DUMP = "a dump"
OPTIONS = {
    "mysql97": (
        ["--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--binlog-row-metadata=MINIMAL"],
        ["mysqldump", "--single-transaction", "--source-data=2"],
    ),
    "mariadb118": (
        ["--binlog-row-metadata=NO_LOG", "--binlog-format=ROW"],
        ["mariadb-dump", "--single-transaction", "--master-data=2", "--gtid"],
    ),
}
LOGS = [
    [
        "CREATE DATABASE d",
        "CREATE TABLE d.t (id INT AUTO_INCREMENT PRIMARY KEY, a INT, b INT, gone INT)",
        "CREATE TABLE d.u (id INT AUTO_INCREMENT PRIMARY KEY, x VARBINARY(3))",
    ],
    [
        "ALTER TABLE d.t COMMENT 't'",
        "ALTER TABLE d.t DROP gone",
        "ALTER TABLE d.t RENAME COLUMN a TO b, RENAME COLUMN b TO a",
        "ALTER TABLE d.t ADD c ENUM('x', 'y') FIRST, ADD KEY (b)",
        "RENAME TABLE d.t TO d.tmp, d.u TO d.t, d.tmp TO d.u",
    ],
    [
        "ALTER TABLE d.u ADD d DATETIME(3) AFTER id, COMMENT 'u'",
        DUMP,
        "ALTER TABLE d.u RENAME COLUMN a TO b, RENAME COLUMN b TO a",
    ],
    ["ALTER TABLE d.u MODIFY a BIGINT", "DROP TABLE d.t", "CREATE TABLE d.t (n INT)"],
]


def dump(name: str, running: RunningServer) -> bytes:
    """Return a dump with its place."""
    server = SERVERS[name]
    tool, *options = OPTIONS[name][1]
    account = ("--host=127.0.0.1", f"--port={running.port}", "--user=root")
    more = ("--no-data", "--skip-dump-date", "--databases", "d")
    command = server.command(tool, "--no-defaults", *account, *options, *more)
    return subprocess.run(command, env=server.environment(), capture_output=True, check=True).stdout


def make(name: str) -> list[Any]:
    """Make the logs of a server. Returns its rows."""
    rows = []
    with (
        SERVERS[name].run(OPTIONS[name][0]) as running,
        contextlib.closing(running.connect()) as one,
    ):
        cursor = one.cursor()
        for statements in LOGS:
            cursor.execute("FLUSH BINARY LOGS")
            for statement in statements:
                if statement == DUMP:
                    (FOLDER / f"{name}.sql").write_bytes(dump(name, running))
                    continue
                cursor.execute(statement)
                cursor.execute("SHOW TABLES FROM d")
                for (table,) in cursor.fetchall():
                    cursor.execute(f"SHOW COLUMNS FROM d.{table}")
                    names = [row[0] for row in cursor.fetchall()]
                    cursor.execute(f"INSERT INTO d.{table} () VALUES ()")
                    rows.append([table, names])
        cursor.execute("FLUSH BINARY LOGS")
        for number, log in enumerate(running.binary_log_files()[1:-1], 1):
            (FOLDER / f"{name}.{number}.binlog").write_bytes(log.read_bytes())
    return rows


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    truth = {name: make(name) for name in OPTIONS}
    (FOLDER / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")
