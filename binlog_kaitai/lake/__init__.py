"""Export logs to a data lake: all tables in one pass over the logs, without Spark.

`job` is the entry point. A `reading` task reads spans of logs once, and partitions the rows by
table and day. Many rows of a partition go to a Parquet file at once; few rows are spilled to
`pieces`, which `gathering` compacts when all logs are read. Tasks return `facts` about files.
`plan` derives the visible files from them, and `commit` publishes these from a journal, which the
next run completes after a kill. `state` is the content of an archive, also of one from an older
version. Tasks run in threads (`running`), or in another `Runner`.
"""
