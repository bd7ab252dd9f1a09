"""The statement, thread and user beside rows, against the events around them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import read_batches, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.kernels.contexts import told
from binlog_kaitai.kernels.walk import inflated_ahead
from binlog_kaitai.model.schema import with_context
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span, spans_of
from binlog_kaitai.read import context_columns
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.documented_bytes import u1, u2, u4, u8
from tests.made_up import events
from tests.made_up.logs import SMALL, some_log
from tests.made_up.readings import Reading, difference_of, reading
from tests.made_up.tables import some_table
from tests.made_up.writer import QUERY, SERVERS, XID, Writer
from tests.marks import mostly_long
from tests.replay import FIXTURES
from tests.test_history import ANNOTATED, expected_contexts

OWN = ["statement", "thread_id", "user"]
ROWS_QUERY = 29
Told = dict[tuple[int, int], tuple[Any, ...]]


def contexts_of(log: Path, **asked: Any) -> Told:
    columns = ["position", "ordinal", "change_type", *OWN]
    rows = pa.table(scan(log, columns=columns, context=True, **asked)).to_pylist()
    return {
        (row["position"], row["ordinal"]): tuple(row[name] for name in OWN)
        for row in rows
        if row["change_type"] != "statement"
    }


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", ANNOTATED)
def test_contexts_are_those_of_the_events_before(
    case: str, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = FIXTURES / f"{case}.binlog"
    expected = {
        place: (context.statement, context.thread_id, context.user)
        for place, context in expected_contexts(log).items()
    }
    assert contexts_of(log, engine=engine) == expected
    monkeypatch.setattr(context_columns, "MAX_TEXT", 50)
    assert contexts_of(log, engine=engine) == expected


@pytest.mark.parametrize("case", ANNOTATED)
def test_parts_tell_what_the_whole_tells(case: str) -> None:
    log = FIXTURES / f"{case}.binlog"
    whole = pa.table(scan(log, context=True))
    parts = []
    for span in spans_of(log.stat().st_size, 3000):
        parts += read_batches(log, scope=Scope(span=span, has_context=True))
    assert pa.Table.from_batches(parts).equals(whole.combine_chunks())


@pytest.mark.parametrize("engine", ENGINES)
def test_damage_leaves_nothing_known_up_to_the_next_transaction(
    engine: Engine, tmp_path: Path
) -> None:
    log = FIXTURES / "mysql97/statements.binlog"
    sound = contexts_of(log)
    damaged = tmp_path / log.name
    data = bytearray(log.read_bytes())
    places = sorted(sound)
    at = places[len(places) // 2][0]
    data[at + 19 : at + 40] = bytes(21)  # a rows event's body
    damaged.write_bytes(data)
    scope = Scope(is_lenient=True, has_context=True)
    table = pa.Table.from_batches(read_batches(damaged, scope=scope, engine=engine))
    found = {
        (row["position"], row["ordinal"]): tuple(row[name] for name in OWN)
        for row in table.to_pylist()
        if row["change_type"] != "statement"
    }
    assert found.keys() < sound.keys()
    assert max(found) > (at, 0)
    for place, context in found.items():
        assert context in (sound[place], (None, None, None))
    assert sum(found[place] != sound[place] for place in found) < 10


def read_with_contexts(log: Path, engine: Engine, span: Span = WHOLE) -> Reading:
    scope = Scope(span=span, has_context=True)
    return reading(read_batches(log, scope=scope, engine=engine))


def assert_engines_agree(log: Path) -> None:
    for span in (WHOLE, *spans_of(log.stat().st_size, max(log.stat().st_size // 3, 200))):
        tree, kernels = (read_with_contexts(log, engine, span) for engine in ENGINES)
        assert difference_of(f"{log} {span}", tree, kernels) is None


@pytest.mark.parametrize(
    "case", mostly_long(["mysql97/compressed", *ANNOTATED, "mariadb118/gtid_domains"], short=3)
)
def test_engines_agree_on_fixtures(case: str) -> None:
    assert_engines_agree(FIXTURES / f"{case}.binlog")


def test_engines_agree_on_made_up_logs(tmp_path: Path) -> None:
    path = tmp_path / "made_up.binlog"
    for seed in range(25):
        path.write_bytes(some_log(Random(seed), SMALL).data)
        assert_engines_agree(path)


def test_engines_agree_on_payloads_that_are_read_as_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inflated_ahead, "MAX_AHEAD", 8)
    assert_engines_agree(FIXTURES / "mysql97/compressed.binlog")
    path = tmp_path / "made_up.binlog"
    for seed in range(5):
        path.write_bytes(some_log(Random(seed), SMALL).data)
        assert_engines_agree(path)


INVOKER = u1(11) + u1(3) + b"ann" + u1(4) + b"here"
UNKNOWN_VARIABLE = b"\xc8what no reader knows"


def query(text: bytes, thread: int, status_vars: bytes = b"") -> bytes:
    head = u4(thread) + u4(0) + u1(1) + u2(0) + u2(len(status_vars))
    return head + status_vars + b"d\0" + text


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("room", [told.ROOM, 40])
def test_what_events_tell_holds_up_to_the_next(
    engine: Engine, room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(told, "ROOM", room + told.MAX_USER if room < told.ROOM else room)
    log = Writer(Random(1), SMALL, SERVERS[0])
    log.format_description()
    table = some_table(Random(2), SMALL, 0, table_id=9, is_mariadb=False, num_columns=1)
    expected: list[tuple[Any, ...]] = []

    def rows(*contexts: Any, ends: bool = True) -> None:
        events.write_map(log, table)
        before = len(log.records)
        events.write_rows(log, table, ends_statement=ends, num_rows=1)
        expected.extend([contexts] * (len(log.records) - before))

    log.event(QUERY, query(b"BEGIN", 7))
    rows(None, 7, None)
    log.event(ROWS_QUERY, b"\0" + b"UPDATE t SET a = 1" * 9)
    rows("UPDATE t SET a = 1" * 9, 7, None, ends=False)
    rows("UPDATE t SET a = 1" * 9, 7, None)
    rows(None, 7, None)
    log.event(XID, u8(1))
    log.event(QUERY, query(b"BEGIN", 8, INVOKER + UNKNOWN_VARIABLE))
    rows(None, 8, "ann@here")
    log.event(ROWS_QUERY, b"\0" + b"\xff")
    rows("\\xff", 8, "ann@here")
    log.event(ROWS_QUERY, b"\0")
    rows("", 8, "ann@here")
    rows(None, 8, "ann@here")
    log.event(XID, u8(1))
    events.write_gtid(log)
    rows(None, None, None)
    log.event(XID, u8(1))
    path = tmp_path / "log.binlog"
    path.write_bytes(log.file)
    found = [
        tuple(row[name] for name in OWN)
        for batch in read_batches(path, scope=Scope(has_context=True), engine=engine)
        for row in batch.to_pylist()
        if row["change_type"] != "statement"
    ]
    assert found == expected


def test_users_are_told_where_the_log_names_them() -> None:
    users = {}
    for log in FIXTURES.glob("*/statements.binlog"):
        table = pa.table(scan(log, context=True, columns=["user"]))
        users[log.parent.name] = set(table.column("user").drop_null().to_pylist())
    assert any(users.values()), users


def test_command_prints_them(tmp_path: Path) -> None:
    log = str(FIXTURES / "mariadb118/statements.binlog")
    lines = CliRunner().invoke(main, ["rows", "--context", log]).stdout.splitlines()
    records = [json.loads(line) for line in lines]
    assert all(list(record)[-3:] == OWN for record in records)
    assert records[-1]["statement"] == "DELETE FROM aria WHERE id = 2"
    table = "statements.aria"
    chosen = ["rows", "--context", "--table", table, "--columns", "_statement,id", log]
    last = CliRunner().invoke(main, chosen).stdout.splitlines()[-1]
    assert json.loads(last) == {"_statement": "DELETE FROM aria WHERE id = 2", "id": 2}
    del tmp_path


def test_a_column_of_the_name_is_refused() -> None:
    schema = pa.schema([("_file", pa.string()), ("_User", pa.string())])
    with pytest.raises(ValueError, match="the table has a column _user"):
        with_context(schema, is_typed=True)
