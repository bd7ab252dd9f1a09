"""From the places of a column's cells to an Arrow array, or to JSON text.

A family of types has one module with all that kernels do with it: `integers`, `floats`, `decimals`,
`temporal`, `enums`, `strings`, `geometry`, `vectors`, and `json/`. Each has two entries: one makes
an array of the column's own type, one writes the cells as JSON text. `families` says which spec's
cells go to which. `loops` holds the loop over cells that families share, `column` and `located`
what they are given, `conversions` the arrays of other types.

Where bytes are none that a server writes, a kernel returns `FAULT`, `FaultError` is raised, and the
tree engine reads the rows and says what is wrong.
"""
