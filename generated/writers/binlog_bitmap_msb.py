# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogBitmapMsb(ReadWriteKaitaiStruct):
    """A bitmap with the first item in the highest bit of the first byte.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(BinlogBitmapMsb, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._should_write_handle = False
        self.handle__enabled = True

    def _read(self):
        self.bytes = self._io.read_bytes_full()
        self.bits = []
        for i in range(len(self.bytes) * 8):
            _t_bits = BinlogBitmapMsb.BitmapMsbBit(KaitaiStream.byte_array_index(self.bytes, i // 8) >> 7 - i % 8 & 1 == 1, self._io, self, self._root)
            try:
                _t_bits._read()
            finally:
                self.bits.append(_t_bits)

        self._dirty = False


    def _fetch_instances(self):
        pass
        for i in range(len(self.bits)):
            pass
            self.bits[i]._fetch_instances()

        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()



    def _write__seq(self, io=None):
        super(BinlogBitmapMsb, self)._write__seq(io)
        self._should_write_handle = self.handle__enabled
        self._io.write_bytes(self.bytes)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"bytes", 0, self._io.size() - self._io.pos())
        for i in range(len(self.bits)):
            pass
            self.bits[i]._write__seq(self._io)



    def _check(self):
        if len(self.bits) != len(self.bytes) * 8:
            raise kaitaistruct.ConsistencyError(u"bits", len(self.bytes) * 8, len(self.bits))
        for i in range(len(self.bits)):
            pass
            if self.bits[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"bits", self._root, self.bits[i]._root)
            if self.bits[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"bits", self, self.bits[i]._parent)
            if self.bits[i].is_set != (KaitaiStream.byte_array_index(self.bytes, i // 8) >> 7 - i % 8 & 1 == 1):
                raise kaitaistruct.ConsistencyError(u"bits", KaitaiStream.byte_array_index(self.bytes, i // 8) >> 7 - i % 8 & 1 == 1, self.bits[i].is_set)

        if self.handle__enabled:
            pass
            if self._m_handle._root != self._root:
                raise kaitaistruct.ConsistencyError(u"handle", self._root, self._m_handle._root)
            if self._m_handle._parent != self:
                raise kaitaistruct.ConsistencyError(u"handle", self, self._m_handle._parent)

        self._dirty = False

    class BitmapMsbBit(ReadWriteKaitaiStruct):
        """A bit."""
        def __init__(self, is_set, _io=None, _parent=None, _root=None):
            super(BinlogBitmapMsb.BitmapMsbBit, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_set = is_set

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(BinlogBitmapMsb.BitmapMsbBit, self)._write__seq(io)


        def _check(self):
            self._dirty = False


    class BitmapMsbHandle(ReadWriteKaitaiStruct):
        """Reference to a bitmap, which is its `_parent`. It is empty itself (see
        `table_map_event::table_map_handle`).
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(BinlogBitmapMsb.BitmapMsbHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(BinlogBitmapMsb.BitmapMsbHandle, self)._write__seq(io)


        def _check(self):
            self._dirty = False


    @property
    def handle(self):
        """Reference to this bitmap, for other structures."""
        if self._should_write_handle:
            self._write_handle()
        if hasattr(self, '_m_handle'):
            return self._m_handle

        if not self.handle__enabled:
            return None

        self._m_handle = BinlogBitmapMsb.BitmapMsbHandle(self._io, self, self._root)
        self._m_handle._read()
        return getattr(self, '_m_handle', None)

    @handle.setter
    def handle(self, v):
        self._dirty = True
        self._m_handle = v

    def _write_handle(self):
        self._should_write_handle = False
        self._m_handle._write__seq(self._io)


