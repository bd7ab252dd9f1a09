"""A process that copies memory all the time, as others on the same machine do."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

BYTES = 2**28  # more than any cache holds


@contextlib.contextmanager
def copying_memory() -> Iterator[None]:
    """Have such a process run meanwhile, on another core than the one that is timed."""
    core = min(os.sched_getaffinity(0))
    command = ["taskset", "--cpu-list", str(core), sys.executable, "-m", "tests.bench.neighbour"]
    with subprocess.Popen(command) as process:
        try:
            yield
        finally:
            process.kill()


def main() -> None:
    """Copy memory until the process is killed."""
    source, target = np.ones(BYTES, np.uint8), np.empty(BYTES, np.uint8)
    while True:
        np.copyto(target, source)


if __name__ == "__main__":
    main()
