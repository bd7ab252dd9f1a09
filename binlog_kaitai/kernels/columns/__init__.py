"""From the places of a column's cells to an Arrow array, or to JSON text.

A family of types has one module with all that kernels do with it: `integers`, `floats`, `decimals`,
`temporal`, `enums`, `strings`, `geometry`, `vectors`, and `json/`. Each writes cells as JSON
text, and makes an array of the column's own type, but for numbers and times: `together` has kernels
that do so for many columns at once, plain strings among them. `families` says which spec's cells go
to which. `loops` holds the loops over cells that families share, `column` and `located` what they
are given, `conversions` the arrays of other types.

Where bytes are none that a server writes, a kernel returns `FAULT`, `FaultError` is raised, and the
tree engine reads the rows and says what is wrong.
"""
