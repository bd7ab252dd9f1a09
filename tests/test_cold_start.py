"""Without compiled kernels, trees read what is small; asked for by name, an engine stays."""

from __future__ import annotations

import gzip
import importlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

from binlog_kaitai import read_batches
from binlog_kaitai.cli import compiling
from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.kernels.engine import KernelEngine
from binlog_kaitai.kernels.runtime.kept import Listener
from binlog_kaitai.read import engines
from binlog_kaitai.read.engines import LARGEST, SMALL, engine_of, soonest
from binlog_kaitai.read.meanwhile import Meanwhile
from binlog_kaitai.tree import engine as tree_engine
from tests import HANG_SECONDS
from tests.replay import FIXTURES

LOG = FIXTURES / "mysql97/rotated.1.binlog"


@pytest.fixture(autouse=True)
def _auto(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(engines.AUTO)


class Compiling:
    """Compiles for ever."""

    is_over = False

    def started(self, first: str = "") -> Compiling:
        del first
        return self

    restarted = started


@pytest.fixture
def _cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "is_kept", lambda *_: False)
    monkeypatch.setattr(engines, "IN_ANOTHER_PROCESS", Compiling())


@pytest.fixture
def large(tmp_path: Path) -> Path:
    file = tmp_path / "large.binlog"
    file.write_bytes(LOG.read_bytes() + bytes(SMALL))
    return file


