"""Decompresses files that are compressed as a whole."""

from __future__ import annotations

import bz2
import lzma
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Protocol

from binlog_kaitai.errors import BinlogError

CHUNK = 2**20  # bytes that are decompressed at a time
MAX_MEMORY = 2**28  # bytes that a file of xz may ask for; its presets take a quarter

# how the messages begin that tell of bad data, and not of a bad disk or network
_DAMAGE = ("Truncated compressed", "zlib", "ZSTD", "Invalid data stream")


class Unpacking:
    """Decompresses a file from its start on."""

    def __init__(self, file: str, stream: BinaryIO, codec: str) -> None:
        self.file = file
        self.codec = codec
        self._stream = _reader(stream, codec)

    def pieces(self) -> Iterator[bytes]:
        """Yield what is left."""
        return iter(lambda: self.read(CHUNK), b"")

    def read(self, size: int) -> bytes:
        """Read `size` bytes, or what is left."""
        try:
            return self._stream.read(size)
        except OSError as error:
            if not str(error).startswith(_DAMAGE):
                raise
            raise self._damage(error) from error
        except (EOFError, lzma.LZMAError) as error:
            raise self._damage(error) from error

    def _damage(self, error: Exception) -> BinlogError:
        return BinlogError(self.file, 0, f"a file compressed with {self.codec}", str(error))


class _Reader(Protocol):
    def read(self, size: int) -> bytes: ...


def _reader(stream: BinaryIO, codec: str) -> _Reader:
    if codec == "xz":
        return _Members(stream, lambda: lzma.LZMADecompressor(memlimit=MAX_MEMORY), padding=b"\0")
    if codec == "bz2":
        return _Members(stream, bz2.BZ2Decompressor)
    from pyarrow import CompressedInputStream  # noqa: PLC0415 - slow to import, for few files

    reader: _Reader = CompressedInputStream(stream, codec)
    return reader


class _Members:
    """Reads what was compressed in one piece or several, and nothing else, not even at its end."""

    def __init__(self, stream: BinaryIO, make: Callable[[], Any], padding: bytes = b"") -> None:
        self._stream = stream
        self._make = make
        self._padding = padding
        self._pieces = self._decompressed()
        self._rest = b""

    def read(self, size: int) -> bytes:
        read, missing = [], size
        while missing:
            self._rest = self._rest or next(self._pieces, b"")
            if not self._rest:
                break
            read.append(self._rest[:missing])
            self._rest = self._rest[missing:]
            missing -= len(read[-1])
        return b"".join(read)

    def _decompressed(self) -> Iterator[bytes]:
        data = self._stream.read(CHUNK)
        while data:
            member = self._make()
            while not member.eof:
                piece = member.decompress(data, CHUNK)
                if piece:
                    yield piece
                data = b""
                if member.needs_input and not member.eof:
                    data = self._stream.read(CHUNK)
                    if not data:
                        raise EOFError("Truncated compressed stream")
            data = member.unused_data
            while not (data := data.lstrip(self._padding) if self._padding else data):
                data = self._stream.read(CHUNK)
                if not data:
                    return
