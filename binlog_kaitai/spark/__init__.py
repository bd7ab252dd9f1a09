"""Functions over Spark DataFrames: whole logs, replication packets, and changes to rows.

They are imported at their first use, because Spark's workers import this package in every session.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from binlog_kaitai.extras import from_extras

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from binlog_kaitai.spark.current.cascades import ForeignKeys
    from binlog_kaitai.spark.current.feeding import auto_cdc, sequence
    from binlog_kaitai.spark.current.folding import last_changes, latest
    from binlog_kaitai.spark.current.settling import settle
    from binlog_kaitai.spark.functions.decoding import decode_files, decode_packets
    from binlog_kaitai.spark.functions.following import follow_packets
    from binlog_kaitai.spark.functions.rewriting import Rewritten, rewrite
    from binlog_kaitai.spark.functions.udtfs import files_udtf, packets_udtf
    from binlog_kaitai.spark.functions.undoing import redo_sql, undo_sql
    from binlog_kaitai.spark.reading import read

__all__ = [
    "ForeignKeys",
    "Rewritten",
    "auto_cdc",
    "decode_files",
    "decode_packets",
    "files_udtf",
    "follow_packets",
    "last_changes",
    "latest",
    "packets_udtf",
    "read",
    "redo_sql",
    "register",
    "rewrite",
    "sequence",
    "settle",
    "undo_sql",
]

_MODULES = {
    "ForeignKeys": "current.cascades",
    "Rewritten": "functions.rewriting",
    "auto_cdc": "current.feeding",
    "files_udtf": "functions.udtfs",
    "follow_packets": "functions.following",
    "last_changes": "current.folding",
    "latest": "current.folding",
    "packets_udtf": "functions.udtfs",
    "read": "reading",
    "rewrite": "functions.rewriting",
    "redo_sql": "functions.undoing",
    "sequence": "current.feeding",
    "settle": "current.settling",
    "undo_sql": "functions.undoing",
}


def register(spark: "SparkSession") -> None:
    """Register the data source `binlog` in one session.

    Spark finds it without this, unless the module of another package prevents the search.

    Args:
        spark: the session.

    Raises:
        MissingExtraError: PySpark is not installed.
    """
    with from_extras():
        source = import_module(f"{__name__}.source.data_source")
    spark.dataSource.register(source.BinlogDataSource)


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with from_extras():
        module = import_module(f"{__name__}.{_MODULES.get(name, 'functions.decoding')}")
    return getattr(module, name)
