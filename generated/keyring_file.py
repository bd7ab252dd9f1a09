# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class KeyringFile(KaitaiStruct):
    """The file in which the plugin `keyring_file` of MySQL 5.7 to 8.3 stores keys.
    The component that replaced it stores them as JSON.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/8.0.36/buffered__file__io_8h.html
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(KeyringFile, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(21)
        if not self.magic == b"\x4B\x65\x79\x72\x69\x6E\x67\x20\x66\x69\x6C\x65\x20\x76\x65\x72\x73\x69\x6F\x6E\x3A":
            raise kaitaistruct.ValidationNotEqualError(b"\x4B\x65\x79\x72\x69\x6E\x67\x20\x66\x69\x6C\x65\x20\x76\x65\x72\x73\x69\x6F\x6E\x3A", self.magic, self._io, u"/seq/0")
        self.version = (self._io.read_bytes(3)).decode(u"ASCII")
        if not  ((self.version == u"1.0") or (self.version == u"2.0")) :
            raise kaitaistruct.ValidationNotAnyOfError(self.version, self._io, u"/seq/1")
        self._raw_keys = self._io.read_bytes((self._io.size() - self._io.pos()) - self.len_end)
        _io__raw_keys = KaitaiStream(BytesIO(self._raw_keys))
        self.keys = KeyringFile.KeyringKeys(_io__raw_keys, self, self._root)
        self.end_of_keys = self._io.read_bytes(3)
        if not self.end_of_keys == b"\x45\x4F\x46":
            raise kaitaistruct.ValidationNotEqualError(b"\x45\x4F\x46", self.end_of_keys, self._io, u"/seq/3")
        self.sha256 = self._io.read_bytes(self.len_sha256)


    def _fetch_instances(self):
        pass
        self.keys._fetch_instances()

    class KeyringKey(KaitaiStruct):
        """A key of the keyring."""
        def __init__(self, _io, _parent=None, _root=None):
            super(KeyringFile.KeyringKey, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_item = self._io.read_u8le()
            self.lengths = KeyringFile.KeyringLengths(self._io, self, self._root)
            self.key_id = (self._io.read_bytes(self.lengths.len_key_id)).decode(u"UTF-8")
            self.key_type = (self._io.read_bytes(self.lengths.len_key_type)).decode(u"UTF-8")
            self.user_id = (self._io.read_bytes(self.lengths.len_user_id)).decode(u"UTF-8")
            self._raw_key = self._io.read_bytes(self.lengths.len_key)
            self.key = KaitaiStream.process_xor_many(self._raw_key, b"\x2A\x33\x30\x35\x3D\x4C\x6A\x74\x30\x2A\x21\x40\x24\x48\x6E\x6D\x28\x2A\x2D\x39\x2D\x77\x3B\x3A")
            self.padding = self._io.read_bytes(self.len_item - self.len_before_padding)


        def _fetch_instances(self):
            pass
            self.lengths._fetch_instances()

        @property
        def len_before_padding(self):
            """Length of the item in bytes, without its padding."""
            if hasattr(self, '_m_len_before_padding'):
                return self._m_len_before_padding

            self._m_len_before_padding = (((((8 + 32) + self.lengths.len_key_id) + self.lengths.len_key_type) + self.lengths.len_user_id) + self.lengths.len_key)
            return getattr(self, '_m_len_before_padding', None)


    class KeyringKeys(KaitaiStruct):
        """The keys of the file."""
        def __init__(self, _io, _parent=None, _root=None):
            super(KeyringFile.KeyringKeys, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.items = []
            i = 0
            while not self._io.is_eof():
                self.items.append(KeyringFile.KeyringKey(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                self.items[i]._fetch_instances()



    class KeyringLengths(KaitaiStruct):
        """Lengths of the parts of a key."""
        def __init__(self, _io, _parent=None, _root=None):
            super(KeyringFile.KeyringLengths, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_key_id = self._io.read_u8le()
            self.len_key_type = self._io.read_u8le()
            self.len_user_id = self._io.read_u8le()
            self.len_key = self._io.read_u8le()


        def _fetch_instances(self):
            pass


    @property
    def len_end(self):
        """Length in bytes of the mark and the digest."""
        if hasattr(self, '_m_len_end'):
            return self._m_len_end

        self._m_len_end = 3 + self.len_sha256
        return getattr(self, '_m_len_end', None)

    @property
    def len_sha256(self):
        """Length of `sha256` in bytes."""
        if hasattr(self, '_m_len_sha256'):
            return self._m_len_sha256

        self._m_len_sha256 = (32 if self.version == u"2.0" else 0)
        return getattr(self, '_m_len_sha256', None)


