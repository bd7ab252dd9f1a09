"""Opens encrypted logs: what is read of one is what its server would have written in plain.

Offsets are those of the plain log. MySQL's has a header before it, which is left out; MariaDB's
events stay where they are.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO

from kaitaistruct import KaitaiStream, KaitaiStructError, ValidationNotEqualError

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.generated.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.encrypted_log_header import EncryptedLogHeader
from binlog_kaitai.generated.log_start import LogStart
from binlog_kaitai.generated.mariadb_encrypted_event import MariadbEncryptedEvent
from binlog_kaitai.generated.writers.mariadb_encrypted_event import MariadbEncryptedEvent as Writer
from binlog_kaitai.io.event_types import EventType, is_known_type
from binlog_kaitai.io.keyrings import (
    LEN_BLOCK,
    SYSTEM_DATA,
    Decrypt,
    Keys,
    by_cbc,
    by_cbc_and_rest,
    by_counter,
    vector_at,
)
from binlog_kaitai.io.written import encoded, made

FieldType = EncryptedLogHeader.EncryptedLogFieldType

MAX_PLACES = 4096  # of events, which are kept to find others from there

UNREADABLE = (EOFError, KaitaiStructError, UnicodeDecodeError, ValueError)


class Decrypted:
    """The bytes of an encrypted log, decrypted, at any place."""

    def __init__(self, file: str, stream: BinaryIO, keys: Keys) -> None:
        self.file = file
        self.stream = stream
        self.keys = keys

    def size(self) -> int:
        """Return how many bytes there are."""
        return self.stream.seek(0, os.SEEK_END)

    def read_at(self, nbytes: int, offset: int) -> bytes:
        """Return about as many bytes from an offset on, at least one if there are any."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""
        self.stream.close()

    def _key(self, key_id: str) -> bytes:
        key = self.keys.by_id.get(key_id)
        if key is None:
            found = f"{len(self.keys.by_id)} other keys in {self.keys.file}"
            raise BinlogError(self.file, 0, f"the encryption key {key_id}", found)
        return key

    def _wrong_key(self, position: int, key_id: str) -> BinlogError:
        found = f"another key of that ID in {self.keys.file}"
        return BinlogError(self.file, position, f"the encryption key {key_id}", found)


def decrypted(file: str, stream: BinaryIO, keys: Keys) -> Decrypted | None:
    """Return what an encrypted log holds; None where it is plain, or no log at all.

    Raises BinlogError where the keys do not open it.
    """
    stream.seek(0)
    io = KaitaiStream(stream)
    try:
        start = LogStart(io)
        begun = _begin_of_encryption(start, io)
    except ValidationNotEqualError as error:
        is_locked = error.actual == LogStart.LogMagic.encrypted
        return DecryptedFile(file, stream, keys) if is_locked else None
    except UNREADABLE:
        return None
    finally:
        stream.seek(0)
    return None if begun is None else DecryptedEvents(file, stream, keys, *begun)


def _begin_of_encryption(start: Any, io: KaitaiStream) -> tuple[Any, bytes, int] | None:
    """Return the format of a log whose second event is START_ENCRYPTION, its nonce, and its end."""
    log_format, table_maps = start.format, start.table_maps
    for number in range(2):
        position = io.pos()
        header = BinlogEventHeader(log_format.binlog_version, False, io)
        expected = (EventType.format_description, EventType.start_encryption)[number]
        if header.type != expected:
            return None
        io.seek(position)
        data = io.read_bytes(header.len_event)
        event: Any = BinlogEvent(0, log_format, table_maps, KaitaiStream(BytesIO(data)))
        log_format = event.format_after
    return log_format, event.body.nonce, io.pos()


class DecryptedFile(Decrypted):
    """A log that MySQL encrypted as a whole, behind a header.

    Format: `EncryptedLogHeader` of ksy/encrypted_log_header.ksy.
    """

    def __init__(self, file: str, stream: BinaryIO, keys: Keys) -> None:
        super().__init__(file, stream, keys)
        key_id, sealed, vector = self._header_fields()
        password = by_cbc(self._key(key_id))(vector, sealed)
        digest = BytesIO(hashlib.sha512(password).digest())
        cipher: Any = EncryptedLogHeader.EncryptedLogCipher(KaitaiStream(digest))
        self._nonce: bytes = cipher.nonce
        self._decrypt = by_counter(cipher.key)
        try:
            LogStart(KaitaiStream(BytesIO(self.read_at(self._start, 0))))
        except EOFError:
            return  # it ends in its header or right behind: who reads it tells
        except UNREADABLE as error:
            raise self._wrong_key(0, key_id) from error

    def size(self) -> int:
        """Return how many bytes there are behind the header."""
        return max(0, super().size() - self._start)

    def read_at(self, nbytes: int, offset: int) -> bytes:
        """Return some bytes, decrypted."""
        block, inside = divmod(offset, LEN_BLOCK)
        self.stream.seek(self._start + offset - inside)
        data = self.stream.read(nbytes + inside)
        return self._decrypt(vector_at(self._nonce, block), data)[inside:]

    def _header_fields(self) -> tuple[str, bytes, bytes]:
        """Return the key's id, the encrypted password of the file, and its vector."""
        self.stream.seek(0)
        try:
            header: Any = EncryptedLogHeader(KaitaiStream(self.stream))
            given = [field for field in header.fields if field.type != FieldType.end_mark]
            fields = {field.type: field.value for field in given}
            self._start: int = header.len_header
            return (
                fields[FieldType.key_id].text,
                fields[FieldType.encrypted_password].data,
                fields[FieldType.initialization_vector].data,
            )
        except (*UNREADABLE, KeyError) as error:
            expected = "the header of a log encrypted by MySQL"
            raise BinlogError(self.file, 0, expected, "a damaged header") from error


