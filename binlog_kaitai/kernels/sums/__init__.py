"""What each transaction did, in numbers, without looking at values.

`transaction_scan` is the view, `transaction_stats` the arrays that it fills. `counting` says how
many rows a rows event has, `ddl` which statement is DDL.
`SummaryWalk` calls the kernel over a file; `batches` makes Arrow of what it found, `summaries` what
the tree engine has of it.
"""
