"""Compiles specs of `ksy/` to kernels: functions that Numba compiles, one for each type.

A type says by its `-columnar` key what its kernel returns; see ksy/README.md.
"""
