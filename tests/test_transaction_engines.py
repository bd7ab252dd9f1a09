"""The kernel sums up transactions as the classes do, and mostly without them."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, read_events
from binlog_kaitai.kernels.sums import transaction_stats as sums
from binlog_kaitai.kernels.sums import transaction_walk as summaries
from binlog_kaitai.kernels.walk import chunk
from binlog_kaitai.kernels.walk import table_map_cache as known
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.views import transaction_batches
from tests.documented_bytes import u1, u2, u4, u8
from tests.made_up import events
from tests.made_up.logs import SMALL, some_log
from tests.made_up.readings import (
    KERNELS,
    difference,
    transactions,
    transactions_difference,
)
from tests.made_up.tables import Size, some_table
from tests.made_up.writer import INTVAR, QUERY, ROTATE, SERVERS, XID, Server, Writer
from tests.marks import mostly_long
from tests.records import read_rows
from tests.replay import FIXTURES

MARIADB_GTID = 162
OTHER = "11111111-2222-3333-4444-555555555555"

CASES = [
    "mysql97/compressed",
    "mysql97/gtid_tagged.1",
    "mysql97/statements",
    "mysql56/statements",
    "mysql56/rows_v1",
    "mariadb118/gtid_domains",
    "mariadb118/statements",
]


def log_of(case: str) -> Path:
    return FIXTURES / f"{case}.binlog"


def assert_engines_agree(path: Path, scope: Scope) -> None:
    assert transactions_difference(path, scope) is None, scope


@pytest.mark.parametrize("case", mostly_long(CASES, short=2))
@pytest.mark.parametrize("is_lenient", [False, True])
def test_engines_agree_on_parts(case: str, is_lenient: bool) -> None:
    path = log_of(case)
    for span in spans_of(path.stat().st_size, 900):
        assert_engines_agree(path, Scope(span=span, is_lenient=is_lenient))


@pytest.mark.parametrize("case", CASES)
def test_engines_agree_on_scopes(case: str) -> None:
    path = log_of(case)
    rows = transactions(path, KERNELS).rows.to_pylist()
    times = sorted({int(row["timestamp"].timestamp()) * 1_000_000 for row in rows})
    start, end = times[len(times) // 3], times[-1]
    scopes = [Scope(start_time=start + 1), Scope(start_time=start, end_time=end)]
    gtids = [row["gtid"] for row in rows if row["gtid"]]
    if gtids:
        applied = parse_gtid_set(",".join(gtids[: len(gtids) // 2]))
        until = parse_gtid_set(",".join(gtids[len(gtids) // 4 :]))
        scopes += [Scope(applied=applied), Scope(until=until), Scope(applied=applied, until=until)]
    for scope in scopes:
        assert_engines_agree(path, scope)
        found = transactions(path, KERNELS, scope).rows
        assert found is None or len(found) < len(rows) or scope.until


@pytest.mark.parametrize(("last", "count"), [(2**63 + 6, 2), (2**63 + 5, 1), (2**62, 0)])
def test_a_set_may_end_with_a_number_of_64_bits(last: int, count: int, tmp_path: Path) -> None:
    log = Writer(random.Random(3), Size(), SERVERS[-1])
    log.format_description()
    for sequence in (2**63 + 5, 2**63 + 6):
        log.event(MARIADB_GTID, u8(sequence) + u4(0) + bytes(7))
        log.event(XID, u8(1))
    path = tmp_path / "made_up.binlog"
    path.write_bytes(log.file)
    gtids = parse_gtid_set(f"0-1-{last}")
    for scope, expected in ((Scope(until=gtids), count), (Scope(applied=gtids), 2 - count)):
        assert_engines_agree(path, scope)
        rows = transactions(path, KERNELS, scope).rows
        assert (rows.num_rows if rows else 0) == expected


@pytest.mark.parametrize("text", [f"=0-1-{2**64 - 1}", f"{2**64}-1-7", f"{OTHER}:{2**63}"])
def test_a_set_may_have_numbers_that_no_log_has(text: str) -> None:
    assert_engines_agree(
        FIXTURES / "mariadb118" / "ends.1.binlog", Scope(until=parse_gtid_set(text))
    )


@pytest.mark.parametrize("case", mostly_long(CASES, short=2))
def test_engines_agree_on_damage(case: str, tmp_path: Path) -> None:
    source = log_of(case)
    places = [event.position for event in read_events(source)]
    chance = random.Random(case)
    errors = []
    for at in chance.sample(places[1:], min(12, len(places) - 1)):
        log = bytearray(source.read_bytes())
        log[min(at + chance.choice([0, 4, 9, 19, 25]), len(log) - 1)] ^= 0xA5
        del log[chance.choice([len(log), len(log) - 7]) :]
        path = tmp_path / source.name
        path.write_bytes(log)
        for is_lenient in (False, True):
            assert_engines_agree(path, Scope(is_lenient=is_lenient))
        errors.append(transactions(path, KERNELS).error)
    assert any(errors)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", ["mysql97/compressed", "mysql56/rows_v1"])
def test_what_ended_before_damage_is_told(case: str, engine: Engine, tmp_path: Path) -> None:
    source = log_of(case)
    rows = transactions(source, engine).rows.drop(["file"]).to_pylist()
    path = tmp_path / source.name
    for count in range(1, min(len(rows), 12)):
        path.write_bytes(source.read_bytes()[: rows[count]["position"] + 5])
        found, error = transactions(path, engine)
        assert found.drop(["file"]).to_pylist() == rows[:count]
        assert f"at byte {rows[count]['position']}: expected" in str(error)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves hardly any room, so that all of it is used up, and made anew."""
    monkeypatch.setattr(chunk, "CHUNK", 64)
    monkeypatch.setattr(chunk, "SPILL", 64)
    monkeypatch.setattr(sums, "MAX_SUMS", 4)
    monkeypatch.setattr(sums, "MIN_SHARES", 1)
    monkeypatch.setattr(known, "MAX_MAPS", 1)
    monkeypatch.setattr(summaries, "MAX_NAMES", 1)


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("case", CASES)
def test_engines_agree_in_narrow_room(case: str) -> None:
    assert_engines_agree(log_of(case), Scope())


