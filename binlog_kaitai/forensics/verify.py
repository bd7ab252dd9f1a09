"""Whether logs are whole, each by itself and one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.forensics.maps import MAP_FIELDS, LogMap
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.gtid_ranges import GtidRanges, ranges_before
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.cells import EVERY_FAULT, CellReader
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.event_batches import event_batches
from binlog_kaitai.read.outline import Outline, outline_of
from binlog_kaitai.read.transaction_batches import transaction_batches

MAX_PROBLEMS = 100
"""Problems of a file that are told; more are counted."""

_NUMBERED = re.compile(r"(?P<stem>.*)\.(?P<number>\d{3,})(?P<suffix>\.(gz|zst|xz|bz2))?")
_GTIDS = pa.schema([TRANSACTION_SCHEMA.field("gtid")])
_STALE = Scope(verify_checksums=False)  # checksums were compared before


@dataclass
class Verdict:
    """What is wrong with a log: `problems`, the first ones, of `num_problems`.

    `closed_by` is ROTATE or STOP; `is_in_use` says that a server has not closed it. `is_relay` is
    a log of a replica, as it came. `map` is drawn if `verify` is asked for it, and None if the
    file does not begin like a log.
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
        """Note a problem."""
        self.num_problems += 1
        if self.map is not None:
            self.map.add_problem(problem.position)
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem)

    def to_dict(self) -> dict[str, Any]:
        """Return it in JSON's terms."""
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
    paths: Iterable[str], engine: Engine = "auto", *, has_map: bool = False
) -> Iterator[Verdict]:
    """Yield a verdict for each log, in order; the last one may be in use. Raises OSError."""
    files = list(paths)
    cells, engines = CellReader(engine), Engines(engine)
    before: Outline | None = None
    is_whole = False
    for number, file in enumerate(files):
        verdict = Verdict(file)
        outline = _outline(verdict, engine)
        if has_map and outline is not None:
            verdict.map = _map(file, outline.size, engines)
        _read_cells(verdict, cells)
        if outline is not None:
            for astray in outline.astray:
                verdict.add(InconsistentError(*astray.args))
            _check_end(verdict, outline, is_last=number == len(files) - 1)
            if number:
                _check_number(verdict, files[number - 1], before)
            if before is not None and is_whole:
                _check_previous(verdict, before, outline, engines)
        verdict.problems.sort(key=lambda problem: problem.position)
        yield verdict
        before, is_whole = outline, not any(map(_is_loss, verdict.problems))


def _read_cells(verdict: Verdict, cells: CellReader) -> None:
    """Note what is damaged, but for what kept the log's outline from being read."""
    known = {problem.args for problem in verdict.problems}
    try:
        for fault in cells.faults_of(verdict.path):
            if fault.args not in known:
                verdict.add(fault)
    except BinlogError as error:  # it is no log
        if error.args not in known:
            verdict.add(error)


def _map(file: str, size: int, engines: Engines) -> LogMap:
    found = LogMap(size)
    with suppress(BinlogError):  # it is no log behind its first events, which is reported
        for batch in event_batches(file, schema=MAP_FIELDS, scope=EVERY_FAULT, engine=engines):
            found.add(batch)
    return found


def _is_loss(problem: BinlogError) -> bool:
    """Return whether, of a log with a problem, transactions may not be known."""
    return not isinstance(problem, InconsistentError)


class InconsistentError(BinlogError):
    """A log can be read, but it is not what another, or its own end, says."""


def _outline(verdict: Verdict, engine: Engine) -> Outline | None:
    try:
        outline = outline_of(verdict.path, engine)
    except BinlogError as error:
        verdict.add(error)
        return None
    verdict.size = outline.size
    verdict.server_version = outline.server_version
    verdict.is_in_use = outline.is_in_use
    verdict.is_relay = outline.is_relay
    verdict.closed_by = None if outline.closing is None else outline.closing.type
    return outline


def _check_end(verdict: Verdict, outline: Outline, *, is_last: bool) -> None:
    def tell(position: int, expected: str, found: str) -> None:
        verdict.add(InconsistentError(verdict.path, position, expected, found))

    closing = outline.closing
    if outline.is_relay:
        return  # nothing tells whether a replica has closed its copy
    if closing is not None:
        if outline.is_in_use:
            found = "the in-use flag"
            tell(closing.position, f"a closed log file, because it ends with {closing.type}", found)
        return
    if verdict.num_problems and outline.end != outline.size:
        return  # the file ends inside an event
    if any(isinstance(problem, TornEventError) for problem in verdict.problems):
        return
    if not outline.is_in_use:
        tell(outline.size, "a ROTATE or STOP at the end of a closed log file", "none")
    elif not is_last:
        tell(outline.size, "a ROTATE or STOP, because other log files follow", "a log file in use")


def _check_number(verdict: Verdict, path: str, before: Outline | None) -> None:
    """Compare a log's name with the one before it, and with what that one's ROTATE says."""
    one, other = (_NUMBERED.fullmatch(base_name(name)) for name in (path, verdict.path))
    if one is None or other is None or one["stem"] != other["stem"]:
        return
    expected = int(one["number"]) + 1
    name = f"{one['stem']}.{expected:0{len(one['number'])}}"
    if int(other["number"]) != expected:
        problem = f"{name} after {base_name(path)}", base_name(verdict.path)
        verdict.add(InconsistentError(verdict.path, 0, *problem))
        return
    rotate = None if before is None else before.closing
    if rotate is None or before is None or before.is_relay or rotate.type != "ROTATE":
        return
    said = _NUMBERED.fullmatch(base_name(rotate.body["next_log"]))
    if said is not None and said["stem"] == one["stem"] and int(said["number"]) != expected:
        problem = (
            f"{said[0]}, the next log file in the ROTATE of {base_name(path)}",
            base_name(verdict.path),
        )
        verdict.add(InconsistentError(verdict.path, 0, *problem))


def _check_previous(verdict: Verdict, before: Outline, outline: Outline, engine: Engines) -> None:
    """Compare what a log says was before it with the log before it."""
    old, new = before.previous, outline.previous
    if old is None or new is None or old.type != new.type:
        return
    logged, told, own = ranges_before(old), ranges_before(new), GtidRanges()
    for batch in transaction_batches(before.path, schema=_GTIDS, scope=_STALE, engine=engine):
        own.add_texts(batch.column("gtid"))
    logged.add_ranges(own)
    if new.type == "PREVIOUS_GTIDS":
        lacking, added = logged.without(told), told.without(logged)
    else:
        lacking, added = _last_of(logged, told, own)
    name = base_name(before.path)
    expected = f"a {new.type} with all GTIDs of {name} and earlier log files"
    for gtids, found in ((lacking, f"no {lacking} in it"), (added, f"{added} in it, too")):
        if gtids:
            verdict.add(InconsistentError(verdict.path, new.position, expected, found))


def _last_of(
    logged: GtidRanges, told: GtidRanges, own: GtidRanges
) -> tuple[GtidRanges, GtidRanges]:
    """Return the last GTIDs of sources that are not told, and what is told and is not the last.

    A domain that has no transaction in the log may have been taken from the list.
    """
    lacking, added = GtidRanges(), GtidRanges()
    for source in {**logged.last, **told.last}:
        number, expected = told.last.get(source), logged.last.get(source)
        if number is None and expected is not None and source in own.last:
            lacking.add(source, expected, expected)
        elif number is not None and number != expected:
            added.add(source, number, number)
    return lacking, added
