"""The transaction that is written, what of it was left out, and what logs leave to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from binlog_kaitai.model.transactions import Group
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.gtids import Executed
from binlog_kaitai.rewrite.output import Output, Place
from binlog_kaitai.rewrite.series import Series
from binlog_kaitai.tree.log.events import LoggedEvent


class Part(NamedTuple):
    """A rows event that was written, of a statement that has not ended."""

    output: Output
    place: Place


@dataclass(eq=False)
class Open:
    """A transaction whose events are written, or passed over.

    Attributes:
        group: names it.
        is_wanted: whether it is written.
        start: where its first event lies in the log that is read.
        output_start: where it begins in the log that is written.
        gtid: where its GTID event was written, if it has one.
        numbers: of its GTID event, as they were read.
        num_kept: rows events and statements that were written.
        num_cut: those that were left out by their time or position.
        num_filtered: those that were left out by their table or database.
        part: the last rows event of the statement, which does not end it.
    """

    group: Group
    is_wanted: bool
    start: int
    output_start: int
    gtid: Place | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    num_kept: int = 0
    num_cut: int = 0
    num_filtered: int = 0
    part: Part | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        gtid = self.group.transaction.gtid
        return "the transaction" if gtid is None else f"transaction {gtid}"


@dataclass
class Joint:
    """What the logs that were read leave to the next one.

    Attributes:
        path: of the last log.
        start: the bytes in front of the first event of the log that is written.
        format: the format of that event.
        head: the FORMAT_DESCRIPTION of the log that is written, and its list of GTIDs.
        end: a ROTATE or STOP that is not written yet.
        last_number: of the logical clock, in the log that is written.
        is_whole: whether the last transaction has ended.
        has_temporary: whether statements of temporary tables were written.
    """

    path: str | None = None
    start: bytes = b""
    format: Any = None
    head: list[LoggedEvent] = field(default_factory=list)
    end: LoggedEvent | None = None
    last_number: int = 0
    is_whole: bool = True
    has_temporary: bool = False


@dataclass
class Left:
    """What of the logs so far counts for the next one.

    Attributes:
        executed: the GTIDs of the logs so far.
        xids: XA transactions that were prepared and left out.
        threads: connections with temporary tables whose statements were left out.
    """

    executed: Executed = field(default_factory=Executed)
    xids: set[str] = field(default_factory=set)
    threads: set[tuple[int, int]] = field(default_factory=set)

    def __bool__(self) -> bool:
        """Return whether the next log is another one than if nothing had been before it."""
        return bool(self.executed.left_out or self.xids or self.threads)

    def then(self, other: Left) -> Left:
        """Return what both leave, of which the other one is of the log behind, alone."""
        executed = self.executed.then(other.executed)
        return Left(executed, self.xids | other.xids, self.threads | other.threads)


@dataclass
class Run:
    """The writing of logs.

    Attributes:
        options: how events are changed.
        warn: is called with a dependency that is broken.
        series: the logs that are written.
        joint: how the last one may go on.
        left: what the logs so far leave to the next one.
    """

    options: Options
    warn: Callable[[str], object]
    series: Series
    joint: Joint = field(default_factory=Joint)
    left: Left = field(default_factory=Left)
