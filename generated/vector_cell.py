# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class VectorCell(KaitaiStruct):
    """A VECTOR of MySQL 9.0 or later. MariaDB logs its VECTOR columns as VARBINARY.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/refman/en/vector.html
    """
    def __init__(self, pack_length, _io, _parent=None, _root=None):
        super(VectorCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length
        self._read()

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self._raw_value = self._io.read_bytes(self.len_value.value)
        _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
        self.value = VectorCell.VectorValue(_io__raw_value, self, self._root)


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        self.value._fetch_instances()

    class VectorNumber(KaitaiStruct):
        """A number of a vector. It has no bytes of its own."""
        def __init__(self, index, _io, _parent=None, _root=None):
            super(VectorCell.VectorNumber, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass

        @property
        def value(self):
            """The number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self._parent.items[self.index]
            return getattr(self, '_m_value', None)


    class VectorValue(KaitaiStruct):
        """The numbers of a vector."""
        def __init__(self, _io, _parent=None, _root=None):
            super(VectorCell.VectorValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.items = []
            i = 0
            while not self._io.is_eof():
                self.items.append(self._io.read_f4le())
                i += 1



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



        @property
        def numbers(self):
            """The numbers, for viewers."""
            if hasattr(self, '_m_numbers'):
                return self._m_numbers

            self._m_numbers = []
            for i in range(len(self.items)):
                self._m_numbers.append(VectorCell.VectorNumber(i, self._io, self, self._root))

            return getattr(self, '_m_numbers', None)



