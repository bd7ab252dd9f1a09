"""The readers that are timed, each run on one core in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from tests.bench.workloads import Workload, prefix
from tests.servers import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.servers import Server

POLL_SECONDS = 0.005
CONNECTOR_SOURCE = Path(__file__).with_name("Connector.java")
ONE_THREAD = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "ARROW_IO_THREADS": "1"}


class ReaderError(RuntimeError):
    """A reader failed, or read another number of row images than there are."""


@dataclass(frozen=True)
class Run:
    """What one process did: how much it read, in which time, in how much memory."""

    images: int
    size: int
    seconds: float
    # of memory, at most, in bytes
    peak: int
    # from the start of the process, in seconds
    first_batch: float | None = None
    # seconds of all threads, where a reader tells them
    cpu: float | None = None
    # of this run, and of those that it is the best of
    all_seconds: tuple[float, ...] = ()

    @property
    def median(self) -> float:
        """Return the seconds that half of the runs took at most."""
        return statistics.median(self.all_seconds or (self.seconds,))

    @property
    def images_per_second(self) -> float:
        return self.images / self.seconds

    @property
    def bytes_per_second(self) -> float:
        return self.size / self.seconds

    def better(self, other: Run) -> Run:
        """Return the faster run's numbers, with the lower first batch and the higher peak."""
        faster = min(self, other, key=lambda run: run.seconds)
        firsts = [run.first_batch for run in (self, other) if run.first_batch is not None]
        peak = max(self.peak, other.peak)
        first_batch = min(firsts, default=None)
        seconds = [s for run in (self, other) for s in run.all_seconds or (run.seconds,)]
        return replace(faster, peak=peak, first_batch=first_batch, all_seconds=tuple(seconds))


@dataclass(frozen=True)
class Reader:
    """One way to read a log."""

    name: str
    # of `tests.bench.child`
    program: str
    is_typed: bool = False
    # slow ones read only the log's beginning
    reads_all: bool = True
    # each has a core
    threads: int = 1

    def run(self, workload: Workload, server: Server) -> Run:
        """Read the log of a workload once."""
        log = workload.log(server) if self.reads_all else prefix(workload, server)
        table = workload.table if self.is_typed else None
        arguments = [self.program, str(log), table or "", str(self.threads)]
        command = [sys.executable, "-m", "tests.bench.child", *arguments]
        done = _measure(command, {**os.environ, **ONE_THREAD}, num_cores=self.threads)
        told: dict[str, Any] = json.loads(done.output)
        rows, first_batch_at = told["rows"], told.get("first_batch_at")
        # the flat record has the statements too
        is_wrong = rows != workload.images if self.is_typed else rows < workload.images
        if self.reads_all and self.program not in (EVENTS.program, LIMIT.program) and is_wrong:
            raise ReaderError(f"{self.name}: {rows} rows of {workload.images} in {log}")
        return Run(
            workload.images if self.reads_all else rows,
            _size(workload, server) if self.reads_all else log.stat().st_size,
            told["seconds"],
            done.peak,
            None if first_batch_at is None else first_batch_at - done.started_at,
            told.get("cpu"),
        )


@dataclass(frozen=True)
class Tool(Reader):
    """The server's own tool, which prints text; the whole command is timed."""

    def run(self, workload: Workload, server: Server) -> Run:
        with _seen_by(server, workload.files(server)) as paths:
            options = ["--no-defaults", "-v", "--base64-output=decode-rows", *paths]
            command = server.command(self.program, *options)
            done = _measure(command, server.environment(), keep_output=False)
        return Run(workload.images, _size(workload, server), done.seconds, done.peak)


@dataclass(frozen=True)
class Export(Reader):
    """The command that writes all tables to Parquet; the whole command is timed."""

    def run(self, workload: Workload, server: Server) -> Run:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "out")
            options = ["--master", f"threads[{self.threads}]", "--out", str(out)]
            log = str(workload.log(server))
            command = [sys.executable, "-m", "binlog_kaitai", "export", *options, log]
            done = _measure(command, {**os.environ, **ONE_THREAD}, num_cores=self.threads)
            rows = sum(pq.read_metadata(file).num_rows for file in out.rglob("*.parquet"))
        if rows < workload.images:
            raise ReaderError(f"{self.name}: {rows} rows of {workload.images} in {log}")
        return Run(workload.images, _size(workload, server), done.seconds, done.peak)


