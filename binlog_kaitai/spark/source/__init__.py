"""The data source `binlog`: batch reads and streams.

Spark finds `data_source`, which imports the other modules at their first use. `options` are those
of `spark.read`, `paths` lists their files, `schemas` infers the columns of a view, `views` reads a
part of a file, `reader` plans the parts of a batch read, `stream` those of a micro-batch.
"""
