"""Kernels of specs without hints: they read a whole file into memory, of which columns are made.

`shapes` tells what a tree consists of, and `values` what expressions give; `evaluation` makes code
of them. `lines`, `single_fields` and `body` write a kernel: each value goes to its place in an
array of int64, so that `_parent`, `_root`, params and items are places there. `modules` writes what
a spec's module has: for each type what reads it, and what computes its instances once all is read,
because they may look at what lies behind. The runtime's `tree_tables` makes Arrow of the array.
"""
