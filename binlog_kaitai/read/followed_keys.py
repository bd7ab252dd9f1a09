"""Foreign keys through the DDL of logs, as those need them who look for keys that parents lose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.references import Place, References
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.model.definitions import Definition, Definitions
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.read.lost_keys import Link, lower


class FollowedKeys:
    """The foreign keys of tables, and what their columns are.

    Args:
        catalog: the tables, to which the caller applies statements.
        definitions: those of tables that are older than the logs, by their full names.
    """

    def __init__(self, catalog: Catalog, definitions: Mapping[str, Definition]) -> None:
        self.references = References()
        self.references.define(Definitions(definitions), ())
        self.catalog = catalog
        self._defined = {lower(TableName(*parts_of(n))): one for n, one in definitions.items()}
        self._begun: set[TableName] = set()
        self._moved: set[TableName] = set()

    def follow(self, steps: Iterable[TableStep], place: Place) -> None:
        """Apply the steps of a statement at a place."""
        self.references.follow(steps, place)
        for step in steps:
            if step.session is None:
                self._note(step)

    def _note(self, step: TableStep) -> None:
        """Note tables without rows of before, and those whose columns get other numbers."""
        name = lower(step.name)
        if step.kind in {"created", "dropped", "emptied"}:
            self._begun.add(name)
            self._moved.discard(name)
        elif step.kind == "renamed" and step.other is not None:
            for known in (self._begun, self._moved):
                known.discard(lower(step.other))
                if name in known:
                    known.add(lower(step.other))
            self._begun.add(name)
        elif step.kind == "doubtful" or (step.kind == "altered" and not _keeps_numbers(step)):
            self._moved.add(name)

    def links_to(self, child: TableName) -> list[Link]:
        """Return the foreign keys that may change a table, its own first, and their parents'."""
        found: list[Link] = []
        left, seen = [child], set()
        while left:
            name = left.pop(0)
            if lower(name) in seen:
                continue
            seen.add(lower(name))
            for one in self.references.of(name):
                above, below = self._definition_of(one.parent), self._definition_of(one.child)
                referenced = one.referenced
                if not referenced and above is not None:
                    referenced = tuple(above.primary_key)
                numbers = _numbers(below, one.columns), _numbers(above, referenced)
                kinds = lower(name) == lower(child), lower(name) in self._begun
                found.append(Link(replace(one, referenced=referenced), *numbers, *kinds))
                left.append(one.parent)
        return found

    def _definition_of(self, name: TableName) -> Definition | None:
        """Return the definition of a table, if its columns have had one order."""
        known = self.catalog.find(name) or self._defined.get(lower(name))
        is_known = lower(name) not in self._moved
        return known if is_known and isinstance(known, Definition) else None


def _keeps_numbers(step: TableStep) -> bool:
    """Return whether ALTER TABLE leaves all columns with their names at their places."""
    if step.before is None or step.after is None:
        return False
    names = [one.name for one in step.before.columns]
    return names == list(step.sources[: len(names)])


def _numbers(definition: Definition | None, names: Sequence[str]) -> tuple[str, ...]:
    if definition is None:
        return ()
    at = {one.name.lower(): f"@{number}" for number, one in enumerate(definition.columns, 1)}
    numbers = tuple(at.get(name.lower(), "") for name in names)
    return numbers if all(numbers) else ()
