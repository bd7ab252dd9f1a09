"""Logs to a lake: all tables in one reading of the logs, and no Spark inside.

`job` is the entry. A `reading` task takes parts of logs, reads each once, and parts the rows by
table and day: many rows of one go to a Parquet file at once, few are put down in `pieces`, which
`gathering` brings together when all is read. What tasks return are `facts` about files; `plan`
makes of them what is to be visible, and `commit` makes it so, from a journal that a run which was
killed leaves to the next one. `state` is what an archive holds, also one of an older version.
Tasks run in threads (`running`), or wherever else a `Runner` takes them.
"""
