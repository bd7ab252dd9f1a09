"""SQL that takes changes back, or makes them again: the commands `undo` and `redo`.

`rows` makes a statement of a change, by `literals` that mean a value whatever the session, and
`documents` for JSON. `settling` tells which changes took effect, and `changes` reads those, and the
`statements` between them, and `deleted` finds deletes that are logged twice. `scripts` puts
statements into transactions that check themselves, in a `session` that checks its server, as lines
that `clients` pass on; those of `undo` go through a `spool`, which gives them back in reverse.
"""
