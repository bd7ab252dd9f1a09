"""Small logs that are scanned together hold what each of them holds, read by itself."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, read_batches
from binlog_kaitai.io.files import SMALL
from binlog_kaitai.kernels.walk import change_scanner, pack_reader
from binlog_kaitai.kernels.walk.pack_reader import PackReader
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import RECORD_SCHEMA, with_context
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.views import event_batches
from tests.conftest import Bucket
from tests.fixtures.logs import FIXTURES, LOGS, NEWER_LOGS
from tests.made_up.damage import MAGIC, damaged, events_of
from tests.made_up.readings import KERNELS, TREE, Reading, difference_of, reading, tables_in

ROTATED = FIXTURES / "mysql97/rotated.1.binlog"
FOUND = sorted((Path(__file__).parent / "made_up" / "found").glob("*.binlog"))

Read = Callable[..., Any]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the logs that were not read together with others, as they are read."""
    found: list[str] = []
    batches = PackReader.batches

    def noting(pack: PackReader[Any], files: Sequence[str]) -> Any:
        for item in batches(pack, files):
            if isinstance(item, str):
                found.append(item)
            yield item

    monkeypatch.setattr(PackReader, "batches", noting)
    return found


def index_of(folder: Path, logs: Sequence[Path]) -> Path:
    path = folder / "logs.index"
    path.write_text("".join(f"{log}\n" for log in logs), encoding="utf-8")
    return path


def one_by_one(logs: Sequence[Path], read: Read) -> Reading:
    """What logs hold up to the first error."""
    tables: list[pa.Table] = []
    error = None
    for log in logs:
        found = reading(read(log))
        if found.rows is not None:
            tables.append(found.rows)
        if (error := found.error) is not None:
            break
    rows = pa.concat_tables(tables).combine_chunks() if tables else None
    return Reading(rows, error)


def difference(folder: Path, logs: Sequence[Path], read: Read) -> str | None:
    together = reading(read(index_of(folder, logs)))
    return difference_of(f"{[log.name for log in logs]}", one_by_one(logs, read), together)


def _readings_of(log: Path) -> list[Read]:
    """Flat records, half of them, typed rows of tables, both with contexts, and all events."""
    names = pa.schema([RECORD_SCHEMA.field(name) for name in ("file", "position", "gtid")])
    reads: list[Read] = [partial(read_batches, engine=KERNELS)]
    reads.append(partial(read_batches, schema=names, engine=KERNELS))
    reads.append(partial(event_batches, engine=KERNELS))
    reads.append(partial(read_batches, context=True, engine=KERNELS))
    for table in tables_in(log)[:2]:
        try:
            schema = inferred_schema([log], Scope(table), merge_schema=False)
        except BinlogError:
            continue
        if schema is not None:
            asked = {"table": table, "schema": schema, "engine": KERNELS}
            reads.append(partial(read_batches, **asked))
            with_contexts = with_context(schema, is_typed=True)
            reads.append(partial(read_batches, **asked | {"schema": with_contexts}, context=True))
    return reads


@pytest.mark.few(1)
@pytest.mark.parametrize(("max_logs", "max_rows"), [(1024, 8192), (1024, 24), (2, 8192)])
def test_fixtures_are_as_one_by_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    alone: list[str],
    max_logs: int,
    max_rows: int,
) -> None:
    monkeypatch.setattr(pack_reader, "MAX_LOGS", max_logs)
    monkeypatch.setattr(change_scanner, "MAX_ROWS", max_rows)
    chance = Random(max_logs + max_rows)
    folders: dict[Path, list[Path]] = {}
    for log in NEWER_LOGS:
        if log.stat().st_size < SMALL:
            folders.setdefault(log.parent, []).append(log)
    for of_server in folders.values():
        # of few rows, many batches are made and put together
        logs = of_server if max_rows > 24 else chance.sample(of_server, min(len(of_server), 12))
        sound = [log for log in logs if reading(read_batches(log, engine=KERNELS)).error is None]
        chosen = chance.sample(sound, len(sound)) + chance.sample(sound, len(sound))
        for read in _readings_of(chosen[0]):
            assert difference(tmp_path, chosen, read) is None
        alone.clear()
        list(read_batches(index_of(tmp_path, chosen), engine=KERNELS))
        assert alone
        if max_logs > 2 and max_rows > 24:
            assert len(alone) < len(chosen)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", [pytest.param(seed, id=str(seed)) for seed in range(6)])
