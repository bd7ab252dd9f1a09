"""Current tables where foreign keys change rows without row images, beside the servers' SELECT."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pymysql
import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.current.touched import folded_keys
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.tables import Format
from binlog_kaitai.read.redacting import redaction_of
from tests.lake.test_followed import rows_of, sorted_rows
from tests.marks import mostly_long
from tests.servers import SERVERS, RunningServer

ROUNDS = int(os.environ.get("BINLOG_CASCADE_ROUNDS", "12"))
SEED = int(os.environ.get("BINLOG_CASCADE_SEED", "1"))

FOLDER = Path(__file__).parent / "cascades"
SERVERS_WITH_LOGS = ["mariadb118", "mysql56", "mysql97"]
ACTIONS = {
    "deleted": "ON DELETE CASCADE",
    "emptied": "ON DELETE SET NULL",
    "updated": "ON UPDATE CASCADE",
    "strict": "",
    "explicit": "ON DELETE CASCADE",
    "unchecked": "ON DELETE CASCADE",
    "unbound": "ON DELETE CASCADE",
    "moved": "ON DELETE CASCADE",
}
CREATED = [
    "CREATE TABLE parent (id INT PRIMARY KEY, v INT)",
    *(
        f"CREATE TABLE {name} (id INT PRIMARY KEY, p INT, v INT,"
        f" CONSTRAINT {name}_key FOREIGN KEY (p) REFERENCES parent (id) {action})"
        for name, action in ACTIONS.items()
    ),
    (
        "CREATE TABLE grandchild (id INT PRIMARY KEY, p INT,"
        " FOREIGN KEY (p) REFERENCES deleted (id) ON DELETE CASCADE)"
    ),
    (
        "CREATE TABLE tree (id INT PRIMARY KEY, p INT,"
        " FOREIGN KEY (p) REFERENCES tree (id) ON DELETE CASCADE)"
    ),
    "CREATE TABLE named (id VARCHAR(9) CHARACTER SET utf8 COLLATE utf8_general_ci PRIMARY KEY)",
    (
        "CREATE TABLE of_named (id INT PRIMARY KEY, p VARCHAR(9) CHARACTER SET utf8 COLLATE"
        " utf8_general_ci, FOREIGN KEY (p) REFERENCES named (id) ON DELETE CASCADE)"
    ),
    "CREATE TABLE late (id INT PRIMARY KEY, p INT, v INT)",
    "CREATE TABLE replaced (id INT PRIMARY KEY, v INT)",
    (
        "CREATE TABLE again (id INT PRIMARY KEY, p INT,"
        " FOREIGN KEY (p) REFERENCES replaced (id) ON DELETE CASCADE)"
    ),
    "CREATE TABLE stated (id INT PRIMARY KEY)",
    (
        "CREATE TABLE of_stated (id INT PRIMARY KEY, p INT,"
        " FOREIGN KEY (p) REFERENCES stated (id) ON DELETE CASCADE)"
    ),
]
AT = {name: number for number, name in enumerate([*ACTIONS, "late"], 1)}
FIRST = [
    "DROP DATABASE IF EXISTS cascades",
    "CREATE DATABASE cascades",
    "USE cascades",
    *CREATED,
    *(f"INSERT INTO parent VALUES ({number}, 0), ({number + 20}, 0)" for number in AT.values()),
    *(
        f"INSERT INTO {name} VALUES (1, {number}, 0), (2, {number + 20}, 0)"
        for name, number in AT.items()
    ),
    "INSERT INTO grandchild VALUES (1, 1), (2, 2)",
    "INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2)",
    "INSERT INTO named VALUES ('a'), ('\xc9')",
    "INSERT INTO of_named VALUES (1, 'A'), (2, 'e')",
    "INSERT INTO replaced VALUES (1, 0)",
    "INSERT INTO again VALUES (1, 1)",
    "INSERT INTO stated VALUES (1), (2)",
    "INSERT INTO of_stated VALUES (1, 1), (2, 2)",
    "ALTER TABLE moved CHANGE p q INT",
    "RENAME TABLE moved TO renamed",
    "ALTER TABLE unbound DROP FOREIGN KEY unbound_key",
    "ALTER TABLE late ADD FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE",
    "UPDATE parent SET v = 1",
]
TOUCHED = {
    f"DELETE FROM parent WHERE id = {AT['deleted']}": ["deleted", "grandchild"],
    f"DELETE FROM parent WHERE id = {AT['emptied']}": ["emptied"],
    f"UPDATE parent SET id = 99 WHERE id = {AT['updated']}": ["updated"],
    f"DELETE FROM parent WHERE id = {AT['moved']}": ["renamed"],
    f"DELETE FROM parent WHERE id = {AT['late']}": ["late"],
    "DELETE FROM tree WHERE id = 1": ["tree"],
    "DELETE FROM named WHERE id = 'A'": ["of_named"],
}
STATED = "DELETE FROM stated WHERE id = 1"
SECOND = [
    f"DELETE FROM explicit WHERE p = {AT['explicit']}",
    f"DELETE FROM parent WHERE id = {AT['explicit']}",
    "SET foreign_key_checks = 0",
    f"DELETE FROM parent WHERE id = {AT['unchecked']}",
    "SET foreign_key_checks = 1",
    f"DELETE FROM parent WHERE id = {AT['unbound']}",
    f"UPDATE parent SET v = 2 WHERE id = {AT['strict']}",
    "REPLACE INTO replaced VALUES (1, 5)",
    "REPLACE INTO again VALUES (1, 1)",
    *TOUCHED,
    "SET SESSION binlog_format = STATEMENT",
    STATED,
    "SET SESSION binlog_format = ROW",
    "INSERT INTO strict VALUES (7, NULL, 7)",
]
NAMES = [*AT, "renamed", "parent", "grandchild", "tree", "of_named", "again", "of_stated"]
NAMES.remove("moved")


def logs_of(server: str) -> list[str]:
    return [str(FOLDER / f"{server}.{number}.binlog") for number in (1, 2)]


def asked(server: str) -> Asked:
    keys = {f"cascades.{name}": ["@1"] for name in (*NAMES, "moved", "stated", "replaced", "named")}
    return Asked(keys if server == "mysql56" else {})


TABLES = {
    "parent": "(id INT PRIMARY KEY, code INT NOT NULL, v INT, UNIQUE (code))",
    "named": "(id VARCHAR(9) CHARACTER SET utf8 COLLATE utf8_general_ci PRIMARY KEY, v INT)",
    "deleted": "(id INT PRIMARY KEY, p INT, v INT, FOREIGN KEY (p) REFERENCES parent (id)"
    " ON DELETE CASCADE)",
    "emptied": "(id INT PRIMARY KEY, p INT, v INT, FOREIGN KEY (p) REFERENCES parent (id)"
    " ON DELETE SET NULL ON UPDATE SET NULL)",
    "updated": "(id INT PRIMARY KEY, p INT, v INT, FOREIGN KEY (p) REFERENCES parent (code)"
    " ON UPDATE CASCADE)",
    "mixed": "(id INT PRIMARY KEY, p INT, v INT, CONSTRAINT `mixed_key` FOREIGN KEY (p)"
    " REFERENCES parent (id) ON DELETE CASCADE ON UPDATE CASCADE)",
    "strict": "(id INT PRIMARY KEY, p INT, v INT, FOREIGN KEY (p) REFERENCES parent (id))",
    "of_named": "(id INT PRIMARY KEY, p VARCHAR(9) CHARACTER SET utf8 COLLATE utf8_general_ci,"
    " v INT, FOREIGN KEY (p) REFERENCES named (id) ON DELETE CASCADE ON UPDATE CASCADE)",
    "grandchild": "(id INT PRIMARY KEY, p INT, v INT, FOREIGN KEY (p) REFERENCES deleted (id)"
    " ON DELETE CASCADE)",
    "tree": "(id INT PRIMARY KEY, p INT, v INT, FOREIGN KEY (p) REFERENCES tree (id)"
    " ON DELETE CASCADE)",
    "free": "(id INT PRIMARY KEY, p INT, v INT)",
}
CHILDREN = ("deleted", "emptied", "updated", "mixed", "strict", "of_named", "grandchild", "tree")
PARENTS = {"of_named": "named", "grandchild": "deleted", "tree": "tree"}

Rows = list[dict[str, Any]]


class Moment(NamedTuple):
    """The rows of all tables behind a transaction."""

    gtid: str
    statement: str
    rows: dict[str, Rows]


class Work:
    """Random statements on parents and children; some of them fail."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def transaction(self) -> list[str]:
        """Return the statements of a transaction."""
        one, other = (self.random.randint(1, 9) for _ in range(2))
        child = self.random.choice([*CHILDREN, "free"])
        key: Any = self.random.randint(1, 9)
        if child == "of_named":
            key = self.random.choice(["'a'", "'A'", "'b'", "'\xe9'", "'e'", "'c'"])
        parent = PARENTS.get(child, "parent")
        null_or_key = self.random.choice([key, key, "NULL"])
        is_checked = self.random.random() < 0.8
        return self.random.choices(
            [
                [f"REPLACE INTO {child} VALUES ({one}, {null_or_key}, 1)"],
                [f"UPDATE {child} SET v = v + 1 WHERE id = {one}"],
                [f"DELETE FROM {child} WHERE id = {one}"],
                [f"UPDATE {child} SET p = {key} WHERE id = {one}"],
                [f"UPDATE parent SET v = v + 1 WHERE id = {one}"],
                [
                    f"DELETE FROM {child} WHERE p = {key}",
                    f"DELETE FROM {parent} WHERE id = {key}",
                ],
                [
                    f"SET foreign_key_checks = {int(is_checked)}",
                    f"DELETE FROM {parent} WHERE id = {key}",
                ],
                [f"REPLACE INTO parent VALUES ({one}, {other + 100}, 5)"],
                [f"UPDATE parent SET id = {other + 10} WHERE id = {one}"],
                [f"UPDATE parent SET code = {other + 200} WHERE id = {one}"],
                ["UPDATE named SET id = 'd' WHERE id = 'c'"],
            ],
            [45, 10, 5, 5, 10, 8, 10, 5, 4, 4, 3],
        )[0]


