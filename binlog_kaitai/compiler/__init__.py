"""Compiles the specs of a folder to kernels: functions that Numba compiles.

Kaitai Struct's own compiler makes classes of a spec, which parse one value at a time into a tree.
This one makes kernels of the same spec, which read a chunk of a log without an object for each
value. `read_<type>` returns the position behind a value, -1 if the bytes are invalid, and the
fields that the type's hint `-columnar` lists; `skip_<type>` returns only the position;
`show_<type>` writes the value as JSON text.

The dialect is what these specs use of .ksy 0.11: numbers, bits, bytes and texts of a size, types
with parameters, switches, `if`, `repeat`, `valid`, enums, instances, `_root` and arithmetic, and a
switched endianness. A type whose name ends in `_handle` stands for the one around it. All else,
such as `process`, other uses of `_parent` and strings, is refused with the spec's file, the path in
it and the construct, so that a kernel never reads other values than the class. ksy/README.md has
the hints.

It works in one pass. `specs` reads the YAML. `compiler` walks a type's fields in order; for each,
`single_fields`, `validation`, `repeats` and `plans` emit lines into a `kernel`. `expressions`
parses what stands in attributes, and `evaluation` makes code of it. `output` prints the lines as
modules of functions, without what is unused; `tables` adds one that fills a table of
Arrow. `texts` writes fields as JSON while they are read, `cases` the value of a switch; `forms`
tells what reads the classes how. Imports go one way, and nothing else of the project is imported:
it works where there are no kernels yet. Generated modules import each other and the runtime
(`kernel.RUNTIME`), which knows no format.

A spec without hints is one of whole files: `trees` compiles it in another way, with more of the
language and for one table, where instances may look at what is read later.

`own` compiles specs that a user changed, both ways, and `uses` tells what hand-written code uses
of generated modules that these do not have.
"""
