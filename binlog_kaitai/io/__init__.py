"""Where bytes come from: paths and URIs, opening and decompressing, framing, inflating.

`paths` tells a path of this machine from a URI. `files` opens either, decompressed, as something
that can be read at any place. `finding` turns paths, `.index` files, folders and patterns into log
files, `given` what a user names, pipes too.
`framing` opens a log, checks its magic number, and gives its events: where each lies, and its
bytes, or for one of the `large_events` what reads them; its `head_of` tells a log from another one
of the same name. `inflate` decompresses payloads, rows and columns within the length that they
announce, so that a small file cannot ask for much memory.

Nothing here knows what is inside an event, but for its header.
"""
