"""Current tables where the log has statements in place of the rows that they change."""

from __future__ import annotations

import json
import shutil
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.row_statements import changed_tables
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import Version, tokens_of
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.lake.current.effects import take_effects
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.current.sessions import MAX_SESSIONS, LoggedStatements
from binlog_kaitai.lake.facts import Facts, Layout
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.schema import RECORD_SCHEMA
from tests.servers import SERVERS

KEPT = ("kept", "mine", "emptied", "rolled", "fresh", "slimmed")
ASIDE = (
    *("updated", "one", "two", "deleted", "replaced", "loaded", "called", "quoted"),
    "other.remote",
)
ALTERED = ("recolumned", "later")
COLUMNS = "(id INT PRIMARY KEY, v INT, w INT)"
SQL = [
    "CREATE DATABASE other",
    "CREATE DATABASE logged",
    "USE logged",
    *(
        f"CREATE TABLE {name} {COLUMNS}"
        for name in (*KEPT, *ASIDE, *ALTERED, "made")
        if name != "made"
    ),
    "CREATE PROCEDURE call_it(x INT) UPDATE called SET v = x",
    "CREATE FUNCTION other.f() RETURNS INT BEGIN UPDATE other.remote SET v = 9; RETURN 1; END",
    *(f"INSERT INTO {name} VALUES (1, 1, 1), (2, 2, 2)" for name in (*KEPT, *ASIDE, *ALTERED)),
    "SELECT 5, 5, 5 INTO OUTFILE 'five.txt'",
    "ALTER TABLE slimmed DROP COLUMN w",
    "ALTER TABLE later DROP COLUMN w",
    "SET SESSION binlog_format = STATEMENT",
    "CREATE TEMPORARY TABLE mine (id INT PRIMARY KEY, v INT)",
    "INSERT INTO mine VALUES (7, 7)",
    "TRUNCATE mine",
    "ALTER TABLE mine ADD x INT, DROP v, RENAME TO mine2",
    "INSERT INTO mine2 VALUES (7, 8)",
    "DROP TEMPORARY TABLE mine2",
    "UPDATE updated SET v = 9 WHERE id = 1",
    "UPDATE one AS a JOIN two ON a.id = two.id SET a.v = 8, two.w = 7",
    "DELETE x FROM deleted AS x JOIN kept USING (id) WHERE x.v = 1",
    "REPLACE INTO replaced VALUES (1, 5, 5)",
    "LOAD DATA INFILE 'five.txt' INTO TABLE loaded",
    "CALL call_it(7)",
    "SELECT other.f()",
    "INSERT INTO fresh VALUES (5, 5, 5)",
    "UPDATE emptied SET v = 9",
    "TRUNCATE emptied",
    "SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'",
    "UPDATE \"quoted\" SET v = 6 WHERE '\\' <> 'x'",
    "SET sql_mode = DEFAULT",
    "BEGIN",
    "UPDATE rolled SET v = 9",
    "ROLLBACK",
    "DROP TABLE fresh",
    f"CREATE TABLE fresh {COLUMNS}",
    f"CREATE TABLE made {COLUMNS} SELECT 3 AS id, 3 AS v, 3 AS w",
    "CREATE TABLE unseen (id INT PRIMARY KEY)",
    "INSERT INTO unseen VALUES (1)",
    "SET SESSION binlog_format = ROW",
    "ALTER TABLE recolumned DROP COLUMN v, ADD COLUMN v INT AFTER id",
    "ALTER TABLE later ADD w INT",
    *(f"INSERT INTO {name} (id, v) VALUES (6, 6)" for name in (*KEPT, *ASIDE, *ALTERED, "made")),
    "FLUSH BINARY LOGS",
]
FOLDER = Path(__file__).parent / "logged"
_ABC = "d.a d.b d.c"


