"""What logs have, for whoever asks for what they have not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, UnknownNameError, UnqualifiedTableError
from binlog_kaitai.model.names import asked_among, full_name, is_pattern, joined_name, parts_of
from binlog_kaitai.model.schema import RECORD_FIELDS, RECORD_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine, engines_of
from binlog_kaitai.read.layouts import table_changes

MOST = 10  # names in a message
CUTOFF = 0.8  # how much alike names are of which one may be meant

_NAMES = pa.schema([RECORD_SCHEMA.field("database"), RECORD_SCHEMA.field("table")])


def check_names(
    paths: Sequence[str], wanted: Scope, engine: Engine, known: Iterable[str] = ()
) -> None:
    """Raise UnknownNameError where no log has row images of a table, or anything of a database.

    Reads the logs to their end. `known` are the tables of other logs, which need not be read.
    """
    table, database = wanted.table, wanted.database
    scope = Scope(verify_checksums=wanted.verify_checksums)
    tables = set(known)
    databases: set[str] = set()
    engines = engines_of(engine)
    for path in paths:
        for batch in read_batches(path, is_typed=False, schema=_NAMES, scope=scope, engine=engines):
            found = pa.table(batch).group_by(_NAMES.names).aggregate([])
            for row in found.to_pylist():
                databases.add(row["database"])
                if row["table"] is not None:
                    tables.add(full_name(row["database"], row["table"]))
    where = paths[0] if len(paths) == 1 else f"{len(paths)} files"
    if database is not None and database not in databases:
        raise unknown("database", database, sorted(filter(None, databases)), where)
    if table is not None and not any(asked_among(table, list(tables))):
        names = tables if database is None else {n for n in tables if parts_of(n)[0] == database}
        raise unknown("table", joined_name(table), sorted(names or tables), where)


def unqualified(table: str, paths: Sequence[str], engine: Engine) -> UnqualifiedTableError:
    """Build the error for a table without its database, with the first one that may be meant.

    Reads the logs up to the first row images of a table of that name.
    """
    hint = ""
    with suppress(BinlogError):
        for change in table_changes(((path, EVERYTHING) for path in paths), engine):
            found = change.table
            if fnmatchcase(found.name.lower(), table.lower()):
                name = table if is_pattern(table) else found.name
                hint = f"; did you mean {full_name(found.database, name)}?"
                break
    return UnqualifiedTableError(
        f"expected DB.T, or a pattern such as shop.*, found {table!r}{hint}"
    )


def table_hint(table: str, paths: Sequence[str], engine: Engine) -> str:
    """Return the tables that may be meant by one that no log has, or those that are there.

    Reads the logs up to their end, or to the first damage.
    """
    names: set[str] = set()
    with suppress(BinlogError):
        for change in table_changes(((path, EVERYTHING) for path in paths), engine):
            names.add(change.table.full_name)
    return _hint(table, sorted(names))


def chosen(names: Sequence[str], known: Sequence[str], where: str) -> list[str]:
    """Return the known names that are meant, which in columns' names the case does not tell apart.

    Raises UnknownNameError for one that is not known, ValueError for one that is there twice.
    """
    in_any_case = {name.lower(): name for name in known}
    found = [name if name in known else in_any_case.get(name.lower()) for name in names]
    for name, meant in zip(names, found, strict=True):
        if meant is None:
            own_first = sorted(known, key=RECORD_FIELDS.__contains__)
            raise unknown("column", name, own_first, where)
        if found.count(meant) > 1:
            raise ValueError(f"the column {meant} is selected more than once")
    return [name for name in found if name is not None]


def unknown(kind: str, name: str, known: Iterable[str], where: str) -> UnknownNameError:
    """Return what is raised for a name that is not known, with the one that may be meant."""
    return UnknownNameError(f"no {kind} {name} in {where}{_hint(name, known)}")


def _hint(name: str, known: Iterable[str]) -> str:
    by_case = {one.lower(): one for one in known}
    nearest = difflib.get_close_matches(name.lower(), by_case, n=1, cutoff=CUTOFF)
    names = list(by_case.values())
    if nearest:
        return f"; did you mean {by_case[nearest[0]]}?"
    if not names:
        return "; there are none"
    rest = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return f"; there are {', '.join(names[:MOST])}{rest}"
