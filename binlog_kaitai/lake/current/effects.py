"""Effects of statements on tables: where these were emptied, and which are set aside."""

from __future__ import annotations

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, Place, order
from binlog_kaitai.lake.current.unlogged import take_definition
from binlog_kaitai.lake.facts import (
    ADDS,
    CHANGES,
    DEFINES,
    DROPS,
    EMPTIES,
    GENERATES,
    MOVES,
    Facts,
    TableStatement,
)
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import Dataset, State


def take_effects(facts: Facts, state: State) -> set[str]:
    """Note where statements emptied tables, and which tables they set aside.

    A table that was emptied later is no longer set aside, unless its changes do not go on.

    Returns:
        The datasets of the tables that were emptied.
    """
    places: dict[tuple[str, str | None], list[Place]] = {}
    for one in sorted(facts.effects, key=lambda found: order((found.log, found.position))):
        take_definition(one, state)
        if one.effect in {DEFINES, GENERATES}:
            continue
        if one.effect == EMPTIES:
            places.setdefault((one.database, one.table), []).append((one.log, one.position))
            _take_back(one, state)
        elif one.effect == DROPS:
            state.dropped.append(_column(one))
        elif one.effect != ADDS or _column(one) in state.dropped:
            _set_aside(one, state)
    state.temporary = facts.temporary
    emptied = set()
    stopped = {one.key: order(one.bound) for one in state.aside if one.cause == TYPES}
    for folder, dataset in state.datasets.items():
        if dataset.table is None or not places or not wants(state.options, dataset.name):
            continue
        database = dataset.database or ""
        keys = ((database, dataset.table), (database, None))
        found = [place for key in keys for place in places.get(key, ())]
        bound = stopped.get((database.lower(), dataset.table.lower()))
        if bound is not None:
            found = [place for place in found if order(place) <= bound]
        if found:
            dataset.wiped = max(found, key=order)
            emptied.add(folder)
    return emptied


def _column(one: TableStatement) -> tuple[str, str, str]:
    return one.database.lower(), (one.table or "").lower(), (one.column or "").lower()


def _take_back(one: TableStatement, state: State) -> None:
    """Forget what is known of a table, or of a database, that a statement emptied."""
    state.aside = [
        known
        for known in state.aside
        if known.cause == TYPES
        or known.database != one.database
        or one.table not in {known.table, None}
    ]
    names = one.database.lower(), (one.table or "").lower()
    state.dropped = [
        known
        for known in state.dropped
        if known[0] != names[0] or (one.table is not None and known[1] != names[1])
    ]


def _set_aside(one: TableStatement, state: State) -> None:
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
    known = next((known for known in state.aside if known.key == aside.key), None)
    if known is not None:  # a reset has to begin behind the last statement
        until = min(known.bound, aside.place, key=order)
        state.put_aside(known._replace(until=until, begins=aside.place))
    elif one.effect in {CHANGES, MOVES} or _is_met(aside, state):
        state.put_aside(aside)


def _is_met(aside: Aside, state: State) -> bool:
    """Return whether a statement met rows of its table."""
    return any(
        ((one.database or "").lower(), (one.table or "").lower()) == aside.key
        and _has_rows_before(one, aside.place)
        for one in state.datasets.values()
    )


def _has_rows_before(dataset: Dataset, place: Place) -> bool:
    return any(order((base_name(one.log), one.position)) < order(place) for one in dataset.layouts)


def stays(dataset: Dataset, why: Aside, *, is_new: bool) -> bool:
    """Return whether a table that is set aside stays as it is, or is not kept."""
    if dataset.current is None:
        return not is_new or not _has_rows_before(dataset, why.bound)
    return not is_new and not dataset.current.is_stale
