"""Scripts that take changes back, or make them again, of rows that a query chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame

from binlog_kaitai.forensics.undo.scripts import Options, script
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.changes import UPDATE_POSTIMAGE, Change
from binlog_kaitai.model.names import full_name
from binlog_kaitai.read.exact import family_of
from binlog_kaitai.read.scan import scan
from binlog_kaitai.spark.functions.decoding import named

_PLACE = ("file", "position", "ordinal", "database", "table")
_FIELDS = [_PLACE, tuple(f"_{name}" for name in _PLACE)]
_LINES = pa.schema([("number", pa.int64()), ("line", pa.string())])
_MAX_LINES = 1000  # in a batch


def undo_sql(  # noqa: PLR0913
    df: DataFrame,
    logs: str | Sequence[str],
    *,
    family: Literal["mysql", "mariadb"] | None = None,
    renamed: Mapping[str, str] | None = None,
    batch: int = 100,
    checks_foreign_keys: bool = True,
    is_best_effort: bool = False,
    ddl: str | None = None,
    keyring: str | None = None,
) -> DataFrame:
    r"""Return SQL that takes back the changes that a DataFrame tells, the last one first.

        changes = spark.read.format("binlog").load("binlogs/")
        script = undo_sql(changes.where("gtid = '0-1-42'"), "binlogs/")
        print("\n".join(row.line for row in script.orderBy("number").collect()))

    It is what the command `undo` prints, of these rows alone. Their values are read from the logs
    again, as exactly as SQL needs them. One task writes the script.

    Args:
        df: changes as the source reads them, flat or typed, with the fields `file`, `position`,
            `ordinal`, `database` and `table`, or `_file` and so on. An update counts with either of
            its images.
        logs: the logs that they were read from, as of `binlog_kaitai.scan`, in their order, and
            those behind them: DDL that `undo` cannot go back across may be there.
        family: whose servers run it, by default those that wrote the first log.
        renamed: databases by what they are called in the logs.
        batch: rows of an INSERT or DELETE.
        checks_foreign_keys: whether the servers check them while the script runs.
        is_best_effort: a comment is written in place of what cannot be.
        ddl: a file that `mysqldump --no-data` printed.
        keyring: the server's file of keys.

    Returns:
        The lines of the script, `line`, with their `number`, from 0 on. No lines of no changes.

    Raises:
        ValueError: for a DataFrame without these fields. The query fails with the text of the
            BinlogError where the logs do not hold what it takes.
    """
    return _sql(
        df,
        logs,
        is_undo=True,
        family=family,
        renamed=renamed,
        batch=batch,
        checks_foreign_keys=checks_foreign_keys,
        is_best_effort=is_best_effort,
        ddl=ddl,
        keyring=keyring,
    )


def redo_sql(  # noqa: PLR0913
    df: DataFrame,
    logs: str | Sequence[str],
    *,
    family: Literal["mysql", "mariadb"] | None = None,
    renamed: Mapping[str, str] | None = None,
    batch: int = 100,
    checks_foreign_keys: bool = True,
    is_best_effort: bool = False,
    ddl: str | None = None,
    keyring: str | None = None,
) -> DataFrame:
    """Return SQL that makes the changes again that a DataFrame tells, in their order.

    Statements among them are repeated, too.

    Args:
        df: changes, as of `undo_sql`.
        logs: the logs that they were read from, in their order.
        family: whose servers run it, as all that follows as of `undo_sql`.
        renamed: databases by what they are called in the logs.
        batch: rows of an INSERT or DELETE.
        checks_foreign_keys: whether the servers check them while the script runs.
        is_best_effort: a comment is written in place of what cannot be.
        ddl: a file that `mysqldump --no-data` printed.
        keyring: the server's file of keys.

    Returns:
        The lines of the script, as `undo_sql` does.

    Raises:
        ValueError: as `undo_sql`, whose queries fail in the same way.
    """
    return _sql(
        df,
        logs,
        is_undo=False,
        family=family,
        renamed=renamed,
        batch=batch,
        checks_foreign_keys=checks_foreign_keys,
        is_best_effort=is_best_effort,
        ddl=ddl,
        keyring=keyring,
    )


def _sql(  # noqa: PLR0913 - what the functions take
    df: DataFrame,
    logs: str | Sequence[str],
    *,
    is_undo: bool,
    family: Literal["mysql", "mariadb"] | None,
    renamed: Mapping[str, str] | None,
    batch: int,
    checks_foreign_keys: bool,
    is_best_effort: bool,
    ddl: str | None,
    keyring: str | None,
) -> DataFrame:
    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        chosen = Chosen(batches)
        if not chosen.count:
            return
        asked = scan(logs, chosen.table, ddl=ddl, keyring=keyring, context=True)
        names = Counter(base_name(log.path) for log in asked.logs)
        chosen.check(names)
        options = Options(
            family=family or family_of(asked.logs[0].path),
            is_undo=is_undo,
            renamed=renamed or {},
            batch=batch,
            chooses=chosen.holds,
            checks_foreign_keys=checks_foreign_keys,
            is_best_effort=is_best_effort,
        )
        numbered = enumerate(script(asked, options))
        while lines := list(islice(numbered, _MAX_LINES)):
            columns = [pa.array(column) for column in zip(*lines, strict=True)]
            yield pa.RecordBatch.from_arrays(columns, schema=_LINES)

    fields = next(
        (fields for fields in _FIELDS if set(fields) <= set(df.columns)),
        None,
    )
    if fields is None:
        raise ValueError(f"expected the fields {', '.join(_PLACE)}, found {', '.join(df.columns)}")
    places = df.select(*map(named, fields)).toDF(*_PLACE)
    return places.repartition(1).mapInArrow(write, "number long, line string")


class Chosen:
    """The changes of a DataFrame, by their places; 16 bytes are kept of each."""

    def __init__(self, batches: Iterator[pa.RecordBatch]) -> None:
        held: dict[str, list[Any]] = {}
        tables: set[tuple[str, str | None]] = set()
        for batch in batches:
            table = pa.table(batch)
            names = ["database", "table"]
            for row in table.select(names).group_by(names).aggregate([]).to_pylist():
                tables.add((row["database"], row["table"]))
            for file in table.column("file").unique().to_pylist():
                own = table.filter(pc.equal(table.column("file"), file))
                places = [own.column(name).to_numpy() for name in ("position", "ordinal")]
                held.setdefault(file, []).append(np.stack(places))
        self.tables = tables
        self._places = {
            file: _sorted(np.concatenate(parts, axis=1)) for file, parts in held.items()
        }

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(places.shape[1] for places in self._places.values())

    @property
    def table(self) -> str | None:
        """The table that all are of, None where they are of several, or are statements."""
        if len(self.tables) != 1:
            return None
        ((database, table),) = self.tables
        return None if table is None else full_name(database, table)

    def check(self, names: Counter[str]) -> None:
        """Raise ValueError where not one log, by its name, is a file of theirs."""
        for file in self._places:
            if names[file] != 1:
                raise ValueError(f"expected one log file {file} in the paths, found {names[file]}")

    def holds(self, log: str, change: Change) -> bool:
        """Return whether a change in a log is among them, an update by either of its images."""
        places = self._places.get(base_name(log))
        if places is None:
            return False
        first, end = np.searchsorted(places[0], [change.position, change.position + 1])
        ordinals = places[1, first:end]
        found = [change.ordinal]
        if change.change_type == UPDATE_POSTIMAGE:
            found.append(change.ordinal - 1)
        at = np.searchsorted(ordinals, found)
        return any(at[n] < len(ordinals) and ordinals[at[n]] == found[n] for n in range(len(found)))


def _sorted(places: Any) -> Any:
    return places[:, np.lexsort(places[::-1])]
