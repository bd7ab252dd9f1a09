"""Logs from a server beside the same logs from files, and beside other readers of servers.

python -m tests.bench.served [--server mysql97] [--log oltp] [--repeats 5] [--connector JARS]

The readers take turns, each in a process of its own, and are compared by the CPU that they take,
all threads and the system's part of it included, and by the clock. python-mysql-replication, which
is slow and uses TLS where the server has it, reads a part only. mysql-binlog-connector-java, which
reads without TLS, has to be given by its class path.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click

from tests.bench.readers import CONNECTOR, CONNECTOR_SOURCE
from tests.bench.workloads import FAMILY_OPTIONS, OPTIONS, WORKLOADS, build
from tests.servers import SERVERS, RunningServer

PEER_IMAGES = 20_000
READERS = ("file", "server", "server by TLS", "peer")


def read(path: str, table: str | None) -> int:
    """Read a log, typed where it is of a table, and return how many images it has."""
    from binlog_kaitai import scan  # noqa: PLC0415 - the others need none of it

    return sum(batch.num_rows for batch in scan(path, table, engine="kernels"))


def read_by_peer(port: int, log: str) -> int:
    """Read images by python-mysql-replication, as many as it is given time for."""
    from pymysqlreplication import BinLogStreamReader  # noqa: PLC0415
    from pymysqlreplication.row_event import (  # noqa: PLC0415
        DeleteRowsEvent,
        UpdateRowsEvent,
        WriteRowsEvent,
    )

    stream = BinLogStreamReader(
        connection_settings={"host": "127.0.0.1", "port": port, "user": "root", "password": ""},
        server_id=4711,
        log_file=log,
        log_pos=4,
        only_events=[WriteRowsEvent, UpdateRowsEvent, DeleteRowsEvent],
        enable_logging=False,
        blocking=False,
    )
    images = 0
    for event in stream:
        images += len(event.rows) * (2 if isinstance(event, UpdateRowsEvent) else 1)
        if images >= PEER_IMAGES:
            break
    stream.close()
    return images


def child(reader: str, port: int, path: str, table: str | None) -> None:
    """Read once to be warm, then measured."""
    log = Path(path).name

    def once() -> int:
        match reader:
            case "file":
                return read(path, table)
            case "server" | "server by TLS":
                tls = "off" if reader == "server" else "unverified"
                return read(f"mysql://root@127.0.0.1:{port}/{log}?tls={tls}", table)
            case _:
                return read_by_peer(port, log)

    if reader != "peer":
        once()
    cpu, wall = time.process_time(), time.perf_counter()
    images = once()
    done = {"images": images, "cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    sys.stdout.write(json.dumps(done))


def serve(server: RunningServer, log: Path) -> Path:
    """Have a server take a log for its first one, and return where it lies."""
    server.stop()
    for old in server.data.glob("binlog.*"):
        old.unlink()
    own = server.data / "binlog.000001"
    shutil.copyfile(log, own)
    (server.data / "binlog.index").write_text("./binlog.000001\n", encoding="utf-8")
    server.start()
    return own


@click.command(help=__doc__)
@click.option("--server", "name", default="mysql97", type=click.Choice(list(SERVERS)))
@click.option("--log", "logs", multiple=True, default=("bulk", "oltp", "json"))
@click.option("--repeats", default=5, type=click.IntRange(1))
@click.option("--connector", "jars", help=f"Class path of {CONNECTOR}.")
def main(name: str, logs: tuple[str, ...], repeats: int, jars: str | None) -> None:
    """Print a line for each log and reader: microseconds for an image, of CPU and by the clock."""
    server = SERVERS[name]
    readers = [*READERS, *([CONNECTOR] if jars else [])]
    workloads = [WORKLOADS[log] for log in logs if server.family in WORKLOADS[log].families]
    for _ in build(server, workloads):
        pass
    for workload in workloads:
        with server.run([*OPTIONS, *FAMILY_OPTIONS[server.family]]) as running:
            path = serve(running, workload.log(server))
            runs: dict[str, list[dict[str, Any]]] = {reader: [] for reader in readers}
            for _ in range(repeats):
                for reader in readers:
                    if reader == CONNECTOR:
                        done = _run_connector(jars or "", running.port, path)
                    else:
                        done = _run(reader, running.port, path, workload.table)
                    runs[reader].append(done)
                    click.echo(f"{workload.name} {reader}: {runs[reader][-1]}", err=True)
        # python-mysql-replication gives rows only, and none of statements
        told = {reader: _of(found) for reader, found in runs.items() if found[0]["images"]}
        for reader, (cpu, wall) in told.items():
            ratio = told["file"][0] / cpu, told["file"][1] / wall
            line = f"{workload.name} {reader}: {cpu:.3f} us of CPU, {wall:.3f} us"
            click.echo(f"{line}; speed of the file's: {ratio[0]:.3f} by CPU, {ratio[1]:.3f}")


def _run(reader: str, port: int, path: Path, table: str | None) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench.served_child", reader, str(port), str(path)]
    done = subprocess.run([*command, table or ""], stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _run_connector(jars: str, port: int, path: Path) -> dict[str, Any]:
    log = f"mysql://root@127.0.0.1:{port}/{path.name}"
    command = ["java", "-cp", jars, str(CONNECTOR_SOURCE), log]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    told = json.loads(done.stdout)
    return {"images": told["rows"], "cpu": told["cpu"], "wall": told["seconds"]}


def _of(runs: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the medians of CPU and of time, in microseconds for an image."""
    cpu, wall = (
        statistics.median(run[key] / run["images"] for run in runs) for key in ("cpu", "wall")
    )
    return cpu * 1e6, wall * 1e6


if __name__ == "__main__":
    main()
