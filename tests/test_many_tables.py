"""Logs of many tables take work by their bytes, and not by its square; what is kept is bounded."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from binlog_kaitai.generated.rows_event import RowsEvent
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.sums.transaction_walk import SummaryWalk
from binlog_kaitai.kernels.walk import learning, open_maps, seen_maps
from binlog_kaitai.kernels.walk import table_map_cache as known
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.open_maps import with_open_maps
from binlog_kaitai.kernels.walk.state import new_scratch
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.documented_bytes import (
    HAS_ONE,
    MYSQL,
    event,
    extra_data,
    packed,
    query,
    rows,
    table_map,
    u2,
    u4,
    u6,
    u8,
)
from tests.made_up.readings import difference, transactions_difference
from tests.marks import mostly_long
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


def of_other_columns(count: int) -> bytes:
    """A log whose statements have a table each, which has a column more than the one before."""
    found = start_of(MYSQL)
    for number in range(1, count + 1):
        name, some = u6(number), bytes((number + 7) // 8)
        found += event(19, table_map(b"\x03" * number, table_id=name, table=b"t%d" % number))
        columns = packed(number) + b"\xff" * len(some)
        found += event(30, rows(extra_data(b""), columns, some + u4(5) * number, table_id=name))
    return found


def written(tmp_path: Path, log: bytes) -> Path:
    path = tmp_path / "many.binlog"
    path.write_bytes(log)
    return path


@pytest.mark.parametrize("made", mostly_long([one_by_one, all_at_once, of_other_columns]))
def test_both_engines_read_all_tables(tmp_path: Path, made: Any) -> None:
    path = written(tmp_path, made(COUNTS[0]))
    for table in (None, "d.t7", "`d`.`t7`", "*.t1*", "d.nowhere"):
        assert difference(path, table) is None
    assert transactions_difference(path) is None
    tables = pa.Table.from_batches(read_batches(path)).column("table")
    assert len(tables.unique()) == COUNTS[0]


def test_tables_of_other_names_and_the_same_columns_are_told_apart(tmp_path: Path) -> None:
    names = [(b"a.b", b"c"), (b"a", b"b.c"), (b"a", b"b"), (b"", b"a.b"), ("ü".encode(), b"c")]
    log = start_of(MYSQL)
    for number, (database, table) in enumerate(names):
        body = table_map(b"\x03", table_id=u6(number + 100), database=database, table=table)
        log += event(19, body) + rows_of(number)
    path = written(tmp_path, log)
    told = pa.Table.from_batches(read_batches(path)).select(["database", "table"]).to_pylist()
    assert [tuple(map(str.encode, row.values())) for row in told] == names
    for wanted in (None, "a.b.c", "`a.b`.c", "a.`b.c`", "a.b", "`a`.`b`", ".a.b", "ü.c", "A.b"):
        assert difference(path, wanted) is None


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


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("kind", "made", "scope", "parsed"),
    [
        (ChangeWalk, one_by_one, Scope(), 1),
        (ChangeWalk, one_by_one, Scope("d.t7"), 1),
        (ChangeWalk, one_by_one, Scope("*.t7"), 1),
        (ChangeWalk, of_other_columns, Scope(), COUNTS[0]),
        (SummaryWalk, one_by_one, Scope(), 1),
        (SummaryWalk, of_other_columns, Scope(), COUNTS[0]),
    ],
)
def test_maps_of_like_tables_are_parsed_once(  # noqa: PLR0913 - a column of the table each
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: Any,
    made: Any,
    scope: Scope,
    parsed: int,
) -> None:
    trees = Count(monkeypatch, KnownMaps, "_layout_of")
    walk = kind(written(tmp_path, made(COUNTS[0])), scope)
    for _ in walk.found():
        pass
    assert len(walk.known.maps) == COUNTS[0]
    assert trees.calls == parsed


@pytest.mark.parametrize(
    ("kind", "scope", "stops"),
    [
        (ChangeWalk, Scope(), 1),
        (ChangeWalk, Scope("d.t7"), 2),
        (ChangeWalk, Scope("d.nowhere"), 1),
        (ChangeWalk, Scope("*.t7"), 1),
        (ChangeWalk, Scope("`d`.t?"), 1),
        (SummaryWalk, Scope(), 1),
    ],
)
def test_kernels_take_in_maps_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any, scope: Scope, stops: int
) -> None:
    learned = Count(monkeypatch, KnownMaps, "learn")
    for _ in kind(written(tmp_path, one_by_one(COUNTS[0])), scope).found():
        pass
    assert learned.calls == stops


def test_open_maps_are_handed_over_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = ChangeWalk(written(tmp_path, all_at_once(COUNTS[0])))
    tell = Count(monkeypatch, ChangeWalk, "_tell_tree")
    add, handed = Growing.add, []

    def noting(growing: Growing, items: Any) -> None:
        if growing is walk.opened:
            handed.append(len(items))
        add(growing, items)

    monkeypatch.setattr(Growing, "add", noting)
    for _ in walk.found():
        pass
    assert tell.calls >= COUNTS[0]
    assert sum(handed) == COUNTS[0]


def test_arrays_of_maps_are_copied_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_maps, "MIN_MAPS", 4)
    monkeypatch.setattr(seen_maps, "MIN_BYTES", 256)
    copies = Count(monkeypatch, seen_maps, "_arrays")
    walk = ChangeWalk(written(tmp_path, one_by_one(COUNTS[1])))
    for _ in walk.found():
        pass
    assert len(walk.known.maps) == COUNTS[1]
    assert [walk.known.maps[number][0] for number in range(COUNTS[1])] == [
        map_of(number) for number in range(COUNTS[1])
    ]
    assert copies.calls < 20


def test_what_grows_copies_no_more_than_it_has() -> None:
    growing = Growing()
    copied, array = 0, growing.array
    for number in range(10_000):
        growing.add((number,))
        if growing.array is not array:
            copied, array = copied + number, growing.array
    assert copied < 2 * growing.used
    assert growing.array[: growing.used].tolist() == list(range(10_000))


@pytest.mark.few(4)
@pytest.mark.parametrize("scope", [Scope(), Scope("d.nowhere"), Scope("d.*")])
@pytest.mark.parametrize("kind", [ChangeWalk, SummaryWalk])
@pytest.mark.parametrize("made", [one_by_one, of_other_columns])
def test_known_maps_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any, scope: Scope, made: Any
) -> None:
    for name in ("MAX_MAPS", "MAX_LAYOUTS"):
        monkeypatch.setattr(known, name, 16)
    most = [0, 0]
    scan = kind._scan_in  # noqa: SLF001 - what is held between any two calls of a kernel

    def noting(walk: Any, *arguments: Any) -> Any:
        stop = scan(walk, *arguments)
        held = len(walk.known.maps), len(walk.known.layouts)
        most[:] = [max(pair) for pair in zip(most, held, strict=True)]
        return stop

    monkeypatch.setattr(kind, "_scan_in", noting)
    for _ in kind(written(tmp_path, made(COUNTS[0])), scope).found():
        pass
    is_asked = kind is SummaryWalk or scope.is_pattern
    assert most == ([32 if is_asked else 16, 1] if made is one_by_one else [16, 16])


def test_what_is_beyond_the_bounds_is_kept_for_a_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, all_at_once(COUNTS[0]) + one_by_one(COUNTS[0])[len(start_of(MYSQL)) :])
    whole = pa.Table.from_batches(read_batches(path))
    for name, bound in (("MAX_MAPS", 16), ("MAX_LAYOUTS", 16), ("MAX_BYTES", 1000)):
        monkeypatch.setattr(known, name, bound)
        assert pa.Table.from_batches(read_batches(path)).equals(whole)


def test_open_maps_are_found_by_their_newest() -> None:
    chance = Random(1)
    maps = seen_maps.SeenMaps(64, 4096).arrays
    maps.entries["table_id"] = [chance.choice([number, -number, 7]) for number in range(64)]
    scratch = with_open_maps(new_scratch(), 16)
    for _ in range(500):
        numbers = [chance.randrange(64) for _ in range(chance.randrange(17))]
        learning.open_again(np.array(numbers, np.int64), maps, scratch)
        expected = {int(maps.entries["table_id"][number]): number for number in numbers}
        found = [_find_open(table_id, len(numbers), maps, scratch) for table_id in range(-64, 64)]
        assert found == [expected.get(table_id, -1) for table_id in range(-64, 64)]


@kernel
def _find_open(table_id: int, count: int, maps: Any, scratch: Any) -> int:
    return learning.find_open(table_id, count, maps, scratch)
