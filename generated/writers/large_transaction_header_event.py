# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LargeTransactionHeaderEvent(ReadWriteKaitaiStruct):
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
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(LargeTransactionHeaderEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

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
            self.padding._read()

        if self.version != 1:
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


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



    def _write__seq(self, io=None):
        super(LargeTransactionHeaderEvent, self)._write__seq(io)
        if self.len_post_header > 0:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_u1(self.version)
        if self.version == 1:
            pass
            self._io.write_u8le(self.ofs_terminating_event)

        if self.version == 1:
            pass
            self._io.write_u1(int(self.terminating_event_type))

        if self.version == 1:
            pass
            _io__raw_padding = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_padding)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_padding=_io__raw_padding):
                self._raw_padding = _io__raw_padding.to_byte_array()
                parent.write_bytes(self._raw_padding)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(padding)", 0, parent.size() - parent.pos())
            _io__raw_padding.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.padding._write__seq(_io__raw_padding)

        if self.version != 1:
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        if self.len_post_header > 0:
            pass
            if len(self.post_header_rest) != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header, len(self.post_header_rest))

        if self.version == 1:
            pass

        if self.version == 1:
            pass

        if self.version == 1:
            pass
            if self.padding._root != self._root:
                raise kaitaistruct.ConsistencyError(u"padding", self._root, self.padding._root)
            if self.padding._parent != self:
                raise kaitaistruct.ConsistencyError(u"padding", self, self.padding._parent)

        if self.version != 1:
            pass

        self._dirty = False

    class LargeTransactionPadding(ReadWriteKaitaiStruct):
        """Bytes without a meaning."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(LargeTransactionHeaderEvent.LargeTransactionPadding, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.bytes = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(LargeTransactionHeaderEvent.LargeTransactionPadding, self)._write__seq(io)
            self._io.write_bytes(self.bytes)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"bytes", 0, self._io.size() - self._io.pos())


        def _check(self):
            self._dirty = False

        @property
        def length(self):
            """Number of the bytes."""
            if hasattr(self, '_m_length'):
                return self._m_length

            self._m_length = self._io.size()
            return getattr(self, '_m_length', None)

        def _invalidate_length(self):
            del self._m_length


