"""Times kernels beside Kaitai's classes, in turns: `python -m tests.formats`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from tests.formats.made import MADE, compile_formats

ROWS = 200_000
ROWS_OF_CLASSES = 20_000
TURNS = 5


def seconds(call: Callable[[], object]) -> float:
    before = process_time()
    call()
    return process_time() - before


with tempfile.TemporaryDirectory() as folder:
    for name, readers in compile_formats(Path(folder)).items():
        many, few = MADE[name].make(ROWS), MADE[name].make(ROWS_OF_CLASSES)
        compiling = seconds(lambda read=readers, data=few: read.table(data))
        turns = [
            (
                seconds(lambda read=readers, data=many: read.table(data)) / ROWS,
                seconds(lambda read=readers, data=few: read.parse(data)) / ROWS_OF_CLASSES,
            )
            for _ in range(TURNS)
        ]
        kernels, classes = (min(times) for times in zip(*turns, strict=True))
        print(  # noqa: T201
            f"{name}: {1 / kernels / 1e6:.2f} M rows/s by kernels, {1 / classes / 1e3:.1f} k by"
            f" classes, {classes / kernels:.0f} times; {compiling:.1f} s of CPU to compile"
        )
