"""`make bench-spark`: the data source beside what Spark itself can take in, in one run."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.reader import BinlogReader
from binlog_kaitai.spark.source.schemas import infer_schema
from tests.bench.__main__ import CHOICES
from tests.bench.workloads import WORKLOADS, build
from tests.servers import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Sequence

COPIES = 4  # of the log, for jobs that take some seconds
MEGABYTE = 2**20
GIGABYTE = 2**30


@dataclass(frozen=True)
class Job:
    """What is measured: rows from a source into a sink, on so many cores."""

    name: str
    source: str
    cores: int
    sink: str = "noop"
    workload: str = "bulk"

    def run(self, folder: Path, paths: Sequence[str]) -> dict[str, Any]:
        """Return how many rows there were, the seconds, and the workers' peak of memory."""
        arguments = [self.source, f"local[{self.cores}]", self.sink, str(folder / "out"), *paths]
        command = [sys.executable, "-m", "tests.bench.spark_child", *arguments]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True, text=True)
        told: dict[str, Any] = json.loads(done.stdout)
        return told


JOBS = (
    Job("typed, 20 columns", "typed", 1),
    Job("typed, 20 columns", "typed", 2),
    Job("typed, 10 columns", "columns", 1),
    Job("typed, 10 columns", "columns", 2),
    Job("Spark's pipe, 10 columns", "pipe", 1),
    Job("Spark's pipe, 10 columns", "pipe", 2),
    Job("typed, 10 columns", "columns", 2, "parquet"),
    Job("Spark's pipe, 10 columns", "pipe", 2, "parquet"),
    Job("typed, 20 columns, 2,000 files", "typed", 1, workload="files"),
    Job("typed, 20 columns, 2,000 files", "typed", 2, workload="files"),
)


@click.command(help=__doc__)
@click.option("--server", "server_name", default=CHOICES[0].name, show_default=True)
@click.option("--big", is_flag=True, help="Also read a transaction of over 3 GiB.")
def main(*, server_name: str, big: bool) -> None:
    """Build what is missing, run the jobs and print the table."""
    server = next(server for server in CHOICES if server.name == server_name)
    server.install()
    names = ["bulk", "files", *(["big"] if big else [])]
    wanted = [WORKLOADS[name] for name in names]
    for _ in build(server, wanted):
        pass
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("rows", "sink", "cores", "rows", "seconds", "rows/s", "worker's peak MB"):
        table.add_column(heading, justify="left" if len(table.columns) < 2 else "right")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bulk = WORKLOADS["bulk"]
        copies = {each: _copies(folder / each, WORKLOADS[each].files(server)) for each in names[:2]}
        for job in JOBS:
            paths = copies[job.workload]
            given = [str(bulk.images * COPIES), paths[0]] if job.source == "pipe" else paths
            table.add_row(*_cells(job, job.run(folder, given)))
        if big:
            job = Job("typed, a transaction of 3.8 GB", "columns", 1)
            table.add_row(*_cells(job, job.run(folder, [str(WORKLOADS["big"].log(server))])))
        small, large = (
            _planning(folder, bulk.log(server), size) for size in (8 * MEGABYTE, 8 * GIGABYTE)
        )
    console = Console()
    console.print(table)
    console.print(
        f"Planning a file of 8 MiB took {small * 1000:.1f} ms, one of 8 GiB {large * 1000:.1f} ms."
    )


def _copies(folder: Path, logs: Sequence[Path]) -> list[str]:
    """Return the paths of some copies of logs."""
    folder.mkdir()
    links = [folder / f"binlog.{number:06d}" for number in range(COPIES * len(logs))]
    for number, link in enumerate(links):
        link.symlink_to(logs[number % len(logs)].absolute())
    return [str(link) for link in links]


def _cells(job: Job, told: dict[str, Any]) -> list[str]:
    rate = told["rows"] / told["seconds"]
    return [
        job.name,
        job.sink,
        str(job.cores),
        f"{told['rows']:,}",
        f"{told['seconds']:.2f}",
        f"{rate / 1e6:.2f} M",
        f"{told['peak'] / 1e6:,.0f}",
    ]


def _planning(folder: Path, log: Path, size: int) -> float:
    """Seconds that it takes to cut a file into partitions; behind its head it is all holes."""
    path = folder / f"planned.{size}"
    with log.open("rb") as source, path.open("wb") as target:
        target.write(source.read(MEGABYTE))
        target.truncate(size)
    options = Options.parse({"path": str(path)})
    reader_times = []
    for _ in range(20):
        start = time.perf_counter()
        reader = BinlogReader(options, infer_schema(options), is_inferred=True)
        assert len(reader.partitions()) == max(1, size // options.max_partition_bytes)
        reader_times.append(time.perf_counter() - start)
    return min(reader_times)


if __name__ == "__main__":
    main()
