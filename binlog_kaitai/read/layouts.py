"""Which descriptions of a table logs hold, and the schema that follows from them."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.log_paths import SourcedFile
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.layouts import PlacedLayout, merged_schema, schema_of
from binlog_kaitai.model.names import quoted_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.engines import Engine, Engines, ReadingEngine, engine_of, engines_of
from binlog_kaitai.read.served import asked_of, scopes_of


def read_layouts(
    paths: Iterable[str | os.PathLike[str]], scope: Scope, engine: Engine | Engines = "auto"
) -> Iterator[PlacedLayout]:
    """Yield the descriptions of a scope's table that row images have, each once.

    Reads no further than the next one that is asked for. Raises BinlogError for a damaged file.
    """
    seen: set[Table] = set()
    engines = engines_of(engine)
    for file in _that_are_there(paths):
        for part in scopes_of(file, scope):
            for layout in _layouts(file, part, engine_of(engines, [file], "typed")):
                if layout.table not in seen:
                    seen.add(layout.table)
                    yield layout


def latest_layout(
    paths: Iterable[str | os.PathLike[str]], scope: Scope, engine: Engine | Engines = "auto"
) -> PlacedLayout | None:
    """Find the description of the last row images of a table in the first file with any.

    It is looked for from the file's end on, by kernels in its last part first. In a damaged part
    those before the damage count, unless it is a long transaction: that is gone through by headers
    alone, where all of it is asked for.
    Raises BinlogError where there are none.
    """
    engines = engines_of(engine)
    find = _latest_in if scope.over_time is None else _latest_of_parts
    found = (find(file, scope, engines) for file in _that_are_there(paths))
    return next((layout for layout in found if layout is not None), None)


def _latest_in(file: str, scope: Scope, engines: Engines) -> PlacedLayout | None:
    reader = engine_of(engines, [file], "typed")
    asked = asked_of(file, scope)
    error = None
    for source, span in reader.parts_from_end(file):
        latest = None
        part = replace(asked, span=span)
        try:
            if span.is_exact and asked.wants_all_of_table:
                latest = _inside(reader, source, part)
            if latest is None:
                for layout in _layouts(source, part, reader):
                    latest = layout
            if latest is None and span.start and not span.is_exact:
                latest = _inside(reader, source, part)
        except BinlogError as found:
            error = found if source is file else error
        if latest is not None and (source is file or _has_schema(latest)):
            return latest
    if error is not None:
        raise error
    return None


def _latest_of_parts(file: str, scope: Scope, engines: Engines) -> PlacedLayout | None:
    reader = engine_of(engines, [file], "typed")
    layouts = (one for part in scopes_of(file, scope) for one in _layouts(file, part, reader))
    return next(iter(deque(layouts, maxlen=1)), None)


def _that_are_there(paths: Iterable[str | os.PathLike[str]]) -> Iterator[str]:
    """Yield logs but for those of which a server sends nothing."""
    for path in paths:
        file = os.fspath(path)
        if not isinstance(file, SourcedFile) or file.is_there():
            yield file


def _has_schema(layout: PlacedLayout) -> bool:
    """Return whether a schema follows from a description; if not, its place is asked for."""
    try:
        schema_of(layout)
    except BinlogError:
        return False
    return True


def _inside(reader: ReadingEngine, file: str, scope: Scope) -> PlacedLayout | None:
    """Return the last description of a table in a part that a transaction goes through."""
    found = reader.last_table_inside(file, scope)
    return None if found is None else PlacedLayout(found[0], file, found[1])


def _layouts(file: str, scope: Scope, reader: ReadingEngine) -> Iterator[PlacedLayout]:
    """Yield the description of each row image that has another than the one before it."""
    last = None
    scope = replace(scope, columns=lambda _: ())
    for table, position in reader.described_tables(file, scope):
        if table is not last and table != last:
            last = table
            yield PlacedLayout(table, file, position)


def inferred_schema(
    paths: Iterable[str | os.PathLike[str]],
    scope: Scope,
    *,
    merge_schema: bool,
    engine: Engine | Engines = "auto",
) -> pa.Schema | None:
    """Return the typed schema of a scope's table; None where there is no row image of it.

    That of its `latest_layout`, or with `merge_schema` the `merged_schema` of all that it has. A
    pattern stands for the first table that it matches, or with `merge_schema` for all of them.
    Raises BinlogError as they do.
    """
    paths = list(paths)
    engines = engines_of(engine)
    if merge_schema:
        layouts = list(read_layouts(paths, scope, engines))
        return merged_schema(layouts) if layouts else None
    if scope.is_pattern:
        first = next(read_layouts(paths, scope, engines), None)
        if first is None:
            return None
        scope = replace(scope, table=quoted_name(first.table.database, first.table.name))
    layout = latest_layout(paths, scope, engines)
    return None if layout is None else schema_of(layout)


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """A table as row images have it from one on: its file, position and time, and as it was."""

    table: Table
    file: str
    position: int
    time: datetime
    before: Table | None


def table_changes(
    scopes: Iterable[tuple[str | os.PathLike[str], Scope]], engine: Engine
) -> Iterator[SchemaChange]:
    """Yield the tables of logs, in the order of their first rows, and each time one is another.

    `scopes` are the paths of the logs, each with its scope.

    Raises BinlogError for a damaged file, after those before.
    """
    known: dict[str, Table] = {}
    engines = engines_of(engine)
    for path, scope in scopes:
        file = os.fspath(path)
        reader = engine_of(engines, [file])
        for part in scopes_of(file, replace(scope, columns=lambda _: ())):
            for table, position in reader.described_tables(file, part):
                before = known.get(table.full_name)
                if before is not table and before != table:
                    known[table.full_name] = table
                    yield SchemaChange(table, file, position, _time_at(file, position), before)


def _time_at(file: str, position: int) -> datetime:
    with LogFile(file) as log:
        return EPOCH + timedelta(seconds=log.header(position).timestamp)
