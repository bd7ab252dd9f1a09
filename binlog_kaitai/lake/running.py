"""Run the tasks of an export."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class Runner(Protocol):
    """Runs tasks in parallel."""

    def run(self, tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
        """Yield the results of tasks in their order; raise the error of the first failed task."""


@dataclass(frozen=True)
class Threads:
    """Runs tasks in threads of this process; kernels and Parquet release the GIL."""

    count: int = field(default_factory=lambda: os.cpu_count() or 1)

    def run(self, tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
        """Yield the results of tasks in their order; raise the error of the first failed task."""
        pool = ThreadPoolExecutor(self.count)
        try:
            running = [pool.submit(task) for task in tasks]
            for task in running:
                yield task.result()
        finally:
            pool.shutdown(cancel_futures=True)
