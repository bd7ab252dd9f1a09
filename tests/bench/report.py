"""What the benchmark prints: one table, and below it when and where that was measured."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from tests.bench.readers import LIMIT, PEER, Connector, tool_of

if TYPE_CHECKING:
    from tests.bench.readers import Reader, Run
    from tests.bench.workloads import Workload
    from tests.servers import DebianServer

PACKAGES = ("binlog-kaitai", "numba", "pyarrow", "mysql-replication")
MILLION = 1_000_000
UNMEASURED = ""


@dataclass(frozen=True)
class Results:
    """The best run of each reader on each workload of a server."""

    server: DebianServer
    repeats: int
    runs: dict[Workload, dict[Reader, Run]]
    is_disturbed: bool = False

    def table(self) -> Table:
        """Return the results as a table for a terminal."""
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for number, heading in enumerate(self._headings()):
            justify = "left" if number < TEXT_COLUMNS else "right"
            table.add_column(heading, justify=justify, no_wrap=True)
        for workload in self.runs:
            for cells in self._rows(workload):
                table.add_row(*cells)
            table.add_section()
        return table

    def markdown(self) -> str:
        """Return the results as a table in Markdown, and the lines below it."""
        headings = self._headings()
        rules = ["---" if number < TEXT_COLUMNS else "--:" for number in range(len(headings))]
        rows = [row for workload in self.runs for row in self._rows(workload)]
        lines = [f"| {' | '.join(cells)} |" for cells in (headings, rules, *rows)]
        return "\n".join([*lines, "", *self.notes()])

    def notes(self) -> list[str]:
        """Return how this was measured, when, on what, and which versions."""
        versions = [_server_version(self.server)]
        versions += [f"{name} {importlib.metadata.version(name)}" for name in PACKAGES]
        beside = "beside a process that copies memory; " if self.is_disturbed else ""
        sizes = [
            f"{workload.name} {workload.images:,} images in {run.size / MILLION:,.0f} MB"
            for workload, runs in self.runs.items()
            for run in [runs[tool_of(self.server)]]
        ]
        how = (
            f"Best and median of {self.repeats}, interleaved (big: of 1), each in a process of its"
            f" own on one core, or one a thread, once it is warm; {beside}kernels are compiled; CPU"
            " is that of all threads; memory is the most that was resident; seconds to the first"
            " batch count from the start of the process. The limit is what it takes to copy all"
            " bytes from the system's cache and to look at each once."
        )
        logs = f"Logs of {self.server.name}: {', '.join(sizes)}."
        today = dt.datetime.now(dt.timezone.utc).date()
        where = f"{today}, {_machine()}, Python {platform.python_version()}, {', '.join(versions)}."
        return [how, logs, where]

    def _headings(self) -> list[str]:
        return [
            "log",
            "reader",
            "images",
            "seconds",
            "median",
            "CPU",
            "images/s",
            "MB/s",
            "peak MB",
            "first batch",
            f"x {tool_of(self.server).program}",
            "x python",
            "x java",
            "of limit",
        ]

    def _rows(self, workload: Workload) -> list[list[str]]:
        runs = self.runs[workload]
        return [
            [
                workload.name,
                reader.name,
                f"{run.images:,}",
                f"{run.seconds:.3f}",
                f"{run.median:.3f}",
                UNMEASURED if run.cpu is None else f"{run.cpu:.3f}",
                _count(run.images_per_second),
                f"{run.bytes_per_second / MILLION:,.1f}",
                f"{run.peak / MILLION:,.0f}",
                UNMEASURED if run.first_batch is None else f"{run.first_batch:.2f}",
                _ratio(run, runs.get(tool_of(self.server))),
                _ratio(run, runs.get(PEER)),
                _ratio(run, _connector(runs)),
                _share(run, runs.get(LIMIT)),
            ]
            for reader, run in runs.items()
        ]


# on the left, before the numbers
TEXT_COLUMNS = 2


def _count(value: float) -> str:
    return f"{value / MILLION:.2f} M" if value >= MILLION else f"{value / 1000:.1f} k"


def _connector(runs: dict[Reader, Run]) -> Run | None:
    return next((run for reader, run in runs.items() if isinstance(reader, Connector)), None)


def _ratio(run: Run, other: Run | None) -> str:
    if other is None:
        return UNMEASURED
    ratio = run.images_per_second / other.images_per_second
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def _share(run: Run, limit: Run | None) -> str:
    """Return the share of the limit's speed that was reached."""
    if limit is None:
        return UNMEASURED
    return f"{run.bytes_per_second / limit.bytes_per_second:.1%}"


def _server_version(server: DebianServer) -> str:
    command = server.command(server.program, "--no-defaults", "--version")
    done = subprocess.run(
        command, env=server.environment(), capture_output=True, check=True, text=True
    )
    version = done.stdout.partition(" Ver ")[2].split()[0]
    return f"{server.program} {version}"


def _machine() -> str:
    information = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    models = [line for line in information.splitlines() if line.startswith("model name")]
    model = models[0].partition(":")[2].strip() if models else platform.machine()
    return f"{model}, {os.cpu_count()} cores"
