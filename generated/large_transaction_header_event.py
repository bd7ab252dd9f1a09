# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LargeTransactionHeaderEvent(KaitaiStruct):
    """Names the event that ends the first transaction of the log, so that crash
    recovery need not read the transaction. A server that makes a log of the file
    in which a large transaction was kept writes it in front of the GTID, and
    fills the room up to there. Proposed for MySQL in 2026, by the layout
    described here; no released server writes it.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/pull/722
    
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/issues/683
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(LargeTransactionHeaderEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.version = self._io.read_u1()
        if self.version == 1:
            pass
            self.ofs_terminating_event = self._io.read_u8le()

        if self.version == 1:
            pass
            self.terminating_event_type = KaitaiStream.resolve_enum(binlog_event_header.BinlogEventHeader.EventType, self._io.read_u1())

        if self.version == 1:
            pass
            self._raw_padding = self._io.read_bytes_full()
            _io__raw_padding = KaitaiStream(BytesIO(self._raw_padding))
            self.padding = LargeTransactionHeaderEvent.LargeTransactionPadding(_io__raw_padding, self, self._root)

        if self.version != 1:
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        if self.len_post_header > 0:
            pass

        if self.version == 1:
            pass

        if self.version == 1:
            pass

        if self.version == 1:
            pass
            self.padding._fetch_instances()

        if self.version != 1:
            pass


    class LargeTransactionPadding(KaitaiStruct):
        """Bytes without a meaning."""
        def __init__(self, _io, _parent=None, _root=None):
            super(LargeTransactionHeaderEvent.LargeTransactionPadding, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.bytes = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass

        @property
        def length(self):
            """Number of the bytes."""
            if hasattr(self, '_m_length'):
                return self._m_length

            self._m_length = self._io.size()
            return getattr(self, '_m_length', None)



