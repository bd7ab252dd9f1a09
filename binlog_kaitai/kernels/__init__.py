"""The fast engine: one chunk of a file at a time, by kernels that Numba compiles.

From the same specs as the classes, `binlog_kaitai.compiler` generates functions that read a
structure at a place in a buffer. `walk` goes over the events of a chunk with them and notes where
each cell of each row lies. `records` and `columns` turn these places into Arrow arrays, a column at
a time. `sums` goes over the events to count what transactions did, `contexts` for the statements,
threads and users that changed rows. `packets` fills chunks from a replication stream. `seek` goes
by headers alone: where a span begins, where a transaction ends, what follows damage. `runtime` is
what kernels are made of.

A kernel that meets something rare or wrong stops before it, and `handoff` gives it to the tree
engine, which reads it or raises the error: so each rare rule is written once.
"""
