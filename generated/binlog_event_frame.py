# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header
from . import log_format


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogEventFrame(KaitaiStruct):
    """An event whose body is not read: its header and its checksum. It recognizes
    events where the log in front of them is damaged or missing.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
    """
    def __init__(self, format, _io, _parent=None, _root=None):
        super(BinlogEventFrame, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.format = format
        self._read()

    def _read(self):
        self.header = binlog_event_header.BinlogEventHeader(self.format.binlog_version, self.format.has_permuted_types, self._io)
        self.rest = self._io.read_bytes((self.header.len_event - self.header.len_header) - self.len_checksum)
        if self.len_checksum > 0:
            pass
            self.crc32 = self._io.read_u4le()



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


    @property
    def covered(self):
        """Bytes that the checksum covers."""
        if hasattr(self, '_m_covered'):
            return self._m_covered

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_covered = self._io.read_bytes(self.header.len_event - self.len_checksum)
        self._io.seek(_pos)
        return getattr(self, '_m_covered', None)

    @property
    def flags_with_other_use(self):
        """The flags with the in-use flag inverted. The server sets it in the
        FORMAT_DESCRIPTION of the log that it writes, and clears it in place when
        it closes the log and in events that it sends to replicas.
        """
        if hasattr(self, '_m_flags_with_other_use'):
            return self._m_flags_with_other_use

        _pos = self._io.pos()
        self._io.seek(self.ofs_flags)
        self._raw__m_flags_with_other_use = self._io.read_bytes(2)
        self._m_flags_with_other_use = KaitaiStream.process_xor_many(self._raw__m_flags_with_other_use, b"\x01\x00")
        self._io.seek(_pos)
        return getattr(self, '_m_flags_with_other_use', None)

    @property
    def has_minimal_header(self):
        """Whether the header has its minimal length, whatever length the format
        describes.
        """
        if hasattr(self, '_m_has_minimal_header'):
            return self._m_has_minimal_header

        self._m_has_minimal_header =  ((self.is_format_description) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.rotate)) 
        return getattr(self, '_m_has_minimal_header', None)

    @property
    def holds_header(self):
        """Whether the event is long enough for a header of the format."""
        if hasattr(self, '_m_holds_header'):
            return self._m_holds_header

        self._m_holds_header = self.header.len_event - self.len_checksum >= self.len_header
        return getattr(self, '_m_holds_header', None)

    @property
    def is_format_description(self):
        """Whether the event is a FORMAT_DESCRIPTION."""
        if hasattr(self, '_m_is_format_description'):
            return self._m_is_format_description

        self._m_is_format_description = self.header.type == binlog_event_header.BinlogEventHeader.EventType.format_description
        return getattr(self, '_m_is_format_description', None)

    @property
    def len_checksum(self):
        """Length of the checksum in bytes. A FORMAT_DESCRIPTION holds its own
        checksum within its body.
        """
        if hasattr(self, '_m_len_checksum'):
            return self._m_len_checksum

        self._m_len_checksum = (0 if self.is_format_description else self.format.len_checksum)
        return getattr(self, '_m_len_checksum', None)

    @property
    def len_header(self):
        """Length of the header in bytes, with its extension."""
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = (self.format.len_minimal_header if self.has_minimal_header else self.format.len_header)
        return getattr(self, '_m_len_header', None)

    @property
    def len_signature(self):
        """Length of `signature` in bytes."""
        if hasattr(self, '_m_len_signature'):
            return self._m_len_signature

        self._m_len_signature = 4
        return getattr(self, '_m_len_signature', None)

    @property
    def ofs_flags(self):
        """Offset of the flags within the event, in bytes."""
        if hasattr(self, '_m_ofs_flags'):
            return self._m_ofs_flags

        self._m_ofs_flags = self.header.len_header - 2
        return getattr(self, '_m_ofs_flags', None)

    @property
    def signature(self):
        """Last bytes of the event: its checksum, if it has one. The format is not
        known before the first FORMAT_DESCRIPTION of a connection.
        """
        if hasattr(self, '_m_signature'):
            return self._m_signature

        _pos = self._io.pos()
        self._io.seek(self.header.len_event - self.len_signature)
        self._m_signature = self._io.read_u4le()
        self._io.seek(_pos)
        return getattr(self, '_m_signature', None)

    @property
    def signed_bytes(self):
        """Bytes in front of `signature`."""
        if hasattr(self, '_m_signed_bytes'):
            return self._m_signed_bytes

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_signed_bytes = self._io.read_bytes(self.header.len_event - self.len_signature)
        self._io.seek(_pos)
        return getattr(self, '_m_signed_bytes', None)

    @property
    def signed_rest(self):
        """Bytes between the header and `signature`."""
        if hasattr(self, '_m_signed_rest'):
            return self._m_signed_rest

        _pos = self._io.pos()
        self._io.seek(self.header.len_header)
        self._m_signed_rest = self._io.read_bytes((self.header.len_event - self.header.len_header) - self.len_signature)
        self._io.seek(_pos)
        return getattr(self, '_m_signed_rest', None)


