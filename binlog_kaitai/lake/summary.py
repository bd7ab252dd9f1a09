"""Progress and summary of an export."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from binlog_kaitai.io.finding import FoundFile, in_order
from binlog_kaitai.lake.aside import Aside
from binlog_kaitai.lake.current.unlogged import unlogged_in
from binlog_kaitai.lake.executed import gtids_of
from binlog_kaitai.lake.facts import Facts
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import CURRENT, State
from binlog_kaitai.lake.store import Store

Problems: TypeAlias = tuple[dict[str, Aside], dict[str, list[str]], dict[str, list[str]]]
"""The attributes `set_aside`, `stale` and `unread` of a summary."""


@dataclass(frozen=True, slots=True)
class Step:
    """Progress: `done` of `total` spans read, or datasets written; `name` is the last one.

    Of the snapshot of a table, they are rows, and `total` is an estimate, as are the rows `left` of
    all tables. Of a pause, they are the value and the limit of a status variable of the server.
    """

    stage: Literal["read", "write", "snapshot", "pause"]
    done: int
    total: int
    name: str
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of an export.

    Attributes:
        files, events, statements: numbers of files, events and statements that were read.
        images: numbers of row images by table (`database.table`).
        folders: the folders of datasets in `out` by table; the statements are `statements`.
        kept: the datasets that did not change.
        current: the folders of current tables, by table.
        keyless: tables without a current table, because their keys are unknown.
        set_aside: reasons of tables that are set aside, by table, or that were dropped in this run
            while they were.
        left_out: tables of earlier runs that the options skip; they stay unchanged.
        unlogged: columns by table that are null in current tables, because updates do not log them.
        stale: columns by table that may have old values, because they have no definition.
        incomplete: tables whose current tables lack rows that are older than the logs.
        current_since: when current tables had all changes the last time, in seconds since 1970;
            None if they have all.
        baselines: numbers of rows, by folders of tables, of snapshots that are not complete.
        unread: parents by table that the export leaves out, although foreign keys of the table
            hand on their changes.
        log, position: the path of the last log, and how far it was read.
        gtids: the GTIDs up to there, as servers have them; None if they are unknown.
        bytes_behind: bytes of the logs that were not read, such as of a transaction that is not
            complete; None for compressed logs.
        written: bytes of the files of tables.
        seconds: the duration.
    """

    files: int
    events: int
    images: dict[str, int]
    statements: int
    out: str
    folders: dict[str, str]
    kept: tuple[str, ...]
    seconds: float
    current: dict[str, str]
    keyless: tuple[str, ...]
    set_aside: dict[str, Aside]
    unlogged: dict[str, list[str]]
    stale: dict[str, list[str]]
    unread: dict[str, list[str]]
    incomplete: tuple[str, ...]
    current_since: float | None
    baselines: dict[str, int]
    left_out: tuple[str, ...]
    log: str
    position: int
    gtids: str | None
    bytes_behind: int | None
    written: int

    @property
    def problems(self) -> Problems:
        """The tables that are set aside, or may have old values or rows."""
        return self.set_aside, self.stale, self.unread

    @property
    def is_incomplete(self) -> bool:
        """Whether there are problems."""
        return any(self.problems)

    def after(self, earlier: Summary) -> Summary:
        """Return the summary of this run and an earlier one."""
        images = Counter(earlier.images) + Counter(self.images)
        return replace(
            self,
            events=earlier.events + self.events,
            statements=earlier.statements + self.statements,
            written=earlier.written + self.written,
            images=dict(images),
            kept=tuple(name for name in self.kept if name in earlier.kept),
            seconds=earlier.seconds + self.seconds,
        )

    @property
    def datasets(self) -> dict[str, Path]:
        """The paths of the datasets, if the output is a folder."""
        return {name: Path(self.out, folder) for name, folder in self.folders.items()}


def summary_of(  # noqa: PLR0913, PLR0917 - the state of an export
    files: Sequence[FoundFile],
    store: Store,
    state: State,
    facts: Facts,
    changed: Mapping[str, int],
    started: float,
) -> Summary:
    """Return the summary of an export that started at a time of `time.perf_counter`.

    `changed` has the bytes that were written to the folders that changed.
    """
    read = state.positions()
    log = max(read, key=in_order, default="")
    are_known = not any(file.is_compressed for file in files)
    behind = sum(max(0, file.size - read.get(file.path, 0)) for file in files)
    aside = state.set_aside()
    tables = {at: one for at, one in state.datasets.items() if one.table is not None}
    return Summary(
        files=len(files),
        events=facts.events,
        images={one.name: one.images for one in facts.datasets.values() if one.table is not None},
        statements=facts.statements,
        out=store.root,
        folders={one.name: at for at, one in state.datasets.items()},
        kept=tuple(one.name for at, one in state.datasets.items() if at not in changed),
        current={
            one.name: f"{at}{CURRENT}" for at, one in tables.items() if one.current is not None
        },
        keyless=tuple(
            one.name
            for at, one in tables.items()
            if state.is_current
            and state.pending is None
            and one.current is None
            and at not in aside
            and at not in state.baselines
            and wants(state.options, one.name)
        ),
        set_aside=state.unkept()
        | state.dropped
        | {state.datasets[at].name: one for at, one in aside.items()},
        left_out=tuple(one.name for one in tables.values() if not wants(state.options, one.name)),
        unlogged={
            one.name: one.current.unlogged
            for one in tables.values()
            if one.current is not None and one.current.unlogged
        },
        stale={
            one.name: stale
            for one in tables.values()
            if one.current is not None and (stale := unlogged_in(one, state)[1])
        },
        unread={
            one.name: one.current.unread
            for one in tables.values()
            if one.current is not None and one.current.unread
        },
        incomplete=tuple(
            one.name
            for one in tables.values()
            if one.current is not None and not state.is_whole(one)
        ),
        current_since=None if state.pending is None else state.pending.time,
        baselines={folder: one.rows for folder, one in state.baselines.items()},
        log=log,
        position=read.get(log, 0),
        gtids=gtids_of(state.executed),
        bytes_behind=behind if are_known else None,
        written=sum(changed.values()),
        seconds=time.perf_counter() - started,
    )
