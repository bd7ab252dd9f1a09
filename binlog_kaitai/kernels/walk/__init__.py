"""From a chunk of a log to the places of cells.

`loop` has the loop over events and the ladder of their steps, for all views; a payload is entered
and left there (`inflated`), and a transaction grouped by `grouping`. `scan` is the view of changes,
and notes rows (`noting`). What is open is in `state`, table maps in `table_map_cache`. `Scanner`
calls the kernel of a view, and does what it cannot: a new table map, an event that only the tree
engine reads. What is compressed is found ahead of the scan (`locating`), much of it is decompressed
at once (`inflated_ahead`) to behind the chunk, and scanned there. `LogWalk` fills the chunk from a
file, and goes on behind damage; `ChangeWalk` is both, for changes. What is found is `Rows`, good
until the next are asked for; `redacted_rows` puts other cells in place of those that are redacted.
"""