@dataclass(frozen=True)
class Connector(Reader):
    """mysql-binlog-connector-java, which has to be given: `jars` is a class path."""

    jars: str = ""

    def run(self, workload: Workload, server: Server) -> Run:
        """Read the log of a workload until the machine is warm, and time the last turn."""
        files = workload.files(server)
        # Java starts a thread a core for its garbage; all of them are on the one core
        command = ["java", "-cp", self.jars, str(CONNECTOR_SOURCE), *map(str, files)]
        done = _measure(command, dict(os.environ))
        told: dict[str, Any] = json.loads(done.output)
        if told["rows"] < workload.images:
            raise ReaderError(f"{self.name}: {told['rows']} rows of {workload.images} in {files}")
        return Run(workload.images, _size(workload, server), told["seconds"], done.peak)


def _size(workload: Workload, server: Server) -> int:
    return sum(log.stat().st_size for log in workload.files(server))


KERNELS = Reader("kernels, typed", "kernels", is_typed=True)
TWO_THREADS = Reader("kernels, typed, 2 threads", "kernels", is_typed=True, threads=2)
FLAT = Reader("kernels, flat", "kernels")
EVENTS = Reader("kernels, events", "events")
LIMIT = Reader("limit: copied, seen once", "limit")
EXPORT = Export("export to Parquet", "export")
TREE = Reader("tree, typed", "tree", is_typed=True, reads_all=False)
PEER = Reader("python-mysql-replication", "peer", reads_all=False)
CONNECTOR = "mysql-binlog-connector-java"


def tool_of(server: Server) -> Tool:
    """Return the tool that comes with a server."""
    program = "mysqlbinlog" if server.family == "mysql" else "mariadb-binlog"
    return Tool(f"{program} -v", program)


@dataclass(frozen=True)
class _Done:
    output: bytes
    started_at: float
    seconds: float
    peak: int


def _measure(
    command: list[str],
    environment: dict[str, str],
    *,
    keep_output: bool = True,
    num_cores: int = 1,
) -> _Done:
    cores = sorted(os.sched_getaffinity(0))[-num_cores:]
    with tempfile.TemporaryFile() as errors:
        started_at = time.monotonic()
        process = subprocess.Popen(
            ["taskset", "--cpu-list", ",".join(map(str, cores)), *command],
            stdout=subprocess.PIPE if keep_output else subprocess.DEVNULL,
            stderr=errors,
            env=environment,
            cwd=REPOSITORY,
        )
        memory = _Memory(process.pid)
        memory.start()
        output = process.stdout.read() if process.stdout else b""
        code = process.wait()
        seconds = time.monotonic() - started_at
        memory.join()
        if code:
            errors.seek(0)
            message = errors.read()[-2000:].decode(errors="replace")
            raise ReaderError(f"exit code {code} of {' '.join(command)}: {message}")
    return _Done(output, started_at, seconds, memory.peak)


class _Memory(threading.Thread):
    """Looks at the peak memory of a process until it ends.

    What the system tells of a process that has ended counts what its parent had when it began.
    """

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._status = Path(f"/proc/{process}/status")
        self.peak = 0

    def run(self) -> None:
        while (peak := self._look()) is not None:
            self.peak = peak
            time.sleep(POLL_SECONDS)

    def _look(self) -> int | None:
        with contextlib.suppress(OSError):
            for line in self._status.read_text(encoding="utf-8").splitlines():
                name, _, value = line.partition(":")
                if name == "VmHWM":
                    return int(value.split()[0]) * 1024
        return None


@contextlib.contextmanager
def _seen_by(server: Server, logs: list[Path]) -> Iterator[list[str]]:
    """Put logs where the programs of a server can read them, for some have a root of their own."""
    if server.root == Path("/"):
        yield [str(log) for log in logs]
        return
    with tempfile.TemporaryDirectory(prefix="binlog-", dir=server.root / "tmp") as folder:
        paths = [Path(folder, log.name) for log in logs]
        for log, path in zip(logs, paths, strict=True):
            try:
                path.hardlink_to(log)
            except OSError:
                shutil.copyfile(log, path)
        yield [f"/{path.relative_to(server.root)}" for path in paths]
