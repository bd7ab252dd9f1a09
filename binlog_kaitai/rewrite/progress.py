"""What of a rewrite is done, in a file beside the logs that it writes.

A command that was killed goes on behind the last log that it has read completely, when it is run
again. The file goes with the end of the work.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
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
        self.logs = [
            WrittenLog(path, size, Counts(**counts)) for path, size, counts in found["logs"]
        ]
        self._warnings = found["warnings"]
        self.left = _left_of(found["left"])
        if self._redaction is not None:
            met = {Rule(*rule): has_column for *rule, has_column in found["rules"]}
            self._redaction.take_in(Redaction(self._redaction.rules, _have_columns=met))
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
        redaction = self._redaction
        met = {} if redaction is None else redaction.met
        note = {
            "identity": self._identity,
            "inputs": self._inputs[: self.num_done],
            "logs": [(log.path, log.size, asdict(log.counts)) for log in self.logs],
            "warnings": self._warnings,
            "left": _left_to_json(self.left),
            "rules": [(*asdict(rule).values(), has_column) for rule, has_column in met.items()],
        }
        self._target.write(NOTE, json.dumps(note).encode())


def _left_to_json(left: Left) -> dict[str, Any]:
    executed = left.executed
    return {
        "left_out": [executed.left_out.ranges, executed.left_out.last],
        "seen": [executed.seen.ranges, executed.seen.last],
        "last": list(executed.last.items()),
        "last_seen": list(executed.last_seen.items()),
        "xids": sorted(left.xids),
        "threads": sorted(left.threads),
    }


def _left_of(found: dict[str, Any]) -> Left:
    executed = Executed()
    executed.left_out, executed.seen = _ranges_of(found["left_out"]), _ranges_of(found["seen"])
    executed.last = {(domain, server): number for (domain, server), number in found["last"]}
    executed.last_seen = {(domain, server): n for (domain, server), n in found["last_seen"]}
    threads = {(server, thread) for server, thread in found["threads"]}
    return Left(executed, set(found["xids"]), threads)


def _ranges_of(found: list[Any]) -> GtidRanges:
    ranges, last = found
    result = GtidRanges()
    result.ranges = {name: [(a, b) for a, b in pairs] for name, pairs in ranges.items()}
    result.last = last
    return result
