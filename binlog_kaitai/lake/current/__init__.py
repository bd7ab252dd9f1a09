"""Tables as they stand: the changes of each table, folded into its rows.

A table's rows are parted into buckets by a hash of their keys. `merging` makes a bucket anew from
its rows as they stood and the changes since: `reading` brings both into one form, `ordering` sorts
it by keys in bounded memory, `lives` follows each key through its changes, and `stitching` puts
rows together whose images hold only some of the columns. `planning` says which buckets are to be
made, by the `keys` of tables; `rewritten` reads tables that another writer compacted. `statements`
says what statements do to tables, by their `tokens`, `sessions` which of these tables are
temporary, and `effects` which tables are set aside. `unlogged` finds columns that updates do not
log.
"""
