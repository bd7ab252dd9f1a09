"""The data source `binlog`: batch reads and streams.

`data_source` is what Spark finds; it imports the rest when it is used. `options` are those of
`spark.read`, `paths` lists the files that they name, `schemas` infers what a view's rows have,
`views` reads a part of a file, `reader` plans the parts of a batch read, `stream` those of a
micro-batch.
"""
