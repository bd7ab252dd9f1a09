"""Rebuild tables for `--reset`."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence

from binlog_kaitai.io.finding import FoundFile, in_order
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, Place, order
from binlog_kaitai.lake.facts import Baseline, Facts
from binlog_kaitai.lake.healing import Ailment
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.lake.unread import UnprocessedRange
from binlog_kaitai.model.names import asks_for, full_name

LOGGER = logging.getLogger(__name__)


def drop_baselines(state: State) -> None:
    """Forget baselines that are not complete; their tables are made of what there is."""
    for folder in state.baselines:
        current = state.datasets[folder].current if folder in state.datasets else None
        if current is not None:
            current.is_stale = True
    state.baselines.clear()


class Resets:
    """The tables that a run rebuilds.

    A table with types that do not merge is read again from the logs, after the position in
    `begins`, by its folder. `replaced` are the earlier datasets of these tables. Those of tables
    that are `healed` are kept.
    """

    def __init__(self, state: State, names: Collection[str]) -> None:
        """Remove tables from those set aside. Raises ValueError for a name without a table."""
        self.begins: dict[str, Place] = {}
        self.replaced: dict[str, Dataset] = {}
        self.healed: set[str] = set()
        aside = state.set_aside()
        for name in names:
            folders = [
                folder
                for folder, one in state.datasets.items()
                if one.table is not None and asks_for(name, one.name)
            ]
            named = [
                one
                for one in state.aside.values()
                if asks_for(name, full_name(one.database, one.table or "*"))
            ]
            if not folders and not named:
                raise ValueError(f"--reset {name}: expected a table of the export, found none")
            for folder in folders:
                self._take_out(folder, state, aside.get(folder))
            # also a database, and tables without a dataset
            for one in named:
                if one.cause != TYPES:
                    state.aside.pop(one.key, None)

    def heal(self, state: State, tables: Mapping[tuple[str, str], Ailment]) -> None:
        """Have snapshots of tables begin; their current tables stay as they are until then."""
        aside = state.set_aside()
        for folder, dataset in state.datasets.items():
            why = aside.get(folder)
            if dataset.key in tables or (why is not None and why.key in tables):
                if why is not None:
                    self._take_out(folder, state, why)
                self.healed.add(folder)
                _forget_rows(dataset, state)
        for key, one in tables.items():
            state.whole.pop((one.database, one.table), None)
            if key in state.aside and state.aside[key].cause != TYPES:
                del state.aside[key]

    def end(self, state: State, tables: Collection[tuple[str, str]]) -> None:
        """End tables that were dropped in logs that are missing; their current tables are empty.

        Args:
            state: the state.
            tables: their databases and names; they are set aside for these logs.
        """
        for database, table in tables:
            key = database.lower(), table.lower()
            why = state.aside[key]
            for folder, dataset in state.datasets.items():
                if dataset.key == key:
                    self._take_out(folder, state, why)
            state.aside.pop(key, None)
            state.lineages.pop((database, table), None)
            state.whole[database, table] = True
            name = full_name(database, table)
            LOGGER.warning("%s: dropped on the server, in logs that are missing: %s", name, why)

    def _take_out(self, folder: str, state: State, why: Aside | None) -> None:
        dataset = state.datasets[folder]
        own = state.aside.get(dataset.key)
        if own is not None and own.cause == TYPES:
            self.begins[folder] = own.log, own.position - 1
            _forget_rows(dataset, state)
            self.replaced[folder] = dataset
        elif why is not None:
            state.aside.pop(dataset.key, None)
            ends = [dataset.wiped, None if own is None else own.restart]
            if not why.table:  # all of the database remains set aside
                log, position = why.restart or why.place
                ends.append((log, position + 1))
            begins = max(filter(None, ends), key=order, default=None)
            if begins != dataset.wiped:
                _forget_rows(dataset, state)
            dataset.wiped = begins
        if dataset.current is not None:
            dataset.current.is_stale = True

    def unread(self, files: Sequence[FoundFile], state: State) -> Iterator[UnprocessedRange]:
        """Yield the processed ranges of the available logs, from the first `begins` on."""
        first = min(in_order(log) for log, _ in self.begins.values())
        for file in files:
            if in_order(base_name(file.path)) >= first:
                grown = state.growing.get(file.path)
                yield UnprocessedRange(file, 0, None if grown is None else grown.position)

    def take(self, state: State, facts: Facts, again: Facts) -> None:
        """Replace the facts about the tables with those of the second reading."""
        for folder, dataset in self.replaced.items():
            database, table = dataset.names
            state.aside.pop(dataset.key, None)
            del state.datasets[folder]
            if folder in self.healed:
                state.baselines[folder] = Baseline()
            if folder in again.datasets:
                facts.datasets[folder] = again.datasets[folder]
            first = order(self.begins[folder])
            facts.changes += (
                one._replace(table=table)
                for one in again.changes
                if (one.database, one.table or table) == (database, table)
                and order((one.log, one.position)) > first
            )
            facts.ddl += (
                one._replace(only=(database, table))
                for one in again.ddl
                if order((one.log, one.position)) > first
            )
        facts.decisions += again.decisions


def _forget_rows(dataset: Dataset, state: State) -> None:
    """Have a table begin without rows of before, under whatever names."""
    state.lineages.pop(dataset.names, None)
    state.whole.pop(dataset.names, None)
