"""Numba primitives that know nothing of binary logs.

`jit` compiles and keeps kernels. `stream`, `words` and `simd` load, store and copy bytes; `crc32`,
`utf8`, `text`, `floats` and `calendar` are at the speed of the machine. Nothing here allocates or
raises: a caller makes room, and a result of -1 says that the bytes are not what they should be.
"""
