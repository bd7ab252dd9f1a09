# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class VectorCell(ReadWriteKaitaiStruct):
    """A VECTOR of MySQL 9.0 or later. MariaDB logs its VECTOR columns as VARBINARY.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/refman/en/vector.html
    """
    def __init__(self, pack_length, _io=None, _parent=None, _root=None):
        super(VectorCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self.len_value._read()
        self._raw_value = self._io.read_bytes(self.len_value.value)
        _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
        self.value = VectorCell.VectorValue(_io__raw_value, self, self._root)
        self.value._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        self.value._fetch_instances()


    def _write__seq(self, io=None):
        super(VectorCell, self)._write__seq(io)
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

    class VectorValue(ReadWriteKaitaiStruct):
        """The numbers of a vector."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(VectorCell.VectorValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.items = []
            i = 0
            while not self._io.is_eof():
                self.items.append(self._io.read_f4le())
                i += 1

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass



        def _write__seq(self, io=None):
            super(VectorCell.VectorValue, self)._write__seq(io)
            for i in range(len(self.items)):
                pass
                if self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"items", 0, self._io.size() - self._io.pos())
                self._io.write_f4le(self.items[i])

            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"items", 0, self._io.size() - self._io.pos())


        def _check(self):
            for i in range(len(self.items)):
                pass

            self._dirty = False



