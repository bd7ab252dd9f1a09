# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class EncryptedLogHeader(KaitaiStruct):
    """The 512 bytes in front of the encrypted events of a log that MySQL 8.0.14 or
    later wrote with `binlog_encryption`. They name the key in the keyring that
    decrypts the file's own password.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classRpl__encryption__header__v1.html
    """

    class EncryptedLogFieldType(IntEnum):
        end_mark = 0
        key_id = 1
        encrypted_password = 2
        initialization_vector = 3
    def __init__(self, _io, _parent=None, _root=None):
        super(EncryptedLogHeader, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\xFD\x62\x69\x6E":
            raise kaitaistruct.ValidationNotEqualError(b"\xFD\x62\x69\x6E", self.magic, self._io, u"/seq/0")
        self.version = self._io.read_u1()
        if not self.version == 1:
            raise kaitaistruct.ValidationNotEqualError(1, self.version, self._io, u"/seq/1")
        self.fields = []
        i = 0
        while True:
            _ = EncryptedLogHeader.EncryptedLogField(self._io, self, self._root)
            self.fields.append(_)
            if  ((_.type == EncryptedLogHeader.EncryptedLogFieldType.end_mark) or (self._io.pos() >= self.len_header)) :
                break
            i += 1


    def _fetch_instances(self):
        pass
        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()


    class EncryptedLogCipher(KaitaiStruct):
        """Key and nonce, which are parts of the SHA-512 digest of the password. The
        bytes behind the header are encrypted by AES-256 in counter mode. The
        initial counter block is the nonce and eight bytes of zero; it counts
        blocks of 16 bytes.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(EncryptedLogHeader.EncryptedLogCipher, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.key = self._io.read_bytes(32)
            self.nonce = self._io.read_bytes(8)


        def _fetch_instances(self):
            pass


    class EncryptedLogField(KaitaiStruct):
        """A field: its type and its value.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(EncryptedLogHeader.EncryptedLogField, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.type = KaitaiStream.resolve_enum(EncryptedLogHeader.EncryptedLogFieldType, self._io.read_u1())
            if not isinstance(self.type, EncryptedLogHeader.EncryptedLogFieldType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/types/encrypted_log_field/seq/0")
            _on = self.type
            if _on == EncryptedLogHeader.EncryptedLogFieldType.encrypted_password:
                pass
                self.value = EncryptedLogHeader.EncryptedLogPassword(self._io, self, self._root)
            elif _on == EncryptedLogHeader.EncryptedLogFieldType.initialization_vector:
                pass
                self.value = EncryptedLogHeader.EncryptedLogVector(self._io, self, self._root)
            elif _on == EncryptedLogHeader.EncryptedLogFieldType.key_id:
                pass
                self.value = EncryptedLogHeader.EncryptedLogKeyId(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.type
            if _on == EncryptedLogHeader.EncryptedLogFieldType.encrypted_password:
                pass
                self.value._fetch_instances()
            elif _on == EncryptedLogHeader.EncryptedLogFieldType.initialization_vector:
                pass
                self.value._fetch_instances()
            elif _on == EncryptedLogHeader.EncryptedLogFieldType.key_id:
                pass
                self.value._fetch_instances()


    class EncryptedLogKeyId(KaitaiStruct):
        """The id of a key."""
        def __init__(self, _io, _parent=None, _root=None):
            super(EncryptedLogHeader.EncryptedLogKeyId, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = (self._io.read_bytes(self.len_text)).decode(u"ASCII")


        def _fetch_instances(self):
            pass


    class EncryptedLogPassword(KaitaiStruct):
        """The encrypted password of the file."""
        def __init__(self, _io, _parent=None, _root=None):
            super(EncryptedLogHeader.EncryptedLogPassword, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.data = self._io.read_bytes(32)


        def _fetch_instances(self):
            pass


    class EncryptedLogVector(KaitaiStruct):
        """An initialization vector."""
        def __init__(self, _io, _parent=None, _root=None):
            super(EncryptedLogHeader.EncryptedLogVector, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.data = self._io.read_bytes(16)


        def _fetch_instances(self):
            pass


    @property
    def len_header(self):
        """Length of the header in bytes."""
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = 512
        return getattr(self, '_m_len_header', None)


