"""Tables as they stand: the changes of each table, folded into its rows.

A table's rows are parted into buckets by a hash of their keys. `merging` makes a bucket anew from
its rows as they stood and the changes since: `reading` brings both into one form, `ordering` sorts
it by keys in bounded memory, `lives` follows each key through its changes, and `stitching` puts
rows together whose images hold only some of the columns. `planning` says which buckets are to be
made, by the `keys` of tables.

`sessions` collects the effects of statements, and DDL, without those on temporary tables.
`following` follows tables through DDL by the steps of the catalog: the `operations` on their rows
become their `lineage`, and `sources` finds the rows that a table is made of by that, also where
another writer compacted them. `effects` says which tables are emptied or set aside. `unlogged`
finds columns that updates do not log. `cascades` finds the `triggers`, changes that foreign keys
hand on without row images, and `touched` the rows that they may have changed. `splitting` makes
tasks of rows, and `cased` knows names in any case.
"""
