"""Events of a log, one by one, each with the state that those before it left.

`EventReader` follows frames; `LogState.next_event` parses each with the format and the table maps
in force, and puts fragments of rows events together. `follow` reads a span for whoever makes
something of its events, and goes on behind damage where that is asked for. Where a span begins,
and where the next sound event lies, a `Seek` tells.
"""
