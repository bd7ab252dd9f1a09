"""The files in which servers keep the keys of encrypted logs, and AES as servers use it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha1
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.padding import PKCS7
from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.keyring_file import KeyringFile
from binlog_kaitai.generated.salted_file import SaltedFile

PASSWORD = "BINLOG_KEYRING_PASSWORD"  # noqa: S105 - the name of a variable
SYSTEM_DATA = "1"  # the id of the key by which MariaDB encrypts logs


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    """Keys by their ids: of MySQL's are the logs' names of them, of MariaDB's numbers."""

    file: str
    by_id: dict[str, bytes]

    def __repr__(self) -> str:
        return f"Keys({self.file!r}, {len(self.by_id)} of them)"


MAX_SIZE = 2**20
"""Bytes of a file of keys. One key takes about 100, and devices have no end."""


def read_keys(file: str | os.PathLike[str]) -> Keys:
    """Read the keys of a server.

    The file is that of MySQL's component `keyring_file` (JSON), of its older plugin, or of
    MariaDB's `file_key_management`. The last may be encrypted, as by
    `openssl enc -aes-256-cbc -md sha1`: its password is the environment's BINLOG_KEYRING_PASSWORD.
    Raises BinlogError for any other file, OSError.
    """
    path = os.fspath(file)
    with Path(path).open("rb") as stream:
        data = stream.read(MAX_SIZE + 1)
    if len(data) > MAX_SIZE:
        raise BinlogError(path, MAX_SIZE, f"a keyring file of at most {MAX_SIZE} bytes", "more")
    found = _of_component(data) or _of_plugin(data) or _of_mariadb(path, data)
    if found:
        return Keys(path, found)
    expected = "keys in the format of MySQL's keyring_file or MariaDB's file_key_management"
    raise BinlogError(path, 0, expected, "none")


def _of_component(data: bytes) -> dict[str, bytes] | None:
    try:
        elements = json.loads(data)["elements"]
        return {str(item["data_id"]): bytes.fromhex(item["data"]) for item in elements}
    except (ValueError, KeyError, TypeError):
        return None


def _of_plugin(data: bytes) -> dict[str, bytes] | None:
    try:
        keyring: Any = KeyringFile(KaitaiStream(BytesIO(data)))
    except (EOFError, KaitaiStructError, ValueError):
        return None
    return {item.key_id: item.key for item in keyring.keys.items}


def _of_mariadb(path: str, data: bytes) -> dict[str, bytes] | None:
    try:
        salted: Any = SaltedFile(KaitaiStream(BytesIO(data)))
    except (EOFError, KaitaiStructError):
        return _keys_in_lines(data)
    password = os.environ.get(PASSWORD)
    if not password:
        raise BinlogError(
            path, 0, f"the keyring password in {PASSWORD}", "the variable unset; set it"
        )
    try:
        found = _keys_in_lines(_opened(salted, password.encode()))
    except ValueError:  # no whole blocks, or a padding that is none
        found = None
    if not found:
        raise BinlogError(path, 0, f"the keyring password in {PASSWORD}", "a wrong password")
    return found


def _keys_in_lines(data: bytes) -> dict[str, bytes] | None:
    try:
        lines = [line.strip() for line in data.decode().splitlines()]
        given = [line.partition(";") for line in lines if line and not line.startswith("#")]
        return {str(int(key_id)): bytes.fromhex(key) for key_id, _, key in given}
    except ValueError:
        return None


def _opened(salted: Any, password: bytes) -> bytes:
    """Return what a file holds that OpenSSL encrypted with a password. Raises ValueError."""
    digest = made = b""
    while len(made) < salted.len_derived:
        digest = sha1(digest + password + salted.salt).digest()  # noqa: S324 - OpenSSL's
        made += digest
    derived: Any = SaltedFile.Derived(KaitaiStream(BytesIO(made)))
    padded = by_cbc(derived.key)(derived.initialization_vector, salted.data)
    unpadder = PKCS7(AES.block_size).unpadder()
    return unpadder.update(padded) + unpadder.finalize()


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
