"""Formats that are no binary logs, by which the compiler of kernels is tried: a spec each."""
