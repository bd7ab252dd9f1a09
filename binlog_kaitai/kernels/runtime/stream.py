"""Kaitai's primitive types, read from a buffer of bytes at any place.

None looks where the buffer ends: whoever calls has compared. `buffer` is an array of uint8,
`at` counts its bytes. Numbers of 8 bytes are int64, whatever their sign: they are bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from binlog_kaitai.kernels.runtime.jit import inlined, intrinsic

PADDING = 64
"""Bytes that kernels may look at behind the last one of a buffer."""

_TO_READ_OFTEN = 0, 3, 1
"""What LLVM's prefetch takes: for a load, to all caches, of data."""

NUM_SUMS = 4
"""How many numbers `store_sums` stores."""

_Codegen = tuple[Any, Callable[..., Any]]


def address(context: Any, builder: Any, array_type: Any, array: Any, at: Any, pointee: Any) -> Any:
    """Return LLVM's pointer to a place in an array, to what is of a type."""
    data = context.make_array(array_type)(context, builder, array).data
    byte = builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [at])
    return builder.bitcast(byte, pointee.as_pointer())


def _loader(loaded: Any, returned: Any, *, is_big: bool, is_signed: bool) -> Any:
    """Return an intrinsic that loads a number from where no alignment is known."""

    @intrinsic
    def load(typing_context: Any, buffer: Any, at: Any) -> _Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            llvm_type = ir.IntType(loaded)
            index = context.cast(builder, args[1], signature.args[1], types.int64)
            pointer = address(context, builder, signature.args[0], args[0], index, llvm_type)
            value = builder.load(pointer, align=1)
            if is_big:
                value = builder.bswap(value)
            if returned is types.float64:
                real = ir.FloatType() if loaded == 32 else ir.DoubleType()
                number = builder.bitcast(value, real)
                return builder.fpext(number, ir.DoubleType()) if loaded == 32 else number
            if loaded == 64:
                return value
            return (builder.sext if is_signed else builder.zext)(value, ir.IntType(64))

        return returned(buffer, at), codegen

    return load


u2le = _loader(16, types.int64, is_big=False, is_signed=False)
u4le = _loader(32, types.int64, is_big=False, is_signed=False)
u8le = _loader(64, types.int64, is_big=False, is_signed=False)
s2le = _loader(16, types.int64, is_big=False, is_signed=True)
s4le = _loader(32, types.int64, is_big=False, is_signed=True)
s8le = u8le
u2be = _loader(16, types.int64, is_big=True, is_signed=False)
u4be = _loader(32, types.int64, is_big=True, is_signed=False)
u8be = _loader(64, types.int64, is_big=True, is_signed=False)
f4le = _loader(32, types.float64, is_big=False, is_signed=False)
f8le = _loader(64, types.float64, is_big=False, is_signed=False)
u1 = _loader(8, types.int64, is_big=False, is_signed=False)
s1 = _loader(8, types.int64, is_big=False, is_signed=True)


def _sized_loader(*, is_big: bool) -> Any:
    """Return an intrinsic that loads an unsigned number of 0 to 8 bytes, of which 8 are read."""

    @intrinsic
    def load(typing_context: Any, buffer: Any, at: Any, size: Any) -> _Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            place, size = (
                context.cast(builder, value, of, types.int64)
                for value, of in zip(args[1:], signature.args[1:], strict=True)
            )
            pointer = address(context, builder, signature.args[0], args[0], place, word)
            value = builder.load(pointer, align=1)
            others = builder.sub(word(64), builder.shl(size, word(3)))
            value = builder.bswap(value) if is_big else builder.shl(value, others)
            is_empty = builder.icmp_signed("==", size, word(0))
            return builder.select(is_empty, word(0), builder.lshr(value, others))

        return types.int64(buffer, at, size), codegen

    return load


uxle = _sized_loader(is_big=False)
uxbe = _sized_loader(is_big=True)


def word_of(text: bytes) -> int:
    """Return text of up to 8 bytes as the number that `store8` writes it by."""
    return int.from_bytes(text, "little")


@inlined
def b24le(buffer: Any, at: int) -> int:
    """Three bytes, the lowest first."""
    return int(u2le(buffer, at) | u1(buffer, at + 2) << 16)


