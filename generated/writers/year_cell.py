# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class YearCell(ReadWriteKaitaiStruct):
    """A YEAR.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(YearCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.raw = self._io.read_u1()
        self._dirty = False


    def _fetch_instances(self):
        pass


    def _write__seq(self, io=None):
        super(YearCell, self)._write__seq(io)
        self._io.write_u1(self.raw)


    def _check(self):
        self._dirty = False

    @property
    def value(self):
        """The year: 0, or 1901 to 2155.
        """
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (0 if self.raw == 0 else 1900 + self.raw)
        return getattr(self, '_m_value', None)

    def _invalidate_value(self):
        del self._m_value