def test_damage_is_told_as_one_by_one(tmp_path: Path, seed: int) -> None:
    """Logs with damage, each between two that are sound, in which the same is known."""
    chance = Random(seed)
    small = [log for log in LOGS if log.stat().st_size < 20_000]
    for number, log in enumerate(chance.choices(small, k=12)):
        broken = tmp_path / f"broken.{number}.binlog"
        broken.write_bytes(damaged(log.read_bytes(), chance))
        for read in _readings_of(log):
            if reading(read(log)).error is None:
                assert difference(tmp_path, [log, log, broken, log], read) is None


@pytest.mark.few(24)
@pytest.mark.parametrize("found", [pytest.param(log, id=log.name) for log in FOUND])
def test_what_was_found_is_told_as_one_by_one(tmp_path: Path, found: Path) -> None:
    head = tmp_path / "head.binlog"
    data = found.read_bytes()
    head.write_bytes(data[:MAGIC] + events_of(data)[0])
    for read in _readings_of(found):
        assert difference(tmp_path, [head, found, head, found], read) is None


def test_small_logs_are_read_together(tmp_path: Path, alone: list[str]) -> None:
    logs = [tmp_path / f"{number:03}.binlog" for number in range(40)]
    for log in logs:
        log.write_bytes(ROTATED.read_bytes())
    batches = list(read_batches(index_of(tmp_path, logs), engine=KERNELS))
    assert alone == [str(logs[0])]
    assert len(batches) == 2
    assert pa.Table.from_batches(batches) == one_by_one(logs, read_batches).rows
    typed = partial(read_batches, table="rotated.events", engine=KERNELS, threads=2)
    alone.clear()
    assert difference(tmp_path, logs, typed) is None
    assert alone == []  # the first one was learned of when its columns were looked for
    list(read_batches(logs, context=True, engine=KERNELS))
    assert alone == [str(logs[0])]
    alone.clear()
    batches = list(event_batches(logs, engine=KERNELS))
    assert alone == [str(logs[0])]
    assert len(batches) == 2
    assert pa.Table.from_batches(batches) == one_by_one(logs, event_batches).rows


@pytest.mark.parametrize(
    "asked",
    [
        {"scope": Scope(span=Span(4))},
        {"context": True, "scope": Scope(is_lenient=True)},
        {"engine": TREE},
    ],
    ids=["part", "context", "trees"],
)
def test_other_readings_are_one_by_one(
    tmp_path: Path, alone: list[str], asked: dict[str, Any]
) -> None:
    logs = [ROTATED, FIXTURES / "mysql97/rotated.2.binlog", ROTATED]
    assert difference(tmp_path, logs, partial(read_batches, **{"engine": KERNELS, **asked})) is None
    assert alone == []


FAULT = pa.field("fault", pa.string())


