# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class WirePacket(KaitaiStruct):
    """A packet that a server sends over a connection, such as a replication packet:
    its length, its number, and its body.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(WirePacket, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.header = WirePacket.WireHeader(self._io, self, self._root)
        self.body = self._io.read_bytes(self.header.len_body)


    def _fetch_instances(self):
        pass
        self.header._fetch_instances()

    class WireHeader(KaitaiStruct):
        """Length and number of a packet."""
        def __init__(self, _io, _parent=None, _root=None):
            super(WirePacket.WireHeader, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_low = self._io.read_u2le()
            self.len_high = self._io.read_u1()
            self.sequence_id = self._io.read_u1()


        def _fetch_instances(self):
            pass

        @property
        def goes_on(self):
            """Whether the contents continue in the next packet: bodies of the
            maximum length do.
            """
            if hasattr(self, '_m_goes_on'):
                return self._m_goes_on

            self._m_goes_on = self.len_body == 16777215
            return getattr(self, '_m_goes_on', None)

        @property
        def len_body(self):
            """Length of the body in bytes."""
            if hasattr(self, '_m_len_body'):
                return self._m_len_body

            self._m_len_body = self.len_low + self.len_high * 65536
            return getattr(self, '_m_len_body', None)



