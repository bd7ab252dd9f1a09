"""Logs that are read one after the other, by what was learned of those before, and each alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import read_batches, scan
from binlog_kaitai.kernels.walk import chunk, sessions, table_map_cache
from binlog_kaitai.kernels.walk.known_formats import KnownFormats
from binlog_kaitai.kernels.walk.sessions import KnownSessions
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.schema import RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read import given
from binlog_kaitai.read.engines import Engine, Engines, engine_of
from binlog_kaitai.read.views import event_batches, transaction_batches
from tests.fixtures.logs import FIXTURES, LOGS, NEWER_LOGS, SHORT
from tests.made_up.damage import damaged, events_of
from tests.made_up.readings import (
    KERNELS,
    LENIENT,
    TREE,
    Reading,
    difference_of,
    lenient_outcome,
    outcome,
    reading,
    transactions,
)

Way = Callable[[Path, Engine | Engines], Reading]

FOUND = sorted((Path(__file__).parent / "made_up" / "found").glob("*.binlog"))
LOG = FIXTURES / "mysql97/rotated.1.binlog"

EVENTS = Scope(database="rotated")


def _of_a_scope(path: Path, engine: Engine | Engines) -> Reading:
    return reading(read_batches(path, scope=EVENTS, engine=engine))


def _flat(path: Path, engine: Engine | Engines) -> Reading:
    return outcome(path, None, engine)


def _lenient(path: Path, engine: Engine | Engines) -> Reading:
    return lenient_outcome(path, None, engine, RECORD_SCHEMA)


def _typed(path: Path, engine: Engine | Engines) -> Reading:
    return outcome(path, "*.t*", engine)


def _lenient_transactions(path: Path, engine: Engine | Engines) -> Reading:
    return transactions(path, engine, LENIENT)


WAYS: tuple[Way, ...] = (
    _flat,
    _lenient,
    _of_a_scope,
    _typed,
    transactions,
    _lenient_transactions,
)

CHUNK = 2000


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return logs of all servers, some of them damaged."""
    chance = Random(12)
    folder = tmp_path_factory.mktemp("damaged")
    sound = [path for path in NEWER_LOGS if path.stat().st_size <= SHORT]
    sound += [path for path in LOGS if path.stem == "statements"]
    broken = []
    for number, path in enumerate(chance.sample(sound, len(sound) // 2)):
        broken.append(folder / f"{number}.binlog")
        broken[-1].write_bytes(damaged(path.read_bytes(), chance))
    return [*sound, *broken, *FOUND]


@pytest.fixture(scope="module")
def alone(logs: list[Path]) -> dict[tuple[Way, Path], Reading]:
    """Return what each log is, read by itself."""
    return {(way, path): way(path, KERNELS) for way in WAYS for path in logs}


def _bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have hardly anything be kept, and little be looked at together."""
    monkeypatch.setattr(chunk, "CHUNK", CHUNK)
    monkeypatch.setattr(table_map_cache, "MAX_MAPS", 4)
    monkeypatch.setattr(table_map_cache, "MAX_LAYOUTS", 6)
    monkeypatch.setattr(table_map_cache, "MAX_FORMATS", 6)
    monkeypatch.setattr(sessions, "MAX_SESSIONS", 6)
    monkeypatch.setattr(sessions, "MAX_FORMATS", 3)


@pytest.mark.long
@pytest.mark.parametrize(
    "bounds",
    [
        pytest.param(lambda _: None, id="as they are"),
        pytest.param(_bounds, id="tight", marks=pytest.mark.long),
    ],
)
def test_logs_are_as_alone(
    bounds: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    logs: list[Path],
    alone: dict[tuple[Way, Path], Reading],
) -> None:
    bounds(monkeypatch)
    chance = Random(9)
    engines = Engines(KERNELS)
    for way in WAYS:
        for path in chance.sample(logs, len(logs)):
            together = way(path, engines)
            assert difference_of(f"{way.__name__} {path}", alone[way, path], together) is None
            if not chance.randrange(4):
                _give_up(chance.choice(logs), engines, chance)


def _give_up(path: Path, engines: Engines, chance: Random) -> None:
    """Read a log no further than to the first that is found."""
    next(chance.choice([_changes, _transactions])(path, engines), None)


def _changes(path: Path, engines: Engines) -> Iterator[Any]:
    engine = engine_of(engines, [str(path)])
    return engine.change_batches(str(path), LENIENT, RowFormat())


def _transactions(path: Path, engines: Engines) -> Iterator[Any]:
    return engine_of(engines).transaction_batches(str(path), LENIENT, TRANSACTION_SCHEMA)


def test_logs_are_read_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading has its own."""
    monkeypatch.setattr(chunk, "CHUNK", CHUNK)
    engines = Engines(KERNELS)
    paths = [FIXTURES / "mysql97" / f"{name}.binlog" for name in ("statements", "types", "nested")]
    alone = [list(_changes(path, Engines(KERNELS))) for path in paths]
    assert min(map(len, alone)) > 1
    readings = [_changes(path, engines) for path in paths]
    rounds = list(zip_longest(*readings))
    for batches, found in zip(alone, zip(*rounds, strict=True), strict=True):
        assert batches == [batch for batch in found if batch is not None]


@pytest.mark.parametrize(
    "read",
    [
        read_batches,
        partial(read_batches, table="rotated.events"),
        transaction_batches,
        event_batches,
    ],
)
def test_what_is_known_is_not_learned_again(
    read: Callable[..., Iterator[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[object] = []
    for kind in (KnownMaps, KnownSessions, KnownFormats):
        monkeypatch.setattr(kind, "learn", _counted(kind.learn, learned))
    engines = Engines(KERNELS)
    first = list(read(LOG, engine=engines))
    assert learned
    learned.clear()
    assert list(read(LOG, engine=engines)) == first
    assert learned == []


@pytest.mark.few(2)
@pytest.mark.parametrize("verifies", [True, False])
@pytest.mark.parametrize("log", ["mysql97/rotated.1", "mariadb1011/rotated.1", "mysql56/rotated.1"])
def test_a_first_event_is_known_by_all_that_it_says(
    log: str, tmp_path: Path, *, verifies: bool
) -> None:
    """Each byte of it is another in turn, also those of its header and its checksum."""
    data, path = (FIXTURES / f"{log}.binlog").read_bytes(), tmp_path / "log.binlog"
    engines = Engines(KERNELS)

    def read(engine: Engine | Engines) -> Reading:
        return reading(read_batches(path, verify_checksums=verifies, engine=engine))

    for at in range(4, 4 + len(events_of(data)[0])):
        path.write_bytes(data)
        assert read(engines).error is None
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert read(engines) == read(Engines(KERNELS))


def _counted(learn: Callable[..., Any], calls: list[object]) -> Callable[..., Any]:
    def counted(*args: Any) -> Any:
        calls.append(learn)
        return learn(*args)

    return counted


@pytest.mark.parametrize("engine", [KERNELS, TREE])
def test_a_scan_reads_small_neighbours_together(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that is not small, or of which a part is wanted, is read by itself."""
    asked = sorted(NEWER_LOGS, key=lambda log: log.stat().st_size)[:12]
    sizes = [log.stat().st_size for log in asked]
    monkeypatch.setattr(given, "SMALL", sorted(sizes)[-2])
    found = scan(asked, engine=engine, start_position=5)
    groups = [[log.path for log in logs] for logs, _ in found.by_logs()]
    assert [path for paths in groups for path in paths] == [str(log) for log in asked]
    assert groups[0] == [str(asked[0])]
    assert [paths for paths in groups if len(paths) > 1]
    assert all(
        [str(log)] in groups for log, size in zip(asked, sizes, strict=True) if size >= given.SMALL
    )
    alone = [batch for _, batches in found.by_log() for batch in batches]
    assert pa.Table.from_batches(found) == pa.Table.from_batches(alone)
