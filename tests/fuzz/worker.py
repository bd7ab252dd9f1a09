"""`python -m tests.fuzz.worker`: a process that works through cases, watched by another.

It tells which case it is at, so that what ends it, or never ends, is known by its number; what it
finds it writes to its folder, made as small as there is time for.
"""

from __future__ import annotations

import argparse
import faulthandler
import mmap
import resource
import struct
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path

from tests.fuzz.cases import Cases
from tests.fuzz.kinds import kind_of
from tests.fuzz.shrink import smallest

_PROGRESS = struct.Struct("<qqq")  # the case, how many are done, how many problems were found
KEPT = 2  # logs of one kind of problem
SHRINKING = 40.0  # seconds for one of them
WARMING_UP = -1  # in the place of a case
NAME = "progress"
MEMORY = 2**30  # bytes that one case may add to what the process takes


@dataclass(frozen=True)
class Progress:
    """How far a worker is."""

    case: int
    done: int
    found: int


class Teller:
    """Memory that a worker and who watches it share: what was written stays, however it ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / NAME
        if not path.exists():
            path.write_bytes(_PROGRESS.pack(WARMING_UP, 0, 0))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _PROGRESS.size)

    def tell(self, progress: Progress) -> None:
        """Notes where the worker is."""
        self._map[:] = _PROGRESS.pack(progress.case, progress.done, progress.found)

    @property
    def progress(self) -> Progress:
        """Where the worker is."""
        return Progress(*_PROGRESS.unpack(self._map[:]))


@dataclass(frozen=True)
class Found:
    """A case that shows a problem, and its log."""

    number: int
    problem: str
    data: bytes


def found_in(cases: Cases, numbers: Iterator[int], until: float, teller: Teller) -> Iterator[Found]:
    """Yields the cases with problems, one after the other."""
    done, found = teller.progress.done, teller.progress.found
    for number in numbers:
        if time.monotonic() > until:
            return
        teller.tell(Progress(number, done, found))
        before = _peak()
        data = cases.log(number)
        problem = cases.problem(number, data)
        if problem is None and (grown := _peak() - before) > MEMORY:
            problem = f"memory: a log of {len(data)} bytes took {grown} bytes"
        done += 1
        if problem is not None:
            found += 1
            yield Found(number, problem, data)
    teller.tell(Progress(number, done, found))


def _peak() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def work(cases: Cases, numbers: Iterator[int], until: float, teller: Teller) -> None:
    """Works through cases, and writes what is found to the folder."""
    seen: Counter[str] = Counter()
    for case in found_in(cases, numbers, until, teller):
        kind = kind_of(case.problem)
        seen[kind] += 1
        if seen[kind] <= KEPT:
            write(cases, case, kind, until)


def write(cases: Cases, case: Found, kind: str, until: float) -> None:
    """Writes a problem, its log, and a smaller one that shows it."""
    name = cases.folder / f"{cases.seed}.{case.number}"
    name.with_suffix(f".{case.number}.binlog").write_bytes(case.data)
    name.with_suffix(f".{case.number}.txt").write_text(case.problem, encoding="utf-8")

    def shows(data: bytes) -> bool:
        problem = cases.problem(case.number, data)
        return problem is not None and kind_of(problem) == kind

    now = time.monotonic()
    end = now + SHRINKING if now + SHRINKING < until else now + SHRINKING / 4
    small = smallest(case.data, shows, lambda: time.monotonic() > end)
    name.with_suffix(f".{case.number}.small.binlog").write_bytes(small)


def main() -> None:
    """What the watching process starts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("first", type=int)
    parser.add_argument("step", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--checked", action="store_true")
    parser.add_argument("--guarded", action="store_true")
    parser.add_argument("--count", type=int, default=2**40)
    options = parser.parse_args()
    faulthandler.enable()
    if options.checked:
        from tests.fuzz.checked import check_kernels  # noqa: PLC0415 - before there are kernels

        check_kernels()
    if options.guarded:
        from tests.fuzz.guarded import guard_arrays  # noqa: PLC0415 - alike

        guard_arrays(options.seed % 256)
    cases, teller = Cases(options.seed, options.folder), Teller(options.folder)
    teller.tell(replace(teller.progress, case=WARMING_UP))
    cases.warm_up()
    until = time.monotonic() + options.seconds
    numbers = islice(count(options.first, options.step), options.count)
    work(cases, numbers, until, teller)


if __name__ == "__main__":
    main()
