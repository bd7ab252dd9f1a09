"""The Spark data source `binlog`.

Spark imports this module in every worker of a session, so the modules that read logs are imported
later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceStreamReader
from pyspark.sql.types import StructType

from binlog_kaitai.spark.source.options import Options

if TYPE_CHECKING:
    from binlog_kaitai.spark.source.reader import BinlogReader, OwnReader


class BinlogDataSource(DataSource):
    """Reads MySQL and MariaDB binary log files: `spark.read.format("binlog").load(paths)`.

    Paths are files, folders, patterns or `.index` files, local or as URIs, or a list of these. A
    partition is a file, or a part of a file.

    Without options, there is one row for each row image and statement: the fields of `Record`, with
    `data` as JSON text. With the option `table` (`database.table`), the rows are the row images of
    that table. Its typed columns follow the record's other fields, whose names then begin with `_`.
    The columns are those of the table's last row images in the first file that contains any; a row
    image with other columns fails the query. With `mergeSchema=true`, they are all columns that the
    table ever had, widened as in Spark's Parquet source, and null if a row image lacks one. Or they
    are those of the user's schema, which may omit columns and convert types. If the log lacks
    column names, pass a dump with the option `ddl`, or set `ddlInLogs`.

    With the option `view`, there is one row for each event (`events`) or transaction
    (`transactions`).

    `binlog_kaitai.spark.source.options` lists all options; others are refused. A damaged file fails
    the query with the text of the BinlogError, unless the option `mode` is set.

        spark.read.format("binlog").option("table", "shop.orders").load("binlogs/").show()
    """

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(dict(options))
        try:
            self._options = Options.parse(options)
        except ValueError:
            lowered = {name.lower(): text for name, text in options.items()}
            table = lowered.pop("table", "")
            if not table or "." in table:
                raise
            from binlog_kaitai.spark.source import schemas  # noqa: PLC0415

            raise schemas.unqualified_table(table, Options.parse(lowered)) from None
        self._inferred: StructType | None = None

    @classmethod
    def name(cls) -> str:
        return "binlog"

    def schema(self) -> StructType:
        if self._options.specs is not None:
            from binlog_kaitai.spark.source import reader  # noqa: PLC0415

            self._inferred = reader.own_schema(self._options)
        else:
            from binlog_kaitai.spark.source import schemas  # noqa: PLC0415

            self._inferred = schemas.infer_schema(self._options)
        return self._inferred

    def reader(self, schema: StructType) -> BinlogReader | OwnReader:
        is_inferred = schema == self._inferred
        if self._options.specs is not None:
            from binlog_kaitai.spark.source import reader  # noqa: PLC0415

            return reader.OwnReader(self._options, schema, is_inferred=is_inferred)
        from binlog_kaitai.spark.source import reader  # noqa: PLC0415

        return reader.BinlogReader(self._options, schema, is_inferred=is_inferred)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:  # noqa: N802 - Spark's name
        from binlog_kaitai.spark.releases import check_release  # noqa: PLC0415

        check_release("streams", 4, 2)
        from binlog_kaitai.spark.source import paths  # noqa: PLC0415

        is_inferred = schema == self._inferred
        if paths.has_server(self._options):
            from binlog_kaitai.spark.source import server_stream  # noqa: PLC0415

            return server_stream.server_stream(self._options, schema, is_inferred=is_inferred)
        from binlog_kaitai.spark.source import stream  # noqa: PLC0415

        return stream.BinlogStreamReader(self._options, schema, is_inferred=is_inferred)
