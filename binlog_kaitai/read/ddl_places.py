"""Places in logs at which definitions of tables hold: GTID sets, positions, times, ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timezone
from functools import cached_property
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.catalog.dumps import DumpPlace
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.log_paths import SourcedFile
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.calendar import parse_time
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.log_order import name_of
from binlog_kaitai.read.logged_ddl import LoggedStatement
from binlog_kaitai.read.outline import outline_of
from binlog_kaitai.read.taken import taken_before, taken_in
from binlog_kaitai.read.views import transaction_batches

START, END, ALL = "start", "end", "all"
A_PLACE = f"{START}, {END}, {ALL}, a GTID set, LOG:POSITION or a time"
_POSITION = re.compile(r"(.+):(\d+)")
_TIMES = pa.schema([TRANSACTION_SCHEMA.field("timestamp")])


class PlaceError(BinlogError):
    """The logs do not contain a place."""


class Place(Protocol):
    """A place between the statements of some logs."""

    @property
    def text(self) -> str:
        """The name of the place in messages."""
        ...

    def is_behind_start(self, log: str) -> bool:
        """Return whether the place is behind the start of a log."""
        ...

    def is_behind(self, statement: LoggedStatement, log: str) -> bool:
        """Return whether the place is behind a statement."""
        ...

    def is_within(self, statement: LoggedStatement, log: str) -> bool:
        """Return whether a statement before the place may have run while definitions were read."""
        ...

    def check_end(self, log: str) -> None:
        """Raise PlaceError if the place is behind the end of the last log."""
        ...


class _Moment:
    """A place at which all definitions were read at once."""

    def is_within(self, statement: LoggedStatement, log: str) -> bool:  # noqa: ARG002 - as others
        return False


@dataclass(frozen=True)
class Edge(_Moment):
    """The place before the first log, or behind the last log."""

    is_end: bool

    @property
    def text(self) -> str:
        """The name of the place."""
        return END if self.is_end else START

    def is_behind_start(self, log: str) -> bool:  # noqa: ARG002 - as other places
        return self.is_end

    def is_behind(self, statement: LoggedStatement, log: str) -> bool:  # noqa: ARG002
        return self.is_end

    def check_end(self, log: str) -> None:
        pass


@dataclass(frozen=True)
class AtGtids(_Moment):
    """The place behind the transactions of a GTID set."""

    gtids: GtidSet

    @property
    def text(self) -> str:
        """The set."""
        return f"the GTID set {self.gtids.text or '(empty)'}"

    def is_behind_start(self, log: str) -> bool:
        before = taken_before(log)
        if before is None:
            raise PlaceError(log, 0, f"a list of previous GTIDs, for {self.text}", "none")
        return before.are_in(self.gtids)

    def is_behind(self, statement: LoggedStatement, log: str) -> bool:
        if statement.gtid is None:
            expected = f"a statement with a GTID, for {self.text}"
            raise PlaceError(log, statement.position, expected, "none")
        return self.gtids.holds(statement.gtid)

    def check_end(self, log: str) -> None:
        executed = taken_in(log)
        if executed is None:
            raise PlaceError(log, 0, f"transactions with GTIDs, for {self.text}", "none")
        if not executed.has_all(self.gtids):
            raise _behind(log, self.text)


@dataclass(frozen=True)
class AtPosition:
    """A position of a log, by its name.

    `index` is the place of the log in `logs`. Definitions were read from `since` on, by default at
    once.
    """

    logs: Sequence[str]
    index: int
    position: int
    since: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        """The log and the position."""
        return f"{base_name(self.logs[self.index])}:{self.position}"

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {log: number for number, log in enumerate(self.logs)}

    def is_behind_start(self, log: str) -> bool:
        return self._numbers[log] <= self.index

    def is_behind(self, statement: LoggedStatement, log: str) -> bool:
        return (self._numbers[log], statement.position) < (self.index, self.position)

    def is_within(self, statement: LoggedStatement, log: str) -> bool:
        return self.since is not None and (self._numbers[log], statement.position) >= self.since

    def check_end(self, log: str) -> None:
        log = self.logs[self.index]
        end = log.size if isinstance(log, SourcedFile) else outline_of(log).end
        if self.position > end:
            raise _behind(log, self.text, end)


@dataclass(frozen=True)
class AtTime(_Moment):
    """A time, in microseconds since 1970, between the headers' times of statements."""

    time: int
    text: str

    def is_behind_start(self, log: str) -> bool:
        first = next(_times_in(log), None)
        return first is None or first <= self.time

    def is_behind(self, statement: LoggedStatement, log: str) -> bool:
        second = int(statement.timestamp.replace(tzinfo=timezone.utc).timestamp()) * 10**6
        if second <= self.time < second + 10**6:
            raise PlaceError(
                log,
                statement.position,
                f"{self.text} before or behind DDL",
                "DDL in the same second; pass a GTID set or a position",
            )
        return second < self.time

    def check_end(self, log: str) -> None:
        last = max(_times_in(log), default=None)
        if last is None or last < self.time:
            raise _behind(log, self.text)


