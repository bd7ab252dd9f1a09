"""Lets Spark find the data source `binlog` by itself.

Spark imports every top-level module whose name begins with `pyspark_`, and one that fails to
import hides all others: nothing else belongs here.
"""

from binlog_kaitai.spark.source.data_source import BinlogDataSource as DefaultSource

__all__ = ["DefaultSource"]
