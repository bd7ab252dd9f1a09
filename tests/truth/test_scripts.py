"""Scripts on real servers: composite keys in each charset, checks that fail, text that attacks."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE, MISUSED
from binlog_kaitai.forensics.undo.clients import text_lines
from tests.servers import SERVERS, RunningServer

pytestmark = pytest.mark.truth

OPTIONS = {
    "mysql97": ("--binlog-row-metadata=FULL", "--gtid-mode=ON", "--enforce-gtid-consistency=ON"),
    "mysql56": (),
    "mariadb1011": ("--binlog-row-metadata=FULL",),
    "mariadb118": ("--binlog-row-metadata=FULL",),
}
TEXTS = ("a", "e", "é", "ü", "я", "日", "ß", "'", "\\", "`;", "ｱ", "%")


@contextlib.contextmanager
def running_server(name: str) -> Iterator[RunningServer]:
    kind = SERVERS[name]
    if not kind.installed():
        pytest.skip(f"{kind.name} is not installed: python -m tests.servers {kind.name}")
    with kind.run(["--binlog-format=ROW", *OPTIONS[kind.name]]) as running:
        yield running


@pytest.fixture(params=OPTIONS)
def server(request: pytest.FixtureRequest) -> Iterator[RunningServer]:
    with running_server(request.param) as running:
        yield running


def asked(server: RunningServer, *statements: str) -> Any:
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        return cursor.fetchall()


def client(server: RunningServer, script: str, *options: str) -> tuple[int, str]:
    # MySQL 5.6 is installed without a client
    kind = SERVERS["mysql97" if server.name == "mysql56" else server.name]
    program = "mysql" if kind.family == "mysql" else "mariadb"
    account = ("--host=127.0.0.1", f"--port={server.port}", "--user=root", *options)
    done = subprocess.run(
        kind.command(program, "--no-defaults", *account),
        input=script.encode(),
        env=kind.environment(),
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr.decode(errors="replace")


def new_log(server: RunningServer) -> Path:
    asked(server, "FLUSH BINARY LOGS")
    return server.binary_log_files()[-1]


def described(server: RunningServer, folder: Path) -> list[str]:
    dump = folder / "dump.sql"
    dump.write_bytes(SERVERS[server.name].dump(server.port, ["--databases", "d"]))
    return [f"--ddl={dump}"]


def printed(server: RunningServer, command: str, log: Path, folder: Path) -> str:
    asked(server, "FLUSH BINARY LOGS")
    words = [command, *described(server, folder), "--database=d", str(log)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_composite_keys_of_each_charset(server: RunningServer, tmp_path: Path) -> None:
    names = "SELECT character_set_name FROM information_schema.character_sets"
    charsets = sorted(row[0] for row in asked(server, names))
    asked(server, "DROP DATABASE IF EXISTS d", "CREATE DATABASE d")
    expected = {}
    for charset in charsets:
        asked(
            server,
            f"CREATE TABLE d.{charset} (a VARCHAR(20) CHARACTER SET {charset}, b CHAR(5) CHARACTER"
            f" SET {charset}, n INT, v VARCHAR(9), PRIMARY KEY (a, b, n))",
        )
    log = new_log(server)
    for charset in charsets:
        with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
            for number, text in enumerate(TEXTS):
                with contextlib.suppress(Exception):  # not each charset has each character
                    row = (text, text * 2, number)
                    cursor.execute(f"INSERT INTO d.{charset} VALUES (%s, %s, %s, 'x')", row)
            cursor.execute(f"SELECT a, b, n, v FROM d.{charset} ORDER BY n")
            expected[charset] = cursor.fetchall()
    redo, undo = (printed(server, command, log, tmp_path) for command in ("redo", "undo"))
    assert client(server, undo)[0] == 0
    for charset in charsets:
        assert not asked(server, f"SELECT * FROM d.{charset}"), charset
    assert client(server, redo)[0] == 0
    for charset in charsets:
        assert asked(server, f"SELECT a, b, n, v FROM d.{charset} ORDER BY n") == expected[charset]


def test_a_failed_check_commits_nothing_also_with_force(
    server: RunningServer, tmp_path: Path
) -> None:
    asked(server, "DROP DATABASE IF EXISTS d", "CREATE DATABASE d")
    asked(server, "CREATE TABLE d.t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB")
    log = new_log(server)
    asked(server, "INSERT INTO d.t VALUES (1, 1)", "INSERT INTO d.t VALUES (2, 2), (3, 3)")
    asked(server, "UPDATE d.t SET v = 9 WHERE id > 1")
    undo = printed(server, "undo", log, tmp_path)
    rows = asked(server, "DELETE FROM d.t WHERE id = 3", "SELECT * FROM d.t ORDER BY id")
    for options in ((), ("--force",)):
        status, errors = client(server, undo, *options)
        assert status != bool(options) or status == 1
        assert "not committed, because statement 1 " in errors
        assert "can't be set to the value of" in errors
        assert asked(server, "SELECT * FROM d.t ORDER BY id") == rows
    for cut in range(len(undo) // 2, len(undo), 97):
        client(server, undo[:cut])
        assert asked(server, "SELECT * FROM d.t ORDER BY id") == rows


def test_a_cascade_that_is_logged_twice_is_undone_once_or_not_at_all(
    server: RunningServer, tmp_path: Path
) -> None:
    foreign = "FOREIGN KEY (p) REFERENCES d.p (id) ON DELETE CASCADE"
    logs_twice = server.name == "mysql97"
    for key in ("id INT PRIMARY KEY, ", ""):
        asked(server, "DROP DATABASE IF EXISTS d", "CREATE DATABASE d")
        asked(server, "CREATE TABLE d.p (id INT PRIMARY KEY) ENGINE=InnoDB")
        asked(server, f"CREATE TABLE d.c ({key}p INT, v CHAR(1), {foreign}) ENGINE=InnoDB")
        children = enumerate(((1, "a"), (1, "a"), (1, "b"), (2, "a")))
        rows = [f"({f'{n}, ' if key else ''}{p}, '{v}')" for n, (p, v) in children]
        asked(
            server, "INSERT INTO d.p VALUES (1), (2)", f"INSERT INTO d.c VALUES {', '.join(rows)}"
        )
        before = sorted(asked(server, "SELECT * FROM d.c"))
        log = new_log(server)
        asked(server, "DELETE d.c, d.p FROM d.p JOIN d.c ON d.c.p = d.p.id WHERE d.p.id = 1")
        asked(server, "FLUSH BINARY LOGS")
        for options in ((), ("--table=d.c",)):
            definitions = described(server, tmp_path)
            words = ["undo", "--no-foreign-key-checks", *options, *definitions, str(log)]
            done = CliRunner().invoke(main, words)
            if logs_twice and not key:
                assert done.exit_code == 1
                assert "has no primary key" in done.stderr
                continue
            # the others do not log what cascades delete, and undo tells so
            if not logs_twice and "no table d.c" in done.stderr:
                assert done.exit_code == MISUSED
                continue
            assert done.exit_code == (0 if logs_twice else INCOMPLETE), done.output
            asked(server, "DELETE FROM d.c WHERE p = 1", "DELETE FROM d.p WHERE id = 1")
            assert client(server, done.stdout)[0] == 0
            after = sorted(asked(server, "SELECT * FROM d.c"))
            missing = len(before) - len(after)
            assert missing == 0 if logs_twice else missing > 0, (key, options)


def test_a_setting_that_fails_commits_nothing_also_with_force(server: RunningServer) -> None:
    asked(server, "DROP DATABASE IF EXISTS d", "CREATE DATABASE d", "CREATE TABLE d.t (id INT)")
    asked(server, "DROP DATABASE IF EXISTS e", "CREATE DATABASE e", "CREATE TABLE e.t (id INT)")
    log = new_log(server)
    by_statement = "SET SESSION binlog_format = STATEMENT"
    asked(server, "USE e", by_statement, "INSERT INTO t VALUES (1)")
    asked(server, "USE e", "CREATE TABLE u (id INT)")
    asked(server, "FLUSH BINARY LOGS")
    done = CliRunner().invoke(main, ["redo", str(log)])
    assert done.exit_code == 0, done.output
    asked(server, "DROP DATABASE e")
    _, errors = client(server, done.stdout, "--force", "d")
    assert "not committed, because statement 2 " in errors
    assert not asked(server, "SELECT * FROM d.t")
    assert asked(server, "SHOW TABLES FROM d") == (("t",),)


def test_another_server_has_the_same_rows_or_fails() -> None:
    """Types and charsets that only one of the families has."""
    with running_server("mysql97") as mysql, running_server("mariadb118") as mariadb:
        for server in (mysql, mariadb):
            asked(server, "CREATE DATABASE d", "CREATE TABLE d.plain (id INT PRIMARY KEY)")
        asked(mysql, "CREATE TABLE d.g (id INT PRIMARY KEY, v VARCHAR(9) CHARACTER SET gb18030)")
        asked(mysql, "CREATE TABLE d.own (id INT PRIMARY KEY, j JSON, v VECTOR(2))")
        asked(mariadb, "CREATE TABLE d.g (id INT PRIMARY KEY, v VARCHAR(9))")
        asked(mariadb, "CREATE TABLE d.own (id INT PRIMARY KEY, j JSON, v VECTOR(2))")
        address = "id INT PRIMARY KEY, u UUID, i INET4"
        asked(mariadb, f"CREATE TABLE d.addresses ({address}, b BINARY(4))")
        asked(mysql, "CREATE TABLE d.addresses (id INT PRIMARY KEY, u CHAR(36), i CHAR(15))")
        log = new_log(mysql)
        document = """{"b": [1, 2.50, null, "é\\\\n"], "a": 1.0}"""
        vector = "X'0000803F000000C0'"
        asked(mysql, f"INSERT INTO d.own VALUES (1, '{document}', {vector})")
        asked(mysql, "INSERT INTO d.g VALUES (1, '中文é😀')")
        asked(mysql, "CREATE TABLE d.h (v INT) CHARACTER SET gb18030", "FLUSH BINARY LOGS")

        def redone(log: Path, table: str, on: RunningServer, *options: str) -> str | None:
            """Return what is wrong, None where the script ran."""
            words = ["redo", f"--table=d.{table}", *options, str(log)]
            done = CliRunner().invoke(main, words)
            if done.exit_code:
                return done.stderr
            status, errors = client(on, done.stdout)
            return errors if status else None

        assert "this script is for MySQL" in str(redone(log, "own", mariadb))
        assert not asked(mariadb, "SELECT * FROM d.own")
        assert redone(log, "own", mariadb, "--for=mariadb") is None
        same = "SELECT id, j, HEX(v) FROM d.own"
        assert asked(mariadb, same) == asked(mysql, same)
        assert "gb18030" in str(redone(log, "g", mariadb, "--for=mariadb"))
        assert not asked(mariadb, "SELECT * FROM d.g")
        assert redone(log, "h", mariadb, "--for=mariadb") is not None
        assert asked(mariadb, "SHOW TABLES FROM d LIKE 'h'") == ()
        log = new_log(mariadb)
        asked(mariadb, "INSERT INTO d.addresses (id, i) VALUES (1, '10.0.0.1')")
        asked(mariadb, "INSERT INTO d.plain VALUES (1)", "FLUSH BINARY LOGS")
        assert "UUID, INET6 or INET4" in str(redone(log, "addresses", mysql, "--for=mysql"))
        assert "this script is for MariaDB" in str(redone(log, "addresses", mysql))
        assert redone(log, "plain", mysql, "--for=mysql") is None
        assert not asked(mysql, "SELECT * FROM d.addresses")
        assert asked(mysql, "SELECT * FROM d.plain") == ((1,),)


def test_clients_run_no_text(server: RunningServer) -> None:
    kind = SERVERS["mysql97" if server.name == "mysql56" else server.name]
    seen = f"/tmp/canary-{server.port}"
    canary = kind.root / seen[1:]
    act = f"touch {seen}"
    texts = [f"\\! {act}", f"system {act}", f"SELECT 1\n\\! {act}\n", f"/* x */\nsystem {act}\n"]
    texts += [f"-- x\nsystem {act}\n", f"/*!99999 ' */\n;\\! {act}\n'", f"SELECT 'a\\' \\! {act} '"]
    texts += [f"SELECT 1 delimiter $$\n$$\nsystem {act}\n", f"SELECT 1;\nsystem {act}\n"]
    texts += [f"SELECT 1\\g \\! {act}", f"SELECT 1 /*M! ' */;\n\\! {act}\n'", f"tee {seen}"]
    # the client of MySQL 9.7 runs no commands by default
    enabled = ["--commands", "--system-command"] if kind.family == "mysql" else []
    ran = 0
    for text in texts:
        for chosen in ((), ("-G", "--force"), ("--force", "--default-character-set=gbk")):
            options = (*enabled, *chosen)
            client(server, f"{text};\n", *options)
            ran += canary.exists()
            canary.unlink(missing_ok=True)
            lines = text_lines(text, "utf8mb4_bin", kind.family)
            client(server, "\n".join([*lines, "SELECT 1;", ""]), *options)
            assert not canary.exists(), text
    assert ran  # as they are, clients do run some
