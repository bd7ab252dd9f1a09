"""What each transaction did, in numbers, without looking at values.

`transaction_scan` is the kernel, `transaction_stats` the arrays that it fills, `counting` the rows
of a rows event. `SummaryWalk` calls it over a file; `batches` makes Arrow of what it found.
"""
