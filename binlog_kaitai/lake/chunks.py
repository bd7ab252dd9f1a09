"""Rows of tables from before their changes, as inserts at a place in the logs."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa

from binlog_kaitai.catalog.references import References
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.current.unlogged import take_definition
from binlog_kaitai.lake.facts import Baseline, DatasetFacts, Facts, Layout
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.changes import INSERT
from binlog_kaitai.model.definitions import Definition, Definitions
from binlog_kaitai.model.schema import RECORD_FIELDS, behind_record
from binlog_kaitai.model.transactions import COMMITTED

LOGGER = logging.getLogger(__name__)


@dataclass
class Chunks:
    """Rows that a run has read, by the folders of their tables, between two watermarks.

    The rows of a dump are those at its place, which both watermarks are.
    """

    low: Place
    high: Place = ("", 0)
    datasets: dict[str, DatasetFacts] = field(default_factory=dict)
    read: dict[str, Baseline] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    is_of_dump: bool = False

    def take(self, facts: Facts, files: Sequence[FoundFile]) -> None:
        """Add the rows to the facts of a run, without those that may not fit the logs."""
        end = (base_name(files[-1].path), files[-1].size) if files else ("", 0)
        ddl = [one.statement.lower() for one in facts.ddl if is_behind(one[:2], self.low)]
        for folder in list(self.read):
            one, new = self.datasets[folder], facts.datasets.get(folder)
            is_altered = any((one.table or "").lower() in statement for statement in ddl)
            if not self.is_of_dump and (is_altered or is_behind(self.high, end)):
                LOGGER.info("%s: DDL during its snapshot; its rows are read again", one.name)
                del self.read[folder]
                continue
            if new is None:
                new = facts.datasets[folder] = DatasetFacts(one.name, one.database, one.table)
            new.add(one)

    def note(self, state: State) -> None:
        """Note in the state what was read, now that its datasets have the rows."""
        for folder, one in self.read.items():
            dataset = state.datasets[folder]
            key = dataset.names
            if dataset.wiped != one.begun:
                dataset.wiped = one.begun
                self._begin_layouts(dataset, self.datasets[folder].layouts)
                state.lineages.pop(key, None)
            self._define(dataset, self.definitions[folder], state)
            state.baselines[folder] = one
            if one.is_done:
                del state.baselines[folder]
                state.whole[key] = True
                if dataset.current is not None:
                    dataset.current.is_stale = True

    @staticmethod
    def _define(dataset: Dataset, definition: Definition, state: State) -> None:
        """Note what logs from now on do not tell: generated columns, and foreign keys."""
        take_definition(dataset.key, definition, state)
        known = {TableName(*one[:2]) for one in state.catalog.get("tables", ())}
        references = References.from_json(state.references)
        references.define(Definitions({dataset.name: definition}), known)
        state.references = references.to_json()

    def _begin_layouts(self, dataset: Dataset, read: Sequence[Layout]) -> None:
        """Have the layouts of the rows begin with them, as other layouts were used before."""
        log, position = self.low
        dataset.layouts = [
            replace(one, log=log, position=position, gtid=None)
            if any((one.columns, one.keys) == (other.columns, other.keys) for other in read)
            and not is_behind((base_name(one.log), one.position), self.low)
            else one
            for one in dataset.layouts
        ]


def inserted(
    rows: pa.RecordBatch,
    place: Place,
    facts: DatasetFacts,
    first: int,
    time: int,
) -> pa.RecordBatch:
    """Return rows as inserts at a place.

    Args:
        rows: the rows.
        place: the place in the logs.
        facts: those of the table.
        first: the ordinal of the first row.
        time: microseconds since 1970.
    """
    count = len(rows)
    values = {
        "_file": place[0],
        "_position": place[1],
        "_timestamp": time,
        "_outcome": COMMITTED,
        "_database": facts.database,
        "_table": facts.table,
        "_change_type": INSERT,
    }
    record = [
        pa.array(np.arange(first, first + count))
        if name == "_ordinal"
        else pa.repeat(pa.scalar(values.get(name), kind.type), count)
        for name, kind in RECORD_FIELDS.items()
    ]
    return pa.RecordBatch.from_arrays([*record, *rows.columns], schema=behind_record(rows.schema))


def is_behind(place: Sequence[object], other: Place) -> bool:
    """Return whether a place is behind another one."""
    log, position = place
    return order((str(log), int(str(position)))) > order(other)
