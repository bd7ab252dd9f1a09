"""Opens files to read at any place: local or not, and those that are compressed whole."""

from __future__ import annotations

import io
import os
import stat
import weakref
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from kaitaistruct import KaitaiStream, ValidationNotEqualError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.extras import from_extras
from binlog_kaitai.generated.log_start import LogStart
from binlog_kaitai.io.log_paths import ByteSource, HeldFile, KeyedFile, SourcedFile
from binlog_kaitai.io.paged import PagedLog
from binlog_kaitai.io.paths import base_name, is_remote, local_path, remote_place, sibling
from binlog_kaitai.io.streams import PlacedStream, read_into
from binlog_kaitai.io.unpacked import Content, Unpacked, UnpackedStream
from binlog_kaitai.io.unpacking import Unpacking

# how compressed files begin, by the name of what decompresses them
MAGIC = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bz2",
}

COPIES = ("", ".gz", ".zst", ".xz", ".bz2")  # behind the name of a log

INNODB_SUFFIX = ".ibb"
PAGED = "pages of InnoDB"  # what takes events out of them is no codec, but used as one

HEAD = 4096  # bytes
MIN_AHEAD, MAX_AHEAD = 2**16, 2**22  # bytes that one request asks for


def open_file(path: str | os.PathLike[str], of_pages: OfPages | None = None) -> BinaryIO:
    """Return a stream of what a file holds, decompressed and decrypted, by its path or URI.

    Where it is compressed by gzip, zstd, xz or bz2, whatever its name, it is decompressed to a
    temporary file. What the events of a log in InnoDB pages are read from is made by `of_pages`;
    where that is not `by_specs`, what is open already serves. Raises OSError where it cannot be
    read, BinlogError where it is damaged, or none of the keys opens it.
    """
    stream = _open_stored(path)
    try:
        codec = _codec_at(stream)
        if codec is not None:
            stream = _unpacked(os.fspath(path), stream, codec)
        if _is_paged(path, _head_at(stream)):
            return _unpacked(os.fspath(path), stream, PAGED, of_pages)
        return _decrypted(path, stream) if isinstance(path, KeyedFile) else stream
    except BaseException:
        stream.close()
        raise


def _decrypted(path: KeyedFile, stream: BinaryIO) -> BinaryIO:
    with from_extras():
        from binlog_kaitai.io.decrypting import decrypted  # noqa: PLC0415 - as above
        from binlog_kaitai.io.keyrings import read_keys  # noqa: PLC0415
    found = decrypted(path, stream, read_keys(path.keyring))
    return stream if found is None else cast("BinaryIO", _Stream(found))


SMALL = 2**16
"""Bytes of a log that is read with its neighbours: to open one takes most of the time."""


def read_small(path: str, target: memoryview) -> int | None:
    """Fill the beginning of a buffer with a whole file, decompressed; return how many bytes it is.

    It is None, and the file is to be opened as any other, unless it is the path or URI of a file
    that can be read and is smaller than the buffer.
    """
    if type(path) is not str:
        return None  # others say themselves how they are opened
    try:
        size = _read_stored(path, target)
        codec = _codec_of(target[: min(size, HEAD)].tobytes())
        if codec is not None and size < len(target):
            stored = io.BytesIO(target[:size].tobytes())
            content = Unpacking(path, stored, codec).read(len(target))
            size = len(content)
            target[:size] = content
    except (OSError, BinlogError):
        return None
    return size if size < len(target) else None


def _read_stored(path: str, target: memoryview) -> int:
    """Fill a buffer with a file as it is stored; return its size, also if it is larger."""
    if is_remote(path):
        file = remote_place(path).open()
        with closing(file):
            size: int = file.size()
            if size >= len(target):
                return size
            content = file.read_at(size, 0)
            if len(content) < size:
                raise OSError(f"{path} became shorter while it was read")
            target[:size] = content
            return size
    local = local_path(path)
    status = os.stat(local)  # noqa: PTH116 - a path as text
    if not stat.S_ISREG(status.st_mode) or status.st_size >= len(target):
        return len(target)
    with open(local, "rb", buffering=0) as stream:  # noqa: PTH123 - likewise
        return read_into(stream, target)


