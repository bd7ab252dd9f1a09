"""Functions for the bytes of logs and packets in a column: `decoding`, and `following` a stream."""
