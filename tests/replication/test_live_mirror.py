"""Mirrors under random work, while everything is killed; in the end, they are the server's SELECT.

`MIRROR_MINUTES` says for how long, for each server; by default 2. `make test-live LONG=1` takes an
hour.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pytest
from deltalake import DeltaTable

from binlog_kaitai.cli.endings import INCOMPLETE, TRANSIENT
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.lake.folders import folder_name, mark_of
from binlog_kaitai.lake.tables import FORMATS, Format
from binlog_kaitai.replication.log_names import served_name
from tests.conftest import Bucket
from tests.failing_bucket import failing_bucket
from tests.fixtures.truth import truth
from tests.lake.test_followed import table_in
from tests.lake.test_outages import options_of
from tests.replication.conftest import Start, execute
from tests.replication.mirror_work import (
    LargeTables,
    RandomDdl,
    RandomRows,
    Source,
    Worker,
    decide_all,
)
from tests.replication.test_live_failover import REPLICATE, Pair
from tests.replication.test_live_kills import kill_dumps, kill_server, kill_sessions, sessions
from tests.replication.test_live_snapshot import fill
from tests.servers import RunningServer
from tests.typed import expected_rows

pytestmark = pytest.mark.live

MINUTES = float(os.environ.get("MIRROR_MINUTES", "2"))
SEED = int(os.environ.get("MIRROR_SEED", "20261128"))
LONG = 20
KILLS_A_MINUTE = 2.5 if MINUTES < LONG else 1
MAINTAIN_EVERY = 20.0 if MINUTES < LONG else 120.0
BUCKET_RATE = 0.02
"""Part of the requests to the bucket of the Delta tables that it throttles, drops or does late."""
EVERY = 10.0
"""Seconds from one sample of the mirrors to the next."""

OPTIONS = {
    "mysql97": ["--max-binlog-size=1048576"],
    "mariadb118": ["--max-binlog-size=1048576", "--log-slave-updates"],
}
RETRIES = {
    "mysql97": "CHANGE REPLICATION SOURCE TO SOURCE_CONNECT_RETRY=1, SOURCE_RETRY_COUNT=100000",
    "mariadb118": "CHANGE MASTER TO MASTER_CONNECT_RETRY=1",
}
ALL_TABLES = """SELECT table_schema, table_name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE'"""
PATIENCE = 900.0 if MINUTES < LONG else 1800.0
"""Seconds that a mirror may take to reach the end of the logs, and to heal its tables."""


