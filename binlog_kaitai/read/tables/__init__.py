"""Typed rows of all tables of a log, found in one reading.

`found` says what is found, and makes it of changes; `by_kernels` and `by_trees` read, and `readers`
chooses between them.
"""
