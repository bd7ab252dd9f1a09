"""Which statement of which thread and user changes rows, where the log tells.

`context_scan` is the view, `told` the arrays that it fills. It looks at no rows, but to count
those in payloads (`inside`). `ContextWalk` calls it over a file. A lenient reading is left to the
tree engine.
"""
