"""What of a rewrite is done, in a file beside the logs that it writes.

A command that was killed goes on behind the last log that it has read completely, when it is run
again. The file goes with the end of the work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.model.redaction import Redaction, Rule
from binlog_kaitai.rewrite.gtids import Executed
from binlog_kaitai.rewrite.series import Counts, WrittenLog
from binlog_kaitai.rewrite.targets import Target
from binlog_kaitai.rewrite.transactions import Left

NOTE = ".rewrite.json"


class Progress:
    """What of a rewrite is done.

    Attributes:
        is_resumed: whether a run before this one has begun.
        logs: that were written.
        num_done: how many logs were read completely.
        left: what these leave to the next one.

    Args:
        target: where logs are written.
        identity: names the options and logs; None to note nothing.
        inputs: the logs, as text.
        redaction: of columns.

    Raises:
        FileExistsError: the target has logs of an unfinished rewrite by other options, or of other
            logs.
    """

    def __init__(
        self, target: Target, identity: str | None, inputs: list[str], redaction: Redaction | None
    ) -> None:
        self.logs: list[WrittenLog] = []
        self.num_done = 0
        self.left = Left()
        self._warnings: list[str] = []
        self._target = target
        self._identity = identity
        self._inputs = inputs
        self._redaction = redaction
        note = None if identity is None else target.read(NOTE)
        self.is_resumed = note is not None
        if note is not None:
            self._resume(json.loads(note))

    def _resume(self, found: dict[str, Any]) -> None:
        done = found["inputs"]
        if found["identity"] != self._identity or done != self._inputs[: len(done)]:
            path = self._target.path_of(NOTE)
            raise FileExistsError(
                f"{path}: the directory has an unfinished rewrite of other logs or with other"
                " options; run the same command again, or delete its files"
            )
        self.num_done = len(done)
        self.logs = list(map(log_of, found["logs"]))
        self._warnings = found["warnings"]
        self.left = left_of(found["left"])
        take_in_rules(self._redaction, found["rules"])
        for log in self.logs:
            self._target.verify(log.path, log.size)
        self._target.clean()

    def begin(self) -> None:
        """Note that the rewrite has begun."""
        if not self.is_resumed:
            self._write()

    def warning(self, warn: Callable[[str], object]) -> Callable[[str], None]:
        """Return what notes warnings, too; those of runs before are given at once."""

        def note(text: str) -> None:
            self._warnings.append(text)
            warn(text)

        for text in self._warnings:
            warn(text)
        return note

    def save(self, num_done: int, written: list[WrittenLog], left: Left | None) -> None:
        """Note that some logs were read completely.

        Args:
            num_done: how many.
            written: the logs that were completed since the last call.
            left: what they leave to the next log; None if what is written of them goes on in that.
        """
        self.logs += written
        if left is not None:
            self.num_done = num_done
            self.left = left
            self._write()

    def drop(self) -> None:
        """Forget the rewrite: it is complete, or no log was read completely."""
        if self._identity is not None:
            self._target.delete(NOTE)

    def _write(self) -> None:
        if self._identity is None:
            return
        note = {
            "identity": self._identity,
            "inputs": self._inputs[: self.num_done],
            "logs": list(map(log_to_json, self.logs)),
            "warnings": self._warnings,
            "left": left_to_json(self.left),
            "rules": rules_to_json(self._redaction),
        }
        self._target.write(NOTE, json.dumps(note).encode())


def identity_of(asked: Mapping[str, Any], files: Iterable[str]) -> str:
    """Return a text that names what is to be done.

    Args:
        asked: the arguments by their names.
        files: the names of those that may be paths of files, whose contents count.
    """
    texts = {name: str(value) for name, value in asked.items()}
    for name in files:
        path = Path(texts.get(name) or "")
        if path.is_file():
            texts[name] = sha256(path.read_bytes()).hexdigest()
    return sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


def log_to_json(log: WrittenLog) -> tuple[Any, ...]:
    """Return what a note has of a log that was written."""
    return log.path, log.size, asdict(log.counts)


def log_of(found: Sequence[Any]) -> WrittenLog:
    """Return the log of `log_to_json`."""
    path, size, counts = found
    return WrittenLog(path, size, Counts(**counts))


def rules_to_json(redaction: Redaction | None) -> list[Any]:
    """Return what a note has of the rules of tables that were read."""
    met = {} if redaction is None else redaction.met
    return [(*asdict(rule).values(), has_column) for rule, has_column in met.items()]


def take_in_rules(redaction: Redaction | None, found: list[Any]) -> None:
    """Take in the rules of `rules_to_json`."""
    if redaction is not None:
        met = {Rule(*rule): has_column for *rule, has_column in found}
        redaction.take_in(Redaction(redaction.rules, _have_columns=met))


def left_to_json(left: Left) -> dict[str, Any]:
    """Return what a note has of what logs leave to the next one."""
    executed = left.executed
    return {
        "left_out": [executed.left_out.ranges, executed.left_out.last],
        "seen": [executed.seen.ranges, executed.seen.last],
        "last": list(executed.last.items()),
        "last_seen": list(executed.last_seen.items()),
        "kept": list(executed.kept.items()),
        "xids": sorted(left.xids),
        "threads": sorted(left.threads),
    }


def left_of(found: dict[str, Any]) -> Left:
    """Return what is left of `left_to_json`."""
    executed = Executed()
    executed.left_out, executed.seen = _ranges_of(found["left_out"]), _ranges_of(found["seen"])
    executed.last, executed.last_seen, executed.kept = (
        {(domain, server): number for (domain, server), number in found[name]}
        for name in ("last", "last_seen", "kept")
    )
    threads = {(server, thread) for server, thread in found["threads"]}
    return Left(executed, set(found["xids"]), threads)


def _ranges_of(found: list[Any]) -> GtidRanges:
    ranges, last = found
    result = GtidRanges()
    result.ranges = {name: [(a, b) for a, b in pairs] for name, pairs in ranges.items()}
    result.last = last
    return result
