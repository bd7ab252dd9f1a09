"""Logs whose checksums a tool left stale are read as before, where that is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.seek.boundaries import Boundaries
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span, spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.read.views import transaction_batches
from binlog_kaitai.tree.log.seek import read_head
from tests.made_up.damage import MAGIC, events_of
from tests.made_up.readings import difference_of, reading, tables_in
from tests.records import read_rows
from tests.replay import FIXTURES

CASES = ["mysql97/rotated.1", "mysql97/compressed", "mysql56/gtid.1", "mariadb118/rotated.1"]

STALE = Scope(verify_checksums=False)


@pytest.fixture(params=CASES)
def logs(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Return a log, and the same with wrong checksums."""
    sound = FIXTURES / f"{request.param}.binlog"
    stale = tmp_path / sound.name
    log = sound.read_bytes()
    wrong = [event[:-4] + bytes(byte ^ 0x5A for byte in event[-4:]) for event in events_of(log)]
    stale.write_bytes(log[:MAGIC] + b"".join(wrong))
    return sound, stale


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_are_read(logs: tuple[Path, Path], engine: Engine) -> None:
    sound, stale = logs
    assert "the checksum" in str(reading(read_batches(stale, engine=engine)).error)
    assert "the checksum" in str(reading(transaction_batches(stale, engine=engine)).error)
    for table in (None, tables_in(sound)[0]):
        expected = reading(read_batches(sound, table, engine=engine))
        found = reading(read_batches(stale, table, engine=engine, verify_checksums=False))
        assert difference_of(str(table), expected, found) is None
    expected = reading(transaction_batches(sound, engine=engine))
    found = reading(transaction_batches(stale, scope=STALE, engine=engine))
    assert difference_of("transactions", expected, found) is None


def test_records_are_read(logs: tuple[Path, Path]) -> None:
    sound, stale = logs
    assert list(read_rows(stale, verify_checksums=False)) == list(read_rows(sound))
    with pytest.raises(BinlogError, match="the checksum"):
        list(read_rows(stale))


@pytest.mark.parametrize("is_lenient", [False, True])
def test_parts_are_the_whole(logs: tuple[Path, Path], is_lenient: bool) -> None:
    sound, stale = logs
    expected = reading(read_batches(sound)).rows
    scope = replace(STALE, is_lenient=is_lenient)
    batches = [
        batch
        for span in spans_of(stale.stat().st_size, 500)
        for batch in read_batches(stale, scope=replace(scope, span=span))
    ]
    assert pa.Table.from_batches(batches).equals(expected)


def test_a_boundary_is_found_without_going_through_the_file(logs: tuple[Path, Path]) -> None:
    sound, stale = logs
    start = stale.stat().st_size // 2
    with LogFile(sound) as log, LogFile(stale) as other:
        expected = Boundaries(log, read_head(log)).sure_beginning(Span(start))
        found = Boundaries(other, read_head(other), verifies=False).sure_beginning(Span(start))
        assert expected is not None
        assert found is not None
        assert found.position == expected.position


@pytest.mark.parametrize("engine", ENGINES)
def test_packets_are_read(logs: tuple[Path, Path], engine: Engine) -> None:
    sound, stale = logs
    tables = []
    for path, scope in ((sound, Scope()), (stale, STALE)):
        packets = PacketBatches(RECORD_SCHEMA, "event", scope, engine=engine)
        events = pa.array(events_of(path.read_bytes()), pa.binary())
        tables.append(pa.Table.from_batches(packets.of(events)))
    assert tables[0].equals(tables[1])
