"""Check the integrity of logs: of each log, and of their sequence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.forensics.maps import MAP_FIELDS, LogMap
from binlog_kaitai.io.files import is_paged
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.gtid_ranges import GtidRanges, ranges_before
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.cells import EVERY_FAULT, CellReader
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.outline import Outline, outline_of
from binlog_kaitai.read.side_by_side import of_logs
from binlog_kaitai.read.views import event_batches, transaction_batches

MAX_PROBLEMS = 100
"""Maximum number of problems of a file in the result; others are only counted."""

_NUMBERED = re.compile(
    r"(?P<stem>.*)(?P<dot>\.|-(?=\d+\.ibb))(?P<number>\d{3,})(?P<suffix>(\.(ibb|gz|zst|xz|bz2))*)"
)
_GTIDS = pa.schema([TRANSACTION_SCHEMA.field("gtid")])
_STALE = Scope(verify_checksums=False)  # checksums were compared before


@dataclass
class LogCheckResult:
    """Result of checking a log: the first `problems` of `num_problems`.

    `closed_by` is ROTATE or STOP. `is_in_use`: a server has not closed the log. `is_relay`: it is a
    relay log of a replica. `map` is set with `has_map`, and None if the file does not begin like a
    log.
    """

    path: str
    size: int | None = None
    server_version: str | None = None
    closed_by: str | None = None
    is_in_use: bool = False
    is_relay: bool = False
    problems: list[BinlogError] = field(default_factory=list)
    num_problems: int = 0
    map: LogMap | None = None

    def add(self, problem: BinlogError) -> None:
        """Add a problem."""
        self.num_problems += 1
        if self.map is not None:
            self.map.add_problem(problem.position)
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        return {
            "file": self.path,
            "size": self.size,
            "server_version": self.server_version,
            "closed_by": self.closed_by,
            "in_use": self.is_in_use,
            "relay_log": self.is_relay,
            "num_problems": self.num_problems,
            "problems": [
                {"position": p.position, "expected": p.expected, "found": p.found}
                for p in self.problems
            ],
        }


def verify(
    paths: Iterable[str], engine: Engine = "auto", *, has_map: bool = False, threads: int = 1
) -> Iterator[LogCheckResult]:
    """Yield a result for each log, in order; the last one may be in use. Raises OSError.

    With several `threads`, as many logs are read at once.
    """
    files = list(paths)
    read = partial(_checked, cells=CellReader(engine), engines=Engines(engine), has_map=has_map)
    before: Outline | None = None
    is_whole = False
    reads = ((number, partial(read, file)) for number, file in enumerate(files))
    for number, ((result, outline),) in of_logs(reads, min(threads, len(files))):
        if outline is not None:
            for astray in outline.astray:
                result.add(InconsistentError(*astray.args))
            _check_end(result, outline, is_last=number == len(files) - 1)
            if number:
                _check_number(result, files[number - 1], before)
            if before is not None and is_whole:
                _check_previous(result, before, outline, read.keywords["engines"])
        result.problems.sort(key=lambda problem: problem.position)
        yield result
        before, is_whole = outline, not any(map(_is_loss, result.problems))


def _checked(
    file: str, cells: CellReader, engines: Engines, *, has_map: bool
) -> Iterator[tuple[LogCheckResult, Outline | None]]:
    """Yield what reading a log to its last cell tells of it, once."""
    result = LogCheckResult(file)
    outline = _outline(result, engines.name)
    if has_map and outline is not None:
        result.map = _map(file, outline.size, engines)
    _read_cells(result, cells)
    yield result, outline


def _read_cells(result: LogCheckResult, cells: CellReader) -> None:
    """Add the damage, except the damage that `_outline` has added."""
    reported = {problem.args for problem in result.problems}
    try:
        for fault in cells.faults_of(result.path):
            if fault.args not in reported:
                result.add(fault)
    except BinlogError as error:  # not a log
        if error.args not in reported:
            result.add(error)


def _map(file: str, size: int, engines: Engines) -> LogMap:
    log_map = LogMap(size)
    with suppress(BinlogError):  # damage after the first events is reported elsewhere
        for batch in event_batches(file, schema=MAP_FIELDS, scope=EVERY_FAULT, engine=engines):
            log_map.add(batch)
    return log_map


def _is_loss(problem: BinlogError) -> bool:
    """Return whether a log with this problem may have unread transactions."""
    return not isinstance(problem, InconsistentError)


class InconsistentError(BinlogError):
    """A readable log contradicts another log, or its own end."""


def _outline(result: LogCheckResult, engine: Engine) -> Outline | None:
    try:
        outline = outline_of(result.path, engine)
    except BinlogError as error:
        result.add(error)
        return None
    result.size = outline.size
    result.server_version = outline.server_version
    result.is_in_use = outline.is_in_use
    result.is_relay = outline.is_relay
    result.closed_by = None if outline.closing is None else outline.closing.type
    return outline


def _check_end(result: LogCheckResult, outline: Outline, *, is_last: bool) -> None:
    def add(position: int, expected: str, found: str) -> None:
        result.add(InconsistentError(result.path, position, expected, found))

    closing = outline.closing
    if outline.is_relay or is_paged(result.path):
        return  # neither shows whether it was closed
    if closing is not None:
        if outline.is_in_use:
            found = "the in-use flag"
            add(closing.position, f"a closed log file, because it ends with {closing.type}", found)
        return
    if result.num_problems and outline.end != outline.size:
        return  # the file ends inside an event
    if any(isinstance(problem, TornEventError) for problem in result.problems):
        return
    if not outline.is_in_use:
        add(outline.size, "a ROTATE or STOP at the end of a closed log file", "none")
    elif not is_last:
        add(outline.size, "a ROTATE or STOP, because other log files follow", "a log file in use")


def _check_number(result: LogCheckResult, path: str, before: Outline | None) -> None:
    """Compare a log's name with the previous log's name and ROTATE event."""
    one, other = (_NUMBERED.fullmatch(base_name(name)) for name in (path, result.path))
    if one is None or other is None or one["stem"] + one["dot"] != other["stem"] + other["dot"]:
        return
    expected = int(one["number"]) + 1
    name = f"{one['stem']}{one['dot']}{expected:0{len(one['number'])}}"
    if int(other["number"]) != expected:
        problem = f"{name} after {base_name(path)}", base_name(result.path)
        result.add(InconsistentError(result.path, 0, *problem))
        return
    rotate = None if before is None else before.closing
    if rotate is None or before is None or before.is_relay or rotate.type != "ROTATE":
        return
    successor = _NUMBERED.fullmatch(base_name(rotate.body["next_log"]))
    if (
        successor is not None
        and successor["stem"] == one["stem"]
        and int(successor["number"]) != expected
    ):
        problem = (
            f"{successor[0]}, the next log file in the ROTATE of {base_name(path)}",
            base_name(result.path),
        )
        result.add(InconsistentError(result.path, 0, *problem))


def _check_previous(
    result: LogCheckResult, before: Outline, outline: Outline, engine: Engines
) -> None:
    """Compare a log's PREVIOUS_GTIDS or GTID_LIST event with the logs before it."""
    old, new = before.previous, outline.previous
    if old is None or new is None or old.type != new.type:
        return
    logged, listed, own = ranges_before(old), ranges_before(new), GtidRanges()
    for batch in transaction_batches(before.path, schema=_GTIDS, scope=_STALE, engine=engine):
        own.add_texts(batch.column("gtid"))
    logged.add_ranges(own)
    if new.type == "PREVIOUS_GTIDS":
        lacking, added = logged.without(listed), listed.without(logged)
    else:
        lacking, added = _last_of(logged, listed, own)
    name = base_name(before.path)
    expected = f"a {new.type} with all GTIDs of {name} and earlier log files"
    for gtids, found in ((lacking, f"no {lacking} in it"), (added, f"{added} in it, too")):
        if gtids:
            result.add(InconsistentError(result.path, new.position, expected, found))


def _last_of(
    logged: GtidRanges, listed: GtidRanges, own: GtidRanges
) -> tuple[GtidRanges, GtidRanges]:
    """Return the last GTIDs that the list lacks, and those in the list that are not the last.

    The list may lack a domain without transactions in the log, because servers remove domains.
    """
    lacking, added = GtidRanges(), GtidRanges()
    for source in {**logged.last, **listed.last}:
        number, expected = listed.last.get(source), logged.last.get(source)
        if number is None and expected is not None and source in own.last:
            lacking.add(source, expected, expected)
        elif number is not None and number != expected:
            added.add(source, number, number)
    return lacking, added
