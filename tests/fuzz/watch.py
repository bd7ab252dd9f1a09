"""Watches the processes that work through cases: one that ends, hangs or grows is a finding."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.cases import Cases
from tests.fuzz.worker import WARMING_UP, Progress, Teller

ROOT = Path(__file__).parents[2]
TICK = os.sysconf("SC_CLK_TCK")

COMPILING = 1800.0  # seconds of processor time before the first case
LONGEST = 120.0  # seconds of processor time that one case may take, shrinking included
STUCK = 600.0  # seconds in which a case neither ends nor takes processor time
MOST = 3 * 2**30  # bytes of memory that a worker may take
POLL = 0.5

PROGRAM = (sys.executable, "-m", "tests.fuzz.worker")


@dataclass
class Worker:
    """A process that works through every n-th case, started anew behind one that ended it."""

    seed: int
    first: int
    step: int
    folder: Path
    flags: list[str]
    until: float
    program: Sequence[str] = PROGRAM
    ends: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.teller = Teller(self.folder)
        self.is_done = False
        self._start(self.first)

    def _start(self, number: int) -> None:
        seconds = self.until - time.monotonic()
        numbers = map(str, (self.seed, number, self.step, seconds))
        command = [*self.program, *numbers, str(self.folder), *self.flags]
        with self._stderr.open("wb") as stderr:
            self.process = subprocess.Popen(command, cwd=ROOT, stderr=stderr)
        self.case, self.used, self.since = number, 0.0, time.monotonic()

    @property
    def _stderr(self) -> Path:
        return self.folder / "stderr"

    def look(self) -> None:
        """Notices what has happened to the process since."""
        code = self.process.poll()
        if code == 0:
            self.is_done = True
        elif code is not None:
            self._ended(f"ended with {_named(code)}")
        elif excess := self._excess():
            self.process.send_signal(signal.SIGABRT)  # so that it tells where it is
            self.process.wait()
            self._ended(excess)

    def _excess(self) -> str | None:
        try:
            used, memory = _used(self.process.pid)
        except (OSError, IndexError):
            return None  # it has just ended
        case = self.teller.progress.case
        if case != self.case:
            self.case, self.used, self.since = case, used, time.monotonic()
        if used - self.used > (LONGEST if case != WARMING_UP else COMPILING):
            return f"took {used - self.used:.0f} s of processor time"
        if used - self.used < 1 and time.monotonic() - self.since > STUCK:
            return "hung"
        return f"took {memory} bytes of memory" if memory > MOST else None

    def _ended(self, how: str) -> None:
        case = self.teller.progress.case
        told = self._stderr.read_text(encoding="utf-8", errors="replace")
        problem = f"process {how} at case {case}\n{told[-4000:]}"
        self.ends.append(problem)
        name = self.folder / f"{self.seed}.{case}.end"
        name.with_suffix(".end.txt").write_text(problem, encoding="utf-8")
        if case == WARMING_UP:
            self.is_done = True
            return
        name.with_suffix(".end.binlog").write_bytes(Cases(self.seed, self.folder).log(case))
        if time.monotonic() < self.until:
            self._start(case + self.step)
        else:
            self.is_done = True

    def stop(self) -> None:
        """Ends the process, if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def _named(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"status {code}"


def _used(pid: int) -> tuple[float, int]:
    """Seconds of processor time that a process has taken, and bytes of memory that it takes."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    pages = int(fields[21])
    return (int(fields[11]) + int(fields[12])) / TICK, pages * os.sysconf("SC_PAGE_SIZE")


def watched(workers: list[Worker]) -> Progress:
    """Waits until all are done; returns how many cases there were, and problems in them."""
    try:
        while not all(worker.is_done for worker in workers):
            time.sleep(POLL)
            for worker in workers:
                if not worker.is_done:
                    worker.look()
    finally:
        for worker in workers:
            worker.stop()
    progress = [worker.teller.progress for worker in workers]
    ends = sum(len(worker.ends) for worker in workers)
    return Progress(
        WARMING_UP, sum(p.done for p in progress), sum(p.found for p in progress) + ends
    )
