"""Effects of statements on tables: where these were emptied, moved or altered, or set aside."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from binlog_kaitai.catalog.effects import (
    ADDS,
    ALTERS,
    CHANGES,
    DEFINES,
    DROPS,
    EMPTIES,
    GENERATES,
    MOVES,
)
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, Place, order
from binlog_kaitai.lake.current.following import Follower
from binlog_kaitai.lake.current.lineage import Key, Origin
from binlog_kaitai.lake.current.unlogged import take_definition
from binlog_kaitai.lake.facts import Ddl, Facts, TableStatement
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.definitions import Definition


class Effects(NamedTuple):
    """The folders of tables that were emptied, and the origins of the rows of those that moved.

    `definitions` are those of the tables with datasets as far as they are known.
    """

    emptied: set[str]
    origins: Mapping[Key, tuple[Origin, ...]]
    definitions: Mapping[Key, Definition]


def take_effects(facts: Facts, state: State, keyed: Collection[str] = ()) -> Effects:
    """Note where statements emptied tables, and which tables they move, alter, or set aside.

    A table that was emptied later is no longer set aside, unless its changes do not go on. The
    caller names the keys of the tables `keyed`.
    """
    places: dict[tuple[str, str | None], list[Place]] = {}
    datasets = _by_key(state)
    follower = Follower(state, keyed)
    for place, ddl, effects in _by_place(facts):
        followed = _followed(follower, ddl, effects)
        for one in effects:
            is_followed = (one.database, one.table) in followed and one.effect in _FOLLOWED
            if not is_followed:
                take_definition(one, state)
            if one.effect in {DEFINES, GENERATES}:
                continue
            if one.effect == EMPTIES:
                places.setdefault((one.database, one.table), []).append(place)
                follower.empty(one.database, one.table, place)
                _take_back(one, state)
            elif is_followed:
                continue
            elif one.effect == DROPS:
                state.dropped.add(_column(one))
            elif one.effect != ADDS or _column(one) in state.dropped:
                _set_aside(one, state, datasets)
    definitions = follower.finish()
    state.temporary = facts.temporary
    return Effects(_emptied(state, places, follower), follower.origins, definitions)


_FOLLOWED = frozenset({ADDS, ALTERS, DROPS, MOVES})


def _by_place(facts: Facts) -> Iterator[tuple[Place, list[Ddl], list[TableStatement]]]:
    """Yield the DDL and the effects of each statement, in the order of the logs."""
    found: dict[Place, tuple[list[Ddl], list[TableStatement]]] = {}
    for one in facts.ddl:
        found.setdefault((one.log, one.position), ([], []))[0].append(one)
    for effect in facts.effects:
        found.setdefault((effect.log, effect.position), ([], []))[1].append(effect)
    for place in sorted(found, key=order):
        yield place, *found[place]


def _followed(
    follower: Follower, ddl: Sequence[Ddl], effects: Sequence[TableStatement]
) -> set[Key]:
    """Return the tables that a statement moved or altered, and that are followed or set aside."""
    followed: set[Key] = set()
    for one in ddl:
        is_doubtful = any(each.effect == ALTERS and each.session is None for each in effects)
        if is_doubtful or (one.has_effects and not effects):  # of a temporary table, maybe
            follower.doubt(one)
        else:
            followed |= follower.apply(one)
    return followed


def _emptied(
    state: State, places: Mapping[tuple[str, str | None], Sequence[Place]], follower: Follower
) -> set[str]:
    """Note behind which place each table begins. Returns the folders of those that were emptied."""
    emptied = set()
    stopped = {one.key: order(one.bound) for one in state.aside.values() if one.cause == TYPES}
    for folder, dataset in state.datasets.items():
        if dataset.table is None or not wants(state.options, dataset.name):
            continue
        database = dataset.database or ""
        keys = ((database, dataset.table), (database, None))
        found = [place for key in keys for place in places.get(key, ())]
        found += filter(None, [follower.reset.get((database, dataset.table))])
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
