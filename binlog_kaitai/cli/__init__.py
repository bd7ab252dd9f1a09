"""The command line: `commands` puts it together, of a module a command.

`options` has what several of them are asked, `endings` how they end, `output` and `lines` what they
print, `console` what a terminal shows of an export. `interrupts` ends a program on Ctrl-C and on a
closed output as programs should. `demo` is what `make demo` runs.
"""