def begin(database: str) -> Iterator[str]:
    yield f"DROP DATABASE IF EXISTS {database}"
    yield f"CREATE DATABASE {database}"
    yield f"USE {database}"
    for name, columns in TABLES.items():
        yield f"CREATE TABLE {name} {columns}"
    values = ", ".join(f"({at}, {at + 100}, 0)" for at in range(1, 10))
    yield f"INSERT INTO parent VALUES {values}"
    yield "INSERT INTO named VALUES ('a', 0), ('b', 0), ('É', 0), ('c', 0)"
    for name in (*CHILDREN, "free"):
        key = "'a'" if name == "of_named" else "101" if name == "updated" else "NULL"
        yield f"INSERT INTO {name} VALUES (1, {key}, 0)"


def select_all(cursor: Any, tables: Iterable[str] = TABLES) -> dict[str, Rows]:
    found = {}
    for name in tables:
        cursor.execute(f"SELECT * FROM {name}")
        names = [column[0] for column in cursor.description]
        found[name] = sorted_rows([dict(zip(names, row, strict=True)) for row in cursor.fetchall()])
    return found


def last_gtid(cursor: Any, family: str) -> str:
    if family == "mariadb":
        cursor.execute("SELECT @@last_gtid")
        return str(cursor.fetchone()[0])
    cursor.execute("SELECT @@global.gtid_executed")
    executed = cursor.fetchone()[0].replace("\n", "")
    uuid, _, numbers = executed.rpartition(":")
    return f"{uuid}:{numbers.rpartition('-')[2]}"


