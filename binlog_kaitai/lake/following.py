"""An export that goes on while servers write: in small runs, each of which is one of its own."""

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
from binlog_kaitai.lake.served import Sources
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.replication.uris import MAX_WAIT

LOGGER = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds from the start of a run to that of the next, at least."""


def follow(
    paths: Sequence[str],
    out: str | Path,
    *,
    spool: str | Path | None = None,
    every: float = EVERY,
    is_over: Callable[[], bool] = lambda: False,
    **options: Any,
) -> Iterator[Summary]:
    """Export what logs get, run by run, until `is_over`.

    The last log of a folder may grow: of it, whole transactions are taken. Logs that were read to
    their end may be purged. A server that is lost after the first run is asked again, at growing
    intervals.

    Yields:
        What each run did that found any, and what the first did if it found tables set aside.

    Args:
        paths: as of `export`.
        out: as of `export`.
        spool: as of `export`.
        every: seconds from the start of a run to that of the next, at least.
        is_over: called before each run; true ends the export.
        options: as of `export`.

    Raises:
        DataLossError: a log is gone that was not read to its end.
        OSError, ValueError: as `export`.
    """
    seen: list[FoundFile] | None = None
    sources = Sources(paths, spool)
    lost: OSError | None = None
    since = wait = 0.0
    while not is_over():
        started = time.monotonic()
        summary, is_first = None, False
        try:
            files = _find(sources)
            if files and files != seen:
                summary = export(paths, out, spool=spool, follows=True, **options)
                is_first, seen = seen is None, files
                options |= {"overwrite": False, "reset": ()}
                release_memory()
        except OSError as error:
            if type(error) is not type(lost):  # the time of a refusal starts behind an outage
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
        if summary is not None and (summary.events or (is_first and summary.set_aside)):
            yield summary
        time.sleep(max(0.0, started + every - time.monotonic()))


def release_memory() -> None:
    """Return free memory to the system.

    The threads of each run are new ones, and glibc keeps what earlier threads freed.
    """
    pa.default_memory_pool().release_unused()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries have none
    if trim is not None:
        trim(0)


def _find(sources: Sources) -> list[FoundFile]:
    try:
        return sources.find()
    except FileNotFoundError:  # a server makes its first log, or its next one
        return []
