"""Redacted rows: they are those of redacted logs, and no value that was to go is in any output."""

from __future__ import annotations

import io
import json
import re
import warnings
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from binlog_kaitai import BinlogError, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.lake.job import export
from binlog_kaitai.model.masking import masked_text
from binlog_kaitai.model.schema import RECORD_FIELDS
from binlog_kaitai.model.tables import Column, ColumnType, Mask
from binlog_kaitai.read.redacting import RedactionWarning, redaction_of
from tests.lake.test_followed import table_in
from tests.test_redact import FIXTURES, KEY, LOGS, REFUSED, images, redacted

LOG = FIXTURES / "mysql97/rotated.1.binlog"
ENGINES = ("tree", "kernels")
OF_ROWS = ("database", "table", "change_type", "gtid")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_bytes(KEY)
    return path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


@pytest.mark.parametrize(("name", "columns", "more"), LOGS)
@pytest.mark.parametrize("action", ["hash", "null", "x"])
def test_rows_are_those_of_redacted_logs(  # noqa: PLR0913, PLR0917 - cases
    name: str, columns: list[str], more: dict[str, Any], action: str, key: Path, tmp_path: Path
) -> None:
    log, rules = FIXTURES / f"{name}.binlog", [f"{one}={action}" for one in columns]
    written, _ = redacted(log, tmp_path / "written", rules, **more)
    expected = list(images(written, **more))
    assert expected != list(images(log, **more))
    hidden = {**more, "redact": redaction_of(rules, key)}
    for engine in ENGINES:
        found = pa.table(scan(log, is_typed=False, engine=engine, **hidden)).to_pylist()
        rows = [row for row in found if row["table"] is not None]
        assert [(tuple(map(r.get, OF_ROWS)), json.loads(r["data"])) for r in rows] == expected
    for table in {".".join(place[:2]) for place, _ in expected}:
        own = scan(written, **{**more, "table": table, "merge_schema": True})
        names = [name for name in own.schema.names if name not in RECORD_FIELDS]
        rows = pa.table(own).select(names).to_pylist()
        for engine in ENGINES:
            options = {**hidden, "table": table, "merge_schema": True}
            typed = pa.table(scan(log, engine=engine, **options))
            assert typed.select(names).to_pylist() == rows


def outputs(log: Path, options: list[str], folder: Path) -> dict[str, bytes]:
    """Return what commands write of a log, with what is compressed in it."""
    found = {}
    for file_format in ("json", "csv", "arrow", "parquet"):
        for table in ([], ["--table", "rotated.events"]):
            done = run("rows", *table, "--format", file_format, "--context", *options, log)
            assert done.exit_code in (0, INCOMPLETE), done.output
            content = done.stdout_bytes
            found[f"{file_format} {table}"] = (
                _shown(content) if file_format == "parquet" else content
            )
    done = run("export", "--out", folder, *options, log)
    assert done.exit_code in (0, INCOMPLETE), done.output
    found["export"] = b"".join(_shown(one.read_bytes()) for one in folder.rglob("*.parquet"))
    return found


def _shown(parquet: bytes) -> bytes:
    return str(pq.ParquetFile(io.BytesIO(parquet)).read().to_pylist()).encode()


def test_no_redacted_value_is_in_any_output(key: Path, tmp_path: Path) -> None:
    # values that occur nowhere else
    marked, _ = redacted(LOG, tmp_path / "marked", ["rotated.events.v=hash"])
    values = {i["v"].encode() for place, i in images(marked) if place[1] == "events" and i["v"]}
    assert len(values) == 3
    key.write_bytes(b"another")
    options = ["--redact", "rotated.events.v=hash", "--redact-key", str(key)]
    plain = outputs(marked, [], tmp_path / "plain")
    hidden = outputs(marked, options, tmp_path / "hidden")
    assert [name for name, content in plain.items() if not all(v in content for v in values)] == []
    assert [name for name, content in hidden.items() if any(v in content for v in values)] == []


@pytest.mark.parametrize(("log", "rule", "reason"), REFUSED)
@pytest.mark.parametrize("engine", ENGINES)
def test_what_cannot_be_redacted_is_refused(
    log: str, rule: str, reason: str, engine: Any, tmp_path: Path
) -> None:
    path = FIXTURES / f"{log}.binlog"
    with pytest.raises(BinlogError, match=re.escape(reason)):
        list(scan(path, is_typed=False, engine=engine, redact=[rule]))
    with pytest.raises(BinlogError, match=re.escape(reason)):
        export([str(path)], tmp_path, redaction=redaction_of([rule]))


def test_ddl_with_texts_and_statements_of_rows() -> None:
    with pytest.warns(RedactionWarning, match="has texts, which stay"):
        pa.table(scan(LOG, redact=["rotated.other.e=null"]))
    assert run("rows", "--redact", "rotated.other.e=null", LOG).exit_code == INCOMPLETE
    log = FIXTURES / "mariadb118/altered.2.binlog"
    told, hidden = (
        [
            row["statement"]
            for batch in scan(log, is_typed=False, context=True, redact=rules)
            for row in batch.to_pylist()
        ]
        for rules in ((), "nothing.x.y=null")
    )
    assert any(told)
    assert hidden == [None] * len(told)


MISSING = "no gone to redact in any row of rotated.events"


