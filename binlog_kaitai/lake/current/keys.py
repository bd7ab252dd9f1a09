"""The columns that tell the rows of a table apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from binlog_kaitai.catalog.steps import TableStep
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import KEYS, Aside, Place, order
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.current.lineage import Lineage
from binlog_kaitai.lake.facts import Layout
from binlog_kaitai.lake.state import Dataset
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import RECORD_FIELDS, column_field


def keys_of(
    dataset: Dataset,
    asked: Mapping[str, Sequence[str]],
    until: Place | None = None,
    lineage: Lineage | None = None,
) -> tuple[tuple[str, ...], Aside | None]:
    """Return the columns that tell a table's rows apart; none where nobody tells them.

    Layouts of rows behind `until` do not count. One with names of columns, but without a key, has
    none.

    Returns:
        The columns, and if the primary key changes, why the table is set aside before that.

    Raises:
        ValueError: `asked` names a column that is not there.
    """
    of_any_case = {name.lower(): name for name in schema_from(dataset.columns).names}
    given = asked.get(dataset.name)
    if given is not None:
        for name in given:
            if name.lower() not in of_any_case:
                names = ", ".join(one for one in of_any_case.values() if one not in RECORD_FIELDS)
                raise ValueError(f"--keys {dataset.name}: no column {name}; columns are {names}")
        return tuple(of_any_case[name.lower()] for name in given), None
    found: Layout | None = None
    aside: Aside | None = None
    has_names = any(one.has_names for one in dataset.layouts)
    if has_names and lineage is not None and lineage.keys is not None and not _are_since(dataset):
        # no change was logged under the name that the table has now
        return tuple(of_any_case.get(name.lower(), name) for name in lineage.keys), None
    for layout in _that_tell(dataset):
        if until is not None and order(_place(layout)) > order(until):
            continue
        if found is not None and _lower(found) != _lower(layout):
            aside = _aside(dataset, found, layout)
            break
        found = layout if layout.keys else None
    keys = () if found is None else found.keys
    return tuple(of_any_case[name.lower()] for name in keys), aside


def misnumbered(step: TableStep, asked: Mapping[str, Sequence[str]]) -> str | None:
    """Return why keys that the caller gives by numbers do not tell rows apart behind a statement.

    Args:
        step: what the statement does to a table.
        asked: the keys by the full names of tables.
    """
    name, definition = full_name(*(step.other or step.name)), step.after
    columns = () if definition is None else definition.columns
    names = {column_field(f"@{n}"): one.name.lower() for n, one in enumerate(columns, 1)}
    keys = [key for key in asked.get(name, ()) if key in names]
    if definition is None or not keys:
        return None
    told, unique = {names[key] for key in keys}, list(_unique_in(definition))
    if not unique or any(one <= told for one in unique):
        return None
    wanted = " or ".join(", ".join(sorted(one)) for one in unique)
    given = ", ".join(f"{key} ({names[key]})" for key in keys)
    return f"expected a key of {name}, {wanted}, found --keys {given}"


def _unique_in(definition: Definition) -> Iterator[set[str]]:
    """Yield the columns of keys that tell all rows apart."""
    nullable = {one.name.lower() for one in definition.columns if one.is_nullable}
    for key in definition.keys:
        columns = {(part.column or "").lower() for part in key.parts}
        is_whole = all(part.column and part.length is None for part in key.parts)
        if key.kind in {"primary", "unique"} and is_whole and columns.isdisjoint(nullable):
            yield columns


def _are_since(dataset: Dataset) -> bool:
    """Return whether layouts tell the key since the table was made anew."""
    begins = dataset.wiped
    return begins is None or any(
        (one.keys or one.has_names) and order(_place(one)) > order(begins)
        for one in dataset.layouts
    )


def _aside(dataset: Dataset, before: Layout, layout: Layout) -> Aside:
    log, last = base_name(layout.log), layout.position - 1
    keys = ", ".join(layout.keys) or "(none)"
    return Aside(
        *dataset.names,
        log,
        layout.position,
        layout.gtid,
        None,
        cause=KEYS,
        reason=f"expected the earlier primary key {', '.join(before.keys)}, found the primary key"
        f" {keys}; pass columns that are unique in all logs with --keys",
        until=(log, last),
        begins=(log, last),
    )


def _that_tell(dataset: Dataset) -> list[Layout]:
    """Return the layouts that tell the key, in the order of the logs.

    Where the table was made anew, they are only those since then.
    """
    known = [one for one in dataset.layouts if one.keys or one.has_names]
    known.sort(key=lambda one: order(_place(one)))
    wiped = dataset.wiped
    if wiped is None:
        return known
    return [one for one in known if order(_place(one)) > order(wiped)] or known


def _place(layout: Layout) -> Place:
    return base_name(layout.log), layout.position


def _lower(layout: Layout) -> list[str]:
    return [name.lower() for name in layout.keys]