def _times_in(log: str) -> Iterator[int]:
    """Yield the times of transactions, in microseconds since 1970."""
    scope, engine = Scope(verify_checksums=False), Engines("auto")
    for batch in transaction_batches(log, schema=_TIMES, scope=scope, engine=engine):
        yield from pc.cast(batch.column("timestamp"), pa.int64()).drop_null().to_pylist()


def _behind(log: str, text: str, end: int | None = None) -> PlaceError:
    found = "their end before it; pass the logs up to it"
    return PlaceError(
        log, outline_of(log).end if end is None else end, f"{text} in the logs", found
    )


def place_of(text: str, logs: Sequence[str]) -> Place:
    """Return the place that a text names.

    Args:
        text: `start`, `end`, a GTID set, `LOG:POSITION`, or a time.
        logs: the paths of the logs.

    Raises:
        ValueError: the text names no place; PlaceError: the log is not among the logs.
    """
    if text in {START, END}:
        return Edge(text == END)
    found = _POSITION.fullmatch(text)
    for parse in (_gtids, _time):
        place = parse(text)
        if place is not None:
            return place
    if found is None:
        raise ValueError(f"expected {A_PLACE}, found {text!r}")
    return at_position(found[1], int(found[2]), logs)


def at_position(name: str, position: int, logs: Sequence[str]) -> AtPosition:
    """Return a position of a log, by its name. Raises PlaceError if it is none of the logs."""
    for index, log in enumerate(logs):
        own = name_of(log)
        if base_name(log) == name or (own and f"{own[0]}.{own[1]:06d}" == name):
            return AtPosition(tuple(logs), index, position)
    raise PlaceError(logs[0], 0, f"the log {name} among the logs, for {name}:{position}", "none")


def place_of_dump(place: DumpPlace, logs: Sequence[str]) -> Place:
    """Return the place that a dump says; by its GTID set if the logs have GTIDs.

    Raises:
        PlaceError: the logs do not contain it.
    """
    if place.gtids is not None and taken_before(logs[0]) is not None:
        return AtGtids(parse_gtid_set(place.gtids))
    if place.log is None:
        raise PlaceError(logs[0], 0, f"a list of previous GTIDs, for {place.gtids}", "none")
    found = at_position(place.log, place.position, logs)
    if place.since is None:
        return found
    first = at_position(*place.since, logs)
    return replace(found, since=(first.index, first.position))


def _gtids(text: str) -> Place | None:
    try:
        return AtGtids(parse_gtid_set(text))
    except ValueError:
        return None


def _time(text: str) -> Place | None:
    try:
        return AtTime(parse_time(text), f"the time {text}")
    except ValueError:
        return None
