"""Foreign keys over time: which tables change with another one, without row images in the log."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from binlog_kaitai.catalog.encoding import from_json, to_json
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.model.definitions import Definitions, ForeignKey
from binlog_kaitai.model.names import parts_of

Place: TypeAlias = tuple[str, int]
"""A log, by its name, and a position in it."""

_ACTIONS = frozenset({"cascade", "set null", "set default"})
_WITHOUT = frozenset({"myisam", "memory", "heap", "aria", "csv", "archive", "blackhole", "merge"})
"""Engines without foreign keys."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A foreign key that may change rows of its child, between two places of the logs.

    Attributes:
        columns: of the child, by the names that they have now.
        referenced: the columns of the parent, by their names between the places; empty for its
            primary key.
        after: the place of the statement that made it; None if it was there before the logs.
        until: the place of the statement that dropped it; None if it is there.
    """

    child: TableName
    columns: tuple[str, ...]
    parent: TableName
    referenced: tuple[str, ...]
    on_delete: str = "no action"
    on_update: str = "no action"
    after: Place | None = None
    until: Place | None = None

    @property
    def follows_deletes(self) -> bool:
        """Whether a delete of the parent may change the child."""
        return self.on_delete in _ACTIONS

    @property
    def follows_updates(self) -> bool:
        """Whether an update of the parent's columns may change the child."""
        return self.on_update in _ACTIONS


class References:
    """The foreign keys of a server's tables, at the place up to which steps were followed.

    Names of tables count as equal in any case. A foreign key whose parent is renamed is kept under
    both names, because servers follow the renaming or not, by version and `foreign_key_checks`.
    """

    def __init__(self, known: Iterable[Reference] = ()) -> None:
        self._of_child: dict[TableName, list[Reference]] = {}
        for one in known:
            self._add(one)

    def __iter__(self) -> Iterator[Reference]:
        return (one for some in self._of_child.values() for one in some)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the foreign keys as JSON has them."""
        return [to_json(one) for one in self]

    @staticmethod
    def from_json(known: Iterable[Mapping[str, Any]]) -> References:
        """Return what `to_json` was made of."""
        return References(from_json(Reference, one) for one in known)

    def of(self, child: TableName) -> Sequence[Reference]:
        """Return the foreign keys of a table, also those that were dropped."""
        return self._of_child.get(_lower(child), ())

    def children_of(self, parent: TableName) -> set[TableName]:
        """Return the tables that change with a table, directly or by each other."""
        found: set[TableName] = set()
        left = [_lower(parent)]
        while left:
            name = left.pop()
            new = {
                one.child for one in self if one.until is None and _is_of(name, _lower(one.parent))
            }
            left += map(_lower, new - found)
            found |= new
        return found

    def define(self, definitions: Definitions, known: Container[TableName]) -> None:
        """Add the foreign keys of tables that no statement of the logs has defined."""
        for text, one in definitions.tables.items():
            name = TableName(*parts_of(text))
            if name not in known and _lower(name) not in self._of_child:
                self._add_keys(name, one.foreign_keys, one.engine, None)

    def follow(self, steps: Iterable[TableStep], place: Place) -> None:
        """Apply the steps of a statement."""
        for step in steps:
            if step.session is not None:
                continue
            name = _lower(step.name)
            if step.kind == "created":
                self._of_child.pop(name, None)
                if step.after is not None:
                    keys, engine = step.after.foreign_keys, step.after.engine
                    self._add_keys(step.name, keys, engine, place)
            elif step.kind == "dropped":
                gone = [name]
                if step.name.table == ALL_OF_DATABASE:
                    gone = [one for one in self._of_child if one.database == name.database]
                for one in gone:
                    self._of_child.pop(one, None)
            elif step.kind == "renamed" and step.other is not None:
                self._rename(step.name, step.other, place)
            elif step.kind == "altered":
                self._alter(step, place)

    def _add(self, one: Reference) -> None:
        self._of_child.setdefault(_lower(one.child), []).append(one)

    def _add_keys(
        self, child: TableName, keys: Iterable[ForeignKey], engine: str | None, after: Place | None
    ) -> None:
        for one in keys if (engine or "").lower() not in _WITHOUT else ():
            parent = TableName(one.database, one.table)
            actions = (one.on_delete, one.on_update)
            if _ACTIONS.intersection(actions):
                self._add(Reference(child, one.columns, parent, one.referenced, *actions, after))

    def _rename(self, old: TableName, new: TableName, place: Place) -> None:
        own = self._of_child.pop(_lower(old), [])
        self._of_child.pop(_lower(new), None)
        for one in own:
            self._add(replace(one, child=new))
        for one in list(self):
            if one.until is None and _lower(one.parent) == _lower(old):
                self._add(replace(one, parent=new, after=place))

    def _alter(self, step: TableStep, place: Place) -> None:
        name = _lower(step.name)
        before, after = step.before, step.after
        if before is None or after is None:
            keys = () if step.edits is None else step.edits.foreign_keys
            self._add_keys(step.name, keys, None, place)
            return
        names = {
            source.lower(): column.name
            for column, source in zip(after.columns, step.sources, strict=False)
            if source is not None
        }
        kept = {_identity(one, {}) for one in after.foreign_keys}
        old = {_identity(one, names) for one in before.foreign_keys}
        gone = {(columns, actions) for columns, _, actions in old - kept}
        own = [replace(one, columns=_renamed(one.columns, names)) for one in self.of(name)]
        if own:
            self._of_child[name] = [_closed(one, gone, place) for one in own]
        new = [one for one in after.foreign_keys if _identity(one, {}) not in old]
        self._add_keys(step.name, new, after.engine, place)
        for one in list(self):
            referenced = _renamed(one.referenced, names)
            is_open = one.until is None and _lower(one.parent) == name
            if is_open and _folded(referenced) != _folded(one.referenced):
                self._add(replace(one, referenced=referenced, after=place))


_Identity: TypeAlias = tuple[tuple[str, ...], TableName, tuple[str, str]]


def _identity(one: ForeignKey, names: Mapping[str, str]) -> _Identity:
    """Return what tells the foreign keys of a table apart, by the new names of its columns."""
    parent = _lower(TableName(one.database, one.table))
    return _folded(_renamed(one.columns, names)), parent, (one.on_delete, one.on_update)


def _closed(
    one: Reference, gone: set[tuple[tuple[str, ...], tuple[str, str]]], place: Place
) -> Reference:
    is_gone = (_folded(one.columns), (one.on_delete, one.on_update)) in gone
    return replace(one, until=place) if is_gone and one.until is None else one


def _renamed(columns: tuple[str, ...], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(name.lower(), name) for name in columns)


def _folded(columns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.lower() for name in columns)


def _is_of(name: TableName, parent: TableName) -> bool:
    """Return whether a name is that of a parent, or stands for all tables of its database."""
    return parent == name or (name.table == ALL_OF_DATABASE and parent.database == name.database)


def _lower(name: TableName) -> TableName:
    return TableName(name.database.lower(), name.table.lower())
