"""Specs of other formats compiled both ways, and what each makes of a file."""

from __future__ import annotations

import importlib
import shutil
import struct
import sys
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from binlog_kaitai.compiler.compiler import compile_folder
from tests.classes import compile_classes

FORMATS = Path(__file__).parent


class Format(NamedTuple):
    """A format: its rows in the tree of Kaitai's class, and a file of many, made here."""

    rows: str
    make: Callable[[int], bytes]


def make_pcap(count: int, *, endian: str = "<", magic: int = 0xA1B2C3D4) -> bytes:
    """Return a capture of as many frames of 60 to 123 bytes."""
    parts = [struct.pack(f"{endian}IHHiIII", magic, 2, 4, 0, 0, 65535, 1)]
    for i in range(count):
        data = bytes((i + j) % 256 for j in range(60 + i % 64))
        parts.append(struct.pack(f"{endian}IIII", i * 1000, i, len(data), len(data) + i % 3) + data)
    return b"".join(parts)


def make_utmp(count: int) -> bytes:
    """Return as many logins; Python's `struct` pads as the machine's compiler of C does."""
    record = struct.Struct("<h2xi32s4s32s256shhiII16s20x")
    return b"".join(
        record.pack(
            i % 9, i, f"pts/{i % 50}".encode(), b"ts/0", f"user{i}".encode(),
            f"host{i % 7}.example".encode(), 0, -(i % 2), i, i, i % 10**6, bytes(range(16)),
        )
        for i in range(count)
    )  # fmt: skip


MADE = {
    "pcap": Format("capture.packets", make_pcap),
    "utmp": Format("logins", make_utmp),
}


class Readers(NamedTuple):
    """A format's two readers: a table by kernels, and rows of the tree by Kaitai's class."""

    table: Callable[[bytes | Path], pa.Table]
    parse: Callable[[bytes], list[Any]]


def compile_formats(folder: Path) -> dict[str, Readers]:
    """Compile all formats in a folder, which is put on the path of modules."""
    specs = folder / "specs"
    specs.mkdir()
    for spec in FORMATS.glob("*.ksy"):
        shutil.copy(spec, specs)
    compile_folder(specs, folder / "format_kernels")
    compile_classes(specs, folder / "format_classes")
    sys.path.insert(0, str(folder))
    try:
        return {name: _readers(name) for name in MADE}
    finally:
        sys.path.remove(str(folder))


def _readers(name: str) -> Readers:
    kernels = importlib.import_module(f"format_kernels.{name}")
    class_ = getattr(importlib.import_module(f"format_classes.{name}"), name.capitalize())
    rows = attrgetter(MADE[name].rows)
    return Readers(kernels.table, lambda data: list(rows(class_.from_bytes(data))))
