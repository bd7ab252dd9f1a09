"""Redacted logs: no value that was to go is left in any byte, and all others are as they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from binlog_kaitai import scan
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.model.redaction import Redaction, parse_rule
from binlog_kaitai.read.redacting import has_texts_of
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.rows.images import is_of_no_table, row_data
from binlog_kaitai.tree.transactions.statements import query_bytes
from tests.test_rewrite import rewritten

FIXTURES = Path(__file__).parent / "fixtures"
KEY = b"a secret"
ENCODINGS = ("utf-8", "latin-1", "utf-16-le", "utf-16-be")

DUMP = {"ddl": FIXTURES / "mysql56/rotated.sql", "table": "rotated.events"}

LOGS: list[Any] = [
    ("mysql56/rotated.1", ["rotated.events.v"], DUMP),
    ("mysql97/rotated.1", ["v"], {}),
    ("mysql97/compressed", ["who", "payloads.*.NAME"], {}),
    ("mysql97/images_minimal", ["images.notes.title", "images.notes.label"], {}),
    ("mysql97/ends.1", ["ends.*.*v"], {}),
    ("mariadb118/rotated.1", ["v"], {}),
    pytest.param(
        *("mariadb118/compressed", ["statements.*.owner", "statements.many.v"], {}),
        marks=pytest.mark.long,
    ),
    ("mariadb118/images_noblob", ["images.notes.title", "images.notes.label"], {}),
]


def images(log: Path, **more: Any) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """Yield the row images of a log, each with its table and change."""
    for batch in scan(log, is_typed=False, engine="tree", **more):
        for row in batch.to_pylist():
            if row["table"] is not None:
                place = row["database"], row["table"], row["change_type"], row["gtid"]
                yield place, json.loads(row["data"])


def all_bytes(log: Path) -> bytes:
    """Return all bytes of a log, and of all that is compressed in it."""
    parts = [log.read_bytes()]
    for event in read_log(log):
        body = event.tree.body
        parts.append(event.tree._io.to_byte_array())  # noqa: SLF001 - Kaitai's name
        if event.tree.is_rows and not is_of_no_table(body):
            parts.append(row_data(body))
        elif event.tree.is_query:
            parts.append(query_bytes(body))
    return b"\0".join(parts)


def redacted(
    log: Path, folder: Path, rules: list[str], key: bytes = KEY, **more: Any
) -> tuple[Path, list[str]]:
    redaction = Redaction(tuple(map(parse_rule, rules)), key)
    (written,), warnings = rewritten([log], folder, Options(redaction=redaction), **more)
    return written, warnings


def is_redacted(columns: list[str], database: str, table: str, name: str) -> bool:
    rules = [parse_rule(f"{column}=") for column in columns]
    return any(rule.is_of(database, table) and fnmatch(name, rule.column) for rule in rules)


@pytest.mark.parametrize(("name", "columns", "more"), LOGS)
@pytest.mark.parametrize("action", ["hash", "null", "x"])
def test_nothing_is_left_of_redacted_values(
    name: str, columns: list[str], more: dict[str, Any], action: str, tmp_path: Path
) -> None:
    log = FIXTURES / f"{name}.binlog"
    # values that occur nowhere else
    marked, _ = redacted(log, tmp_path / "marked", [f"{one}=hash" for one in columns], **more)
    rules = [f"{one}={action}" for one in columns]
    written, _ = redacted(marked, tmp_path / "written", rules, b"another", **more)

    gone, shown = set(), {}
    images_of_all = [list(images(one, **more)) for one in (log, marked, written)]
    for (place, old), (_, mark), (same_place, new) in zip(*images_of_all, strict=True):
        assert place == same_place
        assert new.keys() == old.keys()
        for column, value in old.items():
            if not is_redacted(columns, *place[:2], column):
                assert new[column] == value
            elif value is None or action == "null":
                assert new[column] is None
            elif action == "hash":
                assert new[column] != mark[column]
                assert shown.setdefault((place[:2], mark[column]), new[column]) == new[column]
            else:
                assert new[column] == action
            if is_redacted(columns, *place[:2], column) and value is not None:
                gone.add(mark[column])
    assert gone
    assert all(len(value) >= 5 for value in gone)
    content = all_bytes(written)
    assert [value for value in gone if is_left(value, content)] == []
    assert all(is_left(value, all_bytes(marked)) for value in gone)


def is_left(text: str, content: bytes) -> bool:
    return any(text.encode(encoding) in content for encoding in ENCODINGS)


def test_a_value_has_the_same_hash_everywhere(tmp_path: Path) -> None:
    hashes = []
    for server in ("mysql97", "mariadb118"):
        log = FIXTURES / f"{server}/rotated.2.binlog"
        written, _ = redacted(log, tmp_path / server, ["v=hash"])
        hashes.append([image.get("v") for place, image in images(written) if place[2] == "insert"])
    assert hashes[0] == hashes[1]
    assert any(hashes[0])


def test_numbers_are_redacted(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.2.binlog"
    for number, action in enumerate(("hash", "12345678901", "null")):
        written, _ = redacted(log, tmp_path / str(number), [f"rotated.events.n={action}"])
        pairs = list(zip(images(log), images(written), strict=True))
        for (_, old), (_, new) in pairs:
            if old.get("n") is None or action == "null":
                assert new.get("n") is None
            elif action == "hash":
                assert new["n"] not in {None, old["n"]}
            else:
                assert new["n"] == int(action)


NOT_NULL = {"id", "nn", "part", "en", "sn", "c24", "p", "j"}


@pytest.mark.long
def test_nulls_of_all_types(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/types.binlog"
    tables = {place[:2] for place, _ in images(log)}
    hidden = {
        (*table, column)
        for table in tables
        for column in scan(log, ".".join(table)).schema.names[-3:]
        if column not in NOT_NULL and not column.startswith("_")
    }
    written, _ = redacted(log, tmp_path, [f"{'.'.join(name)}=null" for name in hidden])
    for (place, old), (_, new) in zip(images(log), images(written), strict=True):
        assert new == {n: None if (*place[:2], n) in hidden else v for n, v in old.items()}


REFUSED = [
    ("mysql97/json_partial", "j=x", "found json; use null"),
    ("mysql97/rotated.1", "id=null", "NOT NULL"),
    ("mysql97/rotated.1", "e=x", "found enum; use null"),
    ("mysql97/rotated.1", "v=a text that is too long", "at most"),
    ("mysql97/rotated.1", "n=-1", "an integer from 0"),
    ("mysql97/statements", "by_statement.*.*=null", "a statement: "),
    ("mysql56/rotated.1", "v=null", "binlog_row_metadata is not FULL"),
]


@pytest.mark.parametrize(("log", "rule", "reason"), REFUSED)
def test_what_cannot_be_redacted_is_refused(
    log: str, rule: str, reason: str, tmp_path: Path
) -> None:
    done = run("--out", tmp_path, "--redact", rule, FIXTURES / f"{log}.binlog")
    assert done.exit_code == 1
    assert reason in done.output
    assert list(tmp_path.iterdir()) == []


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["rewrite", *map(str, words)])


def test_texts_in_ddl_are_named(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    done = run("--out", tmp_path, "--redact", "rotated.other.e=null", log)
    assert done.exit_code == INCOMPLETE
    assert "a statement that names a redacted column has texts, which stay" in done.output
    assert "values redacted" in done.output


USERS = "shop.users.email=null"
NAMED = [
    ("CREATE TABLE users (email VARCHAR(9) DEFAULT 'x')", USERS, True),
    ("ALTER TABLE users ADD PARTITION (PARTITION p VALUES IN ('x'))", USERS, True),
    ("CREATE TABLE copy SELECT * FROM users WHERE email = 'x'", USERS, True),
    ("CREATE VIEW v AS SELECT * FROM `Users` WHERE EMAIL = 'x'", USERS, True),
    ("CREATE TRIGGER a BEFORE INSERT ON users FOR EACH ROW SET NEW.email = 'x'", USERS, True),
    ("ALTER EVENT e DO DELETE FROM shop.users WHERE email = 'x'", USERS, True),
    ("DELETE FROM orders WHERE user IN (SELECT id FROM users WHERE email = 'x')", USERS, True),
    ("INSERT INTO other.log SELECT email, 'x' FROM users", "*.u*.e*=null", True),
    ("CREATE TABLE users (email VARCHAR(9))", USERS, False),
    ("SET STATEMENT max_statement_time=9 FOR ALTER TABLE users ADD c INT", USERS, False),
    ("CREATE TABLE orders (email VARCHAR(9) DEFAULT 'x')", USERS, False),
    ("INSERT INTO orders VALUES ('x')", USERS, False),
    ("CREATE VIEW v AS SELECT * FROM users WHERE email = 'x'", "other.users.email=null", False),
]


@pytest.mark.parametrize(("statement", "rule", "has_texts"), NAMED)
def test_statements_that_name_a_redacted_column(statement: str, rule: str, has_texts: bool) -> None:
    redaction = Redaction((parse_rule(rule),))
    assert has_texts_of(statement, Session(database="shop"), redaction) == has_texts


def test_hashes_need_a_key(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    done = run("--out", tmp_path, "--redact", "v=hash", log)
    assert done.exit_code == 2
    assert "--redact-key" in done.output
    assert run("--out", tmp_path, "--redact", "a.v=hash", log).exit_code == 2
    (tmp_path / "key").write_bytes(KEY)
    keyed = ("--redact", "v=hash", "--redact-key", tmp_path / "key")
    assert run("--out", tmp_path / "out", *keyed, log).exit_code == 0
