"""Memory of followers over a long time, while a server writes.

python -m tests.soak [--server mysql97] [--minutes 20] [--rows 1500] [--out soak-output]

Each follower is a process that follows the same server. Every few seconds a line of OUT/memory.csv
gets the resident memory of each. Tables keep a bounded number of rows, and old logs are purged. The
exit status is 1 if a follower ends, or if its memory has grown in the second half by more than it
may.
"""

from __future__ import annotations

import contextlib
import csv
import importlib.util
import os
import random
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from tests.servers import SERVERS, RunningServer

EVERY = 10.0
"""Seconds from one sample to the next."""

LOG_SIZE, KEPT_LOGS = 2**25, 20
"""Bytes of a log file, and the number of files that the server keeps."""

ROWS_A_TRANSACTION = 50
KEYS = 20_000
"""A table has at most so many rows."""

TABLES = ("orders", "items", "events")
OPTIONS = {
    "mysql97": ["--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--mysqlx=OFF"],
    "mariadb118": ["--binlog-format=ROW"],
}
SERVER_OPTIONS = (
    "--binlog-row-metadata=FULL",
    f"--max-binlog-size={LOG_SIZE}",
    "--innodb-flush-log-at-trx-commit=2",
    "--sync-binlog=0",
)
CREATE = """CREATE TABLE soak.{} (
    id INT PRIMARY KEY, customer BIGINT UNSIGNED, price DECIMAL(12,2), name VARCHAR(80),
    changed TIMESTAMP(3) NULL, data JSON, note TEXT)"""

ROWS = """
import sys, time
from binlog_kaitai import scan
while True:
    print(sum(batch.num_rows for batch in scan(sys.argv[1])), flush=True)
    time.sleep(2)
"""

ALLOWED_KIB = 48 * 1024
"""How much the median of a follower's last quarter may lie above that of the quarter before."""


def export(file_format: str) -> Callable[[str, Path], list[str]]:
    """Return what makes the arguments of an export that follows a server."""

    def arguments(uri: str, out: Path) -> list[str]:
        options = ["--format", file_format, "--out", f"{out}/lake", "--spool", f"{out}/spool"]
        return ["-m", "binlog_kaitai", "export", "--follow", "--current", *options, uri]

    return arguments


FOLLOWERS: dict[str, Callable[[str, Path], list[str]]] = {
    "delta": export("delta"),
    "parquet": export("parquet"),
    "archive": lambda uri, out: ["-m", "binlog_kaitai", "archive", "--follow", uri, f"{out}/logs"],
    "rows": lambda uri, _: ["-c", ROWS, uri],
}
EXTRAS = {"delta": "deltalake"}


