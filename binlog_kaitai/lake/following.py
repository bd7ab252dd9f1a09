"""Export logs while servers write them, in a sequence of small runs."""

from __future__ import annotations

import ctypes
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa

from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.io.status import Status
from binlog_kaitai.lake.current.intervals import MergeInterval
from binlog_kaitai.lake.facts import Facts
from binlog_kaitai.lake.healing import Healing
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.maintenance import MANY_RUNS, Maintenance
from binlog_kaitai.lake.progress import SnapshotProgress
from binlog_kaitai.lake.running import Snapshot
from binlog_kaitai.lake.served import InputLogs
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Problems, Step, Summary, summary_of
from binlog_kaitai.replication.uris import MAX_WAIT

LOGGER = logging.getLogger(__name__)

EVERY, ICEBERG_EVERY = 0.8, 1.0
"""Minimum number of seconds between the starts of two runs: commits to Iceberg tables cost more."""

RELEASE_EVERY, LONG = 10.0, 0.5
"""Seconds after which free memory is released, which makes the next run slower, and of a run behind
which it is released at once."""


def follow(  # noqa: PLR0913 - what a follower is given
    paths: Sequence[str],
    out: str | Path,
    *,
    spool: str | Path | None = None,
    every: float | None = None,
    current_every: float | None = None,
    maintain_every: float | None = None,
    is_over: Callable[[], bool] = lambda: False,
    status: Status | None = None,
    **options: Any,
) -> Iterator[Summary]:
    """Export new transactions, run by run, until `is_over`.

    The last log of a folder may grow; its complete transactions are exported. Logs that were read
    completely may be purged. A server sends new events on a connection that stays open; a run
    begins when some have arrived. A server that is lost after the first run is retried at growing
    intervals. With `snapshot`, tables that are set aside, incomplete or new get new snapshots.

    Args:
        paths: as for `export`.
        out: as for `export`.
        spool: as for `export`.
        every: minimum number of seconds between the starts of two runs; by default `EVERY`, or
            `ICEBERG_EVERY` for that format.
        current_every: the same for merges into current tables; by default, each run merges.
        maintain_every: the same for the maintenance of the tables, which Delta and Iceberg tables
            get after 500 runs, too; by default, there is none.
        is_over: called before each run; true ends the export, after a merge of what waits.
        status: the status that the runs set.
        options: as for `export`.

    Yields:
        The summary of each run with new data, and of the first run if it is incomplete.

    Raises:
        DataLossError: a log was purged before it was read completely.
        OSError, ValueError: as `export`.
    """
    status = status or Status("export", str(out))
    if every is None:
        every = ICEBERG_EVERY if options.get("file_format") == "iceberg" else EVERY
    show = options.pop("progress", None)
    options["progress"] = step_taker(status, show)
    max_runs = None if options.get("file_format", "parquet") == "parquet" else MANY_RUNS
    maintenance = Maintenance(out, maintain_every, max_runs)
    merges = MergeInterval(current_every, maintenance.run_if_due)
    with closing(InputLogs(paths, spool)) as sources:
        yield from _runs(sources, paths, out, every, is_over, merges, status, options)


def _runs(  # noqa: PLR0913, PLR0917 - what a follower is given
    sources: InputLogs,
    paths: Sequence[str],
    out: str | Path,
    every: float,
    is_over: Callable[[], bool],
    merges: MergeInterval,
    status: Status,
    options: dict[str, Any],
) -> Iterator[Summary]:
    seen: list[FoundFile] | None = None
    healing = Healing() if Snapshot.is_of_server(options.get("snapshot")) else None
    options["snapshot"] = Snapshot.of(options.get("snapshot"), healing)
    sources.heal(options["snapshot"])
    problems: Problems | None = None
    lost: OSError | None = None
    since = wait = released = 0.0
    while merges.goes_on(is_over):
        started = time.monotonic()
        summary, is_first = None, False
        # chunks of snapshots ask for all that the server has
        sources.holds = not (healing and healing.is_due())
        try:
            files = _find(sources)
            status.progress()
            if files and (files != seen or merges.is_due() or (healing and healing.is_due())):
                status.run()
                summary = export(paths, out, spool=sources, follows=True, **merges.options(options))
                merges.take(summary.current_since)
                is_first, seen = seen is None, files
                options |= {"overwrite": False, "reset": ()}
                options["snapshot"] = healing is not None and options["snapshot"]
                if summary.seconds >= LONG or started - released >= RELEASE_EVERY:
                    release_memory()
                    released = started
                take_summary(status, summary, healing)
                merges.maintain()
            else:
                status.wait(status.bytes_behind)
        except OSError as error:
            if type(error) is not type(lost):  # the time of a refusal starts after an outage
                since = started
            if seen is None or not sources.may_recover(error, started - since):
                raise
            level = logging.WARNING if lost is None else logging.INFO
            LOGGER.log(level, "%s; retrying until the server is back", error)
            status.fail(error)
            lost, wait = error, min(max(2 * wait, 1.0), MAX_WAIT)
            time.sleep(wait)
            continue
        if lost is not None:
            LOGGER.warning("the server is back; the export continues")
            lost, wait = None, 0.0
            status.recover()
        if summary is not None:
            problems, before = summary.problems, problems
            if summary.events or (problems != before and (any(problems) or not is_first)):
                yield summary
        sources.wait(started + every)


def release_memory() -> None:
    """Return free memory to the system.

    Each run has new threads, and glibc retains memory that earlier threads freed.
    """
    pa.default_memory_pool().release_unused()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries lack it
    if trim is not None:
        trim(0)


def step_taker(
    status: Status, show: Callable[[Step], None] | None = None
) -> Callable[[Step], None]:
    """Return a function that sets a status to a step, and shows the step."""
    progress = SnapshotProgress()

    def take(step: Step) -> None:
        if step.stage in {"snapshot", "pause"}:
            status.snapshot = progress.take(step)
        status.run(asdict(step))
        if show is not None:
            show(step)

    return take


def take_summary(status: Status, summary: Summary, healing: Healing | None = None) -> None:
    """Set a status to the end of a run, which heals tables."""
    if healing is not None:
        healing.end()
        status.healing = healing.report()
    status.set_aside = {name: str(why) for name, why in summary.set_aside.items()}
    status.stale, status.unread = summary.stale, summary.unread
    status.rows = (status.rows or 0) + sum(summary.images.values())
    status.log, status.position, status.gtids = summary.log, summary.position, summary.gtids
    if not summary.baselines:
        status.snapshot = None
    status.wait(summary.bytes_behind)
    since = summary.current_since
    status.current_since = None if since is None else datetime.fromtimestamp(since, timezone.utc)
    if summary.events or summary.written:
        status.commit(summary.written)


def last_status(path: str) -> Status | None:
    """Return the status of an export by the state of its tables; None if there is none.

    Raises:
        OutputExistsError: the folder contains anything else.
    """
    store = Store.at(path)
    state = load_state(store)
    if state is None:
        return None
    status = Status("export", path)
    take_summary(status, summary_of((), store, state, Facts(), {}, time.perf_counter()))
    status.state = "unknown"
    return status


def _find(sources: InputLogs) -> list[FoundFile]:
    try:
        return sources.find()
    except FileNotFoundError:  # a server is creating its first or next log
        return []
