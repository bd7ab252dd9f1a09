"""Typed rows of all tables of a log, found in one reading.

`found` says what is found, and makes it of changes. `readers` reads small logs by trees, and others
by kernels (`by_kernels`).
"""
