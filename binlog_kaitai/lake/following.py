"""An export that goes on while servers write: in small runs, each of which is one of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.served import Sources
from binlog_kaitai.lake.summary import Summary

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
    """Export what logs get, run by run, until `is_over`. Yields what each run did that found any.

    The last log of a folder may grow: of it, whole transactions are taken. Logs that were read to
    their end may be purged. Other arguments are as of `export`. Raises what `export` raises, and
    OutputExistsError where a log is gone that was not read to its end.
    """
    seen: list[FoundFile] | None = None
    sources = Sources(paths, spool)
    while not is_over():
        started = time.monotonic()
        try:
            files = sources.find()
        except FileNotFoundError:  # a server makes its first log, or its next one
            files = []
        if files and files != seen:
            summary = export(paths, out, spool=spool, follows=True, **options)
            options["overwrite"] = False
            seen = files
            if summary.events:
                yield summary
        time.sleep(max(0.0, started + every - time.monotonic()))