def run_round(connection: Any, database: str, seed: int, family: str) -> Iterator[list[Moment]]:
    """Run a round. Yields its moments up to each rotation of the log."""
    work = Work(seed)
    moments: list[Moment] = []
    with connection.cursor() as cursor:
        for statement in begin(database):
            cursor.execute(statement)
        moments.append(Moment(last_gtid(cursor, family), "begin", select_all(cursor)))
        for number in range(120):
            transaction = work.transaction()
            with contextlib.suppress(pymysql.MySQLError):
                cursor.execute("BEGIN")
                for statement in transaction:
                    cursor.execute(statement)
                cursor.execute("COMMIT")
            cursor.execute("ROLLBACK")
            cursor.execute("SET foreign_key_checks = 1")
            rows = select_all(cursor)
            moments.append(Moment(last_gtid(cursor, family), "; ".join(transaction), rows))
            if number % 40 == 39:
                cursor.execute("FLUSH BINARY LOGS")
                yield moments


SERVER_NAMES = ["mysql97", "mysql97 native", "mysql56", "mariadb1011", "mariadb118"]
OPTIONS = {
    "mysql56": ["--gtid-mode=ON", "--enforce-gtid-consistency", "--log-slave-updates"],
    "mysql97": ["--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--binlog-row-metadata=FULL"],
    "native": ["--innodb-native-foreign-keys=ON"],
    "mariadb": ["--binlog-row-metadata=FULL"],
}


