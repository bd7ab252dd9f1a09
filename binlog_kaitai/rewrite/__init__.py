"""Logs out of logs: events are read, chosen, changed, and written again by the same specs.

`writing` computes lengths, positions and checksums of events. It changes an event as the classes
in `generated/writers` parse it, which `make generate` compiles from the same specs as the classes
that read. The lengths around a changed field move by as much as the field grew; how numbers are
stored follows from the specs, in `io.written`. Events that do not change are copied, with their
new position. `passing` moves whole transactions so, by the `places` that the specs give to the
fields that change, without a tree of each event. `editing` writes what differs in blocks of events.
"""