class DecryptedEvents(Decrypted):
    """A log of which MariaDB encrypted each event behind a START_ENCRYPTION.

    Format: `MariadbEncryptedEvent` of ksy/mariadb_encrypted_event.ksy.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - and what the plain events say
        self, file: str, stream: BinaryIO, keys: Keys, log_format: Any, nonce: bytes, start: int
    ) -> None:
        super().__init__(file, stream, keys)
        self._format = log_format
        self._nonce = nonce
        self._places = [start]  # of each of so many events, as far as any was read
        self._each = 64
        self._decrypt = self._cipher()

    def read_at(self, nbytes: int, offset: int) -> bytes:
        """Return bytes up to the end of an event, decrypted."""
        start = self._places[0]
        if offset < start:
            self.stream.seek(offset)
            return self.stream.read(start - offset)
        found = bytearray()
        skipped = None
        for position, data in self._events_from(offset):
            skipped = offset - position if skipped is None else skipped
            found += self._plain(self._decrypt, position, data)
            if len(found) - skipped >= nbytes:
                break
        return bytes(found[skipped:])

    def _events_from(self, offset: int) -> Iterator[tuple[int, bytes]]:
        """Yield the events from that on in which a byte lies, each with its place.

        At the end of the file it may be a part of one.
        """
        number = bisect_right(self._places, offset) - 1
        position, count = self._places[number], number * self._each
        while size := self._size_at(position):
            if position + size > offset:
                self.stream.seek(position)
                data = self.stream.read(size)
                yield position, data
            position, count = position + size, count + 1
            if count == len(self._places) * self._each:
                self._keep(position)

    def _keep(self, position: int) -> None:
        self._places.append(position)
        if len(self._places) > MAX_PLACES:
            del self._places[1::2]
            self._each *= 2

    def _size_at(self, position: int) -> int:
        """Return the size of an event; of what is left of a head at the end, that of it."""
        self.stream.seek(position)
        try:
            head: Any = MariadbEncryptedEvent.EncryptedHead(KaitaiStream(self.stream))
        except EOFError:
            return max(0, self.size() - position)
        size: int = head.len_event
        if size <= head.len_head:
            expected = "an event at least as long as its header"
            raise BinlogError(self.file, position, expected, f"a size of {size}")
        return size

    def _plain(self, decrypt: Decrypt, position: int, data: bytes) -> bytes:
        try:
            event: Any = MariadbEncryptedEvent(KaitaiStream(BytesIO(data)))
        except EOFError:
            return data  # the file ends in its head
        head = event.head
        vector = made(Writer.InitializationVector, nonce=self._nonce)
        vector.position = position % vector.num_positions
        plain = decrypt(encoded(vector), head.first + head.second + event.rest)
        inner: Any = MariadbEncryptedEvent.DecryptedEvent(KaitaiStream(BytesIO(plain)))
        size = data[head.ofs_len_event : head.len_head]
        return bytes(inner.timestamp + inner.type_and_server_id + size + inner.rest)

    def _cipher(self) -> Decrypt:
        """Return what decrypts the first event to one."""
        key = self._key(SYSTEM_DATA)
        ciphers = by_cbc_and_rest(key), by_counter(key)
        position = self._places[0]
        for _, data in self._events_from(position):
            for decrypt in ciphers:
                if self._is_event(position, self._plain(decrypt, position, data)):
                    return decrypt
            raise self._wrong_key(position, SYSTEM_DATA)
        return ciphers[0]  # there is no event

    def _is_event(self, position: int, data: bytes) -> bool:
        try:
            frame: Any = BinlogEventFrame(self._format, KaitaiStream(BytesIO(data)))
        except UNREADABLE:
            return False
        if frame.len_checksum:
            return bool(zlib.crc32(frame.covered) == frame.crc32)
        header = frame.header
        return is_known_type(header.type) and header.next_position in (0, position + len(data))
