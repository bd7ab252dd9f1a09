"""Redacted rows by kernels: those of the classes, made without any redacted value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, read_batches, scan
from binlog_kaitai.kernels.columns.column import FaultError
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.walk import redacted_rows
from binlog_kaitai.model.redaction import Redaction, parse_rule
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.tree.changes import ChangeReader
from tests.fixtures.logs import EACH_SHORT_LOG, FIXTURES
from tests.test_packets import events_of
from tests.test_redact import ENCODINGS, KEY, images, redacted

TEXTS = ("varchar", "char", "*text", "varbinary", "binary", "*blob")
INTEGERS = ("tinyint", "smallint", "mediumint", "int", "bigint")

RULES = {
    "hash": [f":{kind}=hash" for kind in (*TEXTS, *INTEGERS)],
    "constant": [*(f":{kind}=x" for kind in TEXTS), *(f":{kind}=7" for kind in INTEGERS)],
    "null": ["*.*.*:json=null", ":*text=null", ":decimal=null", ":*date*=null", ":vector=null"],
    "any": [":*=null"],
    "some": ["*.*.*a*:varchar=hash", "*.*.*o*:varchar=x", "*.*.*t*:*text=null", ":json$.a=hash"],
}


def redaction(rules: list[str]) -> Redaction:
    return Redaction(tuple(map(parse_rule, rules)), KEY)


def found_in(log: Path, rules: list[str], engine: Engine, **more: Any) -> tuple[list[Any], str]:
    """Return the rows of a log, without statements, and what ends them."""
    rows: list[Any] = []
    try:
        for batch in scan(log, redact=redaction(rules), engine=engine, **more):
            rows += batch.to_pylist()
    except BinlogError as error:
        return rows, str(error)
    return rows, ""


@pytest.mark.filterwarnings("ignore::binlog_kaitai.read.redacting.RedactionWarning")
@pytest.mark.parametrize("log", EACH_SHORT_LOG)
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_kernels_redact_as_the_classes_do(log: Path, rules: list[str]) -> None:
    tree, end = found_in(log, rules, "tree", is_typed=False)
    rows, same_end = found_in(log, rules, "kernels", is_typed=False)
    assert same_end == end
    # of a refused statement, the rows in front of it come as far as their batch was full
    count = min(len(tree), len(rows)) if "found a statement" in end else len(tree)
    assert rows[: count or None] == tree[: count or None]
    if end:
        return
    for table in {f"`{row['database']}`.`{row['table']}`" for row in rows if row["table"]}:
        more = {"table": table, "merge_schema": True}
        assert found_in(log, rules, "kernels", **more) == found_in(log, rules, "tree", **more)


TABLE = "rotated.events"

LOGS = [
    ("mysql97/rotated.1", ["v"]),
    ("mysql97/compressed", ["who", "payloads.*.NAME"]),
    ("mysql97/images_minimal", ["images.notes.title", "images.notes.label"]),
    ("mysql97/ends.1", ["ends.*.*v"]),
    ("mariadb118/rotated.1", ["v"]),
    ("mariadb118/images_noblob", ["images.notes.title", "images.notes.label"]),
]


def bytes_of(batch: pa.RecordBatch) -> bytes:
    """Return all that the arrays of a batch hold, also what they do not show."""
    buffers = [buffer for column in batch.columns for buffer in column.buffers()]
    return b"\0".join(buffer.to_pybytes() for buffer in buffers if buffer is not None)


@pytest.mark.parametrize(("name", "columns"), LOGS)
@pytest.mark.parametrize("action", ["hash", "null", "x"])
def test_rows_are_made_without_redacted_values(
    name: str, columns: list[str], action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # values that occur nowhere else
    log, _ = redacted(FIXTURES / f"{name}.binlog", tmp_path, [f"{one}=hash" for one in columns])
    names = [one.rpartition(".")[2].strip("*").lower() for one in columns]
    marks = {
        value.encode(encoding)
        for _, image in images(log)
        for column, value in image.items()
        if column.lower().endswith(tuple(names)) and isinstance(value, str) and len(value) >= 5
        for encoding in ENCODINGS
    }
    assert marks
    tables = {f"`{place[0]}`.`{place[1]}`" for place, _ in images(log)}
    monkeypatch.setattr(ChangeReader, "changes_of", _without_rows(ChangeReader.changes_of))
    monkeypatch.setattr(Run, "changes", _fails)
    rules = Redaction(tuple(parse_rule(f"{one}={action}") for one in columns), b"another")
    scans = [scan(log, is_typed=False, engine="kernels", redact=rules)]
    scans += [
        scan(log, table, merge_schema=True, engine="kernels", redact=rules) for table in tables
    ]
    for one in scans:
        batches = list(one)
        assert batches
        for batch in batches:
            assert [mark for mark in marks if mark in bytes_of(batch)] == []


def _fails(*_: Any) -> Any:
    raise AssertionError("trees are asked for rows")


def _without_rows(read: Any) -> Any:
    """Make what reads events without rows, and fails for others."""

    def read_others(reader: ChangeReader, event: Any, ordinals: Any) -> Iterator[Any]:
        assert not event.tree.is_rows
        return read(reader, event, ordinals)

    return read_others


@pytest.mark.parametrize("error", [FaultError, MemoryError])
def test_what_kernels_cannot_redact_is_withheld_from_them(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = FIXTURES / "mysql97/images_minimal.binlog"
    rules = ["images.notes.title=hash", "images.notes.label=null"]
    expected = [
        found_in(log, rules, "tree", **more) for more in ({"is_typed": False}, {"table": "*.notes"})
    ]

    def refuse(*_: Any) -> None:
        raise error

    monkeypatch.setattr(redacted_rows._Masking, "_mask", refuse)  # noqa: SLF001 - it is to fail
    found = [
        found_in(log, rules, "kernels", **more)
        for more in ({"is_typed": False}, {"table": "*.notes"})
    ]
    assert found == expected
    assert all(rows for rows, _ in found)


@pytest.mark.parametrize("name", ["mysql97/images_minimal", "mariadb118/rotated.1"])
@pytest.mark.parametrize("rules", [RULES["hash"], RULES["constant"]])
def test_streams_are_redacted(name: str, rules: list[str]) -> None:
    log = FIXTURES / f"{name}.binlog"
    packets = pa.array(events_of(log), pa.binary())
    scope = Scope(redaction=redaction(rules))
    tree, kernels = (
        pa.Table.from_batches(
            PacketBatches(RECORD_SCHEMA, "event", scope, engine=engine).of(packets)
        )
        for engine in ("tree", "kernels")
    )
    assert kernels == tree
    plain = PacketBatches(RECORD_SCHEMA, "event", engine="kernels").of(packets)
    assert kernels["data"] != pa.Table.from_batches(plain)["data"]


def test_small_logs_are_redacted_together() -> None:
    logs = [FIXTURES / f"mysql97/rotated.{number}.binlog" for number in (1, 2)]
    for rules in (["v=hash", "n=null"], ["n=null", "v=x"]):
        alone = [row for log in logs for row in found_in(log, rules, "tree", table=TABLE)[0]]
        rows: list[Any] = []
        for batch in scan(logs, TABLE, redact=redaction(rules), engine="kernels"):
            rows += batch.to_pylist()
        assert len(rows) == len(alone) > 0
        assert rows == alone


def test_threads_are_lent_redacted_rows() -> None:
    log = FIXTURES / "mysql97/types.binlog"
    scope = Scope(redaction=redaction(RULES["hash"]))
    alone, together = (
        pa.Table.from_batches(read_batches(log, scope=scope, engine="kernels", threads=threads))
        for threads in (1, 3)
    )
    assert together == alone
    assert alone != pa.Table.from_batches(read_batches(log))
