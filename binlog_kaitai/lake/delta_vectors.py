"""Deletion vectors of Delta tables: positions of a file's deleted rows, as a bitmap in a file."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import numpy as np
from pyroaring import BitMap64

from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.store import Store

ENDING = ".bin"
_NAME = "deletion_vector_"

VERSION, MAGIC = 1, 1681511377
_HEAD = np.dtype([("version", "u1"), ("size", ">u4"), ("magic", "<u4")])
_CRC = np.dtype(">u4")
_OFFSET = 1
"""Where the only vector of a file begins, with its size."""

_PYTHON = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_Z85 = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
_TO_Z85, _FROM_Z85 = bytes.maketrans(_PYTHON, _Z85), bytes.maketrans(_Z85, _PYTHON)
"""The alphabets of Base85 in Python's library and in Delta's log."""

_LEN_UUID = 20
"""Characters of a UUID in it."""


def write_vector(store: Store, folder: str, positions: Any) -> Written:
    """Write the sorted positions of a file's deleted rows to a new file in a folder."""
    target = f"{folder}/{_NAME}{uuid4()}{ENDING}"
    bitmap = BitMap64(positions).serialize()
    magic = np.array([MAGIC], "<u4").tobytes()
    head = np.array([(VERSION, len(magic) + len(bitmap), MAGIC)], _HEAD).tobytes()
    crc = np.array([zlib.crc32(bitmap, zlib.crc32(magic))], _CRC).tobytes()
    with store.create(target) as stream:
        stream.write(head + bitmap + crc)
    return Written(target, len(positions), len(head) + len(bitmap) + len(crc))


def vector_in(file: Any) -> Any:
    """Return the positions in an open file, in order."""
    file.seek(_HEAD.itemsize)
    bitmap = BitMap64.deserialize(file.read()[: -_CRC.itemsize])
    return np.fromiter(bitmap, np.int64, len(bitmap))


def descriptor_of(name: str, rows: int, num_bytes: int) -> dict[str, Any]:
    """Return what a commit has of a file with one vector."""
    uuid = UUID(name.removeprefix(_NAME).removesuffix(ENDING))
    return {
        "storageType": "u",
        "pathOrInlineDv": base64.b85encode(uuid.bytes).translate(_TO_Z85).decode(),
        "offset": _OFFSET,
        "sizeInBytes": num_bytes - _OFFSET - 2 * _CRC.itemsize,
        "cardinality": rows,
    }


def name_of(descriptor: Mapping[str, Any]) -> str:
    """Return the name of the file of a vector; of one of another writer, what tells it apart."""
    text, offset = descriptor["pathOrInlineDv"], descriptor.get("offset")
    if descriptor["storageType"] != "u":
        return f"{descriptor['storageType']}{text}@{offset}"
    prefix, encoded = text[:-_LEN_UUID], text[-_LEN_UUID:].encode()
    uuid = UUID(bytes=base64.b85decode(encoded.translate(_FROM_Z85)))
    name = f"{prefix}/{_NAME}{uuid}{ENDING}".removeprefix("/")
    return name if offset == _OFFSET else f"{name}@{offset}"
