"""Status of a program that follows logs, in a file that monitors read."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal, TypeAlias

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.paths import replace_file

LOGGER = logging.getLogger(__name__)

WRITE_SECONDS = 5.0
"""Maximum interval at which a status is written."""

GONE = timedelta(seconds=30)
"""Age of a status file whose program is gone."""

END_SECONDS = 10.0
"""Maximum time to wait for the last write."""

STUCK = timedelta(seconds=300)
"""Time without progress, or with an error that repeats, after which a program is stuck."""

PROOF = "proof"
"""The stage of a step in which a mirror is compared with its server."""

State: TypeAlias = Literal["running", "waiting", "retrying", "stopped", "failed", "unknown"]
ENDED = ("stopped", "failed", "unknown")


def _now() -> datetime:
    return datetime.now(timezone.utc)


def _version() -> str:
    try:
        return version("binlog-kaitai")
    except PackageNotFoundError:  # it runs from a folder on the path
        return "unknown"


@dataclass
class Status:
    """Status of a program that follows logs.

    Attributes:
        command, target: the command, and its directory or URI.
        state: running (it reads or writes), waiting (for events), retrying, stopped or failed;
            unknown if there is no program.
        log: path of the last log; position: byte offset up to which the program has processed it.
        gtids, event_time: the transactions up to there, and the time of the last one.
        current_time: last time when the program had processed everything.
        bytes_behind: bytes that the program has yet to read; None while that is unknown.
        rows: row images; None for a program that does not decode rows.
        commits, bytes_written: since the start, as are `rows` and `retries`.
        set_aside, stale, unread: as in `lake.summary.Summary`; the reasons are texts.
        current_since: since when changes wait to be merged into current tables; None if none wait.
        healing: the tables that get new snapshots, with the reason and the attempt.
        step: the last step of the commit in progress.
        snapshot: progress of a snapshot, as of `lake.progress.SnapshotProgress`; else None.
        error, error_time: the last error.
        failing: start of the errors that repeat, by their source.
        progress_time: last success: a step, a commit, a look for events, or a sign of the server.
        moved_time: last time when the position moved, or nothing was left to read.
    """

    command: str
    target: str
    state: State = "running"
    log: str = ""
    position: int = 0
    gtids: str | None = None
    event_time: datetime | None = None
    current_time: datetime | None = None
    bytes_behind: int | None = None
    rows: int | None = None
    commits: int = 0
    bytes_written: int = 0
    retries: int = 0
    set_aside: dict[str, str] = field(default_factory=dict)
    stale: dict[str, list[str]] = field(default_factory=dict)
    unread: dict[str, list[str]] = field(default_factory=dict)
    current_since: datetime | None = None
    healing: dict[str, str] = field(default_factory=dict)
    step: dict[str, Any] | None = None
    snapshot: dict[str, Any] | None = None
    error: str | None = None
    error_time: datetime | None = None
    failing: dict[str, datetime] = field(default_factory=dict)
    started: datetime = field(default_factory=_now)
    progress_time: datetime = field(default_factory=_now)
    moved_time: datetime = field(default_factory=_now)
    version: str = field(default_factory=_version)
    pid: int = field(default_factory=os.getpid)
    on_commit: Callable[[], None] = lambda: None

    def commit(self, written: int) -> None:
        """Note a commit up to the position, of so many bytes."""
        self.commits += 1
        self.bytes_written += written
        self.moved_time = self.progress()
        self.on_commit()

    def copy_to(self, log: str, position: int) -> None:
        """Note that a log is copied up to a position; the first call notes the start."""
        before = (self.log, self.position)
        self.log, self.position = log, position
        if before[0] and before != (log, position):
            self.state, self.bytes_behind = "running", None
            self.recover()
            self.commit(max(0, position - before[1] if before[0] == log else position))

    def run(self, step: dict[str, Any] | None = None) -> None:
        """Note that a commit is in progress, and a step of it."""
        self.state, self.step = "running", step
        self.progress()

    def wait(self, bytes_behind: int | None) -> None:
        """Note that everything is processed, except for bytes that are not complete yet."""
        self.state, self.step, self.bytes_behind = "waiting", None, bytes_behind
        time = self.progress()
        if not bytes_behind:
            self.current_time = self.moved_time = time

    def catch_up(self) -> None:
        """Note that the server has sent everything, and that the connection is alive."""
        self.recover()
        self.wait(0)

    def fail(self, error: object, source: str = "server") -> None:
        """Note an error after which the program tries again."""
        self.state, self.step = "retrying", None
        self._note(error)
        self.retries += 1
        self.failing.setdefault(source, _now())

    def recover(self, source: str = "server") -> None:
        """Note that what failed has succeeded."""
        self.failing.pop(source, None)

    def stop(self, error: object = None) -> None:
        """Note the end of the program, by an error unless that is None."""
        self.state, self.step = "stopped", None
        if error is not None:
            self.state = "failed"
            self._note(error)

    def seconds_behind(self, time: datetime) -> float | None:
        """Return the time since the program had everything, or since the last event it has."""
        if self.state == "waiting" and not self.bytes_behind:
            return 0.0
        known = [one for one in (self.event_time, self.current_time) if one is not None]
        return max(0.0, (time - max(known)).total_seconds()) if known else None

    @property
    def is_proving(self) -> bool:
        """Whether the step in progress is a proof, which tells nothing of its progress."""
        return self.step is not None and self.step["stage"] == PROOF

    def problem(self, time: datetime) -> str | None:
        """Return why the program is not healthy; None if it is, also if it was stopped."""
        if self.state in ENDED:
            return self.error if self.state == "failed" else None
        since = min([*self.failing.values()], default=time)
        if time - since >= STUCK:
            return f"failing for {_seconds(time - since)}: {self.error}"
        if time - self.progress_time >= STUCK and not self.is_proving:
            return f"no progress for {_seconds(time - self.progress_time)}"
        if self.state == "waiting" and self.bytes_behind and time - self.moved_time >= STUCK:
            waited = _seconds(time - self.moved_time)
            return f"{self.bytes_behind} bytes behind, and no progress for {waited}"
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the status at this time as JSON-compatible values."""
        time = _now()
        values = {name: value for name, value in vars(self).items() if name != "on_commit"}
        values |= {
            "seconds_behind": self.seconds_behind(time),
            "problem": self.problem(time),
            "written": time,
        }
        texts: dict[str, Any] = json.loads(json.dumps(values, default=_text_of))
        return texts

    def progress(self) -> datetime:
        """Note a sign of life, and return its time."""
        self.progress_time = _now()
        return self.progress_time

    def _note(self, error: object) -> None:
        self.error, self.error_time = str(error), _now()


