"""Follows tables through DDL: the steps of the catalog become eras of lineages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.encoding import catalog_from_json, catalog_to_json
from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.references import References
from binlog_kaitai.catalog.row_statements import only_adds
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.lake.aside import TYPES, Aside, Place, order
from binlog_kaitai.lake.current.cased import CasedNames
from binlog_kaitai.lake.current.ended import EndedTables, lower
from binlog_kaitai.lake.current.keys import misnumbered
from binlog_kaitai.lake.current.layouts import Layouts
from binlog_kaitai.lake.current.lineage import (
    MAX_ERAS,
    Altered,
    Era,
    Key,
    Lineage,
    Operation,
    Origin,
    closed,
)
from binlog_kaitai.lake.current.operations import (
    alter_operation,
    check_columns,
    is_alter,
    is_create,
    part_operation,
)
from binlog_kaitai.lake.current.unlogged import SEPARATOR, take_columns, take_definition
from binlog_kaitai.lake.facts import Ddl, Gap, RowStatement
from binlog_kaitai.lake.folders import folder_name, mark_of
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import column_field

_PARTED = frozenset({"partitions_emptied", "partitions_dropped", "partition_exchanged"})


class Follower:
    """Applies DDL to the lineages of tables, in the order of the logs.

    `origins` are the rows of the beginning of the run by the tables that have them now, for the
    tables that DDL of this run moved or altered. `reset` are places behind which names are used
    anew. `touched` are the place and GTID of the first statement on each table, by its name in
    lower case.
    """

    def __init__(self, state: State, keyed: Mapping[str, Sequence[str]]) -> None:
        """Take the tables of a state; `keyed` are the keys that the caller gives."""
        self.origins: dict[Key, tuple[Origin, ...]] = {}
        self.reset: dict[Key, Place] = {}
        self._state = state
        self._keyed = keyed
        self.catalog = catalog_from_json(state.catalog)
        self._again = Catalog()
        self.touched: dict[Key, tuple[Place, str | None]] = {}
        self._ended = EndedTables(state)
        self._before: dict[Key, tuple[list[Any], Aside | None]] = {}
        self.references = References.from_json(state.references)
        self._datasets = {
            one.names: one for one in state.datasets.values() if one.table is not None
        }
        self._layouts = Layouts(self._datasets)
        self._cased = CasedNames(self._datasets)

    def _add_renamed(self) -> None:
        """Add datasets for tables that got rows under another name, and have no change of theirs.

        They have the columns and the layouts of the changes of these rows.
        """
        state = self._state
        for key, lineage in state.lineages.items():
            sources = [
                self._datasets[one.source] for one in lineage.eras if one.source in self._datasets
            ]
            if key in self._datasets or not sources or not wants(state.options, full_name(*key)):
                continue
            if self._cased.find(key) is not None:
                continue
            last = sources[-1]
            added = Dataset(full_name(*key), last.columns, *key, layouts=list(last.layouts))
            state.datasets[folder_name(*key, mark_of(state.file_format))] = added
            self._datasets[key] = added
            self._cased.add(key)

    def finish(self) -> dict[Key, Definition]:
        """Keep the catalog for the next run. Returns the definitions of tables with datasets."""
        for key, place in self._ended.take_dropped():
            self._begin(key, place)
        self._add_renamed()
        self._state.catalog = catalog_to_json(self.catalog)
        self._state.references = self.references.to_json()
        known = {key: self.catalog.find(TableName(*key)) for key in self._datasets}
        found = {key: one for key, one in known.items() if isinstance(one, Definition)}
        for key, one in found.items():
            take_definition(lower(key), one, self._state)
        return found

    def _empty(self, name: TableName, place: Place, kind: str) -> None:
        """Forget the rows of a table, or of those of a database, and why it was set aside."""
        keys = {_key(name)}
        if name.table == ALL_OF_DATABASE:
            known = {*self._state.lineages, *self.origins, *self._datasets}
            known |= {(one.database, one.table) for one in self._state.aside.values()}
            keys = {one for one in known if one[0] == name.database}
        for key in keys:
            if not self._ended.holds(key, place):
                self._begin(key, place)
                self._take_back(key)
                self._state.whole[key] = True
            else:
                self._ended.note(key, place, kind)

    def _begin(self, key: Key, place: Place) -> None:
        """Have a table begin without rows behind a place."""
        self.reset[key] = place
        self._state.lineages.pop(key, None)
        if key in self.origins:
            self.origins[key] = ()

    def change(self, one: RowStatement) -> None:
        """Set a table aside whose rows a statement changes without row images."""
        key = TableName(one.database, one.table or ALL_OF_DATABASE)
        is_temporary = self.catalog.is_temporary(key, one.session, _text(one))
        is_doubtful = one.is_derived or is_temporary is None
        if not is_temporary and (not is_doubtful or self.has_rows(key, one)):
            self._set_aside(key, one, "", is_logged=True)
            for child in () if only_adds(one.short) else self.references.children_of(key):
                if self.has_rows(child, one):
                    self._set_aside(child, one, "")

    def apply(self, one: Ddl) -> None:
        """Follow a statement, or set its tables aside."""
        catalog = self.catalog if one.only is None else self._again
        steps = catalog.apply(one.statement, one.session, _text(one), one.time)
        if one.only is None:
            self.references.follow(steps, (one.log, one.position))
        self._before.clear()
        for step in steps:
            names = {_key(name) for name in (step.name, step.other) if name is not None}
            if step.session is not None or (one.only is not None and one.only not in names):
                continue
            if one.only is not None and step.other is not None:
                self._set_aside(one.only, one, "rows that moved before the table was rebuilt")
                continue
            self._keep(names, one)
            try:
                self._follow(step, one)
            except DeclinedError as error:
                reason = f"expected an effect on the rows that can be computed, found {error}"
                for key in names:
                    if self.has_rows(key, one) or step.other is not None:
                        self._set_aside(key, one, reason)
            self._check_numbers(step, one)
            for name, other in self._cased.others(names):
                if self.has_rows(other, one):
                    reason = f"{full_name(*name)} may be {full_name(*other)} in another case"
                    self._set_aside(other, one, reason)

    def _keep(self, keys: Iterable[Key], one: Ddl) -> None:
        """Keep the rows of tables before a statement, of which only some steps may be followed."""
        for key in keys:
            rows = [found.get(key) for found in self._kept]
            self._before.setdefault(key, (rows, self._state.aside.get(lower(key))))
            self.touched.setdefault(lower(key), ((one.log, one.position), one.gtid))

    @property
    def _kept(self) -> tuple[dict[Key, Any], ...]:
        return self._state.lineages, self.origins, self.reset, self._state.whole

    def _take_rows_back(self, key: Key) -> None:
        """Give a table the rows that it had before the statement that sets it aside."""
        rows, aside = self._before.get(key, ([], None))
        for found, value in zip(self._kept, rows, strict=False):
            found.pop(key, None)
            if value is not None:
                found[key] = value
        if aside is not None:  # these rows are as of then
            self._state.aside.setdefault(lower(key), aside)

    def _follow(self, step: TableStep, one: Ddl) -> None:
        key, place = _key(step.name), (one.log, one.position)
        if step.kind in {"created", "dropped", "emptied"}:
            self._empty(step.name, place, step.kind)
            if step.kind != "emptied":
                self._state.generated.pop(SEPARATOR.join(lower(key)), None)
        elif step.kind == "renamed":
            assert step.other is not None
            self._rename(key, _key(step.other), one, step.after)
        elif step.kind == "altered":
            self._alter_columns(key, step, one)
        elif step.kind in _PARTED:
            self._part(key, step, one)
        elif step.kind == "rows_changed" and is_alter(one.statement):
            raise DeclinedError("rows that the statement changes")
        elif step.kind == "rows_changed":
            self._set_aside(key, one, "", is_logged=True)
        elif not is_create(one.statement):
            raise DeclinedError(f"a statement that is not understood: {step.reason}")

    def _check_numbers(self, step: TableStep, one: Ddl) -> None:
        if (reason := misnumbered(step, self._keyed)) is not None:
            self._set_aside(_key(step.other or step.name), one, reason)

    def _alter_columns(self, key: Key, step: TableStep, one: Ddl) -> None:
        lineage, edits, before = self._state.lineages.get(key), step.edits, step.before
        if before is None and lineage is not None:
            self._state.lineages[key] = replace(lineage, keys=None)
        if edits is not None and (edits.added or edits.changed):
            take_columns(lower(key), (*edits.added, *edits.changed), self._state)
        operation = alter_operation(step, one.statement, one.session.sql_mode)
        names = [] if before is None else [column.name for column in before.columns]
        moves = bool(operation) or list(step.sources[: len(names)]) != names
        self._check_columns(key, operation, moves=moves)
        self._alter(key, one, operation, step.after)

    def _lineage(self, key: Key) -> Lineage:
        """Return the lineage of a table, which it may have only by its name."""
        known = self._state.lineages.get(key)
        if known is not None:
            return known
        dataset = self._datasets.get(key)
        after = self.reset.get(key, None if dataset is None else dataset.wiped)
        return Lineage((Era(key, after),))

    def _put(
        self, key: Key, eras: Sequence[Era], before: Lineage, after: Definition | None
    ) -> None:
        """Set the lineage of a table, whose keys are those of before, or of after."""
        if len(eras) > MAX_ERAS:
            raise DeclinedError(f"more than {MAX_ERAS} statements that alter the table")
        keys = before.keys if after is None else tuple(map(column_field, after.primary_key))
        self._state.lineages[key] = Lineage(tuple(eras), keys)

    def _origins(self, key: Key) -> tuple[Origin, ...]:
        return self.origins.get(key, () if key in self.reset else (Origin(key),))

    def _check(self, *keys: Key) -> None:
        """Raise DeclinedError for a table whose rows are not known."""
        for key in keys:
            known = self._cased.find(key) or key
            if known != key:
                raise DeclinedError(f"{full_name(*key)} and {full_name(*known)}")
            if not wants(self._state.options, full_name(*key)):
                raise DeclinedError(f"rows of {full_name(*key)}, which the export leaves out")

    def _rename(self, old: Key, new: Key, one: Ddl, after: Definition | None) -> None:
        place = (one.log, one.position)
        state = self._state
        self._check(old, new)
        self._ended.note(new, place, "created")
        aside = self._aside_before(old, place)
        lineage, origins = self._lineage(old), self._origins(old)
        if aside is not None:
            self._set_aside(new, one, f"rows of {full_name(*old)}, which is set aside")
        elif not self._ended.holds(new, place):
            eras = [*self._closed(lineage.eras, place), Era(new, place)]
            self._take_back(new)
            if lineage.keys is None:
                lineage = replace(lineage, keys=self._keys(old, place))
            self._put(new, eras, lineage, after)
            state.whole[new] = state.whole.get(old, False)
            self.origins[new] = origins
            self.reset[new] = place
        if not self._ended.holds(old, place):
            self.origins[old] = ()
            self._begin(old, place)
            self._take_back(old)
        else:
            self._ended.note(old, place, "dropped")
        moved = state.generated.pop(SEPARATOR.join(lower(old)), None)
        state.generated.pop(SEPARATOR.join(lower(new)), None)
        if moved is not None:
            state.generated[SEPARATOR.join(lower(new))] = moved

    def _take_back(self, key: Key) -> None:
        """Forget why a table was set aside, but for types that do not merge later."""
        aside = self._state.aside.get(lower(key))
        if aside is not None and aside.cause != TYPES:
            del self._state.aside[lower(key)]

    def _keys(self, key: Key, place: Place) -> tuple[str, ...]:
        """Return the keys that the log has of a table before a place."""
        return getattr(self._layouts.last(key, place), "keys", ())

    def _aside_before(self, key: Key, place: Place) -> Aside | None:
        database, table = lower(key)
        causes = (self._state.aside.get((database, table)), self._state.aside.get((database, "")))
        return next((one for one in causes if one and order(one.bound) <= order(place)), None)

    def _set_aside(
        self, key: Key, one: Ddl | RowStatement, reason: str, *, is_logged: bool = False
    ) -> None:
        if isinstance(one, Ddl):
            self._take_rows_back(key)
        known = self._state.aside.get(lower(key))
        aside = Aside(*key, one.log, one.position, one.gtid, one.short, is_logged, reason=reason)
        if known is not None:  # a reset has to begin behind the last statement
            if order(aside.place) < order(known.bound):
                known = known.as_before(aside.place, one.gtid)
            aside = known._replace(begins=aside.place)
        self._state.put_aside(aside)

    def has_rows(self, key: Key, one: Ddl | RowStatement | Gap) -> bool:
        """Return whether there may be changes of a table before a statement."""
        eras = self._lineage(key).eras
        return any(True for _ in self._with_rows(eras, (one.log, one.position)))

    def _with_rows(self, eras: Iterable[Era], place: Place) -> Iterator[Era]:
        """Yield the eras that may have changes before a place."""
        return (one for one in eras if self._layouts.last(one.source, one.until or place))

    def _closed(
        self, eras: Iterable[Era], place: Place, operation: Operation | None = None
    ) -> Iterator[Era]:
        """Yield the eras with changes, which end at a place, with one more operation."""
        return closed(self._with_rows(eras, place), place, operation)

    def _alter(self, key: Key, one: Ddl, operation: Altered, after: Definition | None) -> None:
        place = (one.log, one.position)
        self._check(key)
        lineage = self._lineage(key)
        eras: Sequence[Era] = lineage.eras
        if operation:
            own = self._state.aside.get(lower(key))
            is_ending = own is not None and own.cause == TYPES
            if is_ending or self._aside_before(key, place) is not None:
                raise DeclinedError("a table that is set aside")
            eras = [*self._closed(eras, place, operation), Era(key, place)]
            origins = self._origins(key)
            self.origins[key] = tuple(
                Origin(each.source, (*each.operations, operation)) for each in origins
            )
        elif key not in self._state.lineages:
            return
        self._put(key, eras, lineage, after)

    def _check_columns(self, key: Key, operation: Altered, *, moves: bool) -> None:
        sources = {era.source for era in self._lineage(key).eras} | {key}
        found = [self._datasets[one] for one in sources if one in self._datasets]
        has_ddl = self._state.options.get("ddl") is not None
        check_columns(found, operation, moves=moves, has_ddl=has_ddl)

    def _part(self, key: Key, step: TableStep, one: Ddl) -> None:
        """Remove, or exchange, the rows of partitions."""
        place = (one.log, one.position)
        others = [] if step.other is None else [_key(step.other)]
        self._check(key, *others)
        if any(self._aside_before(each, place) is not None for each in (key, *others)):
            raise DeclinedError("a table that is set aside")
        if not step.partitions and step.kind == "partitions_emptied":
            self._begin(key, place)
            return
        dataset = self._datasets.get(key)
        if dataset is not None:
            is_named = all(layout.has_names for layout in dataset.layouts)
            if dataset.name in self._keyed or not is_named:
                raise DeclinedError(f"columns or keys of {dataset.name} that the log does not name")
        removes = part_operation(step, one.session.family, one.statement)
        keeps = replace(removes, keeps=True)
        lineage, origins = self._lineage(key), self._origins(key)
        eras = [*self._closed(lineage.eras, place, removes)]
        rows = [Origin(each.source, (*each.operations, removes)) for each in origins]
        if step.other is not None:
            (other,) = others
            theirs = self._lineage(other)
            their_rows = self._origins(other)
            mine = [Origin(each.source, (*each.operations, keeps)) for each in origins]
            moved = [*self._closed(lineage.eras, place, keeps), Era(other, place)]
            self._put(other, moved, theirs, None)
            whole = self._state.whole
            whole[key] = whole[other] = whole.get(key, False) and whole.get(other, False)
            self.origins[other] = tuple(mine)
            self.reset[other] = place
            # keys of rows that it had earlier may be in other partitions
            eras += self._closed(theirs.eras, place, keeps)
            rows += (Origin(each.source, (*each.operations, keeps)) for each in their_rows)
        self._put(key, [*eras, Era(key, place)], lineage, None)
        self.origins[key] = tuple(rows)


def _key(name: TableName) -> Key:
    return name.database, name.table


def _text(one: Ddl | RowStatement) -> str:
    return f"{one.log} at byte {one.position}"
