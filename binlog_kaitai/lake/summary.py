"""What an export tells of itself, on its way and when it is done."""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from binlog_kaitai.lake.aside import Aside
from binlog_kaitai.lake.current.unlogged import unlogged_in
from binlog_kaitai.lake.facts import Facts
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import CURRENT, State
from binlog_kaitai.lake.store import Store


@dataclass(frozen=True, slots=True)
class Step:
    """How far an export is: `done` of `total` parts read, or datasets written, last `name`."""

    stage: Literal["read", "write"]
    done: int
    total: int
    name: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What an export did.

    `files`, `events`, `statements` and `images`, the row images by table (`database.table`), count
    what was read. `folders` are those of the datasets in `out`, by table, that of the statements as
    `statements`, of which those `kept` did not change; `current` are those of the tables as they
    stand, and `keyless` the tables without, as nobody tells their keys. Tables that are
    `set_aside` stay as they were before the place that tells why, or are not kept. Tables of
    earlier runs that the options leave out are `left_out`, and stay as they are. `unlogged` are the
    columns by tables that are null in current tables, as updates do not log them, and `stale`
    those that may be old, as no definition says whether updates log them. `seconds` is how long it
    took.
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
    left_out: tuple[str, ...]

    @property
    def datasets(self) -> dict[str, Path]:
        """The paths of the datasets, where the output is a folder."""
        return {name: Path(self.out, folder) for name, folder in self.folders.items()}


def summary_of(  # noqa: PLR0913, PLR0917 - what an export has found out
    files: int, store: Store, state: State, found: Facts, changed: Container[str], started: float
) -> Summary:
    """Return what an export did that started at a time of `time.perf_counter`."""
    aside = state.set_aside()
    tables = {at: one for at, one in state.datasets.items() if one.table is not None}
    return Summary(
        files=files,
        events=found.events,
        images={one.name: one.images for one in found.datasets.values() if one.table is not None},
        statements=found.statements,
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
            and one.current is None
            and at not in aside
            and wants(state.options, one.name)
        ),
        set_aside=state.unkept() | {state.datasets[at].name: one for at, one in aside.items()},
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
        seconds=time.perf_counter() - started,
    )
