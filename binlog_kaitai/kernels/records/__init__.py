"""Rows that a walk found as Arrow record batches: flat records, or typed rows of a table.

`Run` is some of the rows that were found. `fields` makes the record's fields of them, `outcomes`
what became of their transactions, `data` the JSON text of flat records, which `row_texts` writes,
and `statements`, `absent` the columns that an image does not hold. `batches` puts these together;
where kernels do not read a row, it has the tree engine make the batch. `overlapping` has threads
share that, and the walk.
"""
