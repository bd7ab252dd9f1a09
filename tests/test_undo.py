"""The commands `undo` and `redo`: whole scripts, options, and what they refuse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo import columns
from binlog_kaitai.forensics.undo.clients import client_lines, text_lines
from binlog_kaitai.forensics.undo.literals import Flavor
from binlog_kaitai.forensics.undo.rows import RowChange, RowWriter
from binlog_kaitai.forensics.undo.spool import Spool
from binlog_kaitai.forensics.undo.statements import statement_effect
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.read import wanted_spans
from tests import documented_bytes as doc
from tests.replay import FIXTURES
from tests.undo_scripts import CASES, SCRIPTS, script_of

ROTATED = FIXTURES / "mysql97/rotated.1.binlog"
XA = [str(FIXTURES / f"mysql97/xa.{number}.binlog") for number in (1, 2, 3)]


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize("case", CASES)
def test_a_script_is_the_one_that_was_looked_at(case: str) -> None:
    assert script_of(case) == (SCRIPTS / f"{case}.sql").read_text(encoding="utf-8")


def statements(printed: str) -> list[str]:
    """Return what a script does, without comments and what it sets for itself."""
    lines = [line for line in printed.splitlines() if line and not line.startswith("--")]
    return [line for line in lines if not line.startswith(("SET ", "ROLLBACK;"))]


def test_each_option_does_what_it_says(tmp_path: Path) -> None:
    table = ["--table", "rotated.events"]
    one_by_one = run("undo", *table, "--batch", "1", ROTATED).stdout
    assert statements(one_by_one)[1:3] == [
        "DELETE FROM `rotated`.`events` WHERE `id` IN (3);",
        "DELETE FROM `rotated`.`events` WHERE `id` IN (2);",
    ]
    elsewhere = run("undo", *table, "--rewrite-db", "rotated=a`b", ROTATED).stdout
    assert "DELETE FROM `a``b`.`events`" in elsewhere
    assert "`rotated`" not in elsewhere
    unchecked = run("undo", *table, "--no-foreign-key-checks", ROTATED).stdout
    assert "SET SESSION foreign_key_checks = 0;" in unchecked
    out = tmp_path / "undo.sql"
    printed = run("undo", *table, ROTATED).stdout
    assert run("undo", *table, "--out", out, ROTATED).stdout == ""
    assert out.read_text(encoding="utf-8") == printed
    assert "for MySQL" in printed
    assert "for MariaDB" in run("undo", *table, "--for", "mariadb", ROTATED).stdout
    of_mariadb = FIXTURES / "mariadb118/rotated.1.binlog"
    assert "for MariaDB" in run("undo", *table, of_mariadb).stdout
    assert run("undo", "--rewrite-db", "rotated", ROTATED).exit_code == 2


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    out = tmp_path / "undo.sql"
    out.write_text("before", encoding="utf-8")
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(ROTATED.read_bytes()[:1300])
    assert run("redo", "--out", out, cut).exit_code == 1
    assert out.read_text(encoding="utf-8") == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.binlog", "undo.sql"]
    assert run("redo", "--out", "/dev/full", ROTATED).exit_code == 1
    assert run("undo", "--out", out, ROTATED).exit_code == 0
    assert out.read_text(encoding="utf-8").endswith("@binlog_kaitai_collation_connection;\n")


REFUSED = [
    (["undo", XA[0]], "a prepared XA transaction without an end"),
    (["undo", FIXTURES / "mysql97/altered.1.binlog"], "ALTER TABLE orders ADD COLUMN note"),
    (["undo", FIXTURES / "mysql97/statements.binlog"], "TRUNCATE TABLE emptied"),
    (["undo", FIXTURES / "mysql97/images_minimal.binlog"], "binlog_row_image is MINIMAL"),
    (
        ["undo", FIXTURES / "mysql56/types.binlog"],
        "pass the output of 'mysqldump --no-data' with --ddl",
    ),
    (["redo", FIXTURES / "mysql97/statements.binlog"], "found one with user_variables"),
]


@pytest.mark.parametrize(("words", "told"), REFUSED, ids=lambda value: str(value)[-30:])
def test_what_the_logs_do_not_hold_is_an_error_with_its_place(
    words: list[str | Path], told: str
) -> None:
    done = run(*words)
    assert done.exit_code == 1
    assert told in done.stderr
    assert ": at byte " in done.stderr
    if words[0] == "undo":
        assert done.stdout == ""
    rest = run(*words, "--best-effort")
    assert rest.exit_code == 0
    assert any(line.startswith("-- SKIPPED: ") and told in line for line in rest.stdout.split("\n"))


def test_xa_is_settled_wherever_it_was_decided() -> None:
    alone = run("redo", "--best-effort", XA[0]).stdout
    together = run("redo", "--best-effort", *XA).stdout
    kept = r"XA X'6b657074',X'',1, thread \d+\nSET autocommit = OFF;"
    assert f"SKIPPED: {XA[0]}" in alone
    assert f"SKIPPED: {XA[0]}" not in together
    assert re.search(kept, together)
    # a decision counts although it lies outside of what is asked for
    until = run("redo", "--best-effort", "--stop-position", "1", *XA).stdout
    assert re.search(kept, until)


def test_xa_that_was_prepared_before_what_is_asked_for_is_an_error() -> None:
    for command in ("undo", "redo"):
        alone = run(command, "--table", "xa.accounts", XA[1])
        assert alone.exit_code == 1
        assert "expected the log file in which X'6b657074',X'',1 was prepared" in alone.stderr
        behind = run(command, "--table", "xa.accounts", "--start-position", "1400", *XA)
        assert behind.exit_code == 1
        assert "found rows that begin at byte 1076 of xa.1.binlog" in behind.stderr
    assert "committed here" not in run("redo", "--best-effort", *XA).stdout
    # which tables it changed is not told by its commit
    elsewhere = run("undo", "--table", "rotated.events", ROTATED, *XA[1:], "--best-effort").stdout
    assert elsewhere.count("was prepared") == 2
    parts = run("undo", "--best-effort", "--table", "xa.accounts", XA[1]).stdout
    assert "-- SKIPPED: " in parts
    assert "DELETE FROM `xa`.`accounts` WHERE `id` IN (6);" in parts


def test_ddl_tells_names_keys_and_what_is_gone(tmp_path: Path) -> None:
    log, dump = FIXTURES / "mysql56/types.binlog", FIXTURES / "mysql56/types.sql"
    told = run("redo", "--table", "types.labels", "--ddl", dump, log).stdout
    assert "INSERT INTO `types`.`labels` (`id`, `e`" in told
    assert "WHERE `id` = " in told
    changed = tmp_path / "now.sql"
    changed.write_text(
        "USE rotated; CREATE TABLE `events` (`id` int, `n` bigint unsigned, PRIMARY KEY (`id`));",
        encoding="utf-8",
    )
    gone = run("undo", "--table", "rotated.events", "--ddl", changed, ROTATED)
    assert gone.exit_code == 1
    assert "found no definition of v" in gone.stderr


def test_generated_columns_are_left_out(tmp_path: Path) -> None:
    dump = tmp_path / "now.sql"
    dump.write_text(
        "USE rotated; CREATE TABLE `events` (`id` int, `v` varchar(20) GENERATED ALWAYS AS ('x')"
        " STORED, `n` bigint unsigned, PRIMARY KEY (`id`));",
        encoding="utf-8",
    )
    printed = run("redo", "--table", "rotated.events", "--ddl", dump, ROTATED).stdout
    assert "(`id`, `n`) VALUES" in printed


EFFECTS = [
    ("ALTER TABLE t ADD c INT", "ddl", {"d.t"}),
    ("alter /* x */ table `a.b`.`t``s` drop c", "ddl", {"`a.b`.`t``s`"}),
    ("TRUNCATE t", "ddl", {"d.t"}),
    ("DROP TABLE IF EXISTS `t` /* generated by server */", "ddl", {"d.t"}),
    ("RENAME TABLE t TO x.u", "ddl", {"d.t", "d.TO", "x.u"}),
    ("CREATE UNIQUE INDEX i ON t (c)", "ddl", {"d.t"}),
    ("CREATE TABLE IF NOT EXISTS e.t (id INT)", "ddl", {"e.t"}),
    ("CREATE OR REPLACE TABLE t (id INT)", "ddl", {"d.t"}),
    ("/*!40000 ALTER TABLE t DISABLE KEYS */", "ddl", {"d.t"}),
    ("GRANT ALL ON *.* TO u", "other", set[str]()),
    ("CREATE VIEW v AS SELECT * FROM t", "other", set[str]()),
]


@pytest.mark.parametrize(("statement", "kind", "tables"), EFFECTS)
def test_a_statement_tells_which_tables_it_changes(
    statement: str, kind: str, tables: set[str]
) -> None:
    effect = statement_effect(statement, "d")
    assert (effect.kind, set(effect.tables)) == (kind, tables)


def test_a_statement_that_changes_rows_tells_what_it_may_concern() -> None:
    effect = statement_effect("UPDATE a.t JOIN u USING (id) SET v = 'd.x'", "d")
    assert effect.kind == "rows"
    assert {"a.t", "d.u"} <= effect.tables
    assert "d.x" not in effect.tables


def test_a_spool_gives_back_in_reverse() -> None:
    items = pa.table({"text": ["'\n😀", None] * 25, "number": range(50)})
    kept = Spool(items.schema)
    for batch in items.to_batches(max_chunksize=20):
        kept.append(batch)
    found = pa.Table.from_batches(kept.reversed())
    assert found.to_pylist() == items.to_pylist()[::-1]
    kept.close()


def test_one_transaction_of_mariadb_can_be_asked_for() -> None:
    logs = sorted((FIXTURES / "mariadb118").glob("rotated.*.binlog"))
    found = {}
    for gtids in ("0-118-5", "=0-118-5", "=0-118-4,=0-118-5"):
        printed = run("undo", "--table", "rotated.events", "--include-gtids", gtids, *logs).stdout
        found[gtids] = re.findall(r"GTID (\S+?),", printed)
    assert found["=0-118-5"] == ["0-118-5"]
    assert found["=0-118-4,=0-118-5"] == ["0-118-5", "0-118-4"]
    assert found["0-118-5"][:2] == ["0-118-5", "0-118-4"]
    assert len(found["0-118-5"]) > 2
    refused = run("undo", "--include-gtids", "=0-118", *logs)
    assert refused.exit_code == 2
    uuid = "fbde3e80-e58c-11f1-9cc5-02fc00000001"
    alone = run("undo", "--table", "rotated.events", "--include-gtids", f"={uuid}:5", ROTATED)
    assert re.findall(rf"GTID {uuid}:(\d+),", alone.stdout) == ["5"]
    assert run("undo", "--include-gtids", f"={uuid}:1-5", ROTATED).exit_code == 2


PLAIN = [
    ("CREATE TABLE t (id INT)", ["CREATE TABLE t (id INT);"]),
    (" CREATE TABLE t (id INT) ; ", ["CREATE TABLE t (id INT);"]),
    ("UPDATE t SET v = 'it''s; x'", ["DELIMITER $$", "UPDATE t SET v = 'it''s; x'", "$$"]),
    ("SELECT '$$',\n1 -- don't", ["DELIMITER $$$", "SELECT '$$',\n1 -- don't", "$$$"]),
    ("SELECT 1 /* ' */, `\"`", ["SELECT 1 /* ' */, `\"`;"]),
]


@pytest.mark.parametrize(("text", "lines"), PLAIN)
def test_a_text_that_clients_pass_on_is_written_as_it_is(text: str, lines: list[str]) -> None:
    end = ["DELIMITER ;"] if len(lines) > 1 else []
    assert text_lines(text, "utf8mb4_bin", "mysql") == [*lines, *end]


CRAFTED = [
    *("\\! touch x", "system touch x", "SELECT 1\n\\! touch x", "/* x */\nsystem touch x", "tee x"),
    *("-- x\n source x", "/*!99999 ' */; x '", "SELECT 1 délimiter $$\nx$$", "SELECT 'a\\' x '"),
    *(
        "SELECT 1\\g x",
        "SELECT 1\x00",
        "SELECT 1\r\nx",
        "\uff53\uff59stem x",
        "SELECT 1 --'\nx'",
        "\\. x",
    ),
    *(
        "SELECT 'x",
        "SELECT 1 /* x",
        "/*M! ' */",
        "\N{ESCAPE}[2J",
        "SELECT 1;\n ? x",
        "DELIMITER\tx",
    ),
]


@pytest.mark.parametrize("text", CRAFTED)
def test_a_text_that_clients_may_run_is_prepared_in_hexadecimal(text: str) -> None:
    shown, given, *rest = text_lines(text, "utf8mb4_bin", "mysql")
    assert shown.startswith("-- ")
    assert shown.isprintable()
    assert given == f"SET @binlog_kaitai_statement = _utf8mb4 X'{text.encode().hex().upper()}';"
    assert rest == [
        "PREPARE binlog_kaitai FROM @binlog_kaitai_statement;",
        "EXECUTE binlog_kaitai;",
    ]


def test_a_name_that_clients_may_run_is_prepared_in_hexadecimal() -> None:
    for name in ("a\n\\! touch x", "a\\", "\N{ESCAPE}[2J", "\x00"):
        lines = client_lines(f"DELETE FROM `d`.`{name}` WHERE `id` = 1")
        assert [line.partition(" ")[0] for line in lines] == ["--", "SET", "PREPARE", "EXECUTE"]
        assert "".join(lines).isprintable()


REFUSED_TEXTS = [
    ("CREATE DEFINER=`a`@`b` TRIGGER t BEFORE INSERT ON u FOR EACH ROW SET @a = '\\n'", "mysql"),
    ("INSERT INTO t VALUES ('é\\n')", "mariadb"),
    ("INSERT INTO t VALUES ('\udcff')", "mariadb"),
]


@pytest.mark.parametrize(("text", "flavor"), REFUSED_TEXTS)
def test_a_text_that_no_lines_are_sure_to_run_is_refused(text: str, flavor: Flavor) -> None:
    with pytest.raises(UnreadableError):
        text_lines(text, "latin1_swedish_ci", flavor)


def test_each_statement_is_checked_before_its_transaction_is_committed() -> None:
    for command in ("undo", "redo"):
        lines = run(command, "--batch", "2", "--table", "rotated.events", ROTATED).stdout.split(
            "\n"
        )
        checks = [line for line in lines if line.startswith("SET @binlog_kaitai_checked = @")]
        ends = [line for line in lines if line.startswith("SET autocommit = IF(")]
        assert all(f"@binlog_kaitai_checked = {n})" in check for n, check in enumerate(checks))
        for number, line in enumerate(lines):
            if line.startswith(("INSERT", "UPDATE", "DELETE")):
                assert "ROW_COUNT() = " in " ".join(lines[number + 1 : number + 4])
        assert f"@binlog_kaitai_checked = {len(checks)}, 'ON'" in ends[-1]
        assert all("'GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:" in end for end in ends)
        assert len(ends) == lines.count("SET autocommit = OFF;") == 2
        assert "COMMIT;" not in lines


def cell(name: str, kind: ColumnType, value: Any, charset: str | None = None) -> Any:
    return Column(name, kind, is_nullable=False, charset=charset), value


def test_rows_are_found_without_row_constructors() -> None:
    cells = [
        cell("country", ColumnType.string, "é".encode("latin-1"), "latin1"),
        cell("n", ColumnType.long, 1),
    ]
    columns = tuple(column for column, _ in cells)
    table = Table("d", "t", columns, has_names=True, primary_key=("country", "n"))
    writer = RowWriter("mariadb", lambda _: None, {}, "mariadb")
    piece = writer.fragment(RowChange(table, None, cells), is_undone=True)
    assert piece is not None
    assert (piece.head, piece.separator, piece.tail) == ("DELETE FROM `d`.`t` WHERE ", " OR ", "")
    assert piece.body == "(`country` = 'é' AND `n` = 1)"
    # an update from an image to the same one, as REPLACE may leave it, changes no row
    assert writer.fragment(RowChange(table, cells, cells), is_undone=True) is None


def log_of(folder: Path, *events: bytes) -> Path:
    """Write a log of MySQL 9.7: its head, and events."""
    head = ROTATED.read_bytes()[:HEAD]
    log = folder / "made.binlog"
    log.write_bytes(head + b"".join(events))
    return log


HEAD = 127  # bytes up to the end of the FORMAT_DESCRIPTION
BEGIN = doc.event(2, doc.query(b"BEGIN"))
COMMIT = doc.event(16, doc.u8(7))
INSERTED, DELETED = 30, 32
KEY = doc.optional_field(8, b"\0")  # the first column


def changed(kind: int, table: bytes, *images: bytes, key: bytes = KEY, has: int = 3) -> bytes:
    """Rows of a table of two INTs: `id`, and `v`; `has` are the bits of columns in images."""
    names = doc.optional_field(4, doc.short_text(b"id") + doc.short_text(b"v"))
    table_id = doc.u6(7 + table[0])
    described = doc.table_map(b"\3\3", b"", names + key, table_id=table_id, table=table)
    columns = doc.packed(2) + doc.u1(has)
    body = doc.rows(doc.extra_data(b""), columns, b"".join(images), table_id=table_id)
    return doc.event(19, described) + doc.event(kind, body)


@pytest.fixture(params=["one by one", "together"])
def rows_become(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """See to it that rows become SQL one by one, or a column at a time."""
    if request.param == "together":
        monkeypatch.setattr(wanted_spans, "SMALL", 0)
        monkeypatch.setattr(columns, "MIN_ROWS", 0)


ONE, TWO, ONE_ALONE = (b"\0" + b"".join(map(doc.u4, row)) for row in ((1, 5), (2, 5), (1,)))
CASCADE = changed(DELETED, b"c", ONE, TWO), changed(DELETED, b"p", ONE)


@pytest.mark.usefixtures("rows_become")
@pytest.mark.parametrize("options", [[], ["--table", "d.c"], ["--where", "id = 1"]])
def test_a_row_that_a_cascade_deletes_is_deleted_once(tmp_path: Path, options: list[str]) -> None:
    log = log_of(tmp_path, BEGIN, *CASCADE, changed(DELETED, b"c", ONE), COMMIT)
    undone = run("undo", *options, log).stdout
    assert undone.count("(1, 5)") == (2 if "d.c" not in options else 1)
    assert undone.count("-- SKIPPED, duplicate of another logged delete from d.c") == 1
    redone = run("redo", *options, log).stdout
    assert redone.count("-- SKIPPED, duplicate of another logged delete from d.c") == 1


@pytest.mark.usefixtures("rows_become")
@pytest.mark.parametrize("options", [[], ["--table", "d.c"]])
def test_a_row_without_a_key_that_may_be_deleted_twice_is_an_error(
    tmp_path: Path, options: list[str]
) -> None:
    child = changed(DELETED, b"c", ONE, ONE, key=b"")
    one_run = log_of(tmp_path, BEGIN, child, child, COMMIT)
    assert run("undo", *options, one_run).stdout.count("(1, 5)") == 4
    log = log_of(tmp_path, BEGIN, child, CASCADE[1], child, COMMIT)
    for command in ("undo", "redo"):
        done = run(command, *options, log)
        assert done.exit_code == 1
        assert "expected different rows of d.c, which has no primary key" in done.stderr


@pytest.mark.usefixtures("rows_become")
def test_a_row_that_is_inserted_between_deletes_is_deleted_again(tmp_path: Path) -> None:
    # as binlog_row_image=MINIMAL logs it
    steps = [
        changed(DELETED, b"c", ONE_ALONE, has=1),
        changed(INSERTED, b"p", ONE),
        changed(INSERTED, b"c", TWO, ONE),
        changed(DELETED, b"c", ONE_ALONE, has=1),
    ]
    redone = run("redo", log_of(tmp_path, BEGIN, *steps, COMMIT)).stdout
    assert redone.count("DELETE FROM `d`.`c` WHERE `id` IN (1);") == 2


def test_a_script_is_refused_by_servers_of_the_other_family() -> None:
    for log, tests in (("mysql97", "LIKE"), ("mariadb118", "NOT LIKE")):
        printed = run("redo", FIXTURES / log / "rotated.1.binlog").stdout
        assert f"autocommit = IF(VERSION() {tests} '%MariaDB%', 'this script is for" in printed


def test_types_that_mysql_lacks_are_an_error_for_it() -> None:
    words: list[str | Path] = ["redo", "--for", "mysql", "--table", "types.*"]
    words.append(FIXTURES / "mariadb118/types.binlog")
    for definitions in ([], [f"--ddl={FIXTURES / 'mariadb118/types.sql'}"]):
        refused = run(*words, *definitions)
        assert refused.exit_code == 1
        assert "that MySQL supports (BINARY, and not UUID, INET6" in refused.stderr
        assert refused.stderr.strip().endswith("found uuid" if definitions else " bytes")


CHARSETS = {"latin1": 8, "utf8mb4": 45, "gbk": 28, "ucs2": 35, None: None}
TEXTS = [
    ("latin1", b"\xe9", True),
    ("utf8mb4", b"\xc3\xa9", True),
    ("utf8mb4", b"\xe9", False),
    ("gbk", b"\xff\xff", False),
    ("ucs2", b"\xc3\xa9", False),
    (None, b"\xc3\xa9", False),
    (None, b"e", True),
]


@pytest.mark.parametrize(("charset", "text", "is_valid"), TEXTS)
def test_a_statement_with_bytes_that_are_not_of_its_charset_is_an_error(
    tmp_path: Path, charset: str | None, text: bytes, is_valid: bool
) -> None:
    number = CHARSETS[charset]
    status = b"" if number is None else doc.u1(4) + doc.u2(number) * 3
    statement = b"INSERT INTO t VALUES ('" + text + b"')"
    insert = doc.event(2, doc.query(statement, status))
    log = log_of(tmp_path, BEGIN, insert, COMMIT)
    done = run("redo", log)
    assert done.exit_code == (0 if is_valid else 1)
    if not is_valid:
        assert f"{log}: at byte {HEAD + len(BEGIN)}: expected a statement that is valid in its" in (
            done.stderr
        )
        skipped = run("redo", "--best-effort", log)
        assert skipped.exit_code == 0
        assert not any(line.startswith("INSERT") for line in skipped.stdout.splitlines())
        assert "valid in its" not in run("redo", "--table", "d.u", log).stderr


def test_a_database_that_is_created_is_not_used_before(tmp_path: Path) -> None:
    create = doc.event(2, doc.query(b"CREATE DATABASE d"), flags=8)  # LOG_EVENT_SUPPRESS_USE_F
    lines = run("redo", log_of(tmp_path, create)).stdout.splitlines()
    assert "CREATE DATABASE d;" in lines
    assert "USE `d`;" not in lines


def test_each_setting_of_a_statement_is_checked(tmp_path: Path) -> None:
    insert = doc.event(2, doc.query(b"INSERT INTO t VALUES (1)", doc.u1(4) + doc.u2(45) * 3))
    lines = run("redo", log_of(tmp_path, BEGIN, insert, COMMIT)).stdout.splitlines()
    used = lines.index("USE `d`;")
    checks = [line for line in lines if "@@error_count = 0" in line]
    assert lines[used - 1 : used + 6 : 2] == checks
    assert lines[used + 4].startswith("INSERT INTO t")


@pytest.mark.parametrize(
    ("server", "options", "children"),
    [
        ("mariadb118", ["--table", "cascades.parent"], "deleted, cascades.emptied, cascades.expl"),
        ("mysql56", ["--table", "cascades.parent"], "deleted, cascades.emptied, cascades.expl"),
        ("mariadb118", ["--table", "cascades.named"], "of_named;"),
        ("mariadb118", ["--table", "cascades.explicit"], None),
        ("mysql97", ["--table", "cascades.parent"], None),
    ],
)
def test_rows_that_foreign_keys_changed_are_named(
    server: str, options: list[str], children: str | None
) -> None:
    logs = [Path(__file__).parent / f"lake/cascades/{server}.{at}.binlog" for at in (1, 2)]
    done = run("undo", "--best-effort", *options, *logs)
    warnings = [line for line in done.stdout.splitlines() if "by foreign keys" in line]
    assert done.exit_code == (0 if children is None else INCOMPLETE)
    assert bool(warnings) == (children is not None)
    if children is not None:
        assert any(f"rows of cascades.{children}" in line for line in warnings)
        assert warnings[-1].removeprefix("-- WARNING: ") in done.stderr
    assert run("redo", "--best-effort", *options, *logs).exit_code == 0
