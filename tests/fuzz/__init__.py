"""Mutated logs, read in all ways: what must be the same is compared, as long as there is time.

| module | |
|---|---|
| `corpus`, `fields`, `nodes` | small logs, what is read of them by the specs, and their events |
| `mutations` | what is done to them |
| `readings`, `values`, `oracle` | what is read of them, and what has to hold of it |
| `pages` | logs in InnoDB pages, and what is done to them |
| `cases`, `worker`, `watch` | numbered cases, who works through them, and who watches |
| `kinds`, `shrink` | problems of one kind, and smaller logs that show them |
| `guarded`, `checked` | arrays at the end of memory; kernels that look at the bounds of all |

`python -m tests.fuzz` prints a seed, of which each case follows, and what it finds, with the
command that shows it again. What was found and mended becomes a log in `tests/made_up/found`.
"""
