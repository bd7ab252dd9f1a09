# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogBitmap(ReadWriteKaitaiStruct):
    """A bitmap with the first item in the lowest bit of the first byte.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, num_bits, _io=None, _parent=None, _root=None):
        super(BinlogBitmap, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bits = num_bits
        self._should_write_handle = False
        self.handle__enabled = True

    def _read(self):
        self.bytes = self._io.read_bytes((self.num_bits + 7) // 8)
        _ = self.bytes
        if not self.num_bits <= 4096:
            raise kaitaistruct.ValidationExprError(self.bytes, self._io, u"/seq/0")
        self.bits = []
        for i in range(self.num_bits):
            _t_bits = BinlogBitmap.BitmapBit(KaitaiStream.byte_array_index(self.bytes, i // 8) >> i % 8 & 1 == 1, (0 if i == 0 else self.bits[i - 1].num_set), self._io, self, self._root)
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
        super(BinlogBitmap, self)._write__seq(io)
        self._should_write_handle = self.handle__enabled
        self._io.write_bytes(self.bytes)
        for i in range(len(self.bits)):
            pass
            self.bits[i]._write__seq(self._io)



    def _check(self):
        if len(self.bytes) != (self.num_bits + 7) // 8:
            raise kaitaistruct.ConsistencyError(u"bytes", (self.num_bits + 7) // 8, len(self.bytes))
        _ = self.bytes
        if not self.num_bits <= 4096:
            raise kaitaistruct.ValidationExprError(self.bytes, None, u"/seq/0")
        if len(self.bits) != self.num_bits:
            raise kaitaistruct.ConsistencyError(u"bits", self.num_bits, len(self.bits))
        for i in range(len(self.bits)):
            pass
            if self.bits[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"bits", self._root, self.bits[i]._root)
            if self.bits[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"bits", self, self.bits[i]._parent)
            if self.bits[i].is_set != (KaitaiStream.byte_array_index(self.bytes, i // 8) >> i % 8 & 1 == 1):
                raise kaitaistruct.ConsistencyError(u"bits", KaitaiStream.byte_array_index(self.bytes, i // 8) >> i % 8 & 1 == 1, self.bits[i].is_set)
            if self.bits[i].num_set_before != (0 if i == 0 else self.bits[i - 1].num_set):
                raise kaitaistruct.ConsistencyError(u"bits", (0 if i == 0 else self.bits[i - 1].num_set), self.bits[i].num_set_before)

        if self.handle__enabled:
            pass
            if self._m_handle._root != self._root:
                raise kaitaistruct.ConsistencyError(u"handle", self._root, self._m_handle._root)
            if self._m_handle._parent != self:
                raise kaitaistruct.ConsistencyError(u"handle", self, self._m_handle._parent)

        self._dirty = False

    class BitmapBit(ReadWriteKaitaiStruct):
        """A bit, with the number of set bits before it."""
        def __init__(self, is_set, num_set_before, _io=None, _parent=None, _root=None):
            super(BinlogBitmap.BitmapBit, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_set = is_set
            self.num_set_before = num_set_before

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(BinlogBitmap.BitmapBit, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def num_set(self):
            """Number of set bits up to this one."""
            if hasattr(self, '_m_num_set'):
                return self._m_num_set

            self._m_num_set = self.num_set_before + (1 if self.is_set else 0)
            return getattr(self, '_m_num_set', None)

        def _invalidate_num_set(self):
            del self._m_num_set

    class BitmapHandle(ReadWriteKaitaiStruct):
        """Reference to a bitmap, which is its `_parent`. It is empty itself (see
        `table_map_event::table_map_handle`).
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(BinlogBitmap.BitmapHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(BinlogBitmap.BitmapHandle, self)._write__seq(io)


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

        self._m_handle = BinlogBitmap.BitmapHandle(self._io, self, self._root)
        self._m_handle._read()
        return getattr(self, '_m_handle', None)

    @handle.setter
    def handle(self, v):
        self._dirty = True
        self._m_handle = v

    def _write_handle(self):
        self._should_write_handle = False
        self._m_handle._write__seq(self._io)

    @property
    def num_set(self):
        """Number of bits that are set."""
        if hasattr(self, '_m_num_set'):
            return self._m_num_set

        self._m_num_set = (0 if self.num_bits == 0 else self.bits[-1].num_set)
        return getattr(self, '_m_num_set', None)

    def _invalidate_num_set(self):
        del self._m_num_set

