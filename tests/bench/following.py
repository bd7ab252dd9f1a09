"""What it costs to follow a server, and how late its changes are visible.

    python -m tests.bench.following [--server mysql97] [--rows 2000] [--code CHECKOUT]
    python -m tests.bench.following --rows 2000 --rows 10000 --rows 40000 --tables 100

Each follower is a process of its own, on a server that first is idle and then writes at a rate.
Its CPU is that of all its threads, and of the system for it, as a part of one core. The lag of a
transaction is the time from its commit, as its client sees it, to the state that an export writes
once all tables show the transaction. With several rates, or several checkouts of this repository,
their followers take turns. A follower that is too slow for a rate leaves rows that are not visible
some seconds after the last commit.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
import pymysql
from pymysql.constants import ER

from binlog_kaitai import scan
from binlog_kaitai.io.finding import in_order
from binlog_kaitai.lake.following import EVERY
from tests.servers import REPOSITORY, SERVERS, RunningServer
from tests.soak import CREATE, OPTIONS, SERVER_OPTIONS, TABLES, statement

WARM_SECONDS = 10.0
"""Seconds of writes that are not measured: a follower compiles, and makes its tables."""

POLL_SECONDS = 0.005
START_SECONDS = 120

ROWS_A_WRITER = 4000
"""Row changes a second for which a connection of its own writes."""

EXPORT = ("export", "--follow", "--out", "{out}", "--spool", "{spool}", "--threads", "2")
CASES: dict[str, tuple[str, ...]] = {
    "archive": ("archive", "--follow"),
    "parquet": EXPORT,
    "delta": (*EXPORT, "--format", "delta"),
    "iceberg": (*EXPORT, "--format", "iceberg"),
    "parquet-current": (*EXPORT, "--current"),
    "delta-current": (*EXPORT, "--format", "delta", "--current"),
}

Place = tuple[str, int]


class Commit(NamedTuple):
    """A transaction: the time at which its client knows of the commit, and its changed rows."""

    time: float
    rows: int


@dataclass
class Writer:
    """Writes to tables of a server at a rate, in threads."""

    server: RunningServer
    rows: int
    tables: Sequence[str]
    commits: list[Commit] = field(default_factory=list)

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Write up to the end of the block."""
        is_over, count = threading.Event(), max(1, round(self.rows / ROWS_A_WRITER))
        threads = [
            threading.Thread(target=self._write, args=(is_over, seed, self.rows / count))
            for seed in range(41, 41 + count)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            is_over.set()
            for thread in threads:
                thread.join()

    def _write(self, is_over: threading.Event, seed: int, rows: float) -> None:
        chance, count, began = random.Random(seed), 0, time.monotonic()
        with contextlib.closing(self.server.connect()) as connection:
            cursor = connection.cursor()
            while not is_over.is_set():
                try:
                    cursor.execute(statement(chance, self.tables))
                except pymysql.err.OperationalError as error:
                    if error.args[0] != ER.LOCK_DEADLOCK:  # of two writers
                        raise
                if cursor.rowcount:
                    self.commits.append(Commit(time.time(), cursor.rowcount))
                count += cursor.rowcount
                is_over.wait(max(0.0, count / rows - (time.monotonic() - began)))

    def places(self) -> list[Place]:
        """Return the ends of the transactions in the server's logs."""
        columns = ["file", "end_position", "num_rows"]
        logs = self.server.binary_log_files()
        found = [
            row
            for one in scan(logs, view="transactions", columns=columns)
            for row in one.to_pylist()
        ]
        return [(Path(row["file"]).name, row["end_position"]) for row in found if row["num_rows"]]


class Watcher:
    """Notes when an export has made which place of the logs visible, in a thread."""

    def __init__(self, out: Path) -> None:
        self._path = out / "_export/state.json"
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.shown: list[tuple[float, Place]] = []

    def __enter__(self) -> Watcher:  # noqa: PYI034 - Self came with Python 3.11
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        before = 0
        while not self._is_over.wait(POLL_SECONDS):
            with contextlib.suppress(FileNotFoundError), self._path.open("rb") as file:
                changed = os.fstat(file.fileno()).st_mtime_ns
                if changed != before:
                    before = changed
                    self.shown.append((changed / 1e9, _place_in(json.load(file))))


def _place_in(state: dict[str, object]) -> Place:
    read = {path: size for path, size, _ in state["files"]}  # type: ignore[attr-defined]
    read |= {path: one[0] for path, one in state["growing"].items()}  # type: ignore[attr-defined]
    last = max(read, key=in_order, default="")
    return Path(last).name, read.get(last, 0)


def lags(
    commits: list[Commit], places: list[Place], shown: list[tuple[float, Place]]
) -> list[float]:
    """Return the lag of each row from a commit to the first state that has its place."""
    found: list[float] = []
    states = iter(shown)
    at, place = next(states, (0.0, ("", 0)))
    for commit, end in zip(commits, places, strict=True):
        while place < end:
            following = next(states, None)
            if following is None:
                return found
            at, place = following
        found += [at - commit.time] * commit.rows
    return found


def cpu_of(process: subprocess.Popen[bytes]) -> float:
    """Return the seconds of CPU that a process took."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """What a follower took: parts of a core, and seconds."""

    idle: float
    busy: float
    rows: float
    lags: list[float]
    commits: int
    is_late: bool = False

    def __str__(self) -> str:
        text = f"idle {self.idle:6.2%}  busy {self.busy:6.1%} of a core at {self.rows:5.0f} rows/s"
        text += f", {self.busy * 1e6 / self.rows:5.1f} s of CPU for 1,000,000 rows"
        if self.is_late:
            return f"{text}  too slow: {len(self.lags)} rows were visible in time"
        if not self.lags:
            return text
        cuts = statistics.quantiles(self.lags, n=100)
        lag = f"p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s, at most {max(self.lags):.2f} s"
        return f"{text}  lag {lag}, {self.commits} commits"


@dataclass
class Bench:
    """The measurements of one server."""

    server: RunningServer
    idle: float
    seconds: float
    every: float | None
    tables: Sequence[str]

    def measure(self, case: str, code: Path, rows: int) -> Measured:
        """Measure a follower of a checkout at a rate, in a new folder."""
        for table in self.tables:
            _execute(self.server, f"DROP TABLE IF EXISTS soak.{table}", CREATE.format(table))
        _execute(self.server, f"INSERT INTO soak.{self.tables[0]} (id) VALUES (0)")
        _execute(self.server, "FLUSH BINARY LOGS")
        last = self.server.binary_log_files()[-1].name
        _execute(self.server, f"PURGE BINARY LOGS TO '{last}'")
        with tempfile.TemporaryDirectory(prefix="bench-following-") as folder:
            out = Path(folder, "out")
            with self._following(case, code, Path(folder)) as process, Watcher(out) as watcher:
                started = time.monotonic()
                while not (watcher.shown or (out / "binlog.index").exists()):
                    _check(process, Path(folder), started)
                time.sleep(WARM_SECONDS)
                idle = self._cpu_for(process, self.idle)
                return self._load(process, watcher, idle, rows)

    def _load(
        self, process: subprocess.Popen[bytes], watcher: Watcher, idle: float, rate: int
    ) -> Measured:
        writer = Writer(self.server, rate, self.tables)
        before = len(writer.places())
        with writer.writing():
            time.sleep(WARM_SECONDS)
            first, num_shown = len(writer.commits), len(watcher.shown)
            busy = self._cpu_for(process, self.seconds)
            last = len(writer.commits)
        time.sleep(max(5.0, 3 * (self.every or EVERY)))
        ends = writer.places()[before:][first:last]
        commits = sorted(writer.commits)[first:last]
        total = sum(one.rows for one in commits)
        rows = total / (commits[-1].time - commits[0].time)
        shown = watcher.shown[num_shown:]
        in_time = sum(at <= commits[-1].time for at, _ in shown)
        found = lags(commits, ends, shown)
        is_late = bool(watcher.shown) and len(found) < total
        return Measured(idle, busy, rows, found, in_time, is_late)

    @contextlib.contextmanager
    def _following(self, case: str, code: Path, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
        uri = f"mysql://root@127.0.0.1:{self.server.port}/?start=latest"
        out, spool = folder / "out", folder / "spool"
        arguments = [one.format(out=out, spool=spool) for one in CASES[case]]
        if case == "archive":
            arguments += ["--start", "latest", uri.partition("?")[0], str(out)]
        else:
            arguments += [uri] if self.every is None else ["--every", str(self.every), uri]
        environment = os.environ | {"PYTHONPATH": str(code)}
        with (folder / "output.txt").open("wb") as output:
            command = [sys.executable, "-m", "binlog_kaitai", *arguments]
            process = subprocess.Popen(
                command, stdout=output, stderr=output, env=environment, cwd=folder
            )
            try:
                yield process
                _check(process, folder, time.monotonic())
            finally:
                process.terminate()
                process.wait()

    @staticmethod
    def _cpu_for(process: subprocess.Popen[bytes], seconds: float) -> float:
        began, before = time.monotonic(), cpu_of(process)
        time.sleep(seconds)
        return (cpu_of(process) - before) / (time.monotonic() - began)


def _check(process: subprocess.Popen[bytes], folder: Path, started: float) -> None:
    time.sleep(0.2)
    if process.poll() is not None or time.monotonic() - started > START_SECONDS:
        output = (folder / "output.txt").read_text(encoding="utf-8")[-2000:]
        raise click.ClickException(f"the follower does not follow: {output}")


def _execute(server: RunningServer, *statements: str) -> None:
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        for one in statements:
            cursor.execute(one)


@click.command(help=__doc__)
@click.option("--server", "name", type=click.Choice(list(OPTIONS)), default="mysql97")
@click.option("--case", "cases", multiple=True, type=click.Choice(list(CASES)))
@click.option("--code", "codes", multiple=True, type=click.Path(path_type=Path, exists=True))
@click.option("--idle", default=60.0, show_default=True, help="Seconds without writes.")
@click.option("--seconds", default=60.0, show_default=True, help="Seconds of writes.")
@click.option("--rows", "rates", multiple=True, default=[2000], help="Row changes a second.")
@click.option("--tables", default=len(TABLES), show_default=True, type=click.IntRange(1))
@click.option("--every", type=float, help="As of export.")
@click.option("--repeats", default=1, show_default=True)
def main(  # noqa: PLR0913 - an option each
    *,
    name: str,
    cases: tuple[str, ...],
    codes: tuple[Path, ...],
    idle: float,
    seconds: float,
    rates: tuple[int, ...],
    tables: int,
    every: float | None,
    repeats: int,
) -> None:
    """Print a line for each follower."""
    with SERVERS[name].run([*OPTIONS[name], *SERVER_OPTIONS]) as server:
        _execute(server, "CREATE DATABASE soak")
        names = TABLES if tables == len(TABLES) else [f"t{number}" for number in range(tables)]
        bench = Bench(server, idle, seconds, every, names)
        cases = cases or ("archive", "parquet", "delta")
        turns = itertools.product(range(repeats), rates, cases, codes or (REPOSITORY,))
        for _, rows, case, code in turns:
            measured = bench.measure(case, code.resolve(), rows)
            load = os.getloadavg()[0]
            click.echo(f"{name} {case} {code.name} {rows}: {measured}  (load {load:.1f})")


if __name__ == "__main__":
    main()
