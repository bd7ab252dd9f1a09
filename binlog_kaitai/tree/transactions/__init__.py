"""Which events make up a transaction, what names it, how it ended, and what it did.

`grouping` says which transaction an event belongs to, in logs with GTIDs and without. `transaction`
reads the event that names one, or the name of one of XA. `ends` looks ahead for how a transaction
ended, `savepoints` for the parts of it that were rolled back. `statements` and `sessions` hold what
a replay of a statement needs. `summaries` counts what each transaction did.
"""
