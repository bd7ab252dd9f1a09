# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogBitmap(KaitaiStruct):
    """A bitmap with the first item in the lowest bit of the first byte.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, num_bits, _io, _parent=None, _root=None):
        super(BinlogBitmap, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bits = num_bits
        self._read()

    def _read(self):
        self.bytes = self._io.read_bytes((self.num_bits + 7) // 8)
        _ = self.bytes
        if not self.num_bits <= 4096:
            raise kaitaistruct.ValidationExprError(self.bytes, self._io, u"/seq/0")
        self.bits = []
        for i in range(self.num_bits):
            self.bits.append(BinlogBitmap.BitmapBit(KaitaiStream.byte_array_index(self.bytes, i // 8) >> i % 8 & 1 == 1, (0 if i == 0 else self.bits[i - 1].num_set), self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.bits)):
            pass
            self.bits[i]._fetch_instances()

        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()


    class BitmapBit(KaitaiStruct):
        """A bit, with the number of set bits before it."""
        def __init__(self, is_set, num_set_before, _io, _parent=None, _root=None):
            super(BinlogBitmap.BitmapBit, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_set = is_set
            self.num_set_before = num_set_before
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass

        @property
        def num_set(self):
            """Number of set bits up to this one."""
            if hasattr(self, '_m_num_set'):
                return self._m_num_set

            self._m_num_set = self.num_set_before + (1 if self.is_set else 0)
            return getattr(self, '_m_num_set', None)


    class BitmapHandle(KaitaiStruct):
        """Reference to a bitmap, which is its `_parent`. It is empty itself (see
        `table_map_event::table_map_handle`).
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(BinlogBitmap.BitmapHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    @property
    def handle(self):
        """Reference to this bitmap, for other structures."""
        if hasattr(self, '_m_handle'):
            return self._m_handle

        self._m_handle = BinlogBitmap.BitmapHandle(self._io, self, self._root)
        return getattr(self, '_m_handle', None)

    @property
    def num_set(self):
        """Number of bits that are set."""
        if hasattr(self, '_m_num_set'):
            return self._m_num_set

        self._m_num_set = (0 if self.num_bits == 0 else self.bits[-1].num_set)
        return getattr(self, '_m_num_set', None)


