"""Made-up binary logs: of every column type and most events, with odd values, and damaged.

The encoders are written from the servers' documents, apart from the specs and the package, so
that what was made up can be held against what is read. Everything follows from a source of
chance: `random.Random`, or hypothesis's, whose examples shrink.

| module | |
|---|---|
| `cells`, `texts`, `documents`, `changes` | values: their bytes, and the JSON that they are |
| `columns`, `tables` | column types with their metadata, and TABLE_MAP |
| `rows`, `events`, `writer`, `logs` | from row images to whole files |
| `damage` | what befalls them |
| `readings` | what an engine reads of a file |

`tests.fuzz` compares the engines on as many as there is time for. `found` are logs that they once
differed on.
"""
