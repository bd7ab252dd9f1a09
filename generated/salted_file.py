# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class SaltedFile(KaitaiStruct):
    """A file that `openssl enc -aes-256-cbc -md sha1` writes, which MariaDB's plugin
    `file_key_management` accepts as its file of keys.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/security/securing-mariadb/encryption/data-at-rest-encryption/key-management-and-encryption-plugins/file-key-management-encryption-plugin
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(SaltedFile, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(8)
        if not self.magic == b"\x53\x61\x6C\x74\x65\x64\x5F\x5F":
            raise kaitaistruct.ValidationNotEqualError(b"\x53\x61\x6C\x74\x65\x64\x5F\x5F", self.magic, self._io, u"/seq/0")
        self.salt = self._io.read_bytes(8)
        self.data = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass

    class Derived(KaitaiStruct):
        """Key and initialization vector, derived from the password and the salt: a
        row of SHA-1 digests, each of the one before it, the password and the
        salt.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(SaltedFile.Derived, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.key = self._io.read_bytes(32)
            self.initialization_vector = self._io.read_bytes(16)


        def _fetch_instances(self):
            pass


    @property
    def len_derived(self):
        """Length in bytes of the key and the initialization vector together."""
        if hasattr(self, '_m_len_derived'):
            return self._m_len_derived

        self._m_len_derived = 32 + 16
        return getattr(self, '_m_len_derived', None)


