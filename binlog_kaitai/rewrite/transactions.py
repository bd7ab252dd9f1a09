"""The transaction that is written, what of it was left out, and what logs leave to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from binlog_kaitai.model.transactions import Group
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.gtids import Executed
from binlog_kaitai.rewrite.output import Output, Place


@dataclass
class Counts:
    """What of a log was written, and what was left out.

    `emptied` transactions have a GTID, and nothing else is left of them. `values` were redacted.
    """

    kept: int = 0
    emptied: int = 0
    left_out: int = 0
    rows_events: int = 0
    statements: int = 0
    values: int = 0


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
class Run:
    """What the logs so far leave to the next one.

    Attributes:
        options: how events are changed.
        warn: is called with a dependency that is broken.
        executed: the GTIDs of the logs so far.
        xids: XA transactions that were prepared and left out.
        threads: connections with temporary tables whose statements were left out.
    """

    options: Options
    warn: Callable[[str], object]
    executed: Executed = field(default_factory=Executed)
    xids: set[str] = field(default_factory=set)
    threads: set[tuple[int, int]] = field(default_factory=set)
