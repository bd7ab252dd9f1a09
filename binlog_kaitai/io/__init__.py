"""Where bytes come from: paths and URIs, opening and decompressing, framing, inflating.

`paths` tells a path of this machine from a URI. `files` opens either, decompressed, as something
that can be read at any place. `sources` turns a path, or an `.index` file, into log files,
`finding` also folders and patterns, `given` what a user names, pipes too.
`framing` opens a log, checks its magic number, and gives its events: where each lies, and its
bytes, or for one of the `large_events` what reads them. `inflate` decompresses payloads, rows and
columns within the length that they announce, so that a small file cannot ask for much memory.
`heads` tells whether a log is still the one that it was, for whoever comes back to it.

Nothing here knows what is inside an event, but for its header.
"""
