"""The transactions that a program has read of a log that grows."""

from __future__ import annotations

from contextlib import suppress
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
    """

    def __init__(self, keyring: str | None = None) -> None:
        self._keyring = keyring
        self._log = ""
        self._end = 0
        self._has_begun = False
        self._gtids: GtidRanges | None = None
        self._time: datetime | None = None

    def complete(self, status: Status) -> None:
        """Set the GTIDs and the time of the last event of a status; None if they are unknown."""
        if not status.log:
            return
        gtids = None
        with suppress(BinlogError, MissingExtraError, OSError):  # such as of a purged log
            self._read(status.log, status.position)
            gtids = None if self._gtids is None else self._gtids.position()
        status.gtids, status.event_time = gtids, self._time

    def _read(self, log: str, position: int) -> None:
        path = log if self._keyring is None else KeyedFile(log, self._keyring)
        if log != self._log or position < self._end:
            self._log, self._end, self._has_begun = log, 0, False
        if not self._has_begun:  # the log may lack the event with the GTIDs before it
            self._gtids = None
            self._gtids = taken_before(path)
        with opened(path) as file:
            end = tail_of(file, self._end, position).position
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
