"""Tables over time: the definition of each table at each place of the logs.

`tokens` splits statements, as the session's `sql_mode` and the server's version read them.
`types`, `columns`, `elements`, `partitioning` and `altering` read the parts of a statement, and
`applying` changes the catalog by it. `catalog` is the entry: `Catalog.apply` takes the statements
in the order of the logs, and returns the `steps` of their tables. `dumps` reads the definitions in
dumps, and `undoing` goes back from definitions to those before. `effects` says which tables a
statement names, and whose rows it changes where the log has no row images of that.
`partitions` finds the partitions of rows, by the `expressions` of partitioning functions, and
`conversions` the values that rows have after ALTER TABLE. `references` are the foreign
keys that change rows without row images. `encoding` makes JSON of a catalog.

A statement that is not understood makes its tables doubtful: a doubtful table has no definition
until a statement creates it again.
"""