def is_compressed(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is compressed as a whole or in pages, and read from its start only."""
    with _open_stored(path) as stream:
        return _codec_at(stream) is not None or _is_paged(path, _head_at(stream))


def is_worth_seeking_in(path: str | os.PathLike[str], size: int) -> bool:
    """Return whether a file has so many bytes, of which it can be read from any on."""
    with _open_stored(path) as stream:
        if not stream.seekable() or stream.seek(0, io.SEEK_END) < size:
            return False
        stream.seek(0)
        return _codec_at(stream) is None and not _is_paged(path, _head_at(stream))


def held_if_small(path: str, size: int) -> str:
    """Return a file of a bucket in memory, if it has fewer bytes; any other path as it is.

    Who reads it several times, for different things, asks the bucket once. Raises OSError.
    """
    if isinstance(path, (HeldFile, KeyedFile, SourcedFile)) or not is_remote(path):
        return path
    with _open_stored(path) as stream:
        if stream.seek(0, io.SEEK_END) >= size:
            return path
        stream.seek(0)
        content = stream.read()
    return path if _is_paged(path, content[:HEAD]) else HeldFile(path, content)


def is_paged(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is a log in InnoDB pages, maybe compressed. Raises as `open_file`."""
    return _is_paged(path, read_head(path)[0])


def read_head(path: str | os.PathLike[str]) -> tuple[bytes, bool]:
    """Return the first bytes of a file, decompressed, and whether it is read from its start only.

    Those of a log in InnoDB pages are its first page's. Raises as `open_file`.
    """
    with _open_stored(path) as stream:
        codec = _codec_at(stream)
        if codec is None:
            head = stream.read(HEAD)
            return head, _is_paged(path, head)
        return Unpacking(os.fspath(path), stream, codec).read(HEAD), True


def open_pages(path: str) -> tuple[PagedLog, BinaryIO] | None:
    """Open a log in InnoDB pages that has any; None for others, also compressed ones.

    Raises OSError, and BinlogError where the file's header is damaged.
    """
    stream = _open_stored(path)
    try:
        if _codec_at(stream) is None and _is_paged(path, _head_at(stream)):
            log = _paged_log(path, stream)
            if not log.own.is_unused:
                return log, stream
    except BaseException:
        stream.close()
        raise
    stream.close()
    return None


def read_start(path: str | os.PathLike[str]) -> bytes:
    """Return the first bytes of the log that a file holds. Raises as `open_file`."""
    head, _ = read_head(path)
    if not _is_paged(path, head):
        return head
    with _open_stored(path) as stream:
        if _codec_at(stream) is None:
            return _paged_log(os.fspath(path), stream).read(HEAD)
    with open_file(path) as stream:
        return stream.read(HEAD)


def _open_stored(path: str | os.PathLike[str]) -> BinaryIO:
    if isinstance(path, KeyedFile):
        path = path.path
    if isinstance(path, HeldFile):
        from pyarrow import BufferReader  # noqa: PLC0415 - slow to import, for few files

        return cast("BinaryIO", _Stream(BufferReader(path.content)))
    if isinstance(path, SourcedFile):
        return cast("BinaryIO", _Stream(path.open_source()))
    if not is_remote(path):
        return Path(local_path(path)).open("rb")
    return cast("BinaryIO", _Stream(remote_place(path).open()))


def _codec_at(stream: BinaryIO) -> str | None:
    return _codec_of(_head_at(stream))


def _head_at(stream: BinaryIO) -> bytes:
    if not stream.seekable():
        return b""
    head = stream.read(HEAD)
    stream.seek(0)
    return head


def magic_of(head: bytes) -> int | None:
    """Return the magic number that a file begins with; None where it has fewer bytes."""
    try:
        magic: int = LogStart(KaitaiStream(io.BytesIO(head))).magic
    except EOFError:
        return None
    except ValidationNotEqualError as error:
        magic = error.actual
    return magic


def _is_paged(path: str | os.PathLike[str], head: bytes) -> bool:
    magic = magic_of(head)
    is_unused = magic == 0 and INNODB_SUFFIX in base_name(os.fspath(path))
    return is_unused or magic == LogStart.LogMagic.innodb


def _codec_of(head: bytes) -> str | None:
    return next((codec for magic, codec in MAGIC.items() if head.startswith(magic)), None)


class _Stream(PlacedStream):
    """A stream over what is read by positions, which asks for more than it needs at once.

    It asks for the more, the longer it is read in order: a log's head costs little, and its whole
    few requests. It closes its source.
    """

    def __init__(self, source: ByteSource) -> None:
        super().__init__()
        self._source: ByteSource | None = source
        self._block: bytes | memoryview = b""
        self._block_start = 0
        self._ahead = MIN_AHEAD // 2

    def _end(self) -> int:
        return self._given().size()

    def _given(self) -> ByteSource:
        if self._source is None:
            raise ValueError("the file is closed")
        return self._source

    def readinto(self, target: Any) -> int:
        """Fill the target, unless the file ends before."""
        view, source = memoryview(target).cast("B"), self._given()
        filled = 0
        while filled < len(view) and self._position < source.size():
            piece = self._piece(source, len(view) - filled)
            view[filled : filled + len(piece)] = piece
            filled += len(piece)
            self._position += len(piece)
        return filled

    def close(self) -> None:
        if self._source is not None:
            self._source.close()
            self._source = None
        self._block = b""
        super().close()

    def _piece(self, source: ByteSource, wanted: int) -> memoryview:
        """Return some of the bytes at the position, at least one."""
        at = self._position - self._block_start
        if not 0 <= at < len(self._block):
            is_next = at == len(self._block)
            self._ahead = min(2 * self._ahead, MAX_AHEAD) if is_next else MIN_AHEAD
            self._block = source.read_at(self._ahead, self._position)
            self._block_start, at = self._position, 0
            size = source.size()  # that of a server's log shrinks where the server is lost
            if not self._block and self._position < size:
                raise OSError(f"nothing at {self._position} of a file of {size} bytes")
        return memoryview(self._block)[at : at + wanted]


class OfPages(Protocol):
    """Returns what the events of a log in InnoDB pages are read from."""

    def __call__(self, log: PagedLog, stored: BinaryIO, /) -> Content: ...


by_specs: OfPages = Unpacked

# those that are open: a file that is opened again meanwhile is not decompressed again
_open: weakref.WeakValueDictionary[tuple[Any, ...], Content] = weakref.WeakValueDictionary()


def _unpacked(file: str, stream: BinaryIO, codec: str, of_pages: OfPages | None = None) -> BinaryIO:
    """Return a stream of its own over a compressed file's content; closes the file."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    key = (file, size, _version(file))
    is_of_specs = of_pages is by_specs  # trees never read what kernels took out
    unpacked = _open.get((*key, is_of_specs))
    if unpacked is None:
        if codec == PAGED:
            unpacked = (of_pages or by_specs)(_paged_log(file, stream), stream)
        else:
            unpacked = Unpacked(Unpacking(file, stream, codec), stream)
        _open[(*key, is_of_specs)] = unpacked
    else:
        stream.close()
    return cast("BinaryIO", UnpackedStream(unpacked))


def _paged_log(file: str, stream: BinaryIO) -> PagedLog:
    open_beside = _none_beside if isinstance(file, HeldFile) else _open_beside
    return PagedLog(file, stream, open_beside)


def _open_beside(path: str) -> BinaryIO:
    """Open a log in pages that another one needs, or a compressed copy of it."""
    for suffix in COPIES:
        try:
            file = sibling(path, base_name(path) + suffix)
            stream = _open_stored(file)
        except FileNotFoundError:
            continue
        codec = _codec_at(stream)
        return stream if codec is None else _unpacked(file, stream, codec)
    raise FileNotFoundError(path)


def _none_beside(path: str) -> BinaryIO:
    raise FileNotFoundError(path)  # only the content is at hand


def _version(file: str) -> int:
    """Return what tells a file from another of the same name and size."""
    if isinstance(file, HeldFile):
        return hash(blake2b(file.content).digest())
    return 0 if is_remote(file) else Path(local_path(file)).stat().st_mtime_ns
