"""The reference engine: one event at a time, by the classes that Kaitai's compiler generates.

`log` turns frames into events, each with the state that those before it left: the format in
force, the open table maps. `changes` turns events into changes in the order of the log, with the
help of `rows` (images, cells, values) and `transactions` (names, ends, statements). `packets`
does so for what a server sends to a replica. `output` makes Arrow and records of changes, `events`
makes JSON of events.

It is slow, and says plainly what the specs say. It imports nothing of `binlog_kaitai.kernels`, and
works where Numba is not installed, so that it can prove the fast engine.
"""
