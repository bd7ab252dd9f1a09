"""The tables in logs as they change: each description that row images have, and since when."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.engines import Engine, engine_of, engines_of
from binlog_kaitai.read.served import scopes_of


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table as row images have it from one on: its file, position and time, and as it was."""

    table: Table
    file: str
    position: int
    time: datetime
    before: Table | None


def table_changes(
    scopes: Iterable[tuple[str | os.PathLike[str], Scope]], engine: Engine
) -> Iterator[TableChange]:
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
                    yield TableChange(table, file, position, _time_at(file, position), before)


def _time_at(file: str, position: int) -> datetime:
    with LogFile(file) as log:
        return EPOCH + timedelta(seconds=log.header(position).timestamp)
