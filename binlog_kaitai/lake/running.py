"""Where the tasks of an export run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class Runner(Protocol):
    """Runs tasks side by side."""

    def run(self, tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
        """Yield what each task returns, in their order, and raise what the first one raises."""


@dataclass(frozen=True)
class Threads:
    """Runs tasks in threads of this process: kernels, and Parquet, let go of Python."""

    count: int = field(default_factory=lambda: os.cpu_count() or 1)

    def run(self, tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
        """Yield what each task returns, in their order, and raise what the first one raises."""
        pool = ThreadPoolExecutor(self.count)
        try:
            running = [pool.submit(task) for task in tasks]
            for task in running:
                yield task.result()
        finally:
            pool.shutdown(cancel_futures=True)
