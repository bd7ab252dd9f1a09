"""Compiles the specs of a folder to kernels: functions that Numba compiles.

Kaitai Struct's own compiler makes classes of a spec, which parse one value at a time into a tree.
This one makes kernels of the same spec, which go over the bytes of a chunk with no object for a
value: `read_<type>` returns the fields that the type's hint `-columnar` lists, behind the position
after the value, which is -1 if the bytes are invalid; `skip_<type>` only finds that position.

The dialect is what these specs use of .ksy 0.11: numbers, bits, bytes and texts of a size, types
with parameters, switches, `if`, `repeat`, `valid`, enums, instances and arithmetic. All else, such
as `process`, `_parent` and strings, is refused with the spec's file, the path in it and the
construct: what compiles reads as the classes do. ksy/README.md has the hints.

It works in one pass: `specs` reads the YAML; `compiler` walks a type's fields in order; for each,
`single_fields`, `repeats` and `plans` emit lines into a `kernel`, with `evaluation` making code of
the trees of `expressions`; `output` wraps the lines into functions and prints modules, without what
`dead_code` finds unused. Imports go down, and nothing else of the project is imported. Generated
modules import each other and the runtime (`kernel.RUNTIME`), which knows no format.
"""
