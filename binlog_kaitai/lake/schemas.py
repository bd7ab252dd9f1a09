"""The columns of datasets, which hold those of all their layouts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import in_order
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, Place
from binlog_kaitai.lake.columns import columns_of, schema_from
from binlog_kaitai.lake.evolution import in_format
from binlog_kaitai.lake.facts import DatasetFacts, Facts, Layout
from binlog_kaitai.lake.gathering import widen_alike
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.layouts import merged


@dataclass
class Merged:
    """A dataset with all layouts that it ever had, and the columns that hold them all.

    They are as `logged`, and as the format has them. Rows behind `until` are left out, as those of
    a layout that does not merge.
    """

    facts: DatasetFacts
    logged: str
    columns: str
    has_names: bool
    until: Place | None = None

    def take_anew(self, found: DatasetFacts | None) -> None:
        """Take what was found when all logs were read in these columns, in place of what was."""
        self.facts.pieces.clear()
        if found is not None:
            found.layouts = [replace(one, has_names=self.has_names) for one in found.layouts]
            self.facts.add(found)


def merge(state: State, found: Facts) -> dict[str, Merged]:
    """Return the datasets of an archive with what is found.

    A table with a column of types that do not merge is set aside, and ends before the change.
    """
    every: dict[str, Merged] = {}
    for folder in dict.fromkeys([*state.datasets, *found.datasets]):
        known, new = state.datasets.get(folder), found.datasets.get(folder)
        if known is None:
            assert new is not None
            facts = DatasetFacts(new.name, new.database, new.table)
        else:
            name = known.name if new is None else new.name
            facts = DatasetFacts(name, known.database, known.table, 0, [*known.layouts])
        if new is not None:
            facts.add(new)
        schema, until = _merged(state, facts, 0 if known is None else len(known.layouts))
        columns = columns_of(in_format(schema, state.file_format))
        has_names = any(one.has_names for one in facts.layouts)
        every[folder] = Merged(facts, columns_of(schema), columns, has_names, until)
    return every


def _merged(state: State, facts: DatasetFacts, num_known: int) -> tuple[pa.Schema, Place | None]:
    """Return the schema of a dataset, and the last place that counts if a layout does not merge."""
    with suppress(BinlogError):
        return merged(facts.schemas()), None
    # a task finds the layouts of a chunk in any order
    new = sorted(range(num_known, len(facts.layouts)), key=lambda at: _place(facts.layouts[at]))
    facts.keep([*range(num_known), *new])
    try:
        return merged(facts.schemas()), None
    except BinlogError as error:
        places = [(one.log, one.position) for one in facts.layouts]
        at = places.index((error.file, error.position))
        reason = f"expected {error.expected}, found {error.found}"
    layout = facts.layouts[at]
    log, position = base_name(layout.log), layout.position
    until = log, position - 1
    aside = Aside(facts.database or "", facts.table or "", log, position, layout.gtid, None)
    before = state.aside.get(aside.key)
    last = until if before is None else before.bound
    state.put_aside(aside._replace(cause=TYPES, reason=reason, until=last, begins=until))
    facts.keep(range(at))
    return merged(facts.schemas()), until


def _place(layout: Layout) -> tuple[Any, int]:
    return in_order(base_name(layout.log)), layout.position


def to_read_anew(state: State, every: Mapping[str, Merged]) -> dict[str, str]:
    """Return the datasets whose rows only the logs have in the columns that they now have."""
    anew = {}
    for folder, one in every.items():
        schema = schema_from(one.columns)
        layouts = [one.facts.layouts[number] for number in {p.layout for p in one.facts.pieces}]
        known = state.datasets.get(folder)
        if known is not None:
            layouts += [written(known), *(known.layouts[piece.layout] for piece in known.waiting)]
        are_alike = all(widen_alike(layout, schema, has_names=one.has_names) for layout in layouts)
        if folder in state.anew or not are_alike:
            anew[folder] = one.logged
    return anew


def written(dataset: Dataset) -> Layout:
    """Return the layout of the rows that are in a dataset's files."""
    return Layout(dataset.columns, any(one.has_names for one in dataset.layouts), "", 0)