@inlined
def b24be(buffer: Any, at: int) -> int:
    """Three bytes, the highest first."""
    return int(u2be(buffer, at) << 8 | u1(buffer, at + 2))


@intrinsic
def store8(typing_context: Any, buffer: Any, at: Any, value: Any) -> _Codegen:
    """Store the 8 bytes of an int64, the lowest first."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], signature.args[1], types.int64)
        number = context.cast(builder, args[2], signature.args[2], types.int64)
        pointer = address(context, builder, signature.args[0], args[0], index, ir.IntType(64))
        builder.store(number, pointer, align=1)
        return context.get_dummy_value()

    return types.void(buffer, at, value), codegen


@intrinsic
def prefetch(typing_context: Any, buffer: Any, at: Any) -> _Codegen:
    """Have the byte at `at`, and those around it, fetched to the nearest cache meanwhile."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], signature.args[1], types.int64)
        pointer = address(context, builder, signature.args[0], args[0], index, ir.IntType(8))
        flags = [ir.IntType(32)(flag) for flag in _TO_READ_OFTEN]
        type_ = ir.FunctionType(ir.VoidType(), [pointer.type, *(flag.type for flag in flags)])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], type_)
        builder.call(fetch, [pointer, *flags])
        return context.get_dummy_value()

    return types.void(buffer, at), codegen


