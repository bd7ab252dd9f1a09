# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogBitmapMsb(KaitaiStruct):
    """A bitmap with the first item in the highest bit of the first byte.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(BinlogBitmapMsb, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.bytes = self._io.read_bytes_full()
        self.bits = []
        for i in range(len(self.bytes) * 8):
            self.bits.append(BinlogBitmapMsb.BitmapMsbBit(KaitaiStream.byte_array_index(self.bytes, i // 8) >> 7 - i % 8 & 1 == 1, self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.bits)):
            pass
            self.bits[i]._fetch_instances()

        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()


    class BitmapMsbBit(KaitaiStruct):
        """A bit."""
        def __init__(self, is_set, _io, _parent=None, _root=None):
            super(BinlogBitmapMsb.BitmapMsbBit, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_set = is_set
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class BitmapMsbHandle(KaitaiStruct):
        """Reference to a bitmap, which is its `_parent`. It is empty itself (see
        `table_map_event::table_map_handle`).
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(BinlogBitmapMsb.BitmapMsbHandle, self).__init__(_io)
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

        self._m_handle = BinlogBitmapMsb.BitmapMsbHandle(self._io, self, self._root)
        return getattr(self, '_m_handle', None)