def current(out: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table as it stands."""
    rows = pq.read_table(out / f"{table}.current", partitioning=None).to_pylist()
    return sorted(rows, key=lambda row: row["id"])


def full(name: str) -> str:
    return name if "." in name else f"logged.{name}"


@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_tables_that_statements_change_are_set_aside(tmp_path: Path, name: str) -> None:
    log = str(FOLDER / f"{name}.binlog")
    arguments = ["export", "--current", "--out", str(tmp_path), log]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == INCOMPLETE, result.output
    aside = {line.split()[1] for line in result.stderr.splitlines() if "is set aside" in line}
    assert aside == {*map(full, ASIDE), "logged.made", "logged.unseen"}
    assert (
        "error: logged.updated is set aside: the log has no row images for the statement: UPDATE"
        " updated SET v = 9 WHERE id = 1"
    ) in result.stderr
    for table in map(full, ASIDE):
        assert current(tmp_path, table)[0] == {"id": 1, "v": 1, "w": 1}
        record = json.loads((tmp_path / f"{table}.current/_export.json").read_text())
        assert record["set_aside"]["position"]
    first = [{"id": number, "v": number, "w": number} for number in (1, 2)]
    last = {"id": 6, "v": 6, "w": None}
    for table in ("kept", "mine", "rolled"):
        assert current(tmp_path, f"logged.{table}") == [*first, last]
    for table in ("emptied", "fresh"):
        assert current(tmp_path, f"logged.{table}") == [last]
    added = [{"id": number, "v": None, "w": number} for number in (1, 2)]
    assert current(tmp_path, "logged.recolumned") == [*added, last]
    added = [{"id": number, "v": number, "w": None} for number in (1, 2)]
    assert current(tmp_path, "logged.later") == [*added, last]


def test_tables_and_databases_that_are_reset(tmp_path: Path) -> None:
    """They begin behind the last statement that set them aside."""
    arguments = ["export", "--current", "--out", str(tmp_path), str(FOLDER / "mysql97.binlog")]
    CliRunner().invoke(main, arguments)
    one = CliRunner().invoke(main, [*arguments, "--reset", "other.remote"])
    assert "logged.updated is set aside" in one.stderr
    assert "other.remote is set aside" not in one.stderr
    resets = ["--reset", "logged.*", "--reset", "other.*"]
    for some in (resets, []):
        result = CliRunner().invoke(main, [*arguments, *some])
        assert result.exit_code == 0, result.stderr
    for table in ("other.remote", "logged.updated", "logged.called"):
        assert current(tmp_path, table) == [{"id": 6, "v": 6, "w": None}]


@pytest.mark.live
@pytest.mark.parametrize("log_format", ["STATEMENT", "MIXED"])
@pytest.mark.parametrize("name", ["mysql97", "mariadb118", "mariadb1011"])
def test_each_table_is_the_servers_select_or_set_aside(
    tmp_path: Path, name: str, log_format: str
) -> None:
    options = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
    options.append("--log-bin-trust-function-creators=ON")
    with SERVERS[name].run(options) as server:
        with server.connect() as connection, connection.cursor() as cursor:
            cursor.execute("FLUSH BINARY LOGS")
            for statement in SQL:
                cursor.execute(statement.replace("= STATEMENT", f"= {log_format}"))
            truth = {}
            for table in map(full, (*KEPT, *ASIDE, *ALTERED, "made")):
                cursor.execute(f"SELECT * FROM {table} ORDER BY id")
                names = [column[0] for column in cursor.description]
                rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
                truth[table] = rows
        logs = [shutil.copy(log, tmp_path) for log in server.binary_log_files()]
    summary = export(map(str, logs[1:-1]), tmp_path / "out", current=Asked())
    kept = {table for table in summary.current if table not in summary.set_aside}
    assert kept >= set(map(full, KEPT))
    if log_format == "STATEMENT":
        assert kept == set(map(full, (*KEPT, *ALTERED)))
    for table in kept:
        rows = current(tmp_path / "out", table)
        found = [
            {key: row[key] for key in one} for row, one in zip(rows, truth[table], strict=True)
        ]
        assert found == truth[table]


def records(*statements: tuple[str, int], first: int = 1) -> pa.RecordBatch:
    """Return statements as flat records, each with its connection."""
    rows = [
        {
            "position": position,
            "server_id": 1,
            "outcome": "committed",
            "database": "d",
            "data": json.dumps({"statement": statement, "thread_id": thread}),
            "timestamp": datetime(2026, 1, 1, tzinfo=timezone.utc),
        }
        for position, (statement, thread) in enumerate(statements, first)
    ]
    return pa.RecordBatch.from_pylist(rows, RECORD_SCHEMA)


MYSQL, MARIADB = Version((9, 7, 0), is_mariadb=False), Version((11, 8, 0), is_mariadb=True)


def facts_of(*parts: tuple[str, list[tuple[str, int]]]) -> Facts:
    """Return the statements of parts of logs, each of which another task reads."""
    every, first = Facts(), 1
    for log, statements in parts:
        logged = LoggedStatements(lambda _: MYSQL)
        logged.add(records(*statements, first=first), log)
        every.add(Facts(changes=logged.changes, ddl=logged.ddl))
        first += len(statements)
    return Facts.from_json(json.loads(json.dumps(every.to_json())))


def runs_of(facts: Facts) -> list[Facts]:
    """Return the statements one by one, as an export has them that follows a server."""
    runs = [Facts(ddl=[one]) for one in facts.ddl] + [Facts(changes=[one]) for one in facts.changes]
    return sorted(runs, key=lambda run: [one.position for one in (*run.ddl, *run.changes)])


@pytest.mark.parametrize("is_followed", [False, True])
def test_temporary_tables_are_those_of_a_session_and_log(*, is_followed: bool) -> None:
    made = ("CREATE TEMPORARY TABLE t (id INT)", 1)
    drops = ("DROP TEMPORARY TABLE IF EXISTS `t`", 1)
    inserts, empties = ("INSERT INTO t VALUES (1)", 1), ("TRUNCATE t", 1)
    other = ("INSERT INTO t VALUES (1)", 2)

    def effects(*parts: tuple[str, list[tuple[str, int]]]) -> str:
        """Return what statements do to the table `t`, which has rows."""
        state = State({"format": "parquet", "current": "{}", "table": None})
        state.datasets["d.t"] = Dataset("d.t", "", "d", "t", [Layout("", True, "a", 0)])
        facts = facts_of(*parts)
        for one in runs_of(facts) if is_followed else [facts]:
            take_effects(one, state)
            state = State.from_json(json.loads(json.dumps(state.to_json())))
        is_emptied = state.datasets["d.t"].wiped is not None
        return "emptied " * is_emptied + "aside" * bool(state.aside)

    assert not effects(("a", [made, inserts, empties, drops]))
    assert effects(("a", [made, other, drops])) == "aside"
    assert effects(("a", [made, inserts, drops, inserts])) == "aside"
    assert not effects(("a", [made]), ("a", [inserts, empties]))
    assert effects(("a", [made]), ("a", [inserts, drops, empties, inserts])) == "emptied aside"
    assert effects(("a", [made]), ("b", [empties])) == "aside"
    assert effects(("a", [made]), ("b", [inserts])) == "aside"
    assert effects(("a", [made, drops]), ("b", [empties])) == "emptied "


COMMENTS = [
    ("DROP TABLE t /*!99999 , u */", MYSQL, ["t"]),
    ("DROP TABLE t /*!50100 , u */", MYSQL, ["t", "u"]),
    ("DROP TABLE t /*!80000 , u */", MARIADB, ["t"]),
    ("DROP TABLE t /*M!100101 , u */", MARIADB, ["t", "u"]),
    ("DROP TABLE t /*M!100101 , u */", MYSQL, ["t"]),
    ("DROP TABLE t /*!99999 , u */", Version((0, 0, 0), is_mariadb=False), ["t", "u"]),
]


@pytest.mark.parametrize(("statement", "server", "tables"), COMMENTS)
def test_comments_that_the_server_did_not_execute_empty_no_table(
    statement: str, server: Version, tables: list[str]
) -> None:
    logged = LoggedStatements(lambda _: server)
    logged.add(records((statement, 1)), "a")
    (one,) = logged.ddl
    assert [step.name.table for step in Catalog().apply(statement, one.session, "")] == tables


def test_statements_of_many_sessions_are_taken_together() -> None:
    count = 2 * MAX_SESSIONS
    statements = [("INSERT INTO t VALUES (1)", thread) for thread in range(count)]
    found = facts_of(("a", [*statements, *statements])).changes
    assert len(found) == MAX_SESSIONS + 1
    assert found[-1].session is None


@pytest.mark.parametrize(
    ("statement", "tables"),
    [
        ("INSERT INTO t VALUES ('truncate table t')", "d.t"),
        ("INSERT INTO value VALUES (1)", "d.value"),
        ("INSERT IGNORE t SELECT * FROM u", "d.t"),
        ("insert into e.t(v) values ('/*! x */')", "e.t"),
        ("INSERT INTO /*!99999 x */ t VALUES (1)", "d.t"),
        ("REPLACE LOW_PRIORITY INTO `x``y` SET a = 1", "d.x`y"),
        ("LOAD DATA LOCAL INFILE 'into table x' IGNORE INTO TABLE `t` (a)", "d.t"),
        ("CREATE OR REPLACE TABLE t AS (SELECT 1)", "d.t"),
        ("CREATE TABLE t (id INT) TABLE u", "d.t"),
        ("ALTER SEQUENCE t RESTART", "d.t"),
        ("UPDATE t AS x JOIN e.u y ON x.id = y.id SET x.v = 1", "d.t e.u"),
        ("UPDATE a, (b JOIN c USING (id)), (SELECT * FROM z) d SET v = (SELECT 1 FROM q)", _ABC),
        ("UPDATE { OJ a LEFT JOIN b FORCE INDEX (i, k) ON 1 }, c SET v = 1", _ABC),
        ("UPDATE t JOIN LATERAL (SELECT 1) AS l JOIN JSON_TABLE('[]', '$') AS j SET v = 1", "d.t"),
        ("DELETE x FROM t PARTITION (p0) AS x JOIN u USING (id) JOIN v w WHERE y = 1", "d.t"),
        ("DELETE FROM t.*, `e`.`u`.* USING t JOIN e.u ON f(1, 2) WHERE 1", "d.t e.u"),
        ("DELETE x, y FROM t x, u AS y WHERE a IN (SELECT 1 FROM k)", "d.t d.u"),
        ("DELETE FROM t AS a ORDER BY id LIMIT 3", "d.t"),
        ("WITH c (a) AS (SELECT 1), e AS (SELECT 2) DELETE FROM t WHERE a IN (1)", "d.t"),
        ("ANALYZE FORMAT=JSON UPDATE t SET v = 1", "d.t"),
        ("SET STATEMENT max_statement_time = 5 FOR DELETE FROM t WHERE a = 1", "d.t"),
        ("UPDATE /*!50000 t */ SET v = 7", "d.t"),
        ('UPDATE t SET v = "\\", x SET"', "d.t"),
        ("CALL p(1)", "d.None"),
        ("SELECT `e`.`f`(20)", "e.None"),
        ("FROBNICATE x", "d.None"),
        ("SET @x = 1", ""),
        ("GRANT INSERT ON t TO u", ""),
        ("CREATE TRIGGER x AFTER INSERT ON t FOR EACH ROW INSERT INTO u VALUES (1)", ""),
        ("ANALYZE TABLE t", ""),
        ("# Dum", ""),
    ],
)
def test_tables_that_statements_change(statement: str, tables: str) -> None:
    steps = Catalog().apply(statement, Session(database="d"), "")
    found = [one.name for one in steps if one.kind == "rows_changed"]
    assert " ".join(f"{one.database}.{one.table or None}" for one in found) == tables


def test_quotes_are_of_the_sessions_mode() -> None:
    statement = "UPDATE t JOIN \"u\" SET v = '\\', x = 'a'"
    session = Session(database="d", sql_mode="ANSI_QUOTES,NO_BACKSLASH_ESCAPES")
    assert [one.table for one in changed_tables(statement, session)] == ["t", "u"]


def test_columns_that_are_dropped_and_added() -> None:
    statement = (
        "ALTER TABLE t ADD COLUMN IF NOT EXISTS v INT, ADD (`w` INT, x DECIMAL(5, 2)),"
        " DROP COLUMN v, DROP `index`"
    )
    (step,) = Catalog().apply(statement, Session(database="d"), "")
    assert step.edits is not None
    assert step.edits.dropped == ("v", "index")
    assert [one.name for one in step.edits.added] == ["v", "w", "x"]


@pytest.mark.parametrize("beginning", ["/*", "'", "`", "\\'", '"'])
def test_text_without_an_end_is_one_token(beginning: str) -> None:
    """Else each quote in it would begin a search up to the end of the statement."""
    text = f"{beginning} /* \\' /* \\'"
    found = list(tokens_of(f"call {text}", ""))
    assert found[0] == ("word", "call", 0, "call")
    assert len(found) <= 3, found
