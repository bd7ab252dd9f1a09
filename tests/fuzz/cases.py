"""A case: the log that a seed and a number stand for, and what is wrong with how it is read."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz.corpus import Corpus
from tests.fuzz.mutations import mutated

CHECKS = 3
TOGETHER = 8  # cases of a log, each with something else done to it
WARMING = 4  # every fourth piece has values of all types among them


class Cases:
    """The cases of a seed; each is the same whenever it is made, as long as the code is."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed = seed
        self.folder = folder
        self.corpus = Corpus(folder)

    def chance(self, number: int, what: str = "log") -> Random:
        """The source of all chance in a case."""
        return Random(f"{self.seed}:{number}:{what}")

    def log(self, number: int) -> bytes:
        """The bytes of a case's log."""
        log = self.corpus.some(self.chance(number // TOGETHER, "origin"))
        return mutated(log, self.corpus, self.chance(number))

    def warm_up(self) -> None:
        """Reads sound logs, so that kernels are compiled and no case has to wait for them."""
        from tests.fuzz.oracle import warm_up  # noqa: PLC0415 - imports kernels, see checked.py

        path = self.folder / "warm.binlog"
        for piece in self.corpus.pieces[::WARMING]:
            path.write_bytes(piece)
            warm_up(path)
        path.unlink(missing_ok=True)

    def problem(self, number: int, data: bytes) -> str | None:
        """What is wrong with how a log is read, by the checks that the case has."""
        from tests.fuzz.oracle import problem_of  # noqa: PLC0415 - imports kernels, see checked.py

        path = self.folder / f"binlog.{number % 1000:06}"
        try:
            path.write_bytes(data)
            return problem_of(path, self.chance(number, "checks"), CHECKS)
        finally:
            path.unlink(missing_ok=True)
