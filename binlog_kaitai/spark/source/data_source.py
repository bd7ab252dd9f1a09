"""The Spark data source `binlog`.

Spark imports this module wherever a session starts a worker: what reads logs is imported later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceStreamReader
from pyspark.sql.types import StructType

from binlog_kaitai.spark.source.options import Options

if TYPE_CHECKING:
    from binlog_kaitai.spark.source.own_reader import OwnReader
    from binlog_kaitai.spark.source.reader import BinlogReader


class BinlogDataSource(DataSource):
    """Reads MySQL and MariaDB binary log files: `spark.read.format("binlog").load(paths)`.

    Paths are files, folders, patterns or `.index` files, local or as URI, or a list of these. A
    partition is a file, or a part of one.

    Without options, one row for each row image and statement: the fields of `Record`, with `data`
    as JSON text. With the option `table` (`database.table`), the row images of that table, with
    typed columns behind the record's other fields, whose names then begin with `_`. The columns
    are those of the table's last row images in the first file that has any; an image of other
    columns fails the query. With `mergeSchema=true` they are all that the table ever has, widened
    as Spark's Parquet source does, and null where an image does not have one. Or they are those of
    the schema that the user gives, which may name less of them, and other types that theirs convert
    to. Where the log does not tell names, and what else a database defines, the option `ddl` is the
    path of what `mysqldump --no-data` printed.

    With the option `view`, one row for each event (`events`) or transaction (`transactions`).

    `binlog_kaitai.spark.source.options` lists all options; others are refused. A damaged file fails
    the query with the text of the BinlogError, unless the option `mode` says otherwise.

        spark.read.format("binlog").option("table", "shop.orders").load("binlogs/").show()
    """

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(dict(options))
        try:
            self._options = Options.parse(options)
        except ValueError:
            given = {name.lower(): text for name, text in options.items()}
            table = given.pop("table", "")
            if not table or "." in table:
                raise
            from binlog_kaitai.spark.source import schemas  # noqa: PLC0415

            raise schemas.unqualified_table(table, Options.parse(given)) from None
        self._inferred: StructType | None = None

    @classmethod
    def name(cls) -> str:
        return "binlog"

    def schema(self) -> StructType:
        if self._options.specs is not None:
            from binlog_kaitai.spark.source import own_reader  # noqa: PLC0415

            self._inferred = own_reader.own_schema(self._options)
        else:
            from binlog_kaitai.spark.source import schemas  # noqa: PLC0415

            self._inferred = schemas.infer_schema(self._options)
        return self._inferred

    def reader(self, schema: StructType) -> BinlogReader | OwnReader:
        is_inferred = schema == self._inferred
        if self._options.specs is not None:
            from binlog_kaitai.spark.source import own_reader  # noqa: PLC0415

            return own_reader.OwnReader(self._options, schema, is_inferred=is_inferred)
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