@pytest.mark.parametrize(
    "words",
    [
        ("rows",),
        ("rows", "--engine", "kernels"),
        ("rows", "--table", "rotated.events", "--format", "csv"),
        ("rows", "--format", "canal"),
        ("export", "--out", "out"),
        ("rewrite", "--out", "out"),
    ],
)
def test_a_column_that_a_table_never_had_is_named(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = ["rotated.events.GONE", "rotated.events.v", "rotated.elsewhere.x", "*.events.x", "y"]
    done = run(*words, *(f"--redact={rule}=null" for rule in rules), LOG)
    assert done.exit_code == INCOMPLETE
    assert MISSING in done.output
    assert done.output.count("to redact in any row") == 1


def test_a_column_that_a_table_has_later_is_not_named() -> None:
    logs = [FIXTURES / f"mysql97/rotated.{number}.binlog" for number in (1, 2)]
    rules = ["rotated.other.added=null"]
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "no added to redact")
        rows = pa.table(scan(logs, is_typed=False, redact=rules)).to_pylist()
    assert any('"added": null' in row["data"] for row in rows)
    with pytest.warns(RedactionWarning, match="no added to redact in any row of rotated.other"):
        pa.table(scan(logs[0], is_typed=False, redact=rules))


def test_conditions_see_redacted_values(key: Path) -> None:
    rules = redaction_of("  v=hash\n\n  n=null ", key)
    options = {"table": "rotated.events", "redact": rules}
    rows = pa.table(scan(LOG, **options)).to_pylist()
    assert {row["n"] for row in rows} == {None}
    value = next(row["v"] for row in rows if row["v"])
    found = pa.table(scan(LOG, where=f"v = '{value}'", **options)).to_pylist()
    assert found == [row for row in rows if row["v"] == value] != []
    assert pa.table(scan(LOG, where="v = 'two'", **options)).num_rows == 0


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"redact": ["v=hash"]}, "needs a key"),
        ({"redact": ["a.v=hash"]}, "DB.TABLE.COLUMN=ACTION"),
        ({"redact": "v =null"}, "found 'v =null'"),
        ({"redact": "rotated. events.v=null"}, "DB.TABLE.COLUMN=ACTION"),
        ({"redact": ["v=null"], "view": "events"}, "only changes"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        scan(LOG, **options)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--redact", "id=1"], "the key of rotated.events is redacted"),
        (["--redact", "id=1", "--keys", "rotated.events=id"], "the key of rotated.events"),
        (["--redact", "*.*.*:int=0"], "the key of rotated.events is redacted"),
        (["--redact", ":varchar=x", "--keys", "rotated.events=v"], "the key of rotated.events"),
        (["--redact", ":varchar=x", "--keys", "rotated.events=V"], "the key of rotated.events"),
        (["--redact", "v=null", "--snapshot"], "not supported with --snapshot"),
    ],
)
def test_exports_refuse_what_they_cannot_redact(
    words: list[str], reason: str, tmp_path: Path
) -> None:
    done = run("export", "--out", tmp_path / "lake", "--current", *words, LOG)
    assert done.exit_code == 2
    assert reason in done.output


@pytest.mark.parametrize("keys", [[], ["--keys", "rotated.events=id"]])
def test_rules_by_type_that_leave_keys_as_they_are(
    keys: list[str], key: Path, tmp_path: Path
) -> None:
    logs = [LOG, FIXTURES / "mysql97/rotated.2.binlog"]
    rules = ["--redact", "*.*.*:varchar=hash", "--redact", ":*text=null", "--redact-key", key]
    found = []
    for name, more in {"plain": [], "hidden": rules}.items():
        done = run("export", "--out", tmp_path / name, "--current", *keys, *more, *logs)
        # a CREATE TABLE has labels of an ENUM, which stay
        assert done.exit_code == (INCOMPLETE if more else 0), done.output
        table = table_in(tmp_path / name, "rotated.events.current", "parquet")
        found.append({row["id"]: row for row in table.to_pylist()})
    plain, hidden = found
    assert hidden.keys() == plain.keys()
    assert len(plain) > 1
    for number, row in plain.items():
        before, after = row["v"], hidden[number]["v"]
        assert (after is None) == (before is None)
        assert before is None or after != before
        assert hidden[number]["n"] == row["n"]


def test_exports_keep_their_rules(tmp_path: Path) -> None:
    export([str(LOG)], tmp_path, redaction=redaction_of(["v=null"]))
    with pytest.raises(ValueError, match="redact"):
        export([str(LOG)], tmp_path)


@pytest.mark.parametrize(
    ("charset", "stored", "limit", "digits"),
    [
        ("utf8mb4", "ä".encode(), 400, 32),
        ("utf8mb4", "ä".encode(), 40, 10),
        ("latin1", b"\xe4", 7, 7),
        ("utf16", b"\x00\xe4", 40, 10),
        (None, "ä".encode(), 40, 10),
    ],
)
def test_characters_have_one_hash(
    charset: str | None, stored: bytes, limit: int, digits: int
) -> None:
    mask = Mask("hash", KEY, limit)
    column = Column("c", ColumnType.varchar, is_nullable=True, charset=charset, mask=mask)
    text = masked_text(column, stored).decode("utf-16-be" if charset == "utf16" else "ascii")
    # what `openssl dgst -sha256 -hmac 'a secret'` prints of "ä"
    assert text == "8bbf7de3b14cb30df1e2a22952b77ec375137691b4374d2a4e9c09351dc14a10"[:digits]


def test_the_key_is_not_shown(key: Path) -> None:
    assert KEY.decode() not in repr(redaction_of(["v=hash"], key))
