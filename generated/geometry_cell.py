# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class GeometryCell(KaitaiStruct):
    """A geometry in the form in which both servers store it.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/refman/en/gis-data-formats.html
    """
    def __init__(self, pack_length, _io, _parent=None, _root=None):
        super(GeometryCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length
        self._read()

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self._raw_value = self._io.read_bytes(self.len_value.value)
        _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
        self.value = GeometryCell.GeometryValue(_io__raw_value, self, self._root)


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        self.value._fetch_instances()

    class GeometryValue(KaitaiStruct):
        """A geometry and its spatial reference system. It is empty if MariaDB,
        without strict mode, inserted a row that lacks a value of a NOT NULL
        column.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(GeometryCell.GeometryValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            if self.has_srid:
                pass
                self.srid = self._io.read_u4le()

            self.wkb = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass
            if self.has_srid:
                pass


        @property
        def has_srid(self):
            """Whether the geometry has any bytes."""
            if hasattr(self, '_m_has_srid'):
                return self._m_has_srid

            self._m_has_srid = (not (self._io.is_eof()))
            return getattr(self, '_m_has_srid', None)



