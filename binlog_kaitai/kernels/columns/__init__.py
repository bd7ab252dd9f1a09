"""From the places of a column's cells to an Arrow array, or to JSON text.

A `CellDecoder` (`decoder`) says how the cells of a spec are read: as one or two words, or as bytes,
and as text. A family of types has one module with its decoders: `integers`, `floats`, `decimals`,
`temporal`, `enums`, `geometry`, `vectors`. `decoders` is the table of all, and makes the choices
among them; a column's decoder is chosen once, in Python. A new type that is stored as another one
is a line in that table.

`together` stores the cells of many columns at once, `located` finds the bytes of cells,
`cell_texts` writes a column of texts, and `records.row_texts` rows of them. `families` has the
arrays and texts that take more than that, with `strings` and `json/`; `conversions` makes arrays of
other types, and `soundness` looks at cells that are not asked for.

Where bytes are none that a server writes, a kernel returns `FAULT`, `FaultError` is raised, and the
tree engine reads the rows and says what is wrong.
"""
