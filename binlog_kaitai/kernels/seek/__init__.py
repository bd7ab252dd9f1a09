"""By headers alone: where a span begins, how transactions end, what follows damage.

`header_scan` has the kernels. `Boundaries` looks for an event in the middle of a file, one that
can be nothing else, and goes from there to the first that begins a transaction; where that is not
sure, `Hops` goes from the file's head. `look_ahead` finds how a transaction ends that was not yet
scanned to its end.
"""
