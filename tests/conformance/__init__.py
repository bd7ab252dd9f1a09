"""Other readers of binary logs as commands that `binlog-kaitai conformance` can run."""
