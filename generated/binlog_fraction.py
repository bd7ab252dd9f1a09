# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_be


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogFraction(KaitaiStruct):
    """Fraction of a second: one byte for every two digits, up to six digits (MySQL
    5.6.4 and later).
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
    """
    def __init__(self, num_digits, _io, _parent=None, _root=None):
        super(BinlogFraction, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_digits = num_digits
        self._read()

    def _read(self):
        self.raw = integer_be.IntegerBe((self.num_digits + 1) // 2, self._io)


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()

    @property
    def microseconds(self):
        """Fraction in microseconds."""
        if hasattr(self, '_m_microseconds'):
            return self._m_microseconds

        self._m_microseconds = self.raw.value * (1 if self.num_digits > 4 else (100 if self.num_digits > 2 else 10000))
        return getattr(self, '_m_microseconds', None)

    @property
    def text(self):
        """The fraction as text behind a number of seconds, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (u"" if self.num_digits == 0 else u"." + str(1000000 + self.microseconds)[1:1 + self.num_digits])
        return getattr(self, '_m_text', None)


