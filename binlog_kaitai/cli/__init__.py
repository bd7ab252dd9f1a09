"""The command line: `commands` has the commands, `console` what a terminal shows of them.

`interrupts` ends a program on Ctrl-C and on a closed output as programs should, `lines` writes
flat records as JSON, `demo` is what `make demo` runs.
"""
