"""Rows events to row images, cells and values.

`images` takes the rows of an event apart, `values` reads a cell as a Python value, with `decimals`,
`json_values` and `json_patch` (partial updates of documents).
"""
