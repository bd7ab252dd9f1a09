"""From a chunk of a log to the places of cells.

`scan` is the kernel: it walks the events of a chunk and notes rows (`noting`), with what is open
(`state`): table maps (`table_map_cache`, `open_maps`), the transaction (`grouping`, `bounds`,
`naming`).
`Scanner` calls it, and does what it cannot: a new table map, an event that only the tree engine
reads. What is compressed is found ahead of the scan (`locating`), much of it is decompressed at
once (`inflated_ahead`) to behind the chunk, and scanned there (`inflated`). `LogWalk` fills the
chunk from a file, and goes on behind damage; `ChangeWalk` is both, for changes. What is found is
`Rows`, good until the next are asked for.
"""
