"""What an export of a very large archive asks of the process that leads it, run for real.

    python -m tests.bench.scale [LOGS] [TABLES]

Listing and the work of tasks are simulated: there are so many logs of 1 GiB, and each task tells of
a file of each table. What leads is that of the export: tasks are made, and what they report becomes
the plan, the journal and the state.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pyarrow as pa

from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.definitions import RunDefinitions
from binlog_kaitai.lake.facts import DatasetFacts, Facts, Layout, Piece
from binlog_kaitai.lake.job import _Export
from binlog_kaitai.lake.plan import Plan
from binlog_kaitai.lake.reading import ExportOptions
from binlog_kaitai.lake.resetting import Resets
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.schemas import merge
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.unread import unread_of
from binlog_kaitai.model.schema import RECORD_FIELDS
from binlog_kaitai.read.ddl import Ddl

LOG = 2**30
FILE = 2**27
PARQUET = 4
"""How many bytes of a log come to one of Parquet, about."""


def main(logs: int = 100_000, tables: int = 1) -> None:
    """Print how long each step takes, and how much memory the process then has."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.at(folder)
        state = State({"format": "parquet"})
        files = timed(
            "listing (simulated)",
            lambda: [
                FoundFile(f"s3://logs/server/binlog.{n:06d}", LOG, n, is_compressed=False)
                for n in range(logs)
            ],
        )
        work = _Export(
            store,
            state,
            RunDefinitions(ExportOptions(), Ddl(), files, state),
            Threads(1),
            lambda _: None,
            lambda: None,
            Asked(),
            Resets(state, ()),
        )
        unread = timed("what is new", lambda: list(unread_of(files, state, follows=False)))
        tasks = timed("tasks", lambda: list(work._tasks(unread, ExportOptions())))  # noqa: SLF001
        sys.stdout.write(f"{len(tasks)} tasks" + "\n")
        facts = Facts()

        def gather() -> None:
            for number, task in enumerate(tasks):
                facts.add(reported(task.parts[0].log, number, tables))

        timed("facts of all tasks", gather)
        every = timed("schemas", lambda: merge(state, facts))
        plan = Plan(store, state, FILE)

        def plan_all() -> None:
            for name, one in every.items():
                plan.add(name, one, {}, {}, is_anew=False)
            for one_file in unread:
                one_file.note(state)

        timed("plan", plan_all)
        text = timed("journal", lambda: json.dumps(asdict(plan.journal())))
        sys.stdout.write(
            f"{len(plan.move)} files, of which {len(plan.units)} gathered, in {len(text)} bytes\n"
        )


def reported(log: str, number: int, tables: int) -> Facts:
    """Return what a task reports: a file of each table, of a day."""
    found = {}
    for table in range(tables):
        size = LOG // 2 // PARQUET // tables
        name = f"_export/staged/{number:032x}/part-{table:032x}.parquet"
        piece = Piece(name, 10**6, size, number // 64, 0)
        layout = Layout(COLUMNS, True, log, 0)
        found[f"shop.table{table}"] = DatasetFacts(
            f"shop.table{table}", "shop", f"table{table}", 10**6, [layout], [piece]
        )
    return Facts(10**6, 0, found)


COLUMNS = columns_of(
    pa.schema(
        [field.with_name(name) for name, field in RECORD_FIELDS.items()]
        + [(f"column{n}", pa.string()) for n in range(20)]
    )
)


def timed(name: str, do: Callable[[], Any]) -> Any:
    """Do a step, and print what it took."""
    started = time.process_time()
    found = do()
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"{name:24} {seconds:8.1f} s of CPU, {peak:6.0f} MiB at most so far\n")
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
