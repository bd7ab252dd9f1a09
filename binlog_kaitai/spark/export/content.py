"""What a dataset of an export holds: the rows of one table, or the statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pyspark.sql import DataFrame, DataFrameReader, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - what Spark's users call it
from pyspark.sql.types import StructType

from binlog_kaitai.io.paths import sendable
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.layouts import PlacedLayout, merged_schema
from binlog_kaitai.model.names import quoted_name
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.transactions import PREPARED, ROLLED_BACK
from binlog_kaitai.spark.current.settling import settle
from binlog_kaitai.spark.export.output import Record, Undecided, key_of
from binlog_kaitai.spark.releases import from_arrow_schema
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.paths import FoundFile

STATEMENTS = "statements"

# no `_` before it: pyarrow and others pass over folders whose names begin so
DATE = "log_date"

# where more tasks than these read a table, each should find these rows for a file of its own
FEW_TASKS = 16
ROWS_A_TASK = 2**17

SECONDS_A_DAY = 86_400

_OF_DECISIONS = (
    "file string, position bigint, ordinal bigint, outcome string, xid string, change_type string"
)


@dataclass(frozen=True, eq=False)
class Content:
    """A dataset's name, folder, and the number of its rows by file.

    `layouts` are those of a table by file, none for the statements, which have no `database` and
    `table`; `ddl` is the path of the definitions that name its columns. Where any of its rows were
    prepared (XA), `deciding` are the files that decide what becomes of them, and `undecided` the
    transactions that none does. Raises BinlogError for layouts that do not merge.
    """

    name: str
    folder: str
    rows: Mapping[FoundFile, int]
    ddl: str | None = None
    layouts: Mapping[FoundFile, Sequence[PlacedLayout]] = field(default_factory=dict)
    database: str | None = None
    table: str | None = None
    verify_checksums: bool = True
    deciding: Sequence[FoundFile] | None = None
    undecided: tuple[Undecided, ...] = ()

    @property
    def files(self) -> list[FoundFile]:
        """The files that have any rows, in order."""
        return list(self.rows)

    @cached_property
    def schema(self) -> StructType:
        """Its columns, but for the one that it is partitioned by."""
        layouts = [layout for file in self.layouts for layout in self.layouts[file]]
        return from_arrow_schema(merged_schema(layouts) if layouts else RECORD_SCHEMA)

    def record(self, options: dict[str, str | None]) -> Record:
        """Return what is to be written with the options of an export."""
        files = tuple(map(key_of, self.files))
        names = self.database, self.table
        return Record(options, self.schema.json(), files, *names, self.undecided)

    def frame(self, spark: SparkSession, files: Sequence[FoundFile]) -> DataFrame:
        """Return the rows of some of the files, and last the day of each one's timestamp, UTC."""
        if self.layouts:
            frame = self._settled(spark, self._images(spark, files))
            timestamp = frame["_timestamp"]
        else:
            records = self._reader(spark).load([sendable(file.path) for file in files])
            frame = records.where(records.change_type == STATEMENT)
            timestamp = frame["timestamp"]
        # not to_date, which has its day by the session's time zone
        day = F.floor(F.unix_seconds(timestamp) / SECONDS_A_DAY).cast("int")
        date = self.date_name
        frame = frame.withColumn(date, F.date_from_unix_date(day))
        return frame.hint("rebalance", F.col(date)) if self.is_sparse(files) else frame

    def _reader(self, spark: SparkSession) -> DataFrameReader:
        verify = str(self.verify_checksums)
        return spark.read.format("binlog").option("verifyChecksums", verify)

    def _images(self, spark: SparkSession, files: Sequence[FoundFile]) -> DataFrame:
        held = self._columns_of(files)
        reader = self._reader(spark).option("table", self._asked).schema(held)
        if self.ddl:
            reader = reader.option("ddl", self.ddl)
        frame = reader.load([sendable(file.path) for file in files])
        return frame.select(
            *(
                frame[f"`{column.name.replace('`', '``')}`"]
                if column.name in held.names
                else F.lit(None).cast(column.dataType).alias(column.name)
                for column in self.schema
            )
        )

    @property
    def _asked(self) -> str:
        return quoted_name(self.database or "", self.table or "")

    def _settled(self, spark: SparkSession, frame: DataFrame) -> DataFrame:
        """Return the rows but for those that were rolled back, or are not committed yet."""
        if self.deciding is not None:
            reader = self._reader(spark).schema(_OF_DECISIONS)
            paths = [sendable(file.path) for file in self.deciding]
            decisions = reader.load(paths) if paths else spark.createDataFrame([], _OF_DECISIONS)
            frame = settle(frame, decisions)
        outcome = frame["_outcome"]
        return frame.where(outcome.isNull() | ~outcome.isin(ROLLED_BACK, PREPARED))

    def _columns_of(self, files: Sequence[FoundFile]) -> StructType:
        """Return the columns that a table has in some files, in the types that it has in all."""
        layouts = [layout for file in files for layout in self.layouts[file]]
        if not any(layout.table.has_names for layout in layouts) and self._has_names:
            return self.schema  # they match by position
        names = {name.lower() for name in merged_schema(layouts).names}
        return StructType([column for column in self.schema if column.name.lower() in names])

    @property
    def _has_names(self) -> bool:
        return any(one.table.has_names for layouts in self.layouts.values() for one in layouts)

    @property
    def date_name(self) -> str:
        """The column that it is partitioned by: `DATE`, or what is free."""
        name, taken = DATE, {column.casefold() for column in self.schema.names}
        while name in taken:
            name += "_"
        return name

    def is_sparse(self, files: Sequence[FoundFile]) -> bool:
        """Return whether the rows would lie in many small files, one a task and a day."""
        size = Options().max_partition_bytes
        num_tasks = sum(1 if file.is_compressed else -(-file.size // size) for file in files)
        num_rows = sum(self.rows[file] for file in files)
        return num_tasks > max(FEW_TASKS, num_rows / ROWS_A_TASK)
