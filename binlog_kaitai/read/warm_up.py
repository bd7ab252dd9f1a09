"""Compiles the kernels before they are used, by reading logs that ship for it.

As a program, does so in its process: kernels share most of what is compiled for them, and two
processes would each compile that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.kernels.runtime.kept import BASELINE, CARRIED, Listener
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.compile_lock import locked
from binlog_kaitai.read.event_blocks import cell_finder, frames_of
from binlog_kaitai.read.meanwhile import FAILURE, ended
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.read.variants import Variants
from binlog_kaitai.read.views import event_batches, transaction_batches
from binlog_kaitai.read.wire import load_run

TELLING = "--telling"

STAGES = ("flat", "typed", "parts", "transactions", "events", "packets", "contexts", "cells")
"""Readings that the kernels are compiled by, one after the other."""

_NAMES = pa.schema([RECORD_SCHEMA.field("database"), RECORD_SCHEMA.field("table")])


def read_samples(first: str = "") -> None:
    """Read the samples in all ways, and in one of `STAGES` before the others."""
    for stage in sorted(STAGES, key=lambda stage: stage != first):
        if stage == "packets":
            _read_packets()
            continue
        for log in _samples(".binlog"):
            for found in _READINGS[stage](log):
                deque(found, maxlen=0)


def _read_packets() -> None:
    load_run()(np.empty(0, np.uint8), 0, 0, 0, np.empty(0, np.uint8))
    stream = PacketBatches(RECORD_SCHEMA, framing="semi_sync", engine="kernels")
    for sample in _samples(".packets"):
        packets = [bytes.fromhex(line) for line in sample.content.decode().split()]
        deque(stream.of(pa.array(packets, pa.binary())), maxlen=0)


_Found: TypeAlias = Iterator[Iterator[pa.RecordBatch]]


def _flat(log: HeldFile) -> _Found:
    yield read_batches(log, engine="kernels")
    texts = [table.column("data") for table in read_batches(log, engine="kernels")]
    yield iter(Variants().of(text, lambda _: (b"", b"")) for text in texts)


def _contexts(log: HeldFile) -> _Found:
    yield read_batches(log, engine="kernels", context=True)


def _cells(log: HeldFile) -> _Found:
    with LogFile(log) as opened:
        log_format = opened.start.format
    finder, frames = cell_finder(log_format, "kernels"), frames_of(log_format, "kernels")
    assert finder is not None
    assert frames is not None
    no_bytes, nothing = np.zeros(0, np.uint8), np.zeros(0, np.int64)
    finder.find(no_bytes, frames.bounds(no_bytes), nothing)
    frames.checksums(no_bytes, nothing, nothing)
    return iter(())


def _parts(log: HeldFile) -> _Found:
    half = Scope(span=Span(len(log.content) // 2, has_parts_before=True))
    yield read_batches(log, scope=half, engine="kernels")


def _typed(log: HeldFile) -> _Found:
    """Yield the rows of the tables in the second half: those before it may be altered there."""
    half = Scope(span=Span(len(log.content) // 2))
    tables = set()
    for batch in read_batches(log, schema=_NAMES, scope=half, engine="kernels"):
        rows = (row for row in batch.to_pylist() if row["table"] is not None)
        tables |= {f"{row['database']}.{row['table']}" for row in rows}
    for table in sorted(tables):
        yield read_batches(log, table=table, engine="kernels")


_READINGS: dict[str, Callable[[HeldFile], _Found]] = {
    "flat": _flat,
    "typed": _typed,
    "parts": _parts,
    "transactions": lambda log: iter([transaction_batches(log, engine="kernels")]),
    "events": lambda log: iter([event_batches(log, engine="kernels")]),
    "contexts": _contexts,
    "cells": _cells,
}


def warm_up() -> None:
    """Compile into where kernels are kept. Raises RuntimeError where that fails."""
    _compile({})


def warm_up_folder(folder: Path) -> int:
    """Compile into a folder that can be carried to other machines of this architecture.

    What other sources were compiled to is removed from it. Returns how many files there are.
    Raises RuntimeError where compiling fails, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        baseline = {
            "NUMBA_CACHE_DIR": made,
            "NUMBA_CPU_NAME": BASELINE.name,
            "NUMBA_CPU_FEATURES": BASELINE.features,
            CARRIED: "",
        }
        _compile(baseline)
        files = sorted(Path(made).rglob("*.nbc"))
        for file in files:
            started = folder / f"{file.name}.{os.getpid()}"
            shutil.copyfile(file, started)
            started.replace(folder / file.name)
        _remove_others(folder, {file.name for file in files})
    return len(files)


def _remove_others(folder: Path, names: set[str]) -> None:
    """Remove what is of the same kernels and Python, but not of the names."""
    kernels = {name.rsplit(".", 3)[0] for name in names}
    for file in folder.glob("*.nbc"):
        if file.name not in names and file.name.rsplit(".", 3)[0] in kernels:
            file.unlink(missing_ok=True)


def _compile(variables: Mapping[str, str]) -> None:
    command = [sys.executable, "-m", __spec__.name]
    done = subprocess.run(  # noqa: S603 - this program
        command, env=os.environ | variables, check=False, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        *_, reason = done.stderr.strip().splitlines() or [ended(done.returncode)]
        raise RuntimeError(f"the kernels cannot be compiled: {reason}")


def _samples(suffix: str) -> Iterator[HeldFile]:
    for file in sorted(resources.files("binlog_kaitai").joinpath("samples").iterdir(), key=str):
        if file.name.endswith(f"{suffix}.zst"):
            stored = pa.BufferReader(file.read_bytes())
            content = pa.CompressedInputStream(stored, "zstd").read()
            yield HeldFile(file.name.removesuffix(".zst"), content)


def _tell(kernel: str | None) -> None:
    with suppress(OSError):  # nobody listens any more
        sys.stdout.write(f"{kernel or ''}\n")
        sys.stdout.flush()


def _main() -> None:
    Listener.must_store = True
    try:
        if TELLING in sys.argv:  # for a process that reads meanwhile, from which this has the lock
            Listener.hears = _tell
            read_samples(sys.argv[-1])
        else:
            with locked():
                read_samples()
    except OSError as error:
        reason = f"cannot store compiled kernels: {error}"
        if TELLING in sys.argv:
            _tell(f"{FAILURE}{reason}")
        sys.exit(reason)


if __name__ == "__main__":
    _main()
