"""Records by the tree engine, which proves what kernels read."""

from __future__ import annotations

from functools import partial

import binlog_kaitai

read_rows = partial(binlog_kaitai.read_rows, engine="tree")
