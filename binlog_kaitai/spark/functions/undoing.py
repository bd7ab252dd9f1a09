"""Write undo and redo scripts for rows that a query selects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame

from binlog_kaitai.forensics.undo.scripts import Options, script
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.changes import UPDATE_POSTIMAGE, Change
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.model.names import full_name
from binlog_kaitai.read.ddl import Ddl
from binlog_kaitai.read.scan import scan
from binlog_kaitai.spark.current.settling import quoted

if TYPE_CHECKING:
    from typing_extensions import Unpack

_PLACE = ("file", "position", "ordinal", "database", "table")
_FIELDS = [_PLACE, tuple(f"_{name}" for name in _PLACE)]
_LINES = pa.schema([("number", pa.int64()), ("line", pa.string())])
_MAX_LINES = 1000  # in a batch


class ScriptOptions(TypedDict, total=False):
    """Options of `undo_sql` and `redo_sql`, as `undo_sql` describes."""

    flavor: Flavor | None
    rewrite_db: Mapping[str, str] | None
    batch: int
    checks_foreign_keys: bool
    is_best_effort: bool
    ddl: str | Ddl | None
    keyring: str | None


def undo_sql(
    df: DataFrame, logs: str | Sequence[str], **options: Unpack[ScriptOptions]
) -> DataFrame:
    r"""Return SQL that reverts the changes in a DataFrame, the last one first.

        changes = spark.read.format("binlog").load("binlogs/")
        script = undo_sql(changes.where("gtid = '0-1-42'"), "binlogs/")
        print("\n".join(row.line for row in script.orderBy("number").collect()))

    The script equals the output of the command `undo`, limited to these rows. Their values are read
    from the logs again, in the exact form that SQL needs. One task writes the script.

    Args:
        df: changes from the data source, flat or typed, with the fields `file`, `position`,
            `ordinal`, `database` and `table`, or `_file` and so on. One image of an update selects
            the update.
        logs: their logs in order, as for `binlog_kaitai.scan`, and the later logs, which may
            contain DDL that `undo` cannot revert.
        options: `flavor`, `mysql` or `mariadb`, the server that runs the script, by default that of
            the first log; `rewrite_db`, new names of databases by their names in the logs; `batch`,
            rows in an INSERT or DELETE, at most; `checks_foreign_keys`, whether the server checks
            foreign keys meanwhile; `is_best_effort`, which writes a comment for a change without
            SQL, instead of an error; `ddl`, the dump of `mysqldump --no-data`, or a `Ddl`;
            `keyring`, the server's keyring file.

    Returns:
        The lines of the script, `line`, with their `number`, from 0 on. No lines for no changes.

    Raises:
        ValueError: the DataFrame lacks these fields. The query fails with the text of the
            BinlogError if the logs do not contain a value that the script needs.
    """
    return _sql(df, logs, is_undo=True, **options)


def redo_sql(
    df: DataFrame, logs: str | Sequence[str], **options: Unpack[ScriptOptions]
) -> DataFrame:
    """Return SQL that applies the changes in a DataFrame again, in their order.

    The script also repeats statements in the DataFrame.

    Args:
        df: changes, as for `undo_sql`.
        logs: their logs in order.
        options: as for `undo_sql`.

    Returns:
        The lines of the script, as for `undo_sql`.

    Raises:
        ValueError: as `undo_sql`, whose queries fail in the same way.
    """
    return _sql(df, logs, is_undo=False, **options)


def _sql(
    df: DataFrame,
    logs: str | Sequence[str],
    *,
    rewrite_db: Mapping[str, str] | None = None,
    ddl: str | Ddl | None = None,
    keyring: str | None = None,
    **of_script: Any,
) -> DataFrame:
    options = Options(rewrite_db=rewrite_db or {}, **of_script)

    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        chosen = Chosen(batches)
        if not chosen.count:
            return
        selection = scan(logs, chosen.table, ddl=ddl, keyring=keyring, context=True)
        names = Counter(base_name(log.path) for log in selection.logs)
        chosen.check(names)
        numbered = enumerate(script(selection, replace(options, position_filter=chosen.holds)))
        while lines := list(islice(numbered, _MAX_LINES)):
            columns = [pa.array(column) for column in zip(*lines, strict=True)]
            yield pa.RecordBatch.from_arrays(columns, schema=_LINES)

    fields = next((fields for fields in _FIELDS if set(fields) <= set(df.columns)), None)
    if fields is None:
        raise ValueError(f"expected the fields {', '.join(_PLACE)}, found {', '.join(df.columns)}")
    places = df.select(*map(quoted, fields)).toDF(*_PLACE)
    return places.repartition(1).mapInArrow(write, "number long, line string")


class Chosen:
    """The selected changes of a DataFrame, by their places; 16 bytes for each."""

    def __init__(self, batches: Iterator[pa.RecordBatch]) -> None:
        by_file: dict[str, list[Any]] = {}
        tables: set[tuple[str, str | None]] = set()
        for batch in batches:
            table = pa.table(batch)
            names = ["database", "table"]
            for row in table.select(names).group_by(names).aggregate([]).to_pylist():
                tables.add((row["database"], row["table"]))
            for file in table.column("file").unique().to_pylist():
                own = table.filter(pc.equal(table.column("file"), file))
                places = [own.column(name).to_numpy() for name in ("position", "ordinal")]
                by_file.setdefault(file, []).append(np.stack(places))
        self.tables = tables
        self._places = {
            file: _sorted(np.concatenate(parts, axis=1)) for file, parts in by_file.items()
        }

    @property
    def count(self) -> int:
        """The number of changes."""
        return sum(places.shape[1] for places in self._places.values())

    @property
    def table(self) -> str | None:
        """The table of all changes; None for several tables, or for statements."""
        if len(self.tables) != 1:
            return None
        ((database, table),) = self.tables
        return None if table is None else full_name(database, table)

    def check(self, names: Counter[str]) -> None:
        """Raise ValueError unless each file of the changes is exactly one of the logs."""
        for file in self._places:
            if names[file] != 1:
                raise ValueError(f"expected one log file {file} in the paths, found {names[file]}")

    def holds(self, log: str, change: Change) -> bool:
        """Return whether a change in a log is selected; for an update, by either of its images."""
        places = self._places.get(base_name(log))
        if places is None:
            return False
        first, end = np.searchsorted(places[0], [change.position, change.position + 1])
        ordinals = places[1, first:end]
        candidates = [change.ordinal]
        if change.change_type == UPDATE_POSTIMAGE:
            candidates.append(change.ordinal - 1)
        at = np.searchsorted(ordinals, candidates)
        return any(
            at[n] < len(ordinals) and ordinals[at[n]] == candidates[n]
            for n in range(len(candidates))
        )


def _sorted(places: Any) -> Any:
    return places[:, np.lexsort(places[::-1])]