@pytest.mark.usefixtures("narrow")
def test_engines_agree_on_made_up_logs_in_narrow_room(tmp_path: Path) -> None:
    path = tmp_path / "made_up.binlog"
    for seed in range(60):
        path.write_bytes(some_log(random.Random(seed), SMALL).data)
        assert_engines_agree(path, Scope())


@pytest.mark.usefixtures("narrow")
def test_a_transaction_may_touch_many_tables(tmp_path: Path) -> None:
    log = Writer(random.Random(1), Size(), SERVERS[0])
    log.format_description()
    tables = [
        replace(
            some_table(log.chance, log.size, 0, table_id=at, is_mariadb=False, num_columns=1),
            name=f"t{at}",
        )
        for at in range(1, 50)
    ]
    events.write_gtid(log)
    for table in [*tables, *reversed(tables)]:
        events.write_map(log, table)
        events.write_rows(log, table, ends_statement=True, num_rows=2)
    events.write_query(log, "COMMIT", is_control=True)
    path = tmp_path / "made_up.binlog"
    path.write_bytes(log.file)
    assert transactions_difference(path) is None
    (row,) = transactions(path, KERNELS).rows.to_pylist()
    rows = Counter(
        f"{record.database}.{record.table}"
        for record in read_rows(path)
        if record.change_type != "update_preimage"
    )
    assert [(share["table"], share["rows"]) for share in row["tables"]] == [*rows.items()]
    assert len(rows) == len(tables)


QUERY_HEAD = u4(9) + u4(1) + u1(1) + u2(0) + u2(0) + b"d\0"

TEXTS = [
    *("BEGIN", "begin", " BEGIN ", "COMMIT", "commit\n", "ROLLBACK", "rollback TO a", "BEGINNING"),
    *("XA START 'x'", "xa commit 'x'", "XA END 'x'", "XA", "SAVEPOINT `a`", "savepoints", "SAVE"),
    *("RELEASE SAVEPOINT a", "RELEASE", "RENAME TABLE a TO b", "REPLACE INTO t VALUES (1)"),
    *("CREATE TABLE t (a INT)", "COMPRESS", "", "C", "CO", "a", "/* x */ COMMIT", "(SELECT 1)"),
    *("rollbac\u212a", "\u00a0COMMIT", "\u017fAVEPOINT a", "\uff22EGIN", "insert into t select 1"),
]


GTID = None
BOUNDS: list[tuple[int, bytes] | None] = [
    *(GTID, (XID, u8(7)), (INTVAR, u1(2) + u8(1)), (ROTATE, u8(4) + b"log.2")),
    *(
        (QUERY, QUERY_HEAD + text)
        for text in (
            *(b"BEGIN", b"COMMIT", b"SAVEPOINT `a`", b"CREATE TABLE t (a INT)"),
            *(b"XA START X'61',X'',1", b"XA COMMIT X'61',X'',1"),
        )
    ),
]


@pytest.mark.parametrize("server", [SERVERS[0], SERVERS[5]])
def test_engines_agree_on_each_sequence_of_three_events(server: Server, tmp_path: Path) -> None:
    log = Writer(random.Random(3), SMALL, server)
    log.format_description()
    for event in itertools.chain(*itertools.product(BOUNDS, repeat=3)):
        if event is GTID:
            events.write_gtid(log)
        else:
            log.event(*event)
    path = tmp_path / "made_up.binlog"
    path.write_bytes(log.file)
    assert transactions_difference(path) is None
    assert difference(path, None) is None
    assert transactions(path, KERNELS).error is None


@pytest.mark.parametrize("has_gtid", [False, True])
def test_engines_agree_on_what_is_a_statement(has_gtid: bool, tmp_path: Path) -> None:
    path = tmp_path / "made_up.binlog"
    for text in TEXTS:
        log = Writer(random.Random(2), Size(), SERVERS[0])
        log.format_description()
        for texts in ([text], ["BEGIN", text, "COMMIT"], [text, "INSERT INTO t VALUES (1)"]):
            if has_gtid:
                events.write_gtid(log)
            for each in texts:
                log.event(QUERY, QUERY_HEAD + each.encode())
        path.write_bytes(log.file)
        assert transactions_difference(path) is None, text


def test_a_value_that_does_not_fit_is_told_as_by_the_tree() -> None:
    path = log_of("mysql97/statements")
    small = TRANSACTION_SCHEMA.field("position").with_type(pa.int8())
    tables = TRANSACTION_SCHEMA.field("tables")
    for schema in (pa.schema([small]), pa.schema([tables, small])):
        messages = set()
        for engine in ENGINES:
            with pytest.raises(BinlogError, match="a value for position int8") as raised:
                list(transaction_batches(path, schema=schema, engine=engine))
            messages.add(str(raised.value))
        assert len(messages) == 1
