"""The statement, thread and user beside rows, against the events around them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import read_batches, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.model.schema import with_context
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read import context_columns
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.replay import FIXTURES
from tests.test_history import ANNOTATED, expected_contexts

OWN = ["statement", "thread_id", "user"]
Told = dict[tuple[int, int], tuple[Any, ...]]


def told(log: Path, **asked: Any) -> Told:
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
    assert told(log, engine=engine) == expected
    monkeypatch.setattr(context_columns, "MAX_TEXT", 50)
    assert told(log, engine=engine) == expected


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
    sound = told(log)
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
    with pytest.raises(ValueError, match="a column _user of the table"):
        with_context(schema, is_typed=True)
