"""Times the first typed batch of kernels, from Python's start: run as a file, by `installs`."""

from __future__ import annotations

import sys
import time

from binlog_kaitai import read_batches


def main(log: str, table: str) -> None:
    """Read a batch."""
    batch = next(iter(read_batches(log, table, engine="kernels")))
    seconds = time.process_time()
    sys.stdout.write(f"{batch.num_rows} typed rows after {seconds:.2f} s of CPU, all compiled\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
