# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header
from . import log_format


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogEventFrame(ReadWriteKaitaiStruct):
    """An event whose body is not read: its header and its checksum. It recognizes
    events where the log in front of them is damaged or missing.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
    """
    def __init__(self, format, _io=None, _parent=None, _root=None):
        super(BinlogEventFrame, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.format = format
        self._should_write_covered = False
        self.covered__enabled = True
        self._should_write_flags_with_other_use = False
        self.flags_with_other_use__enabled = True
        self._should_write_signature = False
        self.signature__enabled = True
        self._should_write_signed_bytes = False
        self.signed_bytes__enabled = True
        self._should_write_signed_rest = False
        self.signed_rest__enabled = True

    def _read(self):
        self.header = binlog_event_header.BinlogEventHeader(self.format.binlog_version, self.format.has_permuted_types, self._io)
        self.header._read()
        self.rest = self._io.read_bytes((self.header.len_event - self.header.len_header) - self.len_checksum)
        if self.len_checksum > 0:
            pass
            self.crc32 = self._io.read_u4le()

        self._dirty = False


    def _fetch_instances(self):
        pass
        self.header._fetch_instances()
        if self.len_checksum > 0:
            pass

        _ = self.covered
        if hasattr(self, '_m_covered'):
            pass

        _ = self.flags_with_other_use
        if hasattr(self, '_m_flags_with_other_use'):
            pass

        _ = self.signature
        if hasattr(self, '_m_signature'):
            pass

        _ = self.signed_bytes
        if hasattr(self, '_m_signed_bytes'):
            pass

        _ = self.signed_rest
        if hasattr(self, '_m_signed_rest'):
            pass



    def _write__seq(self, io=None):
        super(BinlogEventFrame, self)._write__seq(io)
        self._should_write_covered = self.covered__enabled
        self._should_write_flags_with_other_use = self.flags_with_other_use__enabled
        self._should_write_signature = self.signature__enabled
        self._should_write_signed_bytes = self.signed_bytes__enabled
        self._should_write_signed_rest = self.signed_rest__enabled
        self.header._write__seq(self._io)
        self._io.write_bytes(self.rest)
        if self.len_checksum > 0:
            pass
            self._io.write_u4le(self.crc32)



    def _check(self):
        if self.header.binlog_version != self.format.binlog_version:
            raise kaitaistruct.ConsistencyError(u"header", self.format.binlog_version, self.header.binlog_version)
        if self.header.has_permuted_types != self.format.has_permuted_types:
            raise kaitaistruct.ConsistencyError(u"header", self.format.has_permuted_types, self.header.has_permuted_types)
        if len(self.rest) != (self.header.len_event - self.header.len_header) - self.len_checksum:
            raise kaitaistruct.ConsistencyError(u"rest", (self.header.len_event - self.header.len_header) - self.len_checksum, len(self.rest))
        if self.len_checksum > 0:
            pass

        if self.covered__enabled:
            pass
            if len(self._m_covered) != self.header.len_event - self.len_checksum:
                raise kaitaistruct.ConsistencyError(u"covered", self.header.len_event - self.len_checksum, len(self._m_covered))

        if self.flags_with_other_use__enabled:
            pass

        if self.signature__enabled:
            pass

        if self.signed_bytes__enabled:
            pass
            if len(self._m_signed_bytes) != self.header.len_event - self.len_signature:
                raise kaitaistruct.ConsistencyError(u"signed_bytes", self.header.len_event - self.len_signature, len(self._m_signed_bytes))

        if self.signed_rest__enabled:
            pass
            if len(self._m_signed_rest) != (self.header.len_event - self.header.len_header) - self.len_signature:
                raise kaitaistruct.ConsistencyError(u"signed_rest", (self.header.len_event - self.header.len_header) - self.len_signature, len(self._m_signed_rest))

        self._dirty = False

    @property
    def covered(self):
        """Bytes that the checksum covers."""
        if self._should_write_covered:
            self._write_covered()
        if hasattr(self, '_m_covered'):
            return self._m_covered

        if not self.covered__enabled:
            return None

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_covered = self._io.read_bytes(self.header.len_event - self.len_checksum)
        self._io.seek(_pos)
        return getattr(self, '_m_covered', None)

    @covered.setter
    def covered(self, v):
        self._dirty = True
        self._m_covered = v

    def _write_covered(self):
        self._should_write_covered = False
        _pos = self._io.pos()
        self._io.seek(0)
        self._io.write_bytes(self._m_covered)
        self._io.seek(_pos)

    @property
    def flags_with_other_use(self):
        """The flags with the in-use flag inverted. The server sets it in the
        FORMAT_DESCRIPTION of the log that it writes, and clears it in place when
        it closes the log and in events that it sends to replicas.
        """
        if self._should_write_flags_with_other_use:
            self._write_flags_with_other_use()
        if hasattr(self, '_m_flags_with_other_use'):
            return self._m_flags_with_other_use

        if not self.flags_with_other_use__enabled:
            return None

        _pos = self._io.pos()
        self._io.seek(self.ofs_flags)
        self._raw__m_flags_with_other_use = self._io.read_bytes(2)
        self._m_flags_with_other_use = KaitaiStream.process_xor_many(self._raw__m_flags_with_other_use, b"\x01\x00")
        self._io.seek(_pos)
        return getattr(self, '_m_flags_with_other_use', None)

    @flags_with_other_use.setter
    def flags_with_other_use(self, v):
        self._dirty = True
        self._m_flags_with_other_use = v

    def _write_flags_with_other_use(self):
        self._should_write_flags_with_other_use = False
        _pos = self._io.pos()
        self._io.seek(self.ofs_flags)
        self._raw__m_flags_with_other_use = KaitaiStream.process_xor_many(self._m_flags_with_other_use, b"\x01\x00")
        if len(self._raw__m_flags_with_other_use) != 2:
            raise kaitaistruct.ConsistencyError(u"flags_with_other_use", 2, len(self._raw__m_flags_with_other_use))
        self._io.write_bytes(self._raw__m_flags_with_other_use)
        self._io.seek(_pos)

    @property
    def has_minimal_header(self):
        """Whether the header has its minimal length, whatever length the format
        describes.
        """
        if hasattr(self, '_m_has_minimal_header'):
            return self._m_has_minimal_header

        self._m_has_minimal_header =  ((self.is_format_description) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.rotate)) 
        return getattr(self, '_m_has_minimal_header', None)

    def _invalidate_has_minimal_header(self):
        del self._m_has_minimal_header
    @property
    def holds_header(self):
        """Whether the event is long enough for a header of the format."""
        if hasattr(self, '_m_holds_header'):
            return self._m_holds_header

        self._m_holds_header = self.header.len_event - self.len_checksum >= self.len_header
        return getattr(self, '_m_holds_header', None)

    def _invalidate_holds_header(self):
        del self._m_holds_header
    @property
    def is_format_description(self):
        """Whether the event is a FORMAT_DESCRIPTION."""
        if hasattr(self, '_m_is_format_description'):
            return self._m_is_format_description

        self._m_is_format_description = self.header.type == binlog_event_header.BinlogEventHeader.EventType.format_description
        return getattr(self, '_m_is_format_description', None)

    def _invalidate_is_format_description(self):
        del self._m_is_format_description
    @property
    def len_checksum(self):
        """Length of the checksum in bytes. A FORMAT_DESCRIPTION holds its own
        checksum within its body.
        """
        if hasattr(self, '_m_len_checksum'):
            return self._m_len_checksum

        self._m_len_checksum = (0 if self.is_format_description else self.format.len_checksum)
        return getattr(self, '_m_len_checksum', None)

    def _invalidate_len_checksum(self):
        del self._m_len_checksum
    @property
    def len_header(self):
        """Length of the header in bytes, with its extension."""
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = (self.format.len_minimal_header if self.has_minimal_header else self.format.len_header)
        return getattr(self, '_m_len_header', None)

    def _invalidate_len_header(self):
        del self._m_len_header
    @property
    def len_signature(self):
        """Length of `signature` in bytes."""
        if hasattr(self, '_m_len_signature'):
            return self._m_len_signature

        self._m_len_signature = 4
        return getattr(self, '_m_len_signature', None)

    def _invalidate_len_signature(self):
        del self._m_len_signature
    @property
    def ofs_flags(self):
        """Offset of the flags within the event, in bytes."""
        if hasattr(self, '_m_ofs_flags'):
            return self._m_ofs_flags

        self._m_ofs_flags = self.header.len_header - 2
        return getattr(self, '_m_ofs_flags', None)

    def _invalidate_ofs_flags(self):
        del self._m_ofs_flags
    @property
    def signature(self):
        """Last bytes of the event: its checksum, if it has one. The format is not
        known before the first FORMAT_DESCRIPTION of a connection.
        """
        if self._should_write_signature:
            self._write_signature()
        if hasattr(self, '_m_signature'):
            return self._m_signature

        if not self.signature__enabled:
            return None

        _pos = self._io.pos()
        self._io.seek(self.header.len_event - self.len_signature)
        self._m_signature = self._io.read_u4le()
        self._io.seek(_pos)
        return getattr(self, '_m_signature', None)

    @signature.setter
    def signature(self, v):
        self._dirty = True
        self._m_signature = v

    def _write_signature(self):
        self._should_write_signature = False
        _pos = self._io.pos()
        self._io.seek(self.header.len_event - self.len_signature)
        self._io.write_u4le(self._m_signature)
        self._io.seek(_pos)

    @property
    def signed_bytes(self):
        """Bytes in front of `signature`."""
        if self._should_write_signed_bytes:
            self._write_signed_bytes()
        if hasattr(self, '_m_signed_bytes'):
            return self._m_signed_bytes

        if not self.signed_bytes__enabled:
            return None

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_signed_bytes = self._io.read_bytes(self.header.len_event - self.len_signature)
        self._io.seek(_pos)
        return getattr(self, '_m_signed_bytes', None)

    @signed_bytes.setter
    def signed_bytes(self, v):
        self._dirty = True
        self._m_signed_bytes = v

    def _write_signed_bytes(self):
        self._should_write_signed_bytes = False
        _pos = self._io.pos()
        self._io.seek(0)
        self._io.write_bytes(self._m_signed_bytes)
        self._io.seek(_pos)

    @property
    def signed_rest(self):
        """Bytes between the header and `signature`."""
        if self._should_write_signed_rest:
            self._write_signed_rest()
        if hasattr(self, '_m_signed_rest'):
            return self._m_signed_rest

        if not self.signed_rest__enabled:
            return None

        _pos = self._io.pos()
        self._io.seek(self.header.len_header)
        self._m_signed_rest = self._io.read_bytes((self.header.len_event - self.header.len_header) - self.len_signature)
        self._io.seek(_pos)
        return getattr(self, '_m_signed_rest', None)

    @signed_rest.setter
    def signed_rest(self, v):
        self._dirty = True
        self._m_signed_rest = v

    def _write_signed_rest(self):
        self._should_write_signed_rest = False
        _pos = self._io.pos()
        self._io.seek(self.header.len_header)
        self._io.write_bytes(self._m_signed_rest)
        self._io.seek(_pos)


