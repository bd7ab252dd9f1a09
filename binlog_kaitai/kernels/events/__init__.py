"""Events as they are shown: header fields, and the body as JSON text.

A kernel goes over the events of a chunk and writes the body of each; it notes where the cells of
rows lie, whose texts `images` puts between, a column at a time. Most bodies are written by kernels
that are compiled from the specs. What all of them write is what `binlog_kaitai.tree.events.bodies`
makes of the same bytes. That module makes the bodies of rare events, and the texts that repeat,
which `learned` keeps.
"""
