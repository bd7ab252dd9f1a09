"""How fast snapshots of a server's tables become current tables, by threads and by Spark.

    python -m tests.bench.snapshots [--server mysql97] [--rows 2000000] [--tables 1] [--master ...]

Rows are those of sysbench. Each master exports the same tables into a new folder, in a process of
its own. The load of the machine is printed with each, as the server runs on it, too.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from tests.servers import SERVERS, RunningServer
from tests.soak import OPTIONS, SERVER_OPTIONS

COLUMNS = "id INT PRIMARY KEY AUTO_INCREMENT, k INT NOT NULL, c CHAR(120), pad CHAR(60)"
VALUES = "{0}, CONCAT(SHA2({0}, 224), SHA2({0}, 256)), SHA2({0}, 224)"


def fill(server: RunningServer, tables: int, rows: int) -> None:
    """Make tables, each of some rows."""
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        cursor.execute("SET SESSION sql_log_bin = 0")
        cursor.execute("CREATE DATABASE bench")
        for number in range(tables):
            name = f"bench.t{number}"
            cursor.execute(f"CREATE TABLE {name} ({COLUMNS})")
            added = VALUES.format(1)
            cursor.execute(f"INSERT INTO {name} (k, c, pad) VALUES ({added})")
            count = 1
            while count < rows:
                added, more = VALUES.format("id"), min(count, rows - count)
                cursor.execute(
                    f"INSERT INTO {name} (k, c, pad) SELECT {added} FROM {name} LIMIT {more}"
                )
                count += more
            if tables < 10:
                cursor.execute(f"ANALYZE TABLE {name}")
        cursor.execute("SET SESSION sql_log_bin = 1")
        cursor.execute("CREATE TABLE bench.marked (id INT PRIMARY KEY)")
        cursor.execute("FLUSH BINARY LOGS")


def measure(server: RunningServer, master: str, file_format: str) -> None:
    """Export the tables, and print the time, and the CPU of the process and its children."""
    uri = f"mysql://root@127.0.0.1:{server.port}/?start=latest"
    with tempfile.TemporaryDirectory(prefix="bench-snapshots-") as folder:
        command = [sys.executable, "-m", "binlog_kaitai", "export", "--current", "--snapshot"]
        command += ["--format", file_format, "--master", master, "--out", f"{folder}/out"]
        command += ["--spool", f"{folder}/spool", "--table", "bench.t*", uri]
        started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        size = sum(one.stat().st_size for one in Path(f"{folder}/out").rglob("*.parquet"))
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    sys.stdout.write(
        f"{server.name} {file_format} {master}: status {done.returncode}, {seconds:.0f} s,"
        f" {cpu:.0f} s of CPU, at most {after.ru_maxrss / 1024:.0f} MiB, {size / 2**20:.0f} MiB"
        f" written, load {os.getloadavg()[0]:.0f}\n{done.stderr[-500:] if done.returncode else ''}"
    )
    sys.stdout.flush()


@click.command(help=__doc__)
@click.option("--server", "name", default="mysql97", show_default=True)
@click.option("--rows", default=2_000_000, show_default=True)
@click.option("--tables", default=1, show_default=True)
@click.option("--format", "file_format", default="parquet", show_default=True)
@click.option("--master", "masters", multiple=True, default=["threads[1]", "threads[2]"])
def main(name: str, rows: int, tables: int, file_format: str, masters: tuple[str, ...]) -> None:
    with SERVERS[name].run([*OPTIONS[name], *SERVER_OPTIONS]) as server:
        started = time.monotonic()
        fill(server, tables, rows)
        sys.stdout.write(f"{tables} x {rows} rows made in {time.monotonic() - started:.0f} s\n")
        sys.stdout.flush()
        for master in masters:
            measure(server, master, file_format)


if __name__ == "__main__":
    main()
