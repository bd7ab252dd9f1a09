"""Effects of statements on tables: where these were emptied, and which are set aside."""

from __future__ import annotations

from binlog_kaitai.io.finding import in_order
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.facts import EMPTIES, MOVES, Facts
from binlog_kaitai.lake.state import Aside, Dataset, State


def take_effects(facts: Facts, state: State) -> set[str]:
    """Note where statements emptied tables, and which tables they set aside.

    A table that was emptied later is no longer set aside.

    Returns:
        The datasets of the tables that were emptied.
    """
    last: dict[tuple[str, str | None], tuple[str, int]] = {}
    for one in sorted(facts.effects, key=lambda found: order((found.log, found.position))):
        if one.effect == EMPTIES:
            last[one.database, one.table] = one.log, one.position
            state.aside = [
                known
                for known in state.aside
                if known.database != one.database or one.table not in {known.table, None}
            ]
        elif one.table is not None:
            aside = Aside(one.database, one.table, one.log, one.position, one.gtid, one.statement)
            is_known = any(known.key == aside.key for known in state.aside)
            if not is_known and (one.effect == MOVES or _is_met(aside, state)):
                state.aside.append(aside)
    emptied = set()
    for folder, dataset in state.datasets.items():
        keys = ((dataset.database or "", dataset.table), (dataset.database or "", None))
        places = [last[key] for key in keys if dataset.table is not None and key in last]
        if places:
            dataset.wiped = max(places, key=order)
            emptied.add(folder)
    return emptied


def _is_met(aside: Aside, state: State) -> bool:
    """Return whether a statement met rows of its table."""
    return any(
        ((one.database or "").lower(), (one.table or "").lower()) == aside.key
        and _has_rows_before(one, aside.place)
        for one in state.datasets.values()
    )


def _has_rows_before(dataset: Dataset, place: tuple[str, int]) -> bool:
    return any(order((base_name(one.log), one.position)) < order(place) for one in dataset.layouts)


def order(place: tuple[str, int]) -> tuple[list[tuple[bool, int, str]], int]:
    """Return what sorts places in logs."""
    return in_order(place[0]), place[1]


def stays(dataset: Dataset, why: Aside, *, is_new: bool) -> bool:
    """Return whether a table that is set aside is as it was before the statement, or not kept."""
    if dataset.current is None:
        return not is_new or not _has_rows_before(dataset, why.place)
    return not is_new and not dataset.current.is_stale
