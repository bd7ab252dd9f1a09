# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MariadbEncryptedEvent(ReadWriteKaitaiStruct):
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
    def __init__(self, _io=None, _parent=None, _root=None):
        super(MariadbEncryptedEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.head = MariadbEncryptedEvent.EncryptedHead(self._io, self, self._root)
        self.head._read()
        self.rest = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.head._fetch_instances()


    def _write__seq(self, io=None):
        super(MariadbEncryptedEvent, self)._write__seq(io)
        self.head._write__seq(self._io)
        self._io.write_bytes(self.rest)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())


    def _check(self):
        if self.head._root != self._root:
            raise kaitaistruct.ConsistencyError(u"head", self._root, self.head._root)
        if self.head._parent != self:
            raise kaitaistruct.ConsistencyError(u"head", self, self.head._parent)
        self._dirty = False

    class DecryptedEvent(ReadWriteKaitaiStruct):
        """Decrypted bytes of an event, in the order of the cipher."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(MariadbEncryptedEvent.DecryptedEvent, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.type_and_server_id = self._io.read_bytes(5)
            self.timestamp = self._io.read_bytes(4)
            self.rest = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(MariadbEncryptedEvent.DecryptedEvent, self)._write__seq(io)
            self._io.write_bytes(self.type_and_server_id)
            self._io.write_bytes(self.timestamp)
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())


        def _check(self):
            if len(self.type_and_server_id) != 5:
                raise kaitaistruct.ConsistencyError(u"type_and_server_id", 5, len(self.type_and_server_id))
            if len(self.timestamp) != 4:
                raise kaitaistruct.ConsistencyError(u"timestamp", 4, len(self.timestamp))
            self._dirty = False


    class EncryptedHead(ReadWriteKaitaiStruct):
        """The first 13 bytes of an encrypted event."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(MariadbEncryptedEvent.EncryptedHead, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.second = self._io.read_bytes(4)
            self.first = self._io.read_bytes(5)
            self.len_event = self._io.read_u4le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(MariadbEncryptedEvent.EncryptedHead, self)._write__seq(io)
            self._io.write_bytes(self.second)
            self._io.write_bytes(self.first)
            self._io.write_u4le(self.len_event)


        def _check(self):
            if len(self.second) != 4:
                raise kaitaistruct.ConsistencyError(u"second", 4, len(self.second))
            if len(self.first) != 5:
                raise kaitaistruct.ConsistencyError(u"first", 5, len(self.first))
            self._dirty = False

        @property
        def len_head(self):
            """Length of this head in bytes."""
            if hasattr(self, '_m_len_head'):
                return self._m_len_head

            self._m_len_head = self.ofs_len_event + 4
            return getattr(self, '_m_len_head', None)

        def _invalidate_len_head(self):
            del self._m_len_head
        @property
        def ofs_len_event(self):
            """Offset of `len_event` within the event, in bytes."""
            if hasattr(self, '_m_ofs_len_event'):
                return self._m_ofs_len_event

            self._m_ofs_len_event = 4 + 5
            return getattr(self, '_m_ofs_len_event', None)

        def _invalidate_ofs_len_event(self):
            del self._m_ofs_len_event

    class InitializationVector(ReadWriteKaitaiStruct):
        """The initialization vector of the cipher, which no file contains."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(MariadbEncryptedEvent.InitializationVector, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.nonce = self._io.read_bytes(12)
            self.position = self._io.read_u4le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(MariadbEncryptedEvent.InitializationVector, self)._write__seq(io)
            self._io.write_bytes(self.nonce)
            self._io.write_u4le(self.position)


        def _check(self):
            if len(self.nonce) != 12:
                raise kaitaistruct.ConsistencyError(u"nonce", 12, len(self.nonce))
            self._dirty = False

        @property
        def num_positions(self):
            """Number of different values of `position`."""
            if hasattr(self, '_m_num_positions'):
                return self._m_num_positions

            self._m_num_positions = 4294967296
            return getattr(self, '_m_num_positions', None)

        def _invalidate_num_positions(self):
            del self._m_num_positions