def _scopes_of(log: Path) -> list[Scope]:
    """Return scopes that leave out some rows of a log."""
    rows = pa.Table.from_batches(read_batches(log, engine=TREE))
    times = sorted(set(rows["timestamp"].cast(pa.int64()).to_pylist()))
    gtids = list(filter(None, rows["gtid"].to_pylist()))
    (server_id,) = set(rows["server_id"].to_pylist())
    scopes = [
        Scope(start_time=times[len(times) // 2]),
        Scope(end_time=times[len(times) // 2]),
        Scope(database=rows["database"].to_pylist()[0]),
        Scope(database="nowhere"),
        Scope(server_id=server_id),
        Scope(server_id=server_id + 1),
    ]
    for gtid in gtids[-1:]:
        scopes += [Scope(applied=parse_gtid_set(gtid)), Scope(until=parse_gtid_set(gtid))]
    return [*scopes, *(replace(scope, is_lenient=True) for scope in scopes), Scope(is_lenient=True)]


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_what_is_filtered_is_as_one_by_one(tmp_path: Path, server: str, alone: list[str]) -> None:
    chance = Random(5)
    logs = [FIXTURES / server / f"{name}.binlog" for name in ("rotated.1", "rotated.2")]
    logs = chance.sample([*logs, *logs, *logs], 6)
    broken = tmp_path / "broken.binlog"
    data = ROTATED.read_bytes()
    broken.write_bytes(data[: len(data) // 2] + b"?" + data[len(data) // 2 + 1 :])
    for scope in _scopes_of(logs[0]):
        fault = FAULT.name if scope.is_lenient else None
        schema = RECORD_SCHEMA.append(FAULT) if fault else RECORD_SCHEMA
        read = partial(read_batches, schema=schema, scope=scope, fault_field=fault, engine=KERNELS)
        alone.clear()
        chosen = [*logs, broken, *logs] if scope.is_lenient else logs
        assert difference(tmp_path, chosen, read) is None
        assert len(alone) <= len(chosen) // 2


def test_a_log_of_another_kind_is_between(tmp_path: Path, alone: list[str]) -> None:
    """One that is compressed, of another server, large, empty, or ends inside a transaction."""
    import gzip  # noqa: PLC0415

    zipped, torn, large, empty = (tmp_path / name for name in ("z.gz", "torn", "large", "empty"))
    data = ROTATED.read_bytes()
    zipped.write_bytes(gzip.compress(data))
    torn.write_bytes(data[: sum(map(len, events_of(data)[:-3])) + MAGIC])
    large.write_bytes(data + b"".join(events_of(data)[1:-1]) * 60)
    other = FIXTURES / "mariadb118/rotated.1.binlog"
    logs = [ROTATED, ROTATED, zipped, ROTATED, torn, other, ROTATED, other, large, ROTATED]
    read = partial(read_batches, engine=KERNELS)
    assert difference(tmp_path, logs, read) is None
    assert alone.count(str(ROTATED)) == 1
    empty.write_bytes(b"")
    for last in (empty, tmp_path):
        logs = [ROTATED, ROTATED, ROTATED, last]
        if last.is_dir():
            with pytest.raises(IsADirectoryError):
                list(read(index_of(tmp_path, logs)))
        else:
            assert difference(tmp_path, logs, read) is None


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": lambda data: bytes(pa.compress(data, codec="zstd", asbytes=True)),
}


def test_compressed_logs_are_read_together(tmp_path: Path, alone: list[str]) -> None:
    content = ROTATED.read_bytes()
    logs = []
    for number, (suffix, compress) in enumerate(COMPRESS.items()):
        logs.append(tmp_path / f"binlog.{number:06d}.{suffix}")
        logs[-1].write_bytes(compress(content))
    logs.append(ROTATED)
    read = partial(read_batches, engine=KERNELS)
    assert difference(tmp_path, logs, read) is None
    # the first one, from which is learned how logs begin
    assert alone == [str(logs[0])]


def test_small_logs_of_a_bucket_are_read_together(bucket: Bucket, alone: list[str]) -> None:
    content, uris = ROTATED.read_bytes(), []
    for number, compress in enumerate([bytes, bytes, *COMPRESS.values()]):
        uris.append(bucket.uri(f"small/binlog.{number:06d}"))
        bucket.write(f"small/binlog.{number:06d}", compress(content))
    for read in (read_batches, event_batches):
        found = pa.Table.from_batches(read(uris, engine=KERNELS))
        assert alone == [uris[0]]
        alone.clear()
        one_each = [pa.Table.from_batches(read(uri, engine=TREE)) for uri in uris]
        assert found == pa.concat_tables(one_each)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_damage_of_a_compressed_log_comes_in_its_turn(tmp_path: Path, suffix: str) -> None:
    whole, cut = (tmp_path / f"{name}.{suffix}" for name in ("whole", "cut"))
    whole.write_bytes(COMPRESS[suffix](ROTATED.read_bytes()))
    cut.write_bytes(whole.read_bytes()[:-20])
    read = partial(read_batches, engine=KERNELS)
    assert difference(tmp_path, [whole, cut, whole], read) is None