@dataclass
class Follower:
    """A process that follows a server, and the KiB that it had in memory at each sample."""

    name: str
    process: subprocess.Popen[bytes]
    resident: list[int] = field(default_factory=list)

    def sample(self) -> dict[str, Any]:
        """Return the memory of the process, in KiB, and the seconds of CPU that it took."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        values = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        names = {"resident": "VmRSS", "anonymous": "RssAnon", "peak": "VmHWM", "threads": "Threads"}
        sample: dict[str, Any] = {
            name: int(values[key].split()[0]) if key in values else 0 for name, key in names.items()
        }
        times = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")
        user, system = times[2].split()[11:13]
        sample["cpu"] = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        self.resident.append(sample["resident"])
        return sample

    @property
    def growth(self) -> int:
        """KiB by which the last quarter's median lies above that of the quarter before."""
        quarter = max(len(self.resident) // 4, 1)
        last, before = self.resident[-quarter:], self.resident[-2 * quarter : -quarter]
        return int(statistics.median(last) - statistics.median(before or last))


def write(server: RunningServer, rows: int, is_over: threading.Event, counts: list[int]) -> None:
    """Do random work at a rate of so many row changes a second, and count them."""
    chance = random.Random(36)
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        began = time.monotonic()
        while not is_over.is_set():
            cursor.execute(statement(chance))
            counts[0] += cursor.rowcount
            ahead = counts[0] / rows - (time.monotonic() - began)
            if ahead > 0:
                is_over.wait(ahead)
            elif ahead < -10:  # a busy machine's lost time is not made up for
                began += -ahead


def statement(chance: random.Random, tables: Sequence[str] = TABLES) -> str:
    """Return a statement that changes some rows of a table."""
    table = f"soak.{chance.choice(tables)}"
    keys = chance.sample(range(KEYS), ROWS_A_TRANSACTION)
    kind = chance.random()
    if kind < 0.15:
        return f"DELETE FROM {table} WHERE id IN ({','.join(map(str, keys))})"
    if kind < 0.5:
        where = f"id IN ({','.join(map(str, keys))})"
        return f"UPDATE {table} SET price = price + 1, changed = NOW(3) WHERE {where}"
    rows = ",".join(
        f"({key},{chance.getrandbits(60)},{chance.randrange(10**8) / 100},'{chance.random()}',"
        f"NOW(3),'{{\"n\": {chance.random()}}}',REPEAT('{chance.getrandbits(40):x}',"
        f"{chance.randrange(1, 20)}))"
        for key in keys
    )
    return f"REPLACE INTO {table} VALUES {rows}"


def purge(server: RunningServer) -> None:
    """Remove the server's oldest logs."""
    logs = server.binary_log_files()
    if len(logs) > KEPT_LOGS:
        with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
            cursor.execute(f"PURGE BINARY LOGS TO '{logs[-KEPT_LOGS].name}'")


@contextlib.contextmanager
def following(name: str, uri: str, out: Path) -> Iterator[Follower]:
    """Start a follower; end it afterwards."""
    out.mkdir(parents=True)
    command = [sys.executable, *FOLLOWERS[name](uri, out)]
    with (out / "output.txt").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield Follower(name, process)
        finally:
            process.terminate()
            process.wait()


def soak(server: RunningServer, names: list[str], out: Path, minutes: float, rows: int) -> bool:
    """Have followers follow a server under load. Returns whether the memory of all levels out."""
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE soak")
        for table in TABLES:
            cursor.execute(CREATE.format(table))
    uri = f"mysql://root@127.0.0.1:{server.port}/"
    is_over, counts = threading.Event(), [0]
    writer = threading.Thread(target=write, args=(server, rows, is_over, counts))
    with ExitStack() as stack, (out / "memory.csv").open("w", encoding="utf-8") as target:
        writer.start()
        stack.callback(writer.join)
        stack.callback(is_over.set)
        time.sleep(2)
        followers = [stack.enter_context(following(name, uri, out / name)) for name in names]
        table = csv.writer(target)
        began = time.monotonic()
        while (seconds := time.monotonic() - began) < 60 * minutes:
            time.sleep(EVERY)
            purge(server)
            for follower in followers:
                if follower.process.poll() is not None:
                    tail = (out / follower.name / "output.txt").read_text(encoding="utf-8")[-2000:]
                    click.echo(f"{follower.name} ended: {tail}")
                    return False
                sample = follower.sample()
                if target.tell() == 0:
                    table.writerow(["seconds", "rows", "follower", *sample])
                table.writerow([round(seconds), counts[0], follower.name, *sample.values()])
            target.flush()
    for follower in followers:
        first, *_, last = follower.resident
        click.echo(
            f"{follower.name}: {first // 1024} to {last // 1024} MiB, at most"
            f" {max(follower.resident) // 1024}; {follower.growth / 1024:+.0f} in the last quarter"
        )
    return all(follower.growth < ALLOWED_KIB for follower in followers)


@click.command()
@click.option("--server", "name", type=click.Choice(list(OPTIONS)), default="mysql97")
@click.option("--minutes", type=float, default=20.0)
@click.option("--rows", type=int, default=1500, help="Row changes a second.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("soak-output"))
@click.option("--follower", "names", multiple=True, type=click.Choice(list(FOLLOWERS)))
def main(name: str, minutes: float, rows: int, out: Path, names: tuple[str, ...]) -> None:
    """Follow a server for some MINUTES, and say how much memory the followers take."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    chosen = [
        one
        for one in names or FOLLOWERS
        if one not in EXTRAS or importlib.util.find_spec(EXTRAS[one]) is not None
    ]
    with SERVERS[name].run([*OPTIONS[name], *SERVER_OPTIONS]) as server:
        sys.exit(not soak(server, chosen, out, minutes, rows))


if __name__ == "__main__":
    main()
