"""Random work on a server, its logs, and what their rules of redaction make of its rows."""

from __future__ import annotations

import contextlib
import hmac
import json
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.replication.conftest import execute
from tests.replication.mirror_work import RandomDdl, RandomRows, Source, Worker, decide_all
from tests.servers import SERVERS, RunningServer, Server
from tests.test_rewrite_live import GTIDS, METADATA

KEY = b"a key of hashes"
SYSTEM = "('mysql', 'sys', 'information_schema', 'performance_schema')"
LONG_ENOUGH = 8
"""Bytes of values that no other column of the work has by chance."""
ROUNDS = 3_000
"""Rounds of work, at most, before each copy: an hour has no more to rewrite than some minutes."""

Rows = dict[str, list[tuple[Any, ...]]]


def hashed(value: Any, digits: int = 32) -> Any:
    """Return the hash of a text, of bytes, or of a number."""
    if value is None:
        return None
    text = value if isinstance(value, bytes) else str(value).encode()
    digest = hmac.new(KEY, text, "sha256").hexdigest()
    if isinstance(value, int):
        return int(digest, 16) % 2**63
    return digest[:digits].encode() if isinstance(value, bytes) else digest[:digits]


def document(text: str | None) -> str | None:
    """Return a document of the work as the rules for its members make it."""
    if text is None:
        return None
    node = json.loads(text)
    if isinstance(node, dict):
        if "n" in node:
            is_text = isinstance(node["n"], str)
            node["n"] = hashed(node["n"] if is_text else f"json {json.dumps(node['n'])}")
        for one in node["a"]:
            if isinstance(one, dict):
                one["b"] = None
    return json.dumps(node)


RULES: Mapping[str, tuple[tuple[str, Any], ...]] = {
    "work.orders.who": (("=hash", hashed),),
    "work.orders.total": (("=null", lambda _: None),),
    "work.orders.note": (("=a constant", lambda v: None if v is None else "a constant"),),
    "work.orders.raw": (("=null", lambda _: None),),
    "work.items.kind": (("=null", lambda _: None),),
    "work.items.raw": (("=hash", lambda v: hashed(v, 30)),),
    "work.audit.item": (("=hash", hashed),),
    "work.audit.what": (("=hash", lambda v: hashed(v, 30)),),
    "work.loaded.v": (("=hash", lambda v: hashed(v, 20)),),
    "work.documents.doc": (("$.n=hash", document), ("$.a[*].b=null", None)),
}
"""Endings of rules by columns, and what makes their values of those that SELECT returns."""


@dataclass
class Tables:
    """The tables of a server: names and types of their columns, and their rows."""

    columns: dict[str, list[tuple[Any, ...]]]
    rows: Rows

    @classmethod
    def of(cls, server: RunningServer) -> Tables:
        """Read all tables by SELECT."""
        columns: dict[str, list[tuple[Any, ...]]] = {}
        rows: Rows = {}
        with contextlib.closing(server.connect(init_command="SET time_zone = '+00:00'")) as opened:
            cursor = opened.cursor()
            cursor.execute(
                "SELECT table_schema, table_name, column_name, column_type, is_nullable, column_key"
                f" FROM information_schema.columns WHERE table_schema NOT IN {SYSTEM}"
                " ORDER BY table_schema, table_name, ordinal_position"
            )
            for database, table, *column in cursor.fetchall():
                columns.setdefault(f"{database}.{table}", []).append(tuple(column))
            for name in columns:
                database, _, table = name.partition(".")
                cursor.execute(f"SELECT * FROM `{database}`.`{table}`")
                rows[name] = [tuple(map(_selected, row)) for row in cursor.fetchall()]
        return cls(columns, {name: sorted(found, key=repr) for name, found in rows.items()})

    def redacted(self) -> Tables:
        """Return them as the rules make them."""
        rows = {}
        for table, found in self.rows.items():
            rules = [RULES.get(f"{table}.{column[0]}") for column in self.columns[table]]
            made = [
                tuple(
                    _selected(rule[0][1](value)) if rule else value
                    for rule, value in zip(rules, row, strict=True)
                )
                for row in found
            ]
            rows[table] = sorted(made, key=repr)
        return Tables(self.columns, rows)

    def renamed(self, names: Mapping[str, str]) -> Tables:
        """Return them in databases with other names."""

        def other(table: str) -> str:
            database, _, name = table.partition(".")
            return f"{names.get(database, database)}.{name}"

        return Tables(
            {other(table): columns for table, columns in self.columns.items()},
            {other(table): rows for table, rows in self.rows.items()},
        )


