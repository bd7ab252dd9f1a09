"""Random changes of tables with columns of every type, in transactions that end in every way."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.servers import RunningServer
from tests.truth.columns import GROUPS, KEYS, OWN_GROUPS, Group, Values

DATABASE, COPY = "work", "copy of `it`"
LENIENT = "SET sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'"

Run = Callable[[str], bool]


@dataclass
class Shuffle:
    """The tables of one server, and what changes them."""

    server: RunningServer
    random: random.Random
    done: dict[str, int] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)
    pending: list[str] = field(default_factory=list)
    num_xa: int = 0
    last_error: str = ""
    zones: tuple[str, ...] = ("+00:00", "+05:30", "-08:00")

    def __post_init__(self) -> None:
        self.tables: dict[str, dict[str, Values]] = {}
        self.definitions: dict[str, str] = {}
        others = [key for key in KEYS if key not in ("none", "id")]
        for name, group in {**GROUPS, **OWN_GROUPS[self.server.name]}.items():
            for key in ("none", "id", *self.random.sample(others, 2)):
                self._define(f"{name}_{key}", key, group)

    def _define(self, table: str, key: str, group: Group) -> None:
        definition, values = KEYS[key]
        columns = [
            f"`{name}` {column.definition}" for name, column in group.items() if name not in values
        ]
        # MySQL's JSON and both servers' VECTOR may be no NULL-able key, which none here is
        self.tables[table] = {
            **values,
            **{name: column.value for name, column in group.items() if name not in values},
        }
        parts = [definition, *columns] if definition else columns
        if table == "whole_id" and self.server.name != "mysql56":
            parts.append("gv INT GENERATED ALWAYS AS (`tinyint` + 1) VIRTUAL")
            parts.append("gs VARCHAR(30) GENERATED ALWAYS AS (CONCAT('x', `smallint`)) STORED")
        self.definitions[table] = ", ".join(parts)

    @property
    def _is_mysql(self) -> bool:
        return self.server.name.startswith("mysql")

    def set_up(self) -> None:
        """Make the tables anew, and those of the copy."""
        with self.session(None) as run:
            for database in map(quoted, (DATABASE, COPY)):
                assert run(f"DROP DATABASE IF EXISTS {database}"), self.last_error
                assert run(f"CREATE DATABASE {database}"), self.last_error
                for table, definition in self.definitions.items():
                    made = run(f"CREATE TABLE {database}.{table} ({definition})")
                    assert made, self.last_error

    @contextlib.contextmanager
    def session(self, database: str | None) -> Iterator[Run]:
        with contextlib.closing(
            self.server.connect(init_command=LENIENT, database=database)
        ) as connection:

            def run(statement: str) -> bool:
                try:
                    connection.cursor().execute(statement)
                except Exception as error:  # noqa: BLE001 - the driver's, which is not imported here
                    code = f"{error.args[0]}"
                    self.errors[code] = self.errors.get(code, 0) + 1
                    self.last_error = f"{error} in {statement[:500]}"
                    return False
                return True

            yield run

    def work(self, steps: int, image: str = "FULL") -> None:
        """Do some steps; all XA transactions are decided at the end."""
        while steps > 0:
            with self.session(DATABASE) as run:
                assert run(f"SET SESSION binlog_row_image = {image}")
                self._switch(run, image)
                for _ in range(min(steps, self.random.randint(5, 30))):
                    self._step(run, image)
                    steps -= 1
        while self.pending:
            self._decide()

    def _switch(self, run: Run, image: str) -> None:
        on = self.random.choice(("ON", "OFF"))
        if self._is_mysql:
            run(f"SET SESSION binlog_transaction_compression = {on}")
            options = self.random.choice(("PARTIAL_JSON", "")) if image == "FULL" else ""
            run(f"SET SESSION binlog_row_value_options = '{options}'")
        else:
            run(f"SET GLOBAL log_bin_compress = {on}")
            run("SET GLOBAL log_bin_compress_min_len = 10")
        # whatever zone and mode the work was done in, instants are the same
        zone = self.random.choice(self.zones)
        run(f"SET time_zone = '{zone}'")

    def _step(self, run: Run, image: str) -> None:
        kinds = {"transaction": 6, "autocommitted": 6, "xa": 2, "decide": 2, "rotate": 0.5}
        (kind,) = self.random.choices(list(kinds), list(kinds.values()))
        self.done[kind] = self.done.get(kind, 0) + 1
        if kind == "transaction":
            self._transaction(run)
        elif kind == "autocommitted":
            self._change(run)
        elif kind == "xa":
            self._xa(image)
        elif kind == "decide" and self.pending:
            self._decide()
        elif kind == "rotate":
            run("FLUSH BINARY LOGS")

    def _transaction(self, run: Run) -> None:
        run("START TRANSACTION")
        for _ in range(self.random.randint(1, 6)):
            match self.random.randrange(8):
                case 0:
                    run("SAVEPOINT a")
                case 1:
                    run("ROLLBACK TO a")
                case _:
                    self._change(run)
        run(self.random.choice(("COMMIT", "COMMIT", "COMMIT", "ROLLBACK")))

    def _xa(self, image: str) -> None:
        self.num_xa += 1
        xid = f"'x{self.num_xa % 7}'"
        if len(self.pending) >= 3 or xid in self.pending:
            return
        with self.session(DATABASE) as run:
            run("SET innodb_lock_wait_timeout = 1")
            run(f"SET SESSION binlog_row_image = {image}")
            run(f"XA START {xid}")
            for _ in range(self.random.randint(1, 3)):
                self._change(run)
            if not run(f"XA END {xid}"):
                return
            if self.random.random() < 0.2:
                run(f"XA COMMIT {xid} ONE PHASE")
            elif run(f"XA PREPARE {xid}"):
                self.pending.append(xid)
                # what is prepared holds locks, for which others would wait
                if self.random.random() < 0.6:
                    run("FLUSH BINARY LOGS")
                self._decide_in(run)

    def _decide(self) -> None:
        with self.session(DATABASE) as run:
            self._decide_in(run)

    def _decide_in(self, run: Run) -> None:
        xid = self.pending.pop()
        run(f"XA {self.random.choice(('COMMIT', 'COMMIT', 'ROLLBACK'))} {xid}")

    def _change(self, run: Run) -> None:
        table = self.random.choice(list(self.tables))
        kinds = {"insert": 5, "update": 4, "delete": 2, "replace": 1, "duplicate": 1}
        (kind,) = self.random.choices(list(kinds), list(kinds.values()))
        if kind in ("insert", "replace", "duplicate"):
            self._insert(run, table, kind)
            return
        seed, count = self.random.randrange(99), self.random.randint(1, 4)
        order = f"ORDER BY RAND({seed}) LIMIT {count}"
        if kind == "delete":
            run(f"DELETE FROM {table} {order}")
            return
        columns = self.tables[table]
        chosen = self.random.sample(list(columns), self.random.randint(1, min(4, len(columns))))
        assigned = ", ".join(f"`{name}` = {self._value(table, name)}" for name in chosen)
        run(f"UPDATE {table} SET {assigned} {order}")

    def _insert(self, run: Run, table: str, kind: str) -> None:
        columns = self.tables[table]
        names = ", ".join(f"`{name}`" for name in columns)
        rows = []
        for _ in range(self.random.randint(1, 4)):
            rows.append(f"({', '.join(self._value(table, name) for name in columns)})")
            if self.random.random() < 0.2:
                rows.append(rows[0])
        verb = {"insert": "INSERT IGNORE", "replace": "REPLACE"}.get(kind, "INSERT")
        also = ""
        if kind == "duplicate":
            name = self.random.choice(list(columns))
            also = f" ON DUPLICATE KEY UPDATE `{name}` = {self._value(table, name)}"
        run(f"{verb} INTO {table} ({names}) VALUES {', '.join(rows)}{also}")

    def _value(self, table: str, name: str) -> str:
        key = table.rpartition("_")[2]
        if name not in KEYS[key][1] and self.random.random() < 0.15:
            return "NULL"
        return self.tables[table][name](self.random)

    def look(self, database: str) -> dict[str, Any]:
        """Return what the tables of a database hold: their checksums, and their rows."""
        names = [f"{quoted(database)}.{table}" for table in self.tables]
        rows = "; ".join(f"SELECT * FROM {name}" for name in names)
        found = {}
        with contextlib.closing(
            self.server.connect(runs_scripts=True, init_command=LENIENT, use_unicode=False, conv={})
        ) as connection:
            cursor = connection.cursor()
            cursor.execute(f"CHECKSUM TABLE {', '.join(names)}")
            checksums = [checksum for _, checksum in cursor.fetchall()]
            cursor.execute(rows)
            for table, checksum in zip(self.tables, checksums, strict=True):
                # MariaDB's is of bytes that do not count, too
                counts = self._is_mysql or " GENERATED " not in self.definitions[table]
                found[table] = checksum if counts else None, sorted(map(repr, cursor.fetchall()))
                cursor.nextset()
        return found


def quoted(name: str) -> str:
    """Return a name as SQL has it."""
    return f"`{name.replace('`', '``')}`"