class StatusWriter:
    """Writes a status to a file: at the start, after each commit, from time to time, at the end.

    A thread does that, so the program does not wait. Without a path, nothing is written.

    Args:
        status: the status, which the program changes.
        path: the file; None for no file.
        refresh: completes a status before it is written; it may read the logs.
        interval: maximum number of seconds between two writes.
        tell: called with each status that is written; it may raise OSError.
    """

    def __init__(
        self,
        status: Status,
        path: Path | None,
        refresh: Callable[[Status], None] = lambda _: None,
        interval: float = WRITE_SECONDS,
        tell: Callable[[Status], None] = lambda _: None,
    ) -> None:
        self._status = status
        self._path = path
        self._refresh = refresh
        self._interval = interval
        self._tell = tell
        self._wake, self._is_over = Event(), Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._is_failing = False
        status.on_commit = self._wake.set

    def __enter__(self) -> StatusWriter:  # noqa: PYI034 - Self came with 3.11
        """Write the status for the first time. Raises OSError if that fails."""
        self._write(self._status)
        self._thread.start()
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self.end(error if isinstance(error, Exception) else None)

    def end(self, error: object = None) -> None:
        """Write the status for the last time: stopped, or failed by an error."""
        if not self._is_over.is_set():
            self._status.stop(error)
            self._is_over.set()
            self._wake.set()
            self._thread.join(END_SECONDS)

    def _run(self) -> None:
        is_over = False
        while not is_over:
            is_over = self._is_over.is_set()
            self._wake.clear()
            status = copy(self._status)  # the program may change the position meanwhile
            self._refresh(status)
            self._status.gtids, self._status.event_time = status.gtids, status.event_time
            try:
                self._write(status)
                self._tell(status)
            except OSError as error:
                if not self._is_failing:
                    where = "" if self._path is None else f"{self._path}: "
                    LOGGER.warning("%scannot write the status: %s", where, error)
                self._is_failing = True
            else:
                self._is_failing = False
            if not is_over:
                self._wake.wait(self._interval)

    def _write(self, status: Status) -> None:
        if self._path is not None:
            replace_file(self._path, f"{json.dumps(status.to_json(), indent=1)}\n")


def read_status(path: Path) -> dict[str, Any]:
    """Read a status file. Raises OSError, and BinlogError for another file."""
    try:
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        is_status = values.keys() == Status("", "").to_json().keys()
    except (AttributeError, ValueError):
        is_status = False
    if not is_status:
        raise BinlogError(str(path), 0, "a status of this version", "something else")
    return values


def problem_of(values: dict[str, Any]) -> str | None:
    """Return why a program is not healthy, by its status file; None if it is."""
    age = _now() - datetime.fromisoformat(values["written"])
    if values["state"] not in ENDED and age > GONE:
        return f"the program is gone: it wrote its status {_seconds(age)} ago"
    problem: str | None = values["problem"]
    return problem


def _seconds(time: timedelta) -> str:
    return f"{time.total_seconds():.0f} s"


def _text_of(value: object) -> str:
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else str(value)
