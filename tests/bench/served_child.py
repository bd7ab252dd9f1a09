"""One reader of `tests.bench.served`, in a process of its own."""

from __future__ import annotations

import sys

from tests.bench.served import child

if __name__ == "__main__":
    reader, port, path, table = sys.argv[1:]
    child(reader, int(port), path, table or None)
