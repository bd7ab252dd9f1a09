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

    class VectorNumber(ReadWriteKaitaiStruct):
        """A number of a vector. It has no bytes of its own."""
        def __init__(self, index, _io=None, _parent=None, _root=None):
            super(VectorCell.VectorNumber, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(VectorCell.VectorNumber, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def value(self):
            """The number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self._parent.items[self.index]
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class VectorValue(ReadWriteKaitaiStruct):
        """The numbers of a vector."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(VectorCell.VectorValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._should_write_numbers = False
            self.numbers__enabled = True

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

            _ = self.numbers
            if hasattr(self, '_m_numbers'):
                pass
                for i in range(len(self._m_numbers)):
                    pass
                    self._m_numbers[i]._fetch_instances()




        def _write__seq(self, io=None):
            super(VectorCell.VectorValue, self)._write__seq(io)
            self._should_write_numbers = self.numbers__enabled
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

            if self.numbers__enabled:
                pass
                if len(self._m_numbers) != len(self.items):
                    raise kaitaistruct.ConsistencyError(u"numbers", len(self.items), len(self._m_numbers))
                for i in range(len(self._m_numbers)):
                    pass
                    if self._m_numbers[i]._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"numbers", self._root, self._m_numbers[i]._root)
                    if self._m_numbers[i]._parent != self:
                        raise kaitaistruct.ConsistencyError(u"numbers", self, self._m_numbers[i]._parent)
                    if self._m_numbers[i].index != i:
                        raise kaitaistruct.ConsistencyError(u"numbers", i, self._m_numbers[i].index)


            self._dirty = False

        @property
        def numbers(self):
            """The numbers, for viewers."""
            if self._should_write_numbers:
                self._write_numbers()
            if hasattr(self, '_m_numbers'):
                return self._m_numbers

            if not self.numbers__enabled:
                return None

            self._m_numbers = []
            for i in range(len(self.items)):
                _t__m_numbers = VectorCell.VectorNumber(i, self._io, self, self._root)
                try:
                    _t__m_numbers._read()
                finally:
                    self._m_numbers.append(_t__m_numbers)

            return getattr(self, '_m_numbers', None)

        @numbers.setter
        def numbers(self, v):
            self._dirty = True
            self._m_numbers = v

        def _write_numbers(self):
            self._should_write_numbers = False
            for i in range(len(self._m_numbers)):
                pass
                self._m_numbers[i]._write__seq(self._io)




