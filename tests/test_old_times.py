"""Old times of MariaDB with fractions are named as the cause, and stop only their table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.documented_bytes import u2, u4
from tests.made_up.logs import SMALL
from tests.made_up.readings import FAULT, lenient_outcome, outcome
from tests.made_up.writer import SERVERS, TABLE_MAP, Writer

MARIADB, MYSQL = SERVERS[5], SERVERS[2]

CAUSE = "time @1 of old may have fractions of seconds in MariaDB's format before 10.1.2"


def log_of(server: object) -> bytes:
    """Return a log of a table with a column TIME(2), of which no log tells, and of another."""
    log = Writer(random.Random(3), SMALL, server)  # type: ignore[arg-type]
    log.format_description()
    for table_id, name, types, rows in (
        (90, b"old", b"\x0b", b"\xfe" + bytes(4) + b"\xfe" + bytes(4)),
        (91, b"new", b"\x01", b"\xfe\x05"),
    ):
        head = u4(table_id) + bytes(2) + u2(1)
        body = head + b"\1d\0" + bytes([len(name)]) + name + b"\0\1" + types + b"\0\0"
        log.event(TABLE_MAP, body)
        log.event(23, head + b"\1\xff" + rows)
    return bytes(log.file)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "log.binlog"
    path.write_bytes(log_of(MARIADB))
    return path


@pytest.mark.parametrize("engine", ENGINES)
def test_the_cause_is_named(path: Path, engine: Engine) -> None:
    for table in (None, "d.old"):
        assert CAUSE in str(outcome(path, table, engine).error)
    path.write_bytes(log_of(MYSQL))
    error = str(outcome(path, None, engine).error)
    assert "WRITE_ROWS_V1" in error
    assert "fractions" not in error


@pytest.mark.parametrize("engine", ENGINES)
def test_other_tables_are_read(path: Path, engine: Engine) -> None:
    reading = outcome(path, "d.new", engine)
    assert reading.error is None
    assert [row["@1"] for row in reading.rows.to_pylist()] == [5]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_lenient_reader_goes_on(path: Path, engine: Engine) -> None:
    *_, fault, row = lenient_outcome(path, None, engine, RECORD_SCHEMA).rows.to_pylist()
    assert CAUSE in fault[FAULT]
    assert (row["table"], row["data"]) == ("new", '{"@1": 5}')
