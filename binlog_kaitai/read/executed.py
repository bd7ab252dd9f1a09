"""The transactions that a program has read of a log that grows."""

from __future__ import annotations

from datetime import datetime

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.extras import MissingExtraError
from binlog_kaitai.io.log_paths import KeyedFile
from binlog_kaitai.io.status import Status
from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.live_tail import following, opened, tail_of
from binlog_kaitai.read.taken import taken_before
from binlog_kaitai.read.views import transaction_batches

_SCHEMA = pa.schema([TRANSACTION_SCHEMA.field(name) for name in ("gtid", "timestamp")])


class ExecutedTransactions:
    """The GTIDs up to a position in the last log, and the time of the last transaction.

    Each part of a log is read once.

    Args:
        keyring: the server's keyring file, for encrypted logs.
        before: an earlier `place`, behind which it continues.
    """

    def __init__(
        self, keyring: str | None = None, before: tuple[str, int, str | None] | None = None
    ) -> None:
        self._keyring = keyring
        self._log, self._end, gtids = before or ("", 0, None)
        self._has_begun = before is not None
        self._gtids = GtidRanges.of(gtids) if gtids else None if gtids is None else GtidRanges()
        self._time: datetime | None = None

    @property
    def place(self) -> tuple[str, int, str | None]:
        """The log, the end of its last whole transaction, and the GTIDs up to there or None."""
        return self._log, self._end, None if self._gtids is None else self._gtids.position()

    def complete(self, status: Status) -> None:
        """Set the GTIDs and the time of the last event of a status; None if they are unknown."""
        if status.log:
            is_read = self.read(status.log, status.position)
            status.gtids = self.place[-1] if is_read else None
            status.event_time = self._time

    def read(self, log: str, position: int | None, *, is_end: bool = False) -> bool:
        """Read a log up to a position, or to its end. Returns False if that fails.

        If the position `is_end`, it is the end of a transaction.
        """
        try:
            self._read(log, position, is_end=is_end)
        except (BinlogError, MissingExtraError, OSError):  # such as of a purged log
            return False
        return True

    def _read(self, log: str, position: int | None, *, is_end: bool) -> None:
        path = log if self._keyring is None else KeyedFile(log, self._keyring)
        if log != self._log or (position is not None and position < self._end):
            self._log, self._end, self._has_begun = log, 0, False
        if not self._has_begun:  # the log may lack the event with the GTIDs before it
            self._gtids = None
            self._gtids = taken_before(path)
        if position is not None and is_end:
            end = position
        else:
            with opened(path) as file:
                size = file.size if position is None else position
                end = tail_of(file, self._end, size).position
        if end <= self._end:
            return
        scope = Scope(verify_checksums=False, span=following(self._end, end))
        for batch in transaction_batches(path, schema=_SCHEMA, scope=scope, engine=Engines("auto")):
            gtids, times = batch.columns
            if gtids.null_count:
                self._gtids = None
            elif self._gtids is not None:
                self._gtids.add_texts(gtids)
            if len(times):
                self._has_begun = True
                self._time = times[-1].as_py()
        self._end = end
