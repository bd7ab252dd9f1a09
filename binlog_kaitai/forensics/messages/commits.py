"""Finds the transactions that rows of a log belong to."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.model.schema import SUMMARY_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.views import transaction_batches


class Commit(NamedTuple):
    """A transaction: its byte offsets, and the number of the XID event if one ended it."""

    start: int
    end: int
    xid_number: int | None


_FIELDS = pa.schema(map(SUMMARY_SCHEMA.field, ("position", "end_position", "xid_number")))


class Commits:
    """The transactions of a span of a log, which are read as far as they are asked for."""

    def __init__(self, log: str, span: Span, engines: Engines) -> None:
        self._log = log
        scope = Scope(span=span, verify_checksums=False)  # the reading of the rows verifies them
        batches = transaction_batches(log, schema=_FIELDS, scope=scope, engine=engines)
        self._coming = (Commit(*values) for batch in batches for values in values_of(batch))
        self._last: Commit | None = Commit(0, 0, None)

    def at(self, position: int) -> Commit:
        """Return the transaction of a row at a byte offset; offsets are asked for in order.

        Raises:
            BinlogError: there is none.
        """
        while self._last is not None and self._last.end <= position:
            self._last = next(self._coming, None)
        if self._last is None or position < self._last.start:
            raise BinlogError(self._log, position, "a transaction with this row", "none")
        return self._last