@pytest.mark.live
@pytest.mark.truth
@pytest.mark.parametrize("image", ["FULL", "MINIMAL"])
@pytest.mark.parametrize(
    "name", ["mysql97", "mysql97 native", "mysql56", "mariadb1011", "mariadb118"]
)
def test_a_child_is_the_servers_select_or_stale(tmp_path: Path, name: str, image: str) -> None:
    name, _, native = name.partition(" ")
    family = SERVERS[name].family
    options = ["--binlog-format=ROW", f"--binlog-row-image={image}"]
    options += OPTIONS["mariadb" if family == "mariadb" else name]
    options += OPTIONS["native"] if native else []
    (tmp_path / name).touch()
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with SERVERS[name].run(options) as server, contextlib.closing(server.connect()) as connection:
        for seed in range(SEED, SEED + ROUNDS):
            database = f"round{seed}"
            with connection.cursor() as cursor:
                cursor.execute("FLUSH BINARY LOGS")
            first = len(server.binary_log_files()) - 1
            for moments in run_round(connection, database, seed, family):
                logs = server.binary_log_files()[first:-1]
                folder = tmp_path / database
                folder.mkdir(exist_ok=True)
                copied = [str(folder / log.name) for log in logs]
                for log, copy in zip(logs, copied, strict=True):
                    if not Path(copy).exists():
                        shutil.copy(log, copy)
                wrong += compare(copied, tmp_path / f"out{seed}", database, moments, counts)
    sys.stdout.write(f"\n{name} {native} {image}: {dict(counts)}\n")
    assert not wrong, "\n".join(wrong[:20])
    assert counts["equal"]
    assert bool(counts["stale"]) == (name != "mysql97" or bool(native))


def compare(
    logs: list[str], out: Path, database: str, moments: list[Moment], counts: Counter[str]
) -> Iterator[str]:
    """Yield tables that differ from SELECT without a word, or from the moment before the cause."""
    keys = {f"{database}.{name}": ["@1"] for name in TABLES}
    is_named = not (out.parent / "mysql56").exists()
    summary = export(logs, out, table=f"{database}.*", current=Asked({} if is_named else keys))
    for name in TABLES:
        full = f"{database}.{name}"
        expected = moments[-1]
        aside = summary.set_aside.get(full)
        if aside is not None:
            at = next((n for n, one in enumerate(moments) if one.gtid == aside.gtid), None)
            if at is None or aside.cause != "cascade":
                yield f"{full}: {aside}"
                continue
            expected = moments[at - 1]
            counts["stale"] += 1
            counts["false alarm"] += moments[at].rows[name] == moments[at - 1].rows[name]
            cause = moments[at].statement
        else:
            counts["equal"] += 1
            cause = ""
        try:
            check_rows(out, summary.current[full], expected.rows[name])
        except AssertionError as error:
            yield f"{full} {expected.gtid} {cause}: {error}"


def check_rows(out: Path, folder: str, rows: Rows, file_format: Format = "parquet") -> None:
    """Compare a table with rows, by their order if the log does not name the columns."""
    table = pq.read_table(out / folder, partitioning=None) if file_format == "parquet" else None
    if table is not None and "@1" in table.column_names:
        names = [*rows[0]] if rows else table.column_names
        found = [
            {name: one.decode() if isinstance(one, bytes) else one for name, one in row.items()}
            for row in table.rename_columns(["id", *names[1:]]).to_pylist()
        ]
        assert sorted_rows(found) == rows
    else:
        assert rows_of(out, folder, file_format) == rows


@pytest.mark.parametrize(
    ("server", "file_format", "steps"),
    mostly_long(
        [
            ("mariadb118", "parquet", (1, 2)),
            ("mysql97", "parquet", (2,)),
            ("mysql56", "parquet", (2,)),
            *((name, "parquet", (1, 2)) for name in ("mysql97", "mysql56")),
            ("mariadb118", "parquet", (2,)),
            ("mariadb118", "delta", (1, 2)),
            ("mariadb118", "iceberg", (1, 2)),
        ],
        short=3,
    ),
)
def test_children_are_the_servers_select_or_stale(
    tmp_path: Path, server: str, file_format: Format, steps: tuple[int, ...]
) -> None:
    """In the second log, a table that is stale has no change of its own."""
    truth = json.loads((FOLDER / f"{server}.json").read_text())
    for count in steps:
        logs = logs_of(server)[:count]
        summary = export(logs, tmp_path, current=asked(server), file_format=file_format)
    stale = {name: statement for statement, names in TOUCHED.items() for name in names}
    if server == "mysql97":  # it logs cascades
        stale = {}
    stale |= {"of_stated": STATED}
    found = {name.partition(".")[2]: why for name, why in summary.set_aside.items()}
    moved = {"renamed", "moved"} if server == "mysql56" else set()  # columns without names
    assert found.keys() - moved == (stale.keys() | {"stated"}) - moved
    for name in set(NAMES) - moved:
        moment = "first" if name in stale else "last"
        folder = summary.current[f"cascades.{name}"]
        check_rows(tmp_path, folder, truth[moment][name], file_format)
    for name, statement in stale.items():
        if name in moved:
            continue
        assert found[name].cause == ("statement" if statement == STATED else "cascade")
        assert found[name].gtid == truth["gtids"][statement]