def _selected(value: Any) -> Any:
    """Return a value in one form: documents keep the order of members, and their spaces count."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        with contextlib.suppress(ValueError):
            return json.dumps(json.loads(value), sort_keys=True)
    return value


@dataclass
class Worked:
    """A server's work: two copies of what it had, halfway and at its end.

    Args:
        server: what it ran on.
        folder: for the logs and the copy of the server's own folder.
        seconds: how long it works before each copy.
        seed: of the work.
    """

    server: Server
    folder: Path
    seconds: float
    seed: int
    logs: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        with self.server.run((*GTIDS[self.server.name], *METADATA)) as running:
            source = Source(running)
            self.rows, self.ddl = RandomRows(source, self.seed), RandomDdl(source, self.seed)
            self._work(running)
            self.gtids_halfway, self.place = executed(running), place(running)
            running.stop()
            shutil.copytree(running.data, self.clone)
            running.start()
            self._work(running)
            self.gtids, self.tables = executed(running), Tables.of(running)
            for log in running.binary_log_files():
                self.logs.append(self.folder / log.name)
                shutil.copy(log, self.logs[-1])

    @property
    def clone(self) -> Path:
        """The folder of the server as it was halfway."""
        return self.folder / "clone"

    @property
    def later_logs(self) -> list[Path]:
        """The logs from the one that was written halfway."""
        return self.logs[[log.name for log in self.logs].index(self.place[0]) :]

    def _work(self, running: RunningServer) -> None:
        pause = self.seconds / ROUNDS
        workers = [Worker(self.rows, pause), Worker(self.ddl, pause)]
        for worker in workers:
            worker.start()
        time.sleep(self.seconds)
        for worker in workers:
            worker.is_over.set()
        for worker in workers:
            worker.join(60)
            assert not worker.is_alive()
            assert worker.error is None
            assert worker.rounds
        end = time.monotonic() + 60
        listed = "XA RECOVER" + (" CONVERT XID" if running.name == "mysql97" else " FORMAT='SQL'")
        while execute(running, listed):  # sessions that end keep theirs for a moment
            assert time.monotonic() < end
            decide_all(running)
        self.rows.workload.pending.clear()
        # a cut in front of this one breaks no XA transaction
        execute(running, "CREATE TABLE IF NOT EXISTS work.marked (id INT PRIMARY KEY)")


def executed(server: RunningServer) -> str:
    """Return the GTIDs of a server."""
    name = "gtid_executed" if server.name == "mysql97" else "gtid_binlog_pos"
    return str(execute(server, f"SELECT @@GLOBAL.{name}")[0][0]).replace("\n", "")


def place(server: RunningServer) -> tuple[str, int]:
    """Return the log that a server writes, and its size."""
    is_mysql = server.name == "mysql97"
    statement = f"SHOW {'BINARY LOG' if is_mysql else 'MASTER'} STATUS"
    ((name, size, *_),) = execute(server, statement)
    return name, size


@contextlib.contextmanager
def cloned(worked: Worked, options: Sequence[str]) -> Iterator[RunningServer]:
    """Run a server that begins as the copy of the folder halfway."""
    with worked.server.run(options) as running:
        running.stop()
        shutil.rmtree(running.data)
        shutil.copytree(worked.clone, running.data)
        others = (running.data / "auto.cnf", *running.data.glob("work/load*.txt"))
        for file in others:
            file.unlink(missing_ok=True)
        running.start()
        yield running


def hide(server: RunningServer, names: Mapping[str, str]) -> None:
    """Redact the rows of a server and rename its databases, as a person would, without a log."""
    with contextlib.closing(server.connect(init_command="SET sql_log_bin = 0")) as connection:
        cursor = connection.cursor()
        cursor.execute("SET foreign_key_checks = 0, sql_mode = '', lock_wait_timeout = 60")
        for column, rules in RULES.items():
            table, _, name = column.rpartition(".")
            cursor.execute(
                "SELECT COUNT(*) FROM information_schema.tables"
                f" WHERE CONCAT(table_schema, '.', table_name) = '{table}'"
            )
            if not cursor.fetchone()[0]:
                continue
            cursor.execute(f"SELECT id, {name} FROM {table}")
            for key, value in cursor.fetchall():
                made = rules[0][1](value)
                if made != value:
                    # a column with ON UPDATE CURRENT_TIMESTAMP is in none of these tables
                    cursor.execute(f"UPDATE {table} SET {name} = %s WHERE id = %s", (made, key))
        for old, new in names.items():
            _move(cursor, old, new)


def _move(cursor: Any, old: str, new: str) -> None:
    cursor.execute(f"CREATE DATABASE `{new}`")
    cursor.execute(
        "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = %s", (old,)
    )
    triggers = []
    for (trigger,) in cursor.fetchall():
        cursor.execute(f"SHOW CREATE TRIGGER `{old}`.`{trigger}`")
        triggers.append(cursor.fetchone()[2].replace(f"`{old}`.", "").replace(f"{old}.", ""))
        cursor.execute(f"DROP TRIGGER `{old}`.`{trigger}`")
    cursor.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = %s", (old,)
    )
    for (table,) in cursor.fetchall():
        cursor.execute(f"RENAME TABLE `{old}`.`{table}` TO `{new}`.`{table}`")
    cursor.execute(f"USE `{new}`")
    for trigger in triggers:
        cursor.execute(trigger)
    cursor.execute(f"DROP DATABASE `{old}`")


def rules_of(server: str) -> list[str]:
    """Return the rules for the tables that a server has."""
    found = [f"{column}{ending}" for column, rules in RULES.items() for ending, _ in rules]
    return [rule for rule in found if server == "mysql97" or ".documents." not in rule]


def installed(name: str) -> Server | None:
    """Return a server if it is installed."""
    return SERVERS[name] if SERVERS[name].installed() else None
