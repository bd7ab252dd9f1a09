"""Python functions for the questions of the command line, such as `history` and `undo`."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypedDict, get_args

from binlog_kaitai.forensics import verify as verifying
from binlog_kaitai.forensics.diff import Comparison
from binlog_kaitai.forensics.history import History, RowHistoryEntry, text_of
from binlog_kaitai.forensics.lost_rows import CascadeWarning
from binlog_kaitai.forensics.stats.gathering import LogStatistics, collect_statistics, with_hot_rows
from binlog_kaitai.forensics.undo.conditions import condition_of
from binlog_kaitai.forensics.undo.scripts import Options, script
from binlog_kaitai.forensics.verify import LogCheckResult
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.model.names import is_pattern
from binlog_kaitai.read.ddl import Ddl
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.given import as_paths, given_logs
from binlog_kaitai.read.scan import Paths, Time, scan

if TYPE_CHECKING:
    from typing_extensions import Unpack


class GtidFilters(TypedDict, total=False):
    """Options of `diff`, as those of `scan`."""

    gtids: str | None
    exclude_gtids: str | None
    verify_checksums: bool
    threads: int
    keyring: str | os.PathLike[str] | None


class TransactionFilters(GtidFilters, total=False):
    """Options of `stats`, as those of `scan`."""

    start: Time | None
    stop: Time | None
    start_position: int | None
    stop_position: int | None
    server_id: int | None


class RowFilters(TransactionFilters, total=False):
    """Options of `history`, as those of `scan`."""

    database: str | None
    ddl: str | os.PathLike[str] | Ddl | None


class ScriptOptions(RowFilters, total=False):
    """Options of `undo` and `redo`: those of `scan`, and of the script, as `redo` describes."""

    engine: Engine
    where: str | None
    flavor: Flavor | None
    rewrite_db: Mapping[str, str] | None
    batch: int
    checks_foreign_keys: bool
    is_best_effort: bool


def stats(
    paths: Paths,
    *,
    hot: bool = False,
    engine: Engine = "auto",
    **options: Unpack[TransactionFilters],
) -> LogStatistics:
    """Summarize logs: tables, time range, largest transactions, DDL.

    Reading stops at damage: `fault` is the error, and the rest covers the logs before it.

    Args:
        paths: the logs, as for `scan`.
        hot: also count the rows that changed most often.
        engine: the engine that reads.
        options: filters of times, positions, GTIDs and servers, as for `scan`.

    Raises:
        OSError, ValueError: as `scan`.
    """
    selection = scan(paths, view="transactions", engine=engine, **options)
    statistics = collect_statistics(selection, engine)
    if hot:
        with_hot_rows(statistics, selection, engine)
    return statistics


def history(  # noqa: PLR0913 - as the command has them
    paths: Paths,
    table: str,
    key: Mapping[str, object],
    *,
    changed: str | None = None,
    value: object = None,
    engine: Engine = "auto",
    **options: Unpack[RowFilters],
) -> Iterator[RowHistoryEntry]:
    """Yield the changes of a row, in the order of the logs.

    A CascadeWarning behind them names a change of a parent by which a foreign key may have changed
    the row without row images.

    Args:
        paths: the logs, as for `scan`.
        table: the row's table, `database.table`.
        key: the values of columns that identify the row, mostly of the primary key.
        changed: only changes of this column.
        value: with `changed`, only changes to or from this value.
        engine: the engine that reads.
        options: filters of times, positions, GTIDs and servers, and `ddl`, as for `scan`.

    Raises:
        BinlogError: a log is damaged; the changes before are yielded first.
        UnknownNameError: no log has the table or a column.
        ValueError: the key does not fit the columns.
    """
    if is_pattern(table):
        raise ValueError(f"expected one table, found the pattern {table!r}")
    if value is not None and changed is None:
        raise ValueError("value requires changed, the column of the value")
    if not (isinstance(key, Mapping) and key) or None in key.values():
        raise ValueError(f"expected a key such as {{'id': 1}}, found {key!r}")
    texts = {name: one if isinstance(one, bytes) else str(one) for name, one in key.items()}
    row = History(scan(paths, table, engine=engine, **options), texts, engine)
    return _with_warnings(row, changed, None if value is None else text_of(value))


def _with_warnings(
    row: History, changed: str | None, value: str | None
) -> Iterator[RowHistoryEntry]:
    yield from row.entries(changed, value)
    for warning in row.warnings():
        warnings.warn(warning, CascadeWarning, stacklevel=3)


def verify(
    paths: Paths,
    *,
    engine: Engine = "auto",
    keyring: str | os.PathLike[str] | None = None,
    has_map: bool = False,
    threads: int = 1,
) -> Iterator[LogCheckResult]:
    """Read logs to their last cell and compare them with each other; yield a result for each log.

    Args:
        paths: the logs in their order, as for `scan`. The last one may be in use.
        engine: the engine that reads.
        keyring: the server's keyring file, for encrypted logs.
        has_map: also count the kinds of events in each part of a log, as `LogCheckResult.map`.
        threads: how many logs are read at once.

    Raises:
        OSError, ValueError: as `scan`.
    """
    logs = given_logs(as_paths(paths), keyring)
    return verifying.verify([log.path for log in logs], engine, has_map=has_map, threads=threads)


def diff(
    first: Paths, second: Paths, *, engine: Engine = "auto", **options: Unpack[GtidFilters]
) -> Comparison:
    """Compare two sets of logs, transaction by transaction, by their GTIDs.

    `only_in` has the GTIDs that only one set has; `differences()` yields the transactions that
    changed other rows.

    Args:
        first: logs, as for `scan`.
        second: other logs.
        engine: the engine that reads.
        options: `gtids`, `exclude_gtids` and `ddl`, as for `scan`.

    Raises:
        BinlogError, OSError, ValueError: as `scan`.
    """
    scans = scan(first, engine=engine, **options), scan(second, engine=engine, **options)
    return Comparison(scans, engine)


def undo(paths: Paths, table: str | None = None, **options: Unpack[ScriptOptions]) -> Iterator[str]:
    """Yield the lines of an SQL script that reverts row changes, the last one first.

    Args:
        paths: the logs, as for `scan`.
        table: only changes of this table, `database.table`.
        options: of the script, as for `redo`; others as for `scan`.

    Raises:
        BinlogError: the logs do not contain a value that the script needs; before the first line.
        UnknownNameError: a table lacks a column of `where`.
        OSError, ValueError: as `scan`; `where` is not understood.
    """
    return _script(paths, table, options, is_undo=True)


def redo(paths: Paths, table: str | None = None, **options: Unpack[ScriptOptions]) -> Iterator[str]:
    """Yield the lines of an SQL script that applies changes again, in the order of the logs.

    Args:
        paths: the logs, as for `scan`.
        table: only changes of this table, `database.table`.
        options: `where`, a condition on rows; `flavor`, `mysql` or `mariadb`, the server that runs
            the script, by default that of the first log; `rewrite_db`, new names of databases by
            their names in the log; `batch`, rows per statement; `checks_foreign_keys`;
            `is_best_effort`, which writes comments for missing values. Others as for `scan`.

    Raises:
        BinlogError: the logs do not contain a value that the script needs.
        UnknownNameError: a table lacks a column of `where`.
        OSError, ValueError: as `scan`; `where` is not understood.
    """
    return _script(paths, table, options, is_undo=False)


def _script(
    paths: Paths, table: str | None, options: ScriptOptions, *, is_undo: bool
) -> Iterator[str]:
    others: dict[str, Any] = {**options}
    own = {one.name: others.pop(one.name) for one in fields(Options) if one.name in others}
    where = others.pop("where", None)
    own["row_filter"] = None if where is None else condition_of(where)
    own["rewrite_db"] = own.get("rewrite_db") or {}
    made = Options(is_undo, **own)
    if made.flavor is not None and made.flavor not in get_args(Flavor):
        flavors = ", ".join(get_args(Flavor))
        raise ValueError(f"unknown flavor {made.flavor!r}; flavors are {flavors}")
    if made.batch < 1:
        raise ValueError(f"batch: expected an integer of at least 1, found {made.batch!r}")
    return script(scan(paths, table, is_typed=False, context=True, **others), made)