def block_of(num_loaded: int, num_stored: int, emit: Callable[[Any, Any], Any]) -> Any:
    """Return an intrinsic that loads so many bytes and stores what is made of them.

    It takes the array to store to and the place there, the array to load from and the place there.
    `emit` takes LLVM's builder and a vector of words, and returns a vector.
    """
    loaded, stored = (
        ir.VectorType(ir.IntType(64), count // 8) for count in (num_loaded, num_stored)
    )

    @intrinsic
    def block(typing_context: Any, target: Any, to: Any, source: Any, at: Any) -> _Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            into, to, taken_from, at = signature.args
            place = context.cast(builder, args[3], at, types.int64)
            pointer = address(context, builder, taken_from, args[2], place, loaded)
            made = builder.bitcast(emit(builder, builder.load(pointer, align=1)), stored)
            place = context.cast(builder, args[1], to, types.int64)
            pointer = address(context, builder, into, args[0], place, stored)
            builder.store(made, pointer, align=1)
            return context.get_dummy_value()

        return types.void(target, to, source, at), codegen

    return block


def bits_of(num_bytes: int, emit: Callable[..., Any], num_before: int = 0) -> Any:
    """Return an intrinsic that loads so many bytes, up to 32, and tells of each in a bit.

    It takes the array and the place there; the first byte's bit is the lowest. `emit` takes LLVM's
    builder and a vector of bytes, and `num_before` others, of the bytes before each of them, those
    two before, and so on; it returns a vector of bits.
    """
    loaded = ir.VectorType(ir.IntType(8), num_bytes)

    @intrinsic
    def bits(typing_context: Any, buffer: Any, at: Any) -> _Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = context.cast(builder, args[1], signature.args[1], types.int64)
            blocks = []
            for before in range(num_before + 1):
                at = builder.sub(place, ir.IntType(64)(before))
                pointer = address(context, builder, signature.args[0], args[0], at, loaded)
                blocks.append(builder.load(pointer, align=1))
            word = builder.bitcast(emit(builder, *blocks), ir.IntType(num_bytes))
            return builder.zext(word, ir.IntType(64))

        return types.int64(buffer, at), codegen

    return bits


def bits_up_to(num_bytes: int, emit: Callable[..., Any], num_before: int, *, is_first: bool) -> Any:
    """Return an intrinsic as `bits_of` has it, which takes how many bytes there are, too.

    Those behind them count as zeros; and of those before, if `is_first`, none is read: they are
    zeros.
    """
    byte = ir.IntType(8)
    loaded = ir.VectorType(byte, num_bytes)
    zeros = loaded(None)
    numbers = ir.Constant(loaded, list(range(num_bytes)))

    def lanes_of(first: int) -> Any:
        lanes = [max(first + i, 0) for i in range(num_bytes)]
        return ir.Constant(ir.VectorType(ir.IntType(32), num_bytes), lanes)

    @intrinsic
    def bits(typing_context: Any, buffer: Any, at: Any, count: Any) -> _Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            def block_at(place: Any) -> Any:
                pointer = address(context, builder, signature.args[0], args[0], place, loaded)
                return builder.load(pointer, align=1)

            place, number = (
                context.cast(builder, args[i], signature.args[i], types.int64) for i in (1, 2)
            )
            limit = builder.insert_element(zeros, builder.trunc(number, byte), ir.IntType(32)(0))
            limit = builder.shuffle_vector(limit, zeros, lanes_of(-num_bytes))
            is_there = builder.icmp_unsigned("<", numbers, limit)
            blocks = [builder.select(is_there, block_at(place), zeros)]
            for before in range(1, num_before + 1):
                if is_first:
                    lanes = lanes_of(num_bytes - before)
                    blocks.append(builder.shuffle_vector(zeros, blocks[0], lanes))
                else:
                    blocks.append(block_at(builder.sub(place, ir.IntType(64)(before))))
            word = builder.bitcast(emit(builder, *blocks), ir.IntType(num_bytes))
            return builder.zext(word, ir.IntType(64))

        return types.int64(buffer, at, count), codegen

    return bits


@intrinsic
def store_sums(
    typing_context: Any, sums: Any, at: Any, numbers: Any, numbers_at: Any, first: Any
) -> _Codegen:
    """Store the sums of a number and each of the next `NUM_SUMS`, in arrays of int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, lane = ir.IntType(64), ir.IntType(32)
        block = ir.VectorType(word, NUM_SUMS)
        to, source = (
            address(context, builder, of, array, builder.shl(place, word(3)), block)
            for of, array, place in zip(signature.args[:4:2], args[:4:2], args[1:4:2], strict=True)
        )
        unset = ir.Constant(block, ir.Undefined)
        every = builder.insert_element(unset, args[4], lane(0))
        every = builder.shuffle_vector(
            every, unset, ir.Constant(ir.VectorType(lane, NUM_SUMS), None)
        )
        builder.store(builder.add(builder.load(source, align=8), every), to, align=8)
        return context.get_dummy_value()

    return types.void(sums, types.int64, numbers, types.int64, types.int64), codegen


@inlined
def copy(target: Any, target_at: int, source: Any, source_at: int, length: int) -> None:
    """Copy bytes, 8 at a time: up to 7 bytes after the last are read, and written."""
    for done in range(0, length, 8):
        store8(target, target_at + done, u8le(source, source_at + done))


@intrinsic
def differ_32(typing_context: Any, left: Any, at: Any, right: Any, other_at: Any) -> _Codegen:
    """Return whether 32 bytes of one array are others than those at a place in another."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        block = ir.IntType(256)
        loaded = []
        for i in (0, 2):
            place = context.cast(builder, args[i + 1], signature.args[i + 1], types.int64)
            pointer = address(context, builder, signature.args[i], args[i], place, block)
            loaded.append(builder.load(pointer, align=1))
        return builder.icmp_unsigned("!=", *loaded)

    return types.boolean(left, at, right, other_at), codegen


copy_16 = block_of(16, 16, lambda _, block: block)
copy_32 = block_of(32, 32, lambda _, block: block)


@inlined
def copy_far(target: Any, target_at: int, source: Any, source_at: int, length: int) -> None:
    """Copy bytes, 32 at a time: up to 31 bytes after the last are read, and written."""
    for done in range(0, length, 32):
        copy_32(target, target_at + done, source, source_at + done)


@intrinsic
def move(typing_context: Any, buffer: Any, to: Any, at: Any, length: Any) -> _Codegen:
    """Copy bytes within a buffer, to where some of them may lie."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, source = (
            address(context, builder, signature.args[0], args[0], place, ir.IntType(8))
            for place in args[1:3]
        )
        cgutils.raw_memmove(builder, target, source, args[3], 1)
        return context.get_dummy_value()

    return types.void(buffer, types.int64, types.int64, types.int64), codegen


@inlined
def copy_exactly(target: Any, target_at: int, source: Any, source_at: int, length: int) -> None:
    """Copy bytes, and writes none behind the last."""
    done = 0
    while done + 8 <= length:
        store8(target, target_at + done, u8le(source, source_at + done))
        done += 8
    while done < length:
        target[target_at + done] = source[source_at + done]
        done += 1
