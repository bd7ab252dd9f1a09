"""Write SQL that reverts changes, or applies them again: the commands `undo` and `redo`.

`rows` writes the statement of a row change, with `literals` that are independent of the session,
and `documents` for JSON. `xa_resolution` finds the outcome of XA transactions. `changes` yields the
effective changes and the `statements` between them, and `deleted` finds deletes that are logged
twice. `columns` writes the statements of many rows at once, if the log's records contain their
exact values. `scripts` collects statements, and the `printer` puts them into transactions that
check themselves, in a `session` that checks its server, as lines that `clients` pass on. A `spool`
reverses the changes for `undo`.
"""
