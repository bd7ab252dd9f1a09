"""The command line. `commands` assembles it from one module per command.

`options` defines shared options, `endings` the exit statuses and error lines. `output`, `lines` and
`formats` print rows, `console` the progress and summary of an export. `interrupts` handles Ctrl-C.
`demo` is the program of `make demo`.
"""
