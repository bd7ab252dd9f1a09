"""What all readers go through: the engine is chosen here, and only here.

`read_batches` gives changes as Arrow record batches, `event_batches` and `transaction_batches` the
other views, `PacketBatches` a replication stream; `read_rows` and `read_events` give Python
objects. `layouts` infers the schema of a table from the logs, `survey` finds what a file holds,
`live_tail` how far a log can be read that a server is still writing. `engines` names the two
engines and imports the fast one when it is first asked for, since Numba takes half a second.
"""
