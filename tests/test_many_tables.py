"""Logs of many tables take work by their bytes, and not by its square; what is kept is bounded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.batches import ENGINES, Engine, read_batches
from binlog_kaitai.columnar import known, open_maps
from binlog_kaitai.columnar.growing import Growing
from binlog_kaitai.columnar.known import KnownMaps
from binlog_kaitai.columnar.summaries import SummaryWalk
from binlog_kaitai.columnar.walk import Walk
from binlog_kaitai.generated.rows_event import RowsEvent
from binlog_kaitai.scopes import Scope
from tests.documented_bytes import (
    HAS_ONE,
    MYSQL,
    event,
    extra_data,
    query,
    rows,
    table_map,
    u2,
    u4,
    u6,
    u8,
)
from tests.made_up.readings import difference, transactions_difference
from tests.test_documented_bytes import start_of

COUNTS = (150, 300)

FIVE = b"\0" + u4(5)
INTVAR = event(5, b"\2" + u8(7))


def map_of(number: int) -> bytes:
    return event(19, table_map(b"\x03", table_id=u6(number + 100), table=b"t%d" % number))


def rows_of(number: int, *, is_last: bool = True) -> bytes:
    body = rows(extra_data(b""), HAS_ONE, FIVE, table_id=u6(number + 100))
    return event(30, body if is_last else body[:6] + u2(0) + body[8:])


def one_by_one(count: int) -> bytes:
    """A log whose statements have a table each."""
    return start_of(MYSQL) + b"".join(map_of(i) + rows_of(i) for i in range(count))


def all_at_once(count: int) -> bytes:
    """A log of one statement over all tables; between its rows lies what only the classes read."""
    maps = b"".join(map_of(i) for i in range(count))
    changed = b"".join(INTVAR + rows_of(i, is_last=False) for i in range(count))
    return start_of(MYSQL) + event(2, query(b"BEGIN")) + maps + changed + rows_of(0)


def written(tmp_path: Path, log: bytes) -> Path:
    path = tmp_path / "many.binlog"
    path.write_bytes(log)
    return path


@pytest.mark.parametrize("made", [one_by_one, all_at_once])
def test_both_engines_read_all_tables(tmp_path: Path, made: Any) -> None:
    path = written(tmp_path, made(COUNTS[0]))
    assert difference(path, None) is None
    assert difference(path, "d.t7") is None
    assert transactions_difference(path) is None
    tables = pa.Table.from_batches(read_batches(path)).column("table")
    assert len(tables.unique()) == COUNTS[0]


class Count:
    """How often a function was called, and still is."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.calls = 0
        function = getattr(owner, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            self.calls += 1
            return function(*arguments, **named)

        patch.setattr(owner, name, counted)


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_find_their_map_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: Engine
) -> None:
    steps = Count(monkeypatch, RowsEvent.TableMapStep, "__init__")
    links = Count(monkeypatch, open_maps, "TableMapChain")
    count = COUNTS[0]
    for _ in read_batches(written(tmp_path, all_at_once(count)), engine=engine):
        pass
    # only the classes look for maps; of kernels they take over each map once, or where rows begin
    assert steps.calls == (count + 1 if engine == "tree" else 0)
    assert links.calls <= 2 * count


def test_arrays_of_maps_are_copied_now_and_then(tmp_path: Path) -> None:
    arrays = []
    for count in COUNTS:
        walk = Walk(written(tmp_path, one_by_one(count)))
        seen = {id(array): array for _ in walk.found() for array in walk.known.views()}
        assert len(walk.known.events) == count
        arrays.append(len(seen))
    assert arrays[1] < 2 * arrays[0]


def test_what_grows_copies_no_more_than_it_has() -> None:
    growing = Growing()
    copied, array = 0, growing.array
    for number in range(10_000):
        growing.add((number,))
        if growing.array is not array:
            copied, array = copied + number, growing.array
    assert copied < 2 * growing.used
    assert growing.array[: growing.used].tolist() == list(range(10_000))


@pytest.mark.parametrize("scope", [Scope(), Scope("d.nowhere")])
@pytest.mark.parametrize("kind", [Walk, SummaryWalk])
def test_known_maps_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any, scope: Scope
) -> None:
    monkeypatch.setattr(known, "MAX_MAPS", 16)
    most = 0
    add = KnownMaps.add

    def noting(maps: KnownMaps, *arguments: Any) -> None:
        nonlocal most
        add(maps, *arguments)
        most = max(most, len(maps.events))

    monkeypatch.setattr(KnownMaps, "add", noting)
    path = written(tmp_path, one_by_one(COUNTS[0]))
    for _ in kind(path, scope).found():
        pass
    assert most == 16
