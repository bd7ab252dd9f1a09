"""Transactions of XA: what became of them, and that both engines say the same."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.kernels.sums import transaction_stats
from binlog_kaitai.kernels.sums.transaction_walk import SummaryWalk
from binlog_kaitai.kernels.walk import change_scanner, chunk
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.views import transaction_batches
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.transactions.transaction import xid_of_parts
from tests.documented_bytes import u1, u4
from tests.made_up import events
from tests.made_up.damage import events_of
from tests.made_up.readings import (
    KERNELS,
    TREE,
    difference,
    difference_of,
    lenient_difference,
    reading,
    transactions_difference,
)
from tests.made_up.streams import difference_in
from tests.made_up.tables import Size, Table, some_table
from tests.made_up.writer import SERVERS, XID, Server, Writer
from tests.marks import mostly_long
from tests.replay import FIXTURES

EventType = BinlogEventHeader.EventType

NEWEST, OLD, WITHOUT_GTIDS, MARIADB = (SERVERS[number] for number in (1, 3, 4, 5))

XA_PREPARE = 38

A = "X'61',X'',1"
LONG = xid_of_parts(b"g" * 64, b"\xff" * 64, 2**31 - 1)

# in the form that servers log names in, and not quite
AS_LOGGED = [A, "X'',X'',0", LONG, "X'00ff',X'27',4294967295", f"X'{'5c' * 128}',X'',7"]
NOT_AS_LOGGED = [
    *("X'6',X'',1", "X'AB',X'',1", "x'61',X'',1", "X'61'", "X'61',X''", "X'61',X'',"),
    *("X'61',X'',01", "X'61',X'',1 ONE PHASE", "X'61', X'',1", "X'61',X'',1;", "X'61',X'',-1"),
    *(
        "'a''b','c',2",
        '"a"',
        "",
        "X'61',X'',184467440737095516150",
        "X'61',X'',0x10",
        "X'6g',X'',1",
    ),
    *(xid_of_parts(b"g" * 65, b"b" * 64, 1), xid_of_parts(b"g" * 9000, b"", 1)),
]


@dataclass(frozen=True)
class Prepare:
    """The event that ends what was prepared, or committed in one phase."""

    global_id: bytes = b"a"
    branch: bytes = b""
    format_id: int = 1
    one_phase: int = 0

    @property
    def body(self) -> bytes:
        lengths = u4(len(self.global_id)) + u4(len(self.branch))
        head = u1(self.one_phase) + self.format_id.to_bytes(4, "little", signed=True)
        return head + lengths + self.global_id + self.branch


def log_of(
    steps: list[str | Prepare], server: Server = NEWEST, seed: int = 1, num_columns: int = 2
) -> Writer:
    """A log of steps: texts of statements, and `gtid`, `rows`, `xid`."""
    log = Writer(Random(seed), Size(columns=num_columns), server)
    log.format_description()
    named = {"is_mariadb": server.is_mariadb, "num_columns": num_columns}
    table = some_table(log.chance, log.size, 0, table_id=9, **named)
    for step in steps:
        _write(log, table, step)
    return log


def _write(log: Writer, table: Table, step: str | Prepare) -> None:
    if isinstance(step, Prepare):
        log.event(XA_PREPARE, step.body)
    elif step == "gtid":
        events.write_gtid(log)
    elif step == "rows":
        events.write_map(log, table)
        events.write_rows(log, table, ends_statement=True, num_rows=1)
    elif step == "xid":
        log.event(XID, bytes(8))
    else:
        events.write_query(log, step, is_control=True)


def saved(log: Writer, folder: Path) -> Path:
    path = folder / "xa.binlog"
    path.write_bytes(log.file)
    return path


def prepared(xid: str = A) -> list[str | Prepare]:
    return ["gtid", f"XA START {xid}", "rows", f"XA END {xid}", Prepare()]


# what is logged, and (is it a statement, its outcome, its name)
LOGS: dict[str, tuple[list[str | Prepare], list[tuple[bool, str | None, str | None]]]] = {
    "committed": (
        [*prepared(), "gtid", f"XA COMMIT {A}"],
        [(False, "prepared", A), (True, "committed", A)],
    ),
    "rolled back": (
        [*prepared(), "gtid", f"XA ROLLBACK {A}"],
        [(False, "prepared", A), (True, "rolled_back", A)],
    ),
    "in one phase": (
        ["gtid", f"XA START {A}", "rows", f"XA END {A}", Prepare(one_phase=1)],
        [(False, "committed", A)],
    ),
    "decided in another log": (prepared(), [(False, "prepared", A)]),
    "prepared in another log": (["gtid", f"XA COMMIT {LONG}"], [(True, "committed", LONG)]),
    "without end": (["gtid", f"XA START {A}", "rows"], [(False, None, A)]),
    "without XA PREPARE": (
        ["gtid", f"XA START {A}", "rows", f"XA END {A}", "gtid", "BEGIN", "rows", "xid"],
        [(False, None, A), (False, "committed", None)],
    ),
    "without beginning": (["rows", f"XA END {A}", Prepare()], [(False, "prepared", None)]),
    "of another name": (
        ["gtid", f"XA START {A}", "rows", f"XA COMMIT {LONG}"],
        [(False, "committed", A), (True, "committed", LONG)],
    ),
    "one behind the other": (
        [f"XA START {A}", "rows", f"XA START {LONG}", "rows", Prepare()],
        [(False, None, A), (False, "prepared", LONG)],
    ),
    "among others": (
        ["gtid", "BEGIN", "rows", "xid", *prepared(), "gtid", "BEGIN", "rows", "COMMIT"],
        [(False, "committed", None), (False, "prepared", A), (False, "committed", None)],
    ),
    "to a savepoint": (
        [*prepared()[:2], "SAVEPOINT `s`", "rows", "ROLLBACK TO `s`", "rows", Prepare()],
        [(False, "rolled_back", A), (False, "prepared", A)],
    ),
    "statements": (
        ["gtid", f"XA START {A}", "insert into t values (1)", f"XA END {A}", Prepare()],
        [(True, "prepared", A)],
    ),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("server", [NEWEST, WITHOUT_GTIDS])
def test_what_became_of_each(name: str, server: Server, engine: Engine, tmp_path: Path) -> None:
    steps, expected = LOGS[name]
    path = saved(log_of(steps, server), tmp_path)
    rows = [row for batch in read_batches(path, engine=engine) for row in batch.to_pylist()]
    found = [(row["table"] is None, row["outcome"], row["xid"]) for row in rows]
    assert [once for once, _ in itertools.groupby(found)] == expected


def assert_engines_agree(path: Path, *, parts: int = 400) -> None:
    """Whole and in parts, strict and lenient: flat, typed, and the view of transactions."""
    (table,) = {
        f"{event.tree.body.database}.{event.tree.body.table}"
        for event in read_log(path)
        if event.tree.is_table_map
    } or {None}
    for wanted in {None, table}:
        assert difference(path, wanted) is None
        assert lenient_difference(path, wanted) is None
    for is_lenient in (False, True):
        assert transactions_difference(path, Scope(is_lenient=is_lenient)) is None
    for span in spans_of(path.stat().st_size, parts):
        scope = Scope(span=span)
        assert transactions_difference(path, scope) is None
        of_tree, of_kernels = (
            reading(read_batches(path, scope=scope, engine=engine)) for engine in (TREE, KERNELS)
        )
        assert difference_of(f"{span}", of_tree, of_kernels) is None


@pytest.mark.parametrize("server", mostly_long([(NEWEST,), (MARIADB,)]))
def test_names_of_any_form(server: Server, tmp_path: Path) -> None:
    steps: list[str | Prepare] = []
    for xid in [*AS_LOGGED, *NOT_AS_LOGGED]:
        steps += [*prepared(xid), *prepared(), "gtid", f"XA ROLLBACK {xid}", f"XA COMMIT {xid}"]
    assert_engines_agree(saved(log_of(steps, server), tmp_path), parts=9000)


TEXTS = [
    *(f"XA START {A}", f"XA START {A}", f"XA START {LONG}", "XA BEGIN 'x'", f"XA END {A}"),
    *("XA END", "XA PREPARE 'x'", f"XA COMMIT {A}", f"XA ROLLBACK {LONG}", "xa commit 'x'"),
    *("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT `a`", "ROLLBACK TO `a`", "drop table t"),
]
PREPARES = [
    Prepare(),
    Prepare(one_phase=1),
    Prepare(b"g" * 64, b"b" * 64, -(2**31), one_phase=7),
    Prepare(b"g" * 65, b"b" * 64, 2**31 - 1),
    Prepare(b"g" * 3000),
]


def some_steps(chance: Random) -> list[str | Prepare]:
    """Steps in an order that servers may never have."""
    steps: list[str | Prepare] = []
    for _ in range(chance.randint(2, 5)):
        steps += prepared()[: chance.randint(0, 5)]
        for _ in range(chance.choice([0, 1, 3])):
            steps.append(chance.choice([*TEXTS, *PREPARES, "rows", "rows", "gtid", "xid"]))
    return steps


@pytest.mark.parametrize("server", mostly_long([(MARIADB,), (NEWEST,), (OLD,), (WITHOUT_GTIDS,)]))
def test_steps_in_any_order(server: Server, tmp_path: Path) -> None:
    for seed in range(12):
        log = log_of(some_steps(Random(seed)), server, seed)
        assert_engines_agree(saved(log, tmp_path))


def test_streams_of_packets() -> None:
    for seed in range(12):
        chance = Random(seed)
        log = log_of(some_steps(chance), chance.choice([NEWEST, MARIADB]), seed)
        found = difference_in(list(events_of(bytes(log.file))), "packet", chance)
        assert found is None, seed


@pytest.mark.parametrize("server", [NEWEST, MARIADB])
def test_a_log_that_ends_in_the_middle(server: Server, tmp_path: Path) -> None:
    log = log_of([*prepared(), "gtid", f"XA COMMIT {A}", *prepared(LONG)], server)
    data = bytes(log.file)
    path = tmp_path / "cut.binlog"
    for length in range(len(data) - 1, 300, -37):
        path.write_bytes(data[:length])
        assert difference(path, None) is None
        assert transactions_difference(path) is None


def test_little_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk, "CHUNK", 64)
    monkeypatch.setattr(change_scanner, "MAX_ROWS", 8)
    monkeypatch.setattr(transaction_stats, "MAX_SUMS", 4)
    for seed in range(4):
        log = log_of(some_steps(Random(seed)) + prepared(LONG) * 3, NEWEST, seed)
        assert_engines_agree(saved(log, tmp_path), parts=10_000)


def test_more_room_for_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_scanner, "MAX_ROWS", 8)
    many = ["gtid", f"XA START {A}", *["rows"] * 20, f"XA END {A}", Prepare()]
    path = saved(log_of(many, num_columns=change_scanner.MIN_WIDTH + 1), tmp_path)
    found = reading(read_batches(path, schema=RECORD_SCHEMA, engine=KERNELS)).rows
    assert found is not None
    assert set(found["xid"].to_pylist()) == {A}
    assert_engines_agree(path)


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_what_servers_log_needs_no_classes(server: str, seen_by_tree: Counter[EventType]) -> None:
    path = FIXTURES / server / "xa.2.binlog"
    of_xa = (EventType.query, EventType.xa_prepare, EventType.mariadb_gtid, EventType.gtid)
    for walk in (ChangeWalk(path), SummaryWalk(path)):
        assert sum(1 for _ in walk.found())
        assert seen_by_tree[EventType.format_description]
        assert not any(seen_by_tree[kind] for kind in of_xa)
        seen_by_tree.clear()


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_scopes_agree(server: str) -> None:
    path = FIXTURES / server / "xa.2.binlog"
    rows = [row for batch in transaction_batches(path, engine=TREE) for row in batch.to_pylist()]
    gtids = parse_gtid_set(",".join(row["gtid"] for row in rows[::2]))
    end_time = int(rows[-1]["timestamp"].timestamp()) * 1_000_000
    for scope in (Scope(until=gtids), Scope(applied=gtids), Scope(end_time=end_time)):
        assert transactions_difference(path, scope) is None
        of_tree, of_kernels = (
            reading(read_batches(path, schema=RECORD_SCHEMA, scope=scope, engine=engine))
            for engine in (TREE, KERNELS)
        )
        assert difference_of("flat", of_tree, of_kernels) is None


def test_a_name_longer_than_the_room_for_all(tmp_path: Path) -> None:
    xid = xid_of_parts(b"a" * 200_000, b"", 1)
    path = saved(log_of([*prepared(xid)[:4], *prepared()], WITHOUT_GTIDS), tmp_path)
    assert difference(path, None) is None
    assert transactions_difference(path) is None