@pytest.mark.usefixtures("_cold")
def test_trees_read_what_is_small(
    monkeypatch: pytest.MonkeyPatch, large: Path, tmp_path: Path
) -> None:
    packed = tmp_path / "packed.gz"
    packed.write_bytes(gzip.compress(large.read_bytes()))
    held = HeldFile("held", large.read_bytes())
    small = str(LOG)
    for files in ([small], [HeldFile("held", LOG.read_bytes())], [str(tmp_path / "none")]):
        assert engine_of("auto", files) is tree_engine
    many = [small] * (SMALL // LOG.stat().st_size + 1)
    not_small: list[list[str]]
    not_small = [[str(large)], [small, str(large)], [str(packed)], [held], many, []]
    for files in not_small:
        assert isinstance(engine_of("auto", files), Meanwhile)
    monkeypatch.setattr(engines, "can_keep", lambda: False)
    for files in not_small:
        assert isinstance(engine_of("auto", files), KernelEngine)


@pytest.mark.usefixtures("_cold")
def test_an_engine_that_is_asked_for_reads(monkeypatch: pytest.MonkeyPatch, large: Path) -> None:
    assert isinstance(engine_of("kernels", [str(LOG)]), KernelEngine)
    assert engine_of("tree", [str(large)]) is tree_engine
    monkeypatch.setenv(engines.AUTO, "kernels")
    assert isinstance(engine_of("auto", [str(LOG)]), KernelEngine)
    monkeypatch.setenv(engines.AUTO, "fast")
    with pytest.raises(ValueError, match="unknown engine 'fast'"):
        engine_of("auto", [str(LOG)])


def test_a_process_that_reads_little_has_trees_read(large: Path, tmp_path: Path) -> None:
    small, none = str(LOG), str(tmp_path / "none")
    assert soonest("auto", [small]) == "tree"
    assert soonest("kernels", [small]) == "kernels"
    many = [small] * (SMALL // LOG.stat().st_size + 1)
    for paths in ([], many, [str(large)], [small, none], [str(tmp_path)], ["-"], ["s3://b/log"]):
        assert soonest("auto", paths) == "auto"


def test_kernels_read_once_they_are_compiled() -> None:
    for reading, kernels in LARGEST.items():
        for module, name in kernels:
            assert isinstance(getattr(importlib.import_module(module), name), Dispatcher)
        for engine in ("kernels", "auto"):
            table = "rotated.events" if reading == "typed" else None
            list(read_batches(LOG, table, engine=engine))
    assert isinstance(engine_of("auto", [str(LOG)], "flat"), KernelEngine)
    assert isinstance(engine_of("auto", [str(LOG)], "typed"), KernelEngine)


@pytest.mark.parametrize(
    "words",
    [
        ["rows"],
        ["history", "--table", "rotated.events", "--key", "id=2"],
        ["undo", "--start-position", "1175"],
        ["verify"],
        ["stats", "--hot"],
    ],
    ids=lambda words: str(words[0]),
)
def test_a_first_read_compiles_nothing(words: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "binlog_kaitai", *words, str(LOG)]
    variables = {"NUMBA_CACHE_DIR": str(tmp_path)}
    cold, warm = (
        subprocess.run(
            command, capture_output=True, check=True, timeout=HANG_SECONDS, env=os.environ | more
        ).stdout
        for more in (variables, {})
    )
    assert cold == warm
    assert list(tmp_path.rglob("*.nbc")) == []


SPARK = """
import sys
from pyspark.sql.types import StructType
from binlog_kaitai.spark.source.data_source import BinlogDataSource

for options in (
    {}, {"table": "rotated.events"}, {"view": "events", "dataType": "variant"}, {"context": "true"}
):
    source = BinlogDataSource({"path": sys.argv[1], **options})
    reader = source.reader(source.schema())
    print(*(batch.to_pylist() for part in reader.partitions() for batch in reader.read(part)))
print("numba" in sys.modules, file=sys.stderr)
"""


def test_a_first_read_of_spark_compiles_nothing(tmp_path: Path) -> None:
    def found(**more: str) -> tuple[bytes, str]:
        command = [sys.executable, "-c", SPARK, str(LOG)]
        done = subprocess.run(
            command, capture_output=True, check=True, timeout=HANG_SECONDS, env=os.environ | more
        )
        return done.stdout, done.stderr.decode().strip()

    cold, has_numba = found(NUMBA_CACHE_DIR=str(tmp_path))
    assert has_numba == "False"
    assert list(tmp_path.rglob("*.nbc")) == []
    warm, has_numba = found(BINLOG_KAITAI_ENGINE="kernels")
    assert has_numba == "True"
    assert cold == warm


@pytest.mark.parametrize("command", ["rows", "events"])
def test_a_command_that_reads_little_does_without_numba(command: str) -> None:
    line = [sys.executable, "-X", "importtime", "-m", "binlog_kaitai", command, str(LOG)]
    done = subprocess.run(line, capture_output=True, check=True, timeout=HANG_SECONDS)
    assert done.stdout
    imported = {told.rpartition(b"|")[2].strip() for told in done.stderr.splitlines()}
    assert b"pyarrow" in imported
    assert b"numba" not in imported


def told_of_two(monkeypatch: pytest.MonkeyPatch, terminal: str | None) -> None:
    """Compile two kernels, in front of this kind of terminal."""
    monkeypatch.setattr(Listener, "hears", None)
    monkeypatch.setenv("TERM", terminal or "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal is not None)
    compiling.show_compilations()
    for kernel in ("one.kernel", None, "another.kernel", None):
        if Listener.hears is not None:
            Listener.hears(kernel)


def test_a_terminal_is_told_how_far_compiling_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told_of_two(monkeypatch, "xterm")
    shown = capsys.readouterr().err
    assert shown.index(f"{compiling.LINE}; 0 done in") < shown.index(f"{compiling.LINE}; 1 done in")
    assert shown.endswith("\x1b[2K")  # the line is gone


@pytest.mark.parametrize(("terminal", "said"), [("dumb", f"{compiling.LINE}\n"), (None, "")])
def test_where_no_line_can_go_it_is_printed_once_or_never(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    terminal: str | None,
    said: str,
) -> None:
    told_of_two(monkeypatch, terminal)
    assert capsys.readouterr().err == said


def test_rows_are_not_mixed_with_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another process compiles meanwhile, which a thread tells of."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    thread = threading.Thread(target=told_of_two, args=(monkeypatch, "xterm"))
    thread.start()
    thread.join()
    assert capsys.readouterr().err == f"{compiling.LINE}\n"


def test_the_line_is_gone_when_a_command_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = compiling.CompilingLine()
    line("one.kernel")
    line.end()
    line(None)
    line("another.kernel")
    shown = capsys.readouterr().err
    assert f"{compiling.LINE}; 0 done in" in shown
    assert shown.endswith("\x1b[2K")
    assert "1 done" not in shown
