"""Maintain the tables of an archive: merge small files, expire snapshots, remove unused files.

Each step holds the lock of the archive for one table and a bounded number of bytes, so a follower
goes on between the steps. Merges of Parquet and Iceberg files are commits of the archive, which
may be killed like others. Delta tables are merged by their library.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from binlog_kaitai.lake.columns import date_name, schema_from
from binlog_kaitai.lake.commit import STAGED, Journal, commit, roll_forward
from binlog_kaitai.lake.current.pending import waiting_files
from binlog_kaitai.lake.facts import Piece
from binlog_kaitai.lake.gathering import CompactionTask, CompactionUnit, PieceSource
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.lock import maintaining
from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.plan import EPOCH, Plan, TableCommit
from binlog_kaitai.lake.running import Runner, Threads
from binlog_kaitai.lake.schemas import written
from binlog_kaitai.lake.snapshots import Maintained
from binlog_kaitai.lake.state import CURRENT
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.tables import tables_of

LOGGER = logging.getLogger(__name__)

FILE_SIZE = 2**27

RETAIN = 86_400.0
"""Seconds for which unused files and snapshots remain, for readers that have begun with them."""

FEW_FILES = 8
"""Number of small files of a day that remain."""

MANY_RUNS = 500
"""Runs of a follower after which tables with metadata are maintained before the interval is over:
each run adds a file, and commits read and write something about each file."""

MAX_BYTES = 2**28
"""Approximate bytes that a step merges; meanwhile, an export waits."""


@dataclass
class _Day:
    """Small files of a day, with their sizes."""

    folder: str
    name: str
    files: list[tuple[str, int]] = field(default_factory=list)

    def step(self) -> list[tuple[str, int]]:
        """Return the files of the next step; none if few are left."""
        chosen: list[tuple[str, int]] = []
        size = 0
        for name, num_bytes in self.files if len(self.files) > FEW_FILES else ():
            if size + num_bytes > MAX_BYTES and len(chosen) > 1:
                break
            chosen.append((name, num_bytes))
            size += num_bytes
        return chosen


def maintain(
    out: str | Path,
    *,
    file_size: int = FILE_SIZE,
    retain: float = RETAIN,
    runner: Runner | None = None,
) -> Iterator[Maintained]:
    """Maintain all tables of an archive.

    Args:
        out: the output of exports.
        file_size: approximate maximum size of a file in bytes.
        retain: seconds for which unused files and snapshots remain.
        runner: runs the tasks; by default, threads of this process.

    Yields:
        What was done, for each table.

    Raises:
        ValueError: there is no archive.
        TransientError: an export has held the lock for too long.
    """
    store = Store.at(out)
    state = load_state(store)
    if state is None:
        raise ValueError(f"{store.root}: expected an export, found none")
    for folder in state.datasets:
        for each in (folder, f"{folder}{CURRENT}"):
            done = _maintain(store, each, file_size, retain, runner or Threads())
            if done is not None:
                yield done


def _maintain(
    store: Store, folder: str, file_size: int, retain: float, runner: Runner
) -> Maintained | None:
    done = Maintained(folder)
    is_current = folder.endswith(CURRENT)
    while True:
        with maintaining(store):
            journal = Journal.of(store)
            if journal is not None:
                roll_forward(store, journal, is_again=True)
            state = load_state(store)
            if state is None or folder.removesuffix(CURRENT) not in state.datasets:
                return None
            tables = tables_of(store, state.options)
            if is_current and state.datasets[folder.removesuffix(CURRENT)].current is None:
                return None
            step = None
            if not is_current and state.file_format != "delta":
                step = _merge(Plan(store, state, file_size, tables), folder, runner)
            if step is None:
                if tables is not None:
                    tables.maintain(folder, done, file_size, retain, merges=not is_current)
                return done
        done.merged += step.merged
        done.merged_bytes += step.merged_bytes
        done.made += step.made


def _merge(plan: Plan, folder: str, runner: Runner) -> Maintained | None:
    """Merge some small files of a day; None if there are few."""
    store, file_size = plan.store, plan.file_size
    for day in _days(plan, folder).values():
        files = day.step()
        if files:
            break
    else:
        return None
    dataset = plan.state.datasets[folder]
    layout = written(dataset)
    number = (date.fromisoformat(day.name) - EPOCH).days
    pieces = [Piece(name, 0, size, number) for name, size in files]
    unit = CompactionUnit(0, dataset.columns, tuple(PieceSource(one, layout) for one in pieces))
    task = CompactionTask(store, f"{STAGED}/gathered", file_size, (unit,))
    made: list[Written] = [one for some in runner.run([task]) for _, new in some for one in new]
    plan.changed.append(folder)
    plan.move += ((one.name, f"{day.folder}/{one.name.rpartition('/')[2]}") for one in made)
    if plan.tables is None:
        plan.remove += (name for name, _ in files)
    else:
        start = len(folder) + 1
        partition = date_name(schema_from(dataset.columns)), "date"
        change = TableCommit(dataset.name, dataset.columns, partition, is_whole=False)
        change.replaced = [day.name]
        change.removed = [name[start:] for name, _ in files]
        targets = (target for _, target in plan.move)
        change.files += (
            (target[start:], day.name, one.rows, one.num_bytes)
            for one, target in zip(made, targets, strict=True)
        )
        plan.changes[folder] = change
    commit(store, plan.journal())
    return Maintained(folder, len(files), sum(size for _, size in files), len(made))


def _days(plan: Plan, folder: str) -> Mapping[str, _Day]:
    """Return the small files of a dataset by day, except for files whose changes wait."""
    tables = plan.tables
    waiting = set(waiting_files(plan.store, plan.state).get(folder, ()))
    active = None if tables is None else {name for name, _ in tables.active_files(folder)}
    partition = f"{folder}/{date_name(schema_from(plan.state.datasets[folder].columns))}="
    days: dict[str, _Day] = {}
    for name, size in plan.store.sizes(folder):
        is_ours = name.startswith(partition) and name.endswith(".parquet") and name not in waiting
        is_active = active is None or name[len(folder) + 1 :] in active
        if is_ours and is_active and size < plan.file_size // 4:
            day_folder = name.rpartition("/")[0]
            day = days.setdefault(day_folder, _Day(day_folder, day_folder[len(partition) :]))
            day.files.append((name, size))
    return days


class Maintenance:
    """When a follower maintains its tables: at an interval, and after a number of runs.

    Args:
        out: the output of the follower.
        seconds: the interval; None for no maintenance at all.
        max_runs: the number of runs; None for any.
    """

    def __init__(
        self, out: str | Path, seconds: float | None, max_runs: int | None = MANY_RUNS
    ) -> None:
        self._out = out
        self._seconds = seconds
        self._max_runs = max_runs
        self._last = time.monotonic()
        self._runs = 0

    def run_if_due(self) -> None:
        """Maintain the tables after a run, if it is time. Logs an error, and goes on."""
        self._runs += 1
        if self._seconds is None or not self._is_due(self._seconds):
            return
        try:
            for done in maintain(self._out):
                LOGGER.info("%s", done)
        except OSError as error:
            LOGGER.warning("maintenance failed, and is tried again: %s", error)
        self._last, self._runs = time.monotonic(), 0

    def _is_due(self, seconds: float) -> bool:
        has_many = self._max_runs is not None and self._runs >= self._max_runs
        return has_many or time.monotonic() - self._last >= seconds
