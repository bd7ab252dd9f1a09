"""Effects of statements on tables: where these were emptied, moved or altered, or set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from binlog_kaitai.catalog.references import References
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import GAP, Aside, Place, order
from binlog_kaitai.lake.current.following import Follower
from binlog_kaitai.lake.current.lineage import Key, Origin
from binlog_kaitai.lake.facts import Ddl, Facts, Gap, RowStatement
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.definitions import Definition, Definitions


class Effects(NamedTuple):
    """The folders of tables that were emptied, and the origins of the rows of those that moved.

    `definitions` are those of the tables with datasets as far as they are known. `references` are
    the foreign keys that change rows. `touched` are the first statements on tables.
    """

    emptied: set[str]
    origins: Mapping[Key, tuple[Origin, ...]]
    definitions: Mapping[Key, Definition]
    references: References
    gtids: Mapping[Place, str | None]
    touched: Mapping[Key, tuple[Place, str | None]]


def take_effects(
    facts: Facts,
    state: State,
    keyed: Mapping[str, Sequence[str]] = MappingProxyType({}),
    definitions: Definitions | None = None,
    gaps: Sequence[Gap] = (),
) -> Effects:
    """Note where statements emptied tables, and which tables they move, alter, or set aside.

    A table that was emptied later is no longer set aside, unless its changes do not go on. The
    caller gives the keys of the tables `keyed`, and has `definitions` of tables. `gaps` are missing
    logs: all tables that have rows before are set aside.
    """
    follower = Follower(state, keyed)
    if definitions is not None:
        known = {TableName(*one[:2]) for one in state.catalog.get("tables", ())}
        follower.references.define(definitions, known)
    statements: list[Ddl | RowStatement | Gap] = [*gaps, *facts.ddl, *facts.changes]
    for one in sorted(statements, key=lambda one: order((one.log, one.position))):
        if isinstance(one, Ddl):
            follower.apply(one)
        elif isinstance(one, Gap):
            _miss(one, follower, state)
        else:
            follower.change(one)
    defined = follower.finish()
    emptied = _emptied(state, follower.reset)
    gtids = {(one.log, one.position): one.gtid for one in facts.ddl}
    origins, references = follower.origins, follower.references
    return Effects(emptied, origins, defined, references, gtids, follower.touched)


def _miss(gap: Gap, follower: Follower, state: State) -> None:
    """Set all tables aside that have rows before missing logs; none has a known definition then."""
    follower.catalog.forget(f"{gap.missing} is missing", gap.log)
    state.whole.clear()
    keys = {one.names for one in state.datasets.values() if one.table}
    for key in {*keys, *state.lineages}:
        reason = f"expected {gap.missing}, found {gap.log}"
        aside = Aside(*key, gap.log, gap.position, None, None, cause=GAP, reason=reason)
        known = state.aside.get(aside.key)
        if known is not None:  # a reset has to begin behind the missing logs
            if order(aside.place) < order(known.bound) and follower.has_rows(key, gap):
                known = known.as_before(aside.place, None)
            state.put_aside(known._replace(begins=aside.place))
        elif follower.has_rows(key, gap):
            state.put_aside(aside)


def _emptied(state: State, places: Mapping[Key, Place]) -> set[str]:
    """Note behind which place each table begins. Returns the folders of those that were emptied."""
    emptied = set()
    for folder, dataset in state.datasets.items():
        place = places.get(dataset.names)
        if place is not None and wants(state.options, dataset.name):
            dataset.wiped = place
            emptied.add(folder)
    return emptied


def _has_rows_before(dataset: Dataset, place: Place) -> bool:
    return any(order((base_name(one.log), one.position)) < order(place) for one in dataset.layouts)


def stays(dataset: Dataset, why: Aside, *, is_new: bool) -> bool:
    """Return whether a table that is set aside stays as it is, or is not kept."""
    if dataset.current is None:
        return not is_new or not _has_rows_before(dataset, why.bound)
    return not is_new and not dataset.current.is_stale
