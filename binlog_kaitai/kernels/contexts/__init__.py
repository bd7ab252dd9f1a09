"""Which statement of which thread and user changes rows, where the log tells.

`context_scan` is the kernel, which goes over the events without a look at their rows, `told` the
arrays that it fills. `ContextWalk` calls it over a file. What is compressed is left to the tree
engine, and so is a lenient reading.
"""
