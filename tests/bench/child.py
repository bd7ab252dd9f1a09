"""One reader in a process of its own; it prints what it did as a line of JSON.

`python -m tests.bench.child READER PATH TABLE THREADS`, READER being `kernels`, `tree`, `peer`,
`events` for the view of that name, or `limit` for what no reader of a log goes without; where TABLE
is empty this project's engines make the flat record. This imports no more than the reader needs,
for the time to the first batch counts from the start of the process.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pyarrow as pa

WARM_TURNS = 3
CHUNK = 2**20  # bytes, which the nearest caches but one hold


def main(reader: str, path: str, table: str, threads: str) -> dict[str, Any]:
    """Read a log and return how many row images it holds, and what time that took."""
    if reader == "peer":
        return _read_by_peer(path)
    if reader == "limit":
        return _copy_and_pass(path)
    return _read_by_engine(path, table or None, reader, int(threads))


def _read_by_engine(path: str, table: str | None, engine: str, threads: int) -> dict[str, Any]:
    import pyarrow as pa  # noqa: PLC0415

    from binlog_kaitai import read_batches, scan  # noqa: PLC0415

    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)

    def batches() -> Iterable[pa.RecordBatch]:
        if engine == "events":
            return scan(path, view="events", engine="kernels")
        return read_batches(path, table=table, engine=engine, threads=threads)

    start, begun = time.perf_counter(), time.process_time()
    unread = iter(batches())
    rows = next(unread).num_rows
    # the parent has the same clock
    first_batch_at = time.monotonic()
    rows += sum(batch.num_rows for batch in unread)
    seconds, cpu = time.perf_counter() - start, time.process_time() - begun
    if engine != "tree":
        # by now they are compiled, or loaded; a look for garbage of that is once a process
        gc.collect()
        seconds, cpu = min(_timed(batches) for _ in range(WARM_TURNS))
    return {"rows": rows, "seconds": seconds, "cpu": cpu, "first_batch_at": first_batch_at}


def _timed(batches: Callable[[], Iterable[pa.RecordBatch]]) -> tuple[float, float]:
    """Return the seconds that it takes to read all batches, and those of CPU, of all threads."""
    start, begun = time.perf_counter(), time.process_time()
    for batch in batches():
        del batch
    return time.perf_counter() - start, time.process_time() - begun


def _copy_and_pass(path: str) -> dict[str, Any]:
    """Copy all bytes from where the system keeps them, and look at each once; the best of ten."""
    import numpy as np  # noqa: PLC0415

    from binlog_kaitai.io.finding import logs_of  # noqa: PLC0415

    logs = list(logs_of(path))
    words = np.empty(CHUNK // 8, np.uint64)
    best = float("inf")
    for _ in range(10):
        start = time.perf_counter()
        for log in logs:
            with Path(log).open("rb", buffering=0) as stream:
                while size := stream.readinto(words.view(np.uint8)):
                    words[: size // 8].sum()
        best = min(best, time.perf_counter() - start)
    return {"rows": 0, "seconds": best}


def _read_by_peer(path: str) -> dict[str, Any]:
    from tests.bench.peer import count_images  # noqa: PLC0415

    start = time.perf_counter()
    rows = count_images(Path(path))
    return {"rows": rows, "seconds": time.perf_counter() - start}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*sys.argv[1:])))