def test_a_child_is_reset_behind_the_cause(tmp_path: Path) -> None:
    logs = logs_of("mariadb118")
    export(logs, tmp_path, current=Asked())
    summary = export(logs, tmp_path, current=Asked(), reset=["cascades.deleted"])
    assert "cascades.deleted" not in summary.set_aside
    assert rows_of(tmp_path, "cascades.deleted.current", "parquet") == []


@pytest.mark.parametrize("rule", ["deleted.p=null", "deleted.P=hash", "of_named.p=x"])
def test_redacted_keys_of_a_parent_may_be_any(tmp_path: Path, rule: str) -> None:
    (tmp_path / "key").write_bytes(b"a secret")
    redaction = redaction_of([f"cascades.{rule}"], tmp_path / "key")
    out = tmp_path / "out"
    summary = export(logs_of("mariadb118"), out, current=Asked(), redaction=redaction)
    stale = {f"cascades.{name}" for names in TOUCHED.values() for name in names}
    assert stale <= summary.set_aside.keys()
    causes = {name: summary.set_aside[name].cause for name in stale}
    assert set(causes.values()) == {"cascade"}


def test_a_parent_that_is_left_out_is_named(tmp_path: Path) -> None:
    arguments = ["export", "--current", "--out", str(tmp_path), *logs_of("mariadb118")]
    result = CliRunner().invoke(main, [*arguments, "--exclude-table", "cascades.parent"])
    assert result.exit_code == INCOMPLETE
    line = "cascades.deleted may have old rows: a foreign key changes them with cascades.parent"
    assert line in result.stderr
    assert "cascades.strict may" not in result.stderr
    record = json.loads((tmp_path / "cascades.deleted.current/_export.json").read_text())
    assert record["unread"] == ["cascades.parent"]


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
@pytest.mark.parametrize(
    ("parent", "child"), [("\xc9", "e"), ("\xc3\xa9", "\xe3\xa9"), ("\xdf", "ss")]
)
def test_text_without_a_charset_is_read_in_all_ways(charset: str, parent: str, child: str) -> None:
    """MySQL 5.6 logs none, and takes these as equal by its collations."""
    texts = pa.array([one.encode(charset) for one in (parent, child)], pa.binary())
    keys = [set(some) for some in folded_keys([texts, pa.array([1, 1])], 2)]
    assert keys[0] & keys[1]
    assert folded_keys([], 2) == [((),), ((),)]


def run_fixture(server: RunningServer, family: str) -> dict[str, Any]:
    """Run the statements of the fixtures, each log's behind a rotation. Returns the truth."""
    truth: dict[str, Any] = {"gtids": {}}
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        for moment, statements in (("first", FIRST), ("last", SECOND)):
            cursor.execute("FLUSH BINARY LOGS")
            for statement in statements:
                cursor.execute(statement)
                if statement in {*TOUCHED, STATED}:
                    truth["gtids"][statement] = last_gtid(cursor, family)
            truth[moment] = select_all(cursor, NAMES)
        cursor.execute("FLUSH BINARY LOGS")
    return truth


@pytest.mark.live
@pytest.mark.parametrize("name", SERVERS_WITH_LOGS)
def test_servers_have_the_rows_of_the_fixtures(name: str) -> None:
    """With BINLOG_WRITE, the fixtures are written."""
    family = SERVERS[name].family
    options = ["--binlog-format=ROW", *OPTIONS["mariadb" if family == "mariadb" else name]]
    with SERVERS[name].run(options) as server:
        truth = run_fixture(server, family)
        logs = server.binary_log_files()[-3:-1]
        if "BINLOG_WRITE" in os.environ:
            FOLDER.mkdir(exist_ok=True)
            for path, log in zip(logs_of(name), logs, strict=True):
                shutil.copy(log, path)
            text = json.dumps(truth, ensure_ascii=False, indent=1)
            (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    expected = json.loads((FOLDER / f"{name}.json").read_text())
    assert {at: truth[at] for at in ("first", "last")} == {
        at: expected[at] for at in ("first", "last")
    }
