"""Progress bar of a scan whose output does not go to the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain

import pyarrow as pa
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from binlog_kaitai.cli.compiling import gone_while_compiling
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.printable import printable
from binlog_kaitai.read.scans import Scan


def watched(scan: Scan) -> Iterator[pa.RecordBatch]:
    """Yield the batches of a scan, with a bar on stderr if that is a terminal and stdout is not.

    Raises as `Scan.by_logs`.
    """
    if sys.stdout.isatty() or not sys.stderr.isatty():
        yield from chain.from_iterable(batches for _, batches in scan.by_logs())
        return
    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
    ]
    console = Console(stderr=True)
    progress = Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with progress as bar, gone_while_compiling(bar):
        task = bar.add_task("", total=sum(log.size for log in scan.logs))
        behind = 0
        for logs, batches in scan.by_logs():
            bar.update(task, description=escape(printable(base_name(logs[-1].path))))
            size = sum(log.size for log in logs)
            for batch in batches:
                yield batch
                bar.update(task, completed=behind + min(_position_of(batch), size))
            behind += size
            bar.update(task, completed=behind)


def _position_of(batch: pa.RecordBatch) -> int:
    """Return the position of a batch's last row in its log, or 0 if the batch has no positions."""
    for name in ("position", "_position"):
        if name in batch.schema.names:
            return int(batch.column(name)[-1].as_py())
    return 0
