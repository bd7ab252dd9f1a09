"""Effects of statements on tables: where these were emptied, and which are set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from binlog_kaitai.catalog.effects import ADDS, CHANGES, DEFINES, DROPS, EMPTIES, GENERATES, MOVES
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, Place, order
from binlog_kaitai.lake.current.unlogged import take_definition
from binlog_kaitai.lake.facts import Facts, TableStatement
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import Dataset, State


def take_effects(facts: Facts, state: State) -> set[str]:
    """Note where statements emptied tables, and which tables they set aside.

    A table that was emptied later is no longer set aside, unless its changes do not go on.

    Returns:
        The datasets of the tables that were emptied.
    """
    places: dict[tuple[str, str | None], list[Place]] = {}
    datasets = _by_key(state)
    for one in sorted(facts.effects, key=lambda found: order((found.log, found.position))):
        take_definition(one, state)
        if one.effect in {DEFINES, GENERATES}:
            continue
        if one.effect == EMPTIES:
            places.setdefault((one.database, one.table), []).append((one.log, one.position))
            _take_back(one, state)
        elif one.effect == DROPS:
            state.dropped.add(_column(one))
        elif one.effect != ADDS or _column(one) in state.dropped:
            _set_aside(one, state, datasets)
    state.temporary = facts.temporary
    emptied = set()
    stopped = {one.key: order(one.bound) for one in state.aside.values() if one.cause == TYPES}
    for folder, dataset in state.datasets.items():
        if dataset.table is None or not places or not wants(state.options, dataset.name):
            continue
        database = dataset.database or ""
        keys = ((database, dataset.table), (database, None))
        found = [place for key in keys for place in places.get(key, ())]
        bound = stopped.get(dataset.key)
        if bound is not None:
            found = [place for place in found if order(place) <= bound]
        if found:
            dataset.wiped = max(found, key=order)
            emptied.add(folder)
    return emptied


def _by_key(state: State) -> dict[tuple[str, str], list[Dataset]]:
    """Return the datasets of each table: names that differ in case have one key."""
    found: dict[tuple[str, str], list[Dataset]] = {}
    for dataset in state.datasets.values():
        found.setdefault(dataset.key, []).append(dataset)
    return found


def _column(one: TableStatement) -> tuple[str, str, str]:
    return one.database.lower(), (one.table or "").lower(), (one.column or "").lower()


def _take_back(one: TableStatement, state: State) -> None:
    """Forget what is known of a table, or of a database, that a statement emptied."""
    database, table = one.database.lower(), (one.table or "").lower()
    keys = [(database, table)]
    if one.table is None:
        keys = [key for key in state.aside if key[0] == database]
    for key in keys:
        known = state.aside.get(key)
        if known is None or known.cause == TYPES or known.database != one.database:
            continue
        if one.table in {known.table, None}:
            del state.aside[key]
    state.dropped -= {
        known
        for known in state.dropped
        if known[0] == database and (one.table is None or known[1] == table)
    }


def _set_aside(
    one: TableStatement, state: State, datasets: Mapping[tuple[str, str], Sequence[Dataset]]
) -> None:
    """Note that a table is set aside, if the statement met rows of it."""
    aside = Aside(
        one.database,
        one.table or "",
        one.log,
        one.position,
        one.gtid,
        one.statement,
        one.effect == CHANGES,
    )
    known = state.aside.get(aside.key)
    if known is not None:  # a reset has to begin behind the last statement
        until = min(known.bound, aside.place, key=order)
        state.put_aside(known._replace(until=until, begins=aside.place))
    elif one.effect in {CHANGES, MOVES} or any(
        _has_rows_before(dataset, aside.place) for dataset in datasets.get(aside.key, ())
    ):
        state.put_aside(aside)


def _has_rows_before(dataset: Dataset, place: Place) -> bool:
    return any(order((base_name(one.log), one.position)) < order(place) for one in dataset.layouts)


def stays(dataset: Dataset, why: Aside, *, is_new: bool) -> bool:
    """Return whether a table that is set aside stays as it is, or is not kept."""
    if dataset.current is None:
        return not is_new or not _has_rows_before(dataset, why.bound)
    return not is_new and not dataset.current.is_stale