@dataclass
class Mirror:
    """The command `mirror`, begun again where it was killed, or ended by a temporary error."""

    file_format: Format
    folder: Path
    out: str
    uri: str
    process: subprocess.Popen[bytes] | None = None
    ends: Counter[int] = field(default_factory=Counter)
    samples: list[dict[str, float]] = field(default_factory=list)

    def path(self, suffix: str) -> Path:
        return self.folder / f"{self.file_format}{suffix}"

    @property
    def status_path(self) -> Path:
        return self.path(".status.json")

    @property
    def messages(self) -> Path:
        return self.path(".messages")

    def run(self, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "binlog_kaitai", "mirror", "--format", self.file_format]
        command += ["--out", self.out, "--spool", str(self.path("-spool")), *options, self.uri]
        with self.messages.open("ab") as output:
            return subprocess.Popen(command, stdout=output, stderr=output)

    def begin(self) -> None:
        options = ["--maintain-every", str(MAINTAIN_EVERY), "--status", str(self.status_path)]
        self.process = self.run(*options)

    def look_after(self) -> None:
        """Begin again what ended by a temporary error, as a supervisor does."""
        assert self.process is not None
        status = self.process.poll()
        if status is not None:
            self.ends[status] += 1
            assert status == TRANSIENT, self.told()
            self.begin()

    def end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(120)
        self.ends[status] += 1
        return status

    def told(self) -> str:
        return f"{self.file_format} ended {dict(self.ends)}: {self.messages.read_text()[-3000:]}"

    def sample(self) -> None:
        """Note the resident memory in MiB, and CPU seconds and commits of the process."""
        assert self.process is not None
        with contextlib.suppress(OSError, ValueError, KeyError):
            place = Path(f"/proc/{self.process.pid}")
            pages = int((place / "statm").read_text().split()[1])
            times = (place / "stat").read_text().rpartition(")")[2].split()[11:13]
            status = json.loads(self.status_path.read_text())
            if status["pid"] == self.process.pid:
                self.samples.append(
                    {
                        "pid": self.process.pid,
                        "resident": pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
                        "cpu": sum(map(int, times)) / os.sysconf("SC_CLK_TCK"),
                        "commits": status["commits"],
                    }
                )

    def levels(self) -> tuple[list[float], list[float]]:
        """Return the peaks of memory, and the CPU of a commit, in each third of the time."""
        count = max(1, len(self.samples) // 3)
        thirds = [self.samples[start : start + count] for start in (0, count, 2 * count)]
        peaks = [max((one["resident"] for one in some), default=0.0) for some in thirds]
        costs = []
        for some in thirds:
            pairs = [
                (two["cpu"] - one["cpu"], two["commits"] - one["commits"])
                for one, two in pairwise(some)
                if one["pid"] == two["pid"]
            ]
            costs.append(sum(cpu for cpu, _ in pairs) / max(1, sum(count for _, count in pairs)))
        return [round(one) for one in peaks], [round(one, 3) for one in costs]

    def is_at(self, place: tuple[str, int], tables: set[str]) -> bool:
        """Return whether the mirror has everything, and none of some tables is to be healed."""
        status = json.loads(self.status_path.read_text())
        found = served_name(Path(status["log"]).name), status["position"]
        is_there = found[0] == place[0] and found[1] >= place[1]  # MariaDB adds a checkpoint
        return is_there and tables.isdisjoint(status["set_aside"])


def pair_of(name: str, start: Start) -> Pair:
    """Return a server, and its replica."""
    primary = start(name, *OPTIONS[name])
    replica = start(name, "--server-id=4711", *OPTIONS[name])
    change, begin = REPLICATE[name]
    for statement in (change.format(port=primary.port), RETRIES[name], begin):
        execute(replica, statement)
    return Pair(primary, replica)


@contextlib.contextmanager
def working(source: Source, work: dict[str, Any]) -> Iterator[list[Worker]]:
    """Have threads work; all have to go on to the end."""
    pauses = {"rows": 0.2, "ddl": 0.3, "large": 0.5}
    workers = [Worker(one, pauses[name]) for name, one in work.items()]
    work["large"].server = source.server
    for worker in workers:
        worker.start()
    try:
        yield workers
    finally:
        for worker in workers:
            worker.is_over.set()
            worker.join(60)
    assert all(worker.error is None for worker in workers)


def trouble(source: Source, mirrors: list[Mirror], seconds: float, chance: random.Random) -> Any:
    """Kill one thing after the other for so long. Returns what was killed, and how often."""
    done: Counter[str] = Counter()
    begun = sampled = monotonic()
    killed = begun
    pause = 0.0
    while monotonic() < begun + seconds:
        sleep(1.0)
        for mirror in mirrors:
            mirror.look_after()
        if monotonic() > sampled + EVERY:
            sampled = monotonic()
            for mirror in mirrors:
                mirror.sample()
        if monotonic() < killed + pause:
            continue
        killed, pause = monotonic(), chance.uniform(0.2, 1.8) * 60 / KILLS_A_MINUTE
        draw = chance.random()
        if draw < 0.5:
            mirror = chance.choice(mirrors)
            mirror.end(signal.SIGKILL)
            mirror.begin()
            done["mirrors"] += 1
        elif draw < 0.75:
            done["connections"] += kill_dumps(source.server)
        elif draw < 0.85:
            kill_server(source.server)
            done["servers"] += 1
        else:
            every = sessions(source.server)
            kill_sessions(source.server, [one for one, command in every if command != "Daemon"])
            done["sessions"] += 1
    return done


def reach_the_end(server: RunningServer, mirrors: list[Mirror]) -> None:
    """Wait until the mirrors have everything, and end them as a person does."""
    execute(server, "FLUSH BINARY LOGS")
    ((name, size, *_),) = execute(server, "SHOW BINARY LOGS")[-1:]
    end = monotonic() + PATIENCE
    tables = {f"{database}.{table}" for database, table in execute(server, ALL_TABLES)}
    for mirror in mirrors:
        while not mirror.is_at((name, size), tables):
            mirror.look_after()
            assert monotonic() < end, mirror.told()
            sleep(0.5)
        # 3 if its proof at the beginning left tables out
        assert mirror.end(signal.SIGINT) in {INTERRUPTED, INCOMPLETE}, mirror.told()


@pytest.mark.parametrize("name", REPLICATE)
def test_mirrors_are_what_the_server_selects(
    name: str, start: Start, tmp_path: Path, bucket: Bucket
) -> None:
    pair = pair_of(name, start)
    source, chance = Source(pair.primary), random.Random(SEED)
    fill(source.server)
    work = {
        "rows": RandomRows(source, SEED),
        "ddl": RandomDdl(source, SEED),
        "large": LargeTables(source.server, 0),
    }
    half = MINUTES * 60 / 2
    with failing_bucket(host_of(bucket), SEED) as proxy:
        outs = {one: str(tmp_path / one) for one in FORMATS} | {"delta": proxy.uri(uuid4().hex)}
        mirrors = [Mirror(one, tmp_path, out, pair.uri) for one, out in outs.items()]
        try:
            with proxy.failing(BUCKET_RATE):
                with working(source, work):
                    for mirror in mirrors:
                        mirror.begin()
                    done = trouble(source, mirrors, half, chance)
                pair.fail()
                source.server = pair.replica
                with working(source, work):
                    done += trouble(source, mirrors, half, chance)
                decide_all(source.server)
                reach_the_end(source.server, mirrors)
        finally:
            for mirror in mirrors:
                if mirror.process is not None and mirror.process.poll() is None:
                    mirror.end(signal.SIGKILL)
        levels = {one.file_format: one.levels() for one in mirrors}
        faults = f"{proxy.requests} requests, of which failed {dict(proxy.counts)}"
        text = f"{name}: killed {dict(done)}, 1 failover; {faults}; MiB and CPU a commit {levels}"
        print(f"\n{text}")  # noqa: T201
        compare(source.server, mirrors)
    for peaks, _ in levels.values():
        assert MINUTES < LONG or peaks[2] < 1.5 * peaks[0] + 100, text


def compare(server: RunningServer, mirrors: list[Mirror]) -> None:
    """Prove the mirrors, and compare them with what another client selects.

    Tables that the server has dropped may stay set aside.
    """
    with contextlib.closing(server.connect()) as connection:
        expected = truth(connection)["tables"]
    for mirror in mirrors:
        certificate = mirror.path(".json")
        end, status = monotonic() + PATIENCE, TRANSIENT
        while status == TRANSIENT and monotonic() < end:  # the lease of before, if not given back
            status = mirror.run("--once", "--certificate", str(certificate)).wait(600)
        assert status in {0, INCOMPLETE}, mirror.told()
        told = {one["table"]: one for one in json.loads(certificate.read_text())["tables"]}
        equal = {name for name, one in told.items() if one["status"] == "equal"}
        assert equal >= expected.keys(), mirror.told()
        assert (status == INCOMPLETE) == (equal != told.keys()), mirror.told()
        for table, one in expected.items():
            rows = expected_rows(one, has_names=True, has_charsets=True)
            folder = folder_name(*table.split(".", 1), mark_of(mirror.file_format))
            found = rows_in(mirror, f"{folder}.current")
            assert len(rows) == told[table]["rows"]
            assert in_order(found) == in_order(rows), f"{mirror.file_format}: {table}"


def host_of(bucket: Bucket) -> str:
    """Return the host and port of a bucket's server."""
    return bucket.query.partition("=")[2].partition("&")[0]


def rows_in(mirror: Mirror, folder: str) -> list[dict[str, Any]]:
    if mirror.file_format != "delta":
        return table_in(Path(mirror.out), folder, mirror.file_format).to_pylist()
    uri, _, query = mirror.out.partition("?")
    options = options_of(f"{uri}?{query}")
    rows = pa.table(DeltaTable(f"{uri}/{folder}", storage_options=options).to_pyarrow_table())
    names = [name for name in rows.column_names if name != "log_bucket"]
    found: list[dict[str, Any]] = rows.select(names).to_pylist()
    return found


def in_order(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(
        repr(sorted((name.lower(), plain(value)) for name, value in row.items())) for row in rows
    )


def plain(value: Any) -> Any:
    """Return a value that equals those of wider types: numbers as numbers, dates as times."""
    found = value
    if isinstance(value, timedelta):
        found = Fraction(value // timedelta(microseconds=1))
    elif isinstance(value, int | float | Decimal) and math.isfinite(value):
        found = Fraction(value)
    elif isinstance(value, datetime):
        found = value.replace(tzinfo=None)
    elif isinstance(value, date):
        found = datetime.combine(value, time())
    elif isinstance(value, str):
        found = value.encode()
    elif isinstance(value, dict):
        found = sorted((name, plain(one)) for name, one in value.items())
    elif isinstance(value, list):
        found = [plain(one) for one in value]
    return found
