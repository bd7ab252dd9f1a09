"""Export logs while servers write them, in a sequence of small runs."""

from __future__ import annotations

import ctypes
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.served import InputLogs
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.replication.uris import MAX_WAIT

LOGGER = logging.getLogger(__name__)

EVERY = 1.0
"""Minimum number of seconds between the starts of two runs."""


def follow(
    paths: Sequence[str],
    out: str | Path,
    *,
    spool: str | Path | None = None,
    every: float = EVERY,
    is_over: Callable[[], bool] = lambda: False,
    **options: Any,
) -> Iterator[Summary]:
    """Export new transactions, run by run, until `is_over`.

    The last log of a folder may grow; its complete transactions are exported. Logs that were read
    completely may be purged. A server that is lost after the first run is retried at growing
    intervals.

    Args:
        paths: as for `export`.
        out: as for `export`.
        spool: as for `export`.
        every: minimum number of seconds between the starts of two runs.
        is_over: called before each run; true ends the export.
        options: as for `export`.

    Yields:
        The summary of each run with new data, and of the first run if it is incomplete.

    Raises:
        DataLossError: a log was purged before it was read completely.
        OSError, ValueError: as `export`.
    """
    seen: list[FoundFile] | None = None
    sources = InputLogs(paths, spool)
    lost: OSError | None = None
    since = wait = 0.0
    while not is_over():
        started = time.monotonic()
        summary, is_first = None, False
        try:
            files = _find(sources)
            if files and (files != seen or options.get("snapshot")):
                summary = export(paths, out, spool=spool, follows=True, **options)
                is_first, seen = seen is None, files
                options |= {"overwrite": False, "reset": (), "snapshot": bool(summary.baselines)}
                release_memory()
        except OSError as error:
            if type(error) is not type(lost):  # the time of a refusal starts after an outage
                since = started
            if seen is None or not sources.may_recover(error, started - since):
                raise
            level = logging.WARNING if lost is None else logging.INFO
            LOGGER.log(level, "%s; retrying until the server is back", error)
            lost, wait = error, min(max(2 * wait, 1.0), MAX_WAIT)
            time.sleep(wait)
            continue
        if lost is not None:
            LOGGER.warning("the server is back; the export continues")
            lost, wait = None, 0.0
        if summary is not None and (summary.events or (is_first and summary.is_incomplete)):
            yield summary
        time.sleep(max(0.0, started + every - time.monotonic()))


def release_memory() -> None:
    """Return free memory to the system.

    Each run has new threads, and glibc retains memory that earlier threads freed.
    """
    pa.default_memory_pool().release_unused()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries lack it
    if trim is not None:
        trim(0)


def _find(sources: InputLogs) -> list[FoundFile]:
    try:
        return sources.find()
    except FileNotFoundError:  # a server is creating its first or next log
        return []
