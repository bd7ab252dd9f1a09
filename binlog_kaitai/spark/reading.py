"""Read logs into a DataFrame, with columns and rows chosen before they reach Spark."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from binlog_kaitai.errors import UnknownNameError
from binlog_kaitai.read.known_names import chosen
from binlog_kaitai.spark.source.data_source import BinlogDataSource


def read(
    spark: SparkSession,
    logs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    table: str | None = None,
    columns: Sequence[str] | None = None,
    where: str | None = None,
    **options: str | int | bool,
) -> DataFrame:
    """Read logs as `spark.read.format("binlog")` does, but only some columns and row changes.

    `DataFrame.select` and `DataFrame.where` do not reach a Python data source: Spark moves all
    columns of all rows from Python to the JVM, then drops most of them. The arguments of this
    function drop them in the workers, before they are moved.

    Args:
        spark: the session.
        logs: files, directories, glob patterns, `.index` files, URIs or servers.
        table: only the row images of this table, typed, as the option `table`.
        columns: only these columns, in this order. Their case does not matter.
        where: with `table`, only the row changes that this condition is true of, as the option
            `where`. An update is returned with both images if it is true of one.
        options: other options of the data source by their names, such as `mergeSchema=True`.

    Raises:
        UnknownNameError: a column is not in the rows.
        pyspark.errors.AnalysisException: an option is invalid, or a log cannot be read.
    """
    spark.dataSource.register(BinlogDataSource)
    named = {"table": table, "where": where, **options}
    reader = spark.read.format("binlog").options(
        **{name: value for name, value in named.items() if value is not None}
    )
    paths = [logs] if isinstance(logs, (str, os.PathLike)) else logs
    texts = [os.fspath(path) for path in paths]
    frame = reader.load(texts if len(texts) > 1 else texts[0])
    if columns is None:
        return frame
    if isinstance(columns, str):
        raise UnknownNameError(f"expected a list of columns, found {columns!r}")
    names = chosen(columns, frame.schema.names, table or "a record")
    narrow = StructType([frame.schema[name] for name in names])
    return reader.schema(narrow).load(texts if len(texts) > 1 else texts[0])
