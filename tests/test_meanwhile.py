"""Trees read while kernels are compiled: together they give what either does, once."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.engine import KernelEngine
from binlog_kaitai.kernels.runtime.kept import Listener
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.schema import RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read import meanwhile
from binlog_kaitai.read.compile_lock import is_locked, locked
from binlog_kaitai.read.engines import AUTO
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.meanwhile import CompiledOnce, CompilingFor, CompilingProcess, Meanwhile
from binlog_kaitai.tree.output import batches as tree_batches
from tests import HANG_SECONDS
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.marks import mostly_long
from tests.records import read_rows
from tests.replay import FIXTURES

LOG = FIXTURES / "mysql97/statements.binlog"
LOGS = [
    FIXTURES / f"{name}.binlog"
    for name in ("mysql97/compressed", "mysql97/xa.2", "mariadb118/xa.2", "mysql56/rows_v1")
]
LENIENT = Scope(is_lenient=True)


class AfterEvents:
    """Compiles as long as it takes to read some events."""

    def __init__(self, count: int) -> None:
        self.left = count

    @property
    def is_over(self) -> bool:
        self.left -= 1
        return self.left < 0

    def wait(self) -> None:
        self.left = 0


def items(found: Iterator[Any]) -> list[Any]:
    """What is found, a row each, and the error."""
    taken: list[Any] = []
    try:
        for each in found:
            if isinstance(each, pa.RecordBatch):
                taken += each.to_pylist()
            else:
                taken.append(str(each.error) if isinstance(each, Fault) else each)
    except BinlogError as error:
        taken.append(str(error))
    return taken


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_batches, "BATCH_ROWS", 3)


def damaged(path: Path, folder: Path) -> str:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    (folder / path.name).write_bytes(data)
    return str(folder / path.name)


@pytest.mark.parametrize("path", mostly_long([*LOGS, *EACH_SHORT_LOG], short=len(LOGS)))
def test_kernels_go_on_where_trees_were(path: Path, tmp_path: Path) -> None:
    for file, scope in ((str(path), Scope()), (damaged(path, tmp_path), LENIENT)):
        for read in (
            lambda engine, *what: engine.change_batches(*what, RowFormat()),
            lambda engine, *what: engine.transaction_batches(*what, TRANSACTION_SCHEMA),
        ):
            whole = items(read(KernelEngine(), file, scope))
            for count in (0, 7, 50, 10_000):
                engine = Meanwhile(AfterEvents(count), KernelEngine)
                assert items(read(engine, file, scope)) == whole


def test_typed_rows_go_on() -> None:
    file = str(FIXTURES / "mysql97/types.binlog")
    schema = inferred_schema([file], Scope("types.wide"), merge_schema=False)
    assert schema
    form = RowFormat(schema, is_typed=True)
    scope = form.scope_of(Scope("types.wide"))
    whole = items(KernelEngine().change_batches(file, scope, form))
    assert len(whole) == 12
    for count in (20, 60, 100, 110):
        engine = Meanwhile(AfterEvents(count), KernelEngine)
        assert items(engine.change_batches(file, scope, form)) == whole


def test_one_process_compiles_into_a_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "one"))
    monkeypatch.setattr(Listener, "hears", None)
    stop = tmp_path / "stop"
    code = "import os, sys, time\nwhile not os.path.exists(sys.argv[1]): time.sleep(0.01)"
    first = CompilingProcess([sys.executable, "-c", code, str(stop)])
    assert [record.name for record in caplog.records] == [meanwhile.__name__]
    assert "compiling kernels in process" in caplog.text
    other = CompilingProcess(["/no/such/program"])  # which is not started
    assert len(caplog.records) == 1
    assert not first.is_over
    assert not other.is_over
    with monkeypatch.context() as elsewhere:  # another cache, whose kernels nobody compiles yet
        elsewhere.setenv("NUMBA_CACHE_DIR", str(tmp_path / "two"))
        assert not is_locked()
    stop.touch()
    other.wait()
    assert other.is_over
    first.wait()
    assert first.is_over
    with locked():
        assert is_locked()
    assert not is_locked()
    with pytest.raises(FileNotFoundError):
        CompilingProcess(["/no/such/program"])
    assert not is_locked()


def test_kernels_read_as_soon_as_those_of_the_reading_are_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(meanwhile, "EACH_LOOK", 0.0)
    others = AfterEvents(10**9)
    looks = iter([False, False, True])
    compiling = CompilingFor(others, lambda: next(looks))
    assert [compiling.is_over for _ in range(3)] == [False, False, True]
    looks = iter([False, True])
    compiling.wait()
    assert next(looks, None) is None
    assert CompilingFor(AfterEvents(0), lambda: False).is_over  # nothing compiles any more


@pytest.mark.parametrize("is_typed", [False, True])
def test_packets_go_on_by_kernels(is_typed: bool) -> None:
    schema = RECORD_SCHEMA
    if is_typed:
        schema = pa.schema(
            [("_position", pa.int64()), ("_ordinal", pa.int32()), ("v", pa.string())]
        )
    data = (FIXTURES / "mysql97/rotated.1.binlog").read_bytes()
    with LogFile(str(FIXTURES / "mysql97/rotated.1.binlog")) as log:
        frames = [data[one.position : one.position + len(one)] for one in log.frames()]
    packets = [pa.array([frame], pa.binary()) for frame in frames]
    form = RowFormat(schema, is_typed, is_projection=True)
    scope = form.scope_of(Scope("rotated.events") if is_typed else Scope())

    def rows(engine: Any) -> list[Any]:
        stream = engine.PacketStream("event", scope, form)
        found = [batch for one in packets for _, batch in stream.batches(one)]
        return [items(iter(found)), stream.memory]

    whole = rows(KernelEngine())
    assert whole[0]
    for count in range(len(packets) + 1):
        assert rows(Meanwhile(AfterEvents(count), KernelEngine)) == whole


@pytest.mark.long
def test_a_large_log_is_read_at_once_and_kernels_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "log.binlog"
    data = LOG.read_bytes()
    log.write_bytes(data)
    variables = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kept"), AUTO: "auto"}
    code = (
        "import sys\n"
        "from binlog_kaitai import read_batches\n"
        "from binlog_kaitai.read import engines\n"
        "engines.SMALL = 0\n"
        "rows = sum(batch.num_rows for batch in read_batches(sys.argv[1]))\n"
        "engines.IN_ANOTHER_PROCESS.started().wait()\n"
        "print(rows, 'numba' in sys.modules)\n"
    )
    command = [sys.executable, "-c", code, str(log)]
    done = subprocess.run(
        command, env=variables, capture_output=True, check=True, timeout=2 * HANG_SECONDS
    )
    rows = len(list(read_rows(log)))
    assert done.stdout.decode().split() == [str(rows), "False"]
    assert list((tmp_path / "kept").rglob("*.nbc"))


KILLED = "import os, sys; print('kernel', flush=True); os.kill(os.getpid(), 9)"
FULL = "import sys; print('failure: no space', flush=True); sys.exit('no space')"


@pytest.mark.parametrize(
    ("code", "warnings"),
    [
        (KILLED, ["compiling", "killed by signal 9", "compiling", "killed by signal 9"]),
        (FULL, ["compiling", "no space"]),
    ],
)
def test_a_process_that_was_killed_is_replaced_once(
    code: str,
    warnings: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Without another process, and without a reason, the reader would compile all by itself."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(Listener, "hears", None)
    monkeypatch.setattr(Listener, "awaits", None)
    monkeypatch.setattr(meanwhile, "EACH_LOOK", 0.01)
    once = CompiledOnce([sys.executable, "-c", code])
    compiling = CompilingFor(once.started("flat"), lambda: False, lambda: once.restarted("flat"))
    compiling.wait()
    assert len(caplog.messages) == len(warnings)
    for message, words in zip(caplog.messages, warnings, strict=True):
        assert words in message


def test_another_process_takes_over_from_one_that_was_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The reader that did not start the killed process starts the next one."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(Listener, "hears", None)
    monkeypatch.setattr(Listener, "awaits", None)
    monkeypatch.setattr(meanwhile, "EACH_LOOK", 0.0)
    once = CompiledOnce([sys.executable, "-c", f"open({str(tmp_path / 'made')!r}, 'w')"])
    made = (tmp_path / "made").exists
    with locked():
        compiling = CompilingFor(once.started(), made, once.restarted)
        assert not compiling.is_over
        assert caplog.messages == []
    compiling.wait()
    assert made()
    assert len(caplog.messages) == 1


def test_a_large_kernel_is_awaited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The reader would need twice its memory to compile it at the same time."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in ("hears", "awaits"):
        monkeypatch.setattr(Listener, name, None)
    monkeypatch.setattr(meanwhile, "EACH_LOOK", 0.0)
    looks = iter([False, False, True])
    monkeypatch.setattr(meanwhile, "is_kept", lambda *_: next(looks))
    with locked():
        CompiledOnce([]).started()
        assert Listener.awaits is not None
        assert not Listener.awaits("binlog_kaitai.kernels.walk.scan", "scan")
        assert Listener.awaits(*meanwhile.AWAITED[0])
    assert next(looks, None) is None


def test_awaited_kernels_exist() -> None:
    for module, function in meanwhile.AWAITED:
        assert hasattr(importlib.import_module(module), function)
