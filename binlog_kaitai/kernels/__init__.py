"""The fast engine: one chunk of a file at a time, by kernels that Numba compiles.

From the same specs as the classes, `binlog_kaitai.compiler` generates functions that read a
structure at a place in a buffer. `walk` has the loop over the events of a chunk, whose step at each
event is a view's: changes (`walk.scan`, which notes where each cell lies), `events`, `sums` (what
transactions did) and `contexts` (the statements, threads and users that changed rows). `records`
and `columns` turn places of cells into Arrow arrays, a column at a time. `packets` fills chunks
from a replication stream. `seek` goes by headers alone: where a span begins, where a transaction
ends, what follows damage. `runtime` is what kernels are made of.

A kernel that meets something rare or wrong stops before it, and `handoff` gives it to the tree
engine, which reads it or raises the error: so each rare rule is written once.
"""
