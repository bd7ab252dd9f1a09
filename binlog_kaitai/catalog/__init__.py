"""Tables over time: the definition of each table at each place of the logs.

`tokens` splits statements, as the session's `sql_mode` and the server's version read them.
`effects` says which tables a statement changes, also where the log has no row images of that.
`steps` has the changes of tables, which `Catalog` makes of the statements in the order of the logs.
`partitions` finds the partitions of rows, by the `expressions` of partitioning functions.

A statement that is not understood makes its tables doubtful: a doubtful table has no definition
until a statement creates it again.
"""
