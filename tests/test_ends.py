"""How transactions ended, and which transaction of XA a row belongs to."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.seek import look_ahead
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span, spans_of
from binlog_kaitai.model.transactions import COMMITTED, ROLLED_BACK, End
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.transactions.ends import LookAhead
from binlog_kaitai.tree.transactions.savepoints import Savepoints
from binlog_kaitai.tree.transactions.transaction import xid_in
from tests.made_up import events
from tests.made_up.damage import mutated
from tests.made_up.tables import Size, some_table
from tests.made_up.writer import SERVERS, Writer
from tests.replay import FIXTURES

XIDS = [
    ("X'6162',X'',1", "X'6162',X'',1"),
    (" 'ab' , 'c',7 ONE PHASE", "X'6162',X'63',7"),
    ("0x6162", "X'6162',X'',1"),
    ("x'616'", "X'0616',X'',1"),
    (r"'a''b\n', '', 007", "X'6127620a',X'',7"),
    ("'a', 'b', 0x10", "X'61',X'62',16"),
    ("ab", None),
]


@pytest.mark.parametrize(("text", "xid"), XIDS)
def test_names_of_xa_have_one_form(text: str, xid: str | None) -> None:
    assert xid_in(text) == xid


# rows by what became of them: committed, rolled back, or not known
SAVEPOINTS = [
    ("c", "SAVEPOINT `a`", "r", "ROLLBACK TO `a`", "c"),
    ("c", "SAVEPOINT a", "r", "ROLLBACK TO A", "r", "rollback work to savepoint `A`"),
    ("c", "SAVEPOINT a", "c", "SAVEPOINT b", "r", "ROLLBACK TO b", "c"),
    ("c", "SAVEPOINT a", "r", "SAVEPOINT b", "r", "ROLLBACK TO a", "c"),
    ("c", "SAVEPOINT a", "c", "SAVEPOINT A", "r", "ROLLBACK TO a", "c"),
    ("SAVEPOINT a", "r", "SAVEPOINT b", "r", "ROLLBACK TO b", "r", "ROLLBACK TO a", "c"),
    ("?", "SAVEPOINT a", "?", "RELEASE SAVEPOINT a", "?", "ROLLBACK TO a", "c"),
    ("?", "SAVEPOINT a", "r", "SAVEPOINT b", "ROLLBACK TO a", "?", "ROLLBACK TO b", "c"),
    ("?", "ROLLBACK TO a", "c"),
    ("c", "SAVEPOINT `a ``b`", "r", "ROLLBACK /* so */ TO `A ``B`", "c"),
    ("c", 'SAVEPOINT "a b"', "r", "ROLLBACK TO `a b`", "c"),
    ("c", "SAVEPOINT `\u00e9`", "r", "ROLLBACK TO `E`", "c"),
    ("c", "SAVEPOINT savepoint", "r", "ROLLBACK TO savepoint", "c"),
    ("c", "SAVEPOINT a", "c", "ROLLBACKTO a", "c"),
]


@pytest.mark.parametrize("events", SAVEPOINTS)
def test_what_was_rolled_back_to_savepoints(events: tuple[str, ...]) -> None:
    savepoints = Savepoints()
    for position, text in enumerate(events):
        savepoints.take(text, (position, 0))
    end = End(COMMITTED, tuple(savepoints.undone), savepoints.doubt)
    words = {"c": COMMITTED, "r": ROLLED_BACK, "?": None}
    for position, text in enumerate(events):
        if text in words:
            assert end.outcome_at((position, 0)) == words[text], position


def rows_in(path: Path, engine: Engine, span: Span = WHOLE) -> list[dict[str, object]]:
    batches = read_batches(path, scope=Scope(span=span), engine=engine)
    return [row for batch in batches for row in batch.to_pylist()]


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_parts_of_a_log_tell_the_same_ends(server: str) -> None:
    path = FIXTURES / server / "ends.1.binlog"
    whole = rows_in(path, "tree")
    assert {row["outcome"] for row in whole} >= {"committed", "rolled_back", "prepared"}
    for engine in ENGINES:
        spans = spans_of(path.stat().st_size, 700)
        assert [row for span in spans for row in rows_in(path, engine, span)] == whole


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("end", [COMMITTED, ROLLED_BACK, None])
def test_a_transaction_larger_than_a_batch(tmp_path: Path, engine: Engine, end: str | None) -> None:
    log = Writer(Random(5), Size(columns=2), SERVERS[1])
    log.format_description()
    table = some_table(log.chance, log.size, 0, table_id=9, is_mariadb=False, num_columns=2)
    events.write_query(log, "BEGIN", is_control=True)
    for number in range(12):
        if number == 5:
            events.write_query(log, "SAVEPOINT `a`", is_control=True)
        if number == 7:
            events.write_query(log, "ROLLBACK TO `a`", is_control=True)
        events.write_map(log, table)
        events.write_rows(log, table, ends_statement=True, num_rows=1000)
    if end is not None:
        text = "COMMIT" if end == COMMITTED else "ROLLBACK"
        events.write_query(log, text, is_control=True)
    path = tmp_path / "large.binlog"
    path.write_bytes(log.file)
    rows = rows_in(path, engine)
    undone = list(dict.fromkeys(row["position"] for row in rows))[5:7]
    assert len(rows) >= 12_000
    for row in rows:
        assert row["outcome"] == (ROLLED_BACK if row["position"] in undone else end)


def notable_in(ahead: LookAhead, event: LoggedEvent) -> list[bytes | str | None]:
    """What a payload's events are, with what is wrong; of those about rows, that there are some."""
    found: list[bytes | str | None] = []
    try:
        for data in ahead.notable_bytes(event):
            if data is not None or found[-1:] != [None]:
                found.append(data)
    except UnreadableError as error:
        found.append(str(error))
    return found


@pytest.mark.parametrize("window", [64, 300, 2**18])
def test_kernels_find_what_matters_in_payloads(
    window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_ahead, "MAX_WINDOW", window)
    path, chance = FIXTURES / "mysql97" / "compressed.binlog", Random(window)
    with LogFile(path) as log:
        ahead = look_ahead.KernelLookAhead(log, None, verifies=True)
        of_trees = LookAhead(log)
        payloads = [event for event in read_log(path) if event.tree.is_payload]
        found = [notable_in(of_trees, event) for event in payloads]
        assert max(map(len, found)) > 2
        assert found == [notable_in(ahead, event) for event in payloads]
        for event in payloads:
            whole = event.tree.body.payload
            for _ in range(4):
                event.tree.body.payload = mutated(whole, chance)
                assert notable_in(ahead, event) == notable_in(of_trees, event)


def test_a_payload_is_looked_into_without_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    path = FIXTURES / "mysql97" / "compressed.binlog"
    event = next(event for event in read_log(path) if event.tree.is_payload)
    monkeypatch.setattr(LookAhead, "notable_bytes", None)
    with LogFile(path) as log:
        assert None in notable_in(look_ahead.KernelLookAhead(log, None, verifies=True), event)
