"""What each transaction did, in numbers, without looking at values.

`transaction_scan` is the kernel, `transaction_stats` the arrays that it fills. `steps` says what an
event is to transactions, `counting` how many rows a rows event has, `ddl` which statement is DDL.
`SummaryWalk` calls the kernel over a file; `batches` makes Arrow of what it found, `summaries` what
the tree engine has of it.
"""
