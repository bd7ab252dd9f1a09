"""The definitions of tables in an export, from the place at which its last run ended."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from binlog_kaitai.catalog.encoding import catalog_from_json, catalog_to_json
from binlog_kaitai.io.finding import FoundFile, in_order
from binlog_kaitai.lake.reading import ExportOptions
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.unread import UnprocessedRange
from binlog_kaitai.model.definitions import Definitions
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.ddl import Ddl, with_ddl
from binlog_kaitai.read.ddl_in_logs import DdlInLogs
from binlog_kaitai.read.table_versions import Checkpoint


class RunDefinitions:
    """The definitions of tables for the ranges of logs that a run reads.

    The state keeps the tables behind the last range, so the next run reads only new DDL.

    Args:
        selection: the selection of the export.
        ddl: the options of definitions.
        files: all logs, in order.
        state: the state of the archive.

    Raises:
        ValueError, OSError, BinlogError: as `with_ddl`.
    """

    def __init__(
        self, selection: ExportOptions, ddl: Ddl, files: Sequence[FoundFile], state: State
    ) -> None:
        self.selection = selection
        self._ddl = ddl
        self._files = files
        self._state = state
        self._is_over_time = state.tables is not None or self._whole.over_time is not None

    @cached_property
    def _whole(self) -> Scope:
        """The scope of the selection, with definitions for all logs."""
        return with_ddl(self.selection.ddl, self._ddl, [file.path for file in self._files])

    @property
    def constant(self) -> Definitions | None:
        """The definitions that hold for all logs."""
        return None if self._is_over_time else self._whole.definitions

    def select(self, selection: ExportOptions, ranges: Sequence[UnprocessedRange]) -> ExportOptions:
        """Return a selection with the definitions of tables in ranges of logs.

        Raises:
            ValueError, OSError, BinlogError: as `with_ddl`.
        """
        if not self._is_over_time:
            return replace(selection, ddl=self._whole)
        if not any(one.size for one in ranges):
            return selection
        checkpoint = self._checkpoint(ranges)
        if checkpoint is None:
            ranges = self._from_the_beginning(ranges)
        spans = {one.file.path: span for one in ranges for span in one.spans(sys.maxsize)}
        over_time = DdlInLogs(tuple(spans), None, selection.ddl.verify_checksums)
        if checkpoint is None:
            assert isinstance(self._whole.over_time, DdlInLogs)
            over_time.first = self._whole.over_time.first
        over_time.spans, over_time.checkpoint = spans, checkpoint
        catalog = catalog_to_json(over_time.catalog_behind())
        self._state.tables = {"log": next(reversed(spans)), "catalog": catalog}
        return replace(selection, ddl=replace(selection.ddl, over_time=over_time))

    def _checkpoint(self, ranges: Sequence[UnprocessedRange]) -> Checkpoint | None:
        """Return the tables before ranges of logs; None if the state has others."""
        tables = self._state.tables
        if tables is None:
            return None
        log, first = tables["log"], ranges[0]
        is_rest = first.file.path == log and first.start > 0
        if not is_rest and in_order(first.file.path) <= in_order(log):
            return None
        path = next((file.path for file in self._files if file.path == log), log)
        return Checkpoint(path, catalog_from_json(tables["catalog"]))

    def _from_the_beginning(self, ranges: Sequence[UnprocessedRange]) -> list[UnprocessedRange]:
        """Return ranges of logs behind all that was read before them."""
        ends: dict[str, int | None] = {path: None for path, *_ in self._state.files}
        ends |= {path: one.position for path, one in self._state.growing.items()}
        ends |= {one.file.path: one.end for one in ranges}
        known = (file for file in self._files if file.path in ends)
        return [UnprocessedRange(file, 0, ends[file.path]) for file in known]
