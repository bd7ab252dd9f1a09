"""The records of logs, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterator

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.io.sources import logs_of
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.records import Record
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.output.records import record_of


def read_rows(
    path: str | os.PathLike[str], table: str | None = None, *, verify_checksums: bool = True
) -> Iterator[Record]:
    """Yield the records of a binary log file, or of those that an `.index` file lists, in order.

    Args:
        path: of a file, or its URI.
        table: `database.table`; only its row images.
        verify_checksums: an event whose checksum is wrong is damaged.

    Raises:
        BinlogError: where a file is damaged, or no binary log, after the records before.
    """
    scope = Scope(table, verify_checksums=verify_checksums)
    for log in logs_of(path):
        for change in read_changes(log, scope):
            assert isinstance(change, Change)
            yield record_of(base_name(log), change)
