# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MariadbEncryptedEvent(KaitaiStruct):
    """An event behind START_ENCRYPTION. Only its size can be read. The server moves
    the size out of the way and encrypts the rest in this order: the type and all
    that follows (`first`), then the timestamp (`second`), which is stored where
    the event begins.
    
    The cipher is AES, in the mode that `file_key_management_encryption_algorithm`
    sets; the log does not name it. In CBC, the bytes behind the last whole block
    are combined by XOR with the encrypted initialization vector.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/start_encryption_event
    
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/sql/log_event.cc
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(MariadbEncryptedEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.head = MariadbEncryptedEvent.EncryptedHead(self._io, self, self._root)
        self.rest = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
        self.head._fetch_instances()

    class DecryptedEvent(KaitaiStruct):
        """Decrypted bytes of an event, in the order of the cipher."""
        def __init__(self, _io, _parent=None, _root=None):
            super(MariadbEncryptedEvent.DecryptedEvent, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.type_and_server_id = self._io.read_bytes(5)
            self.timestamp = self._io.read_bytes(4)
            self.rest = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass


    class EncryptedHead(KaitaiStruct):
        """The first 13 bytes of an encrypted event."""
        def __init__(self, _io, _parent=None, _root=None):
            super(MariadbEncryptedEvent.EncryptedHead, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.second = self._io.read_bytes(4)
            self.first = self._io.read_bytes(5)
            self.len_event = self._io.read_u4le()


        def _fetch_instances(self):
            pass

        @property
        def len_head(self):
            """Length of this head in bytes."""
            if hasattr(self, '_m_len_head'):
                return self._m_len_head

            self._m_len_head = self.ofs_len_event + 4
            return getattr(self, '_m_len_head', None)

        @property
        def ofs_len_event(self):
            """Offset of `len_event` within the event, in bytes."""
            if hasattr(self, '_m_ofs_len_event'):
                return self._m_ofs_len_event

            self._m_ofs_len_event = 4 + 5
            return getattr(self, '_m_ofs_len_event', None)


    class InitializationVector(KaitaiStruct):
        """The initialization vector of the cipher, which no file contains."""
        def __init__(self, _io, _parent=None, _root=None):
            super(MariadbEncryptedEvent.InitializationVector, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.nonce = self._io.read_bytes(12)
            self.position = self._io.read_u4le()


        def _fetch_instances(self):
            pass

        @property
        def num_positions(self):
            """Number of different values of `position`."""
            if hasattr(self, '_m_num_positions'):
                return self._m_num_positions

            self._m_num_positions = 4294967296
            return getattr(self, '_m_num_positions', None)



