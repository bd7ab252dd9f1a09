# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class GeometryCell(ReadWriteKaitaiStruct):
    """A geometry in the form in which both servers store it.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/refman/en/gis-data-formats.html
    """
    def __init__(self, pack_length, _io=None, _parent=None, _root=None):
        super(GeometryCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self.len_value._read()
        self._raw_value = self._io.read_bytes(self.len_value.value)
        _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
        self.value = GeometryCell.GeometryValue(_io__raw_value, self, self._root)
        self.value._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        self.value._fetch_instances()


    def _write__seq(self, io=None):
        super(GeometryCell, self)._write__seq(io)
        self.len_value._write__seq(self._io)
        _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
        self._io.add_child_stream(_io__raw_value)
        _pos2 = self._io.pos()
        self._io.seek(self._io.pos() + (self.len_value.value))
        def handler(parent, _io__raw_value=_io__raw_value):
            self._raw_value = _io__raw_value.to_byte_array()
            if len(self._raw_value) != self.len_value.value:
                raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
            parent.write_bytes(self._raw_value)
        _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
        self.value._write__seq(_io__raw_value)


    def _check(self):
        if self.len_value.num_bytes != self.pack_length:
            raise kaitaistruct.ConsistencyError(u"len_value", self.pack_length, self.len_value.num_bytes)
        if self.value._root != self._root:
            raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
        if self.value._parent != self:
            raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
        self._dirty = False

    class GeometryValue(ReadWriteKaitaiStruct):
        """A geometry and its spatial reference system. It is empty if MariaDB,
        without strict mode, inserted a row that lacks a value of a NOT NULL
        column.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(GeometryCell.GeometryValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            if self.has_srid:
                pass
                self.srid = self._io.read_u4le()

            self.wkb = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass
            if self.has_srid:
                pass



        def _write__seq(self, io=None):
            super(GeometryCell.GeometryValue, self)._write__seq(io)
            if self.has_srid:
                pass
                self._io.write_u4le(self.srid)

            self._io.write_bytes(self.wkb)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"wkb", 0, self._io.size() - self._io.pos())


        def _check(self):
            self._dirty = False

        @property
        def has_srid(self):
            """Whether the geometry has any bytes."""
            if hasattr(self, '_m_has_srid'):
                return self._m_has_srid

            self._m_has_srid = (not (self._io.is_eof()))
            return getattr(self, '_m_has_srid', None)

        def _invalidate_has_srid(self):
            del self._m_has_srid


