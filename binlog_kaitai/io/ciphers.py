"""AES in the modes that servers use; needs the library cryptography, which is an extra."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.algorithms import AES

LEN_BLOCK = AES.block_size // 8
"""Bytes of a block of AES, and of an initialization vector."""

Decrypt: TypeAlias = Callable[[bytes, bytes], bytes]
"""From an initialization vector and what is encrypted to what it was made of."""


def by_cbc(key: bytes) -> Decrypt:
    """Return what decrypts whole blocks."""

    def decrypt(vector: bytes, data: bytes) -> bytes:
        decryptor = Cipher(AES(key), modes.CBC(vector)).decryptor()
        return decryptor.update(data) + decryptor.finalize()

    return decrypt


def by_cbc_and_rest(key: bytes) -> Decrypt:
    """Return what decrypts whole blocks, and the bytes behind them as MariaDB has them."""
    blocks, rest = by_cbc(key), by_counter(key)

    def decrypt(vector: bytes, data: bytes) -> bytes:
        size = len(data) - len(data) % LEN_BLOCK
        return blocks(vector, data[:size]) + rest(vector, data[size:])

    return decrypt


def by_counter(key: bytes) -> Decrypt:
    """Return what decrypts bytes, of which the first is the first of a block."""

    def decrypt(vector: bytes, data: bytes) -> bytes:
        return Cipher(AES(key), modes.CTR(vector)).decryptor().update(data)

    return decrypt


def vector_at(nonce: bytes, block: int) -> bytes:
    """Return the counter of a block, which follows a nonce: AES counts big-endian."""
    return nonce + block.to_bytes(LEN_BLOCK - len(nonce), "big")
