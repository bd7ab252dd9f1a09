# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class StartV3Event(ReadWriteKaitaiStruct):
    """Starts a log of binlog version 1 (MySQL 3.23) or 3 (MySQL 4.0 and 4.1).
    Servers read 56 bytes, whatever post-header is listed. A shorter one is
    refused here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/8.0.36/classbinary__log_1_1Start__event__v3.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(StartV3Event, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.binlog_version = self._io.read_u2le()
        _ = self.binlog_version
        if not self.len_post_header >= 56:
            raise kaitaistruct.ValidationExprError(self.binlog_version, self._io, u"/seq/0")
        self._raw_server_version = self._io.read_bytes(50)
        _io__raw_server_version = KaitaiStream(BytesIO(self._raw_server_version))
        self.server_version = StartV3Event.PaddedVersion(_io__raw_server_version, self, self._root)
        self.server_version._read()
        self.created_at = self._io.read_u4le()
        if self.len_post_header > 56:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 56)

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        self.server_version._fetch_instances()
        if self.len_post_header > 56:
            pass

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(StartV3Event, self)._write__seq(io)
        self._io.write_u2le(self.binlog_version)
        _io__raw_server_version = KaitaiStream(BytesIO(bytearray(50)))
        self._io.add_child_stream(_io__raw_server_version)
        _pos2 = self._io.pos()
        self._io.seek(self._io.pos() + (50))
        def handler(parent, _io__raw_server_version=_io__raw_server_version):
            self._raw_server_version = _io__raw_server_version.to_byte_array()
            if len(self._raw_server_version) != 50:
                raise kaitaistruct.ConsistencyError(u"raw(server_version)", 50, len(self._raw_server_version))
            parent.write_bytes(self._raw_server_version)
        _io__raw_server_version.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
        self.server_version._write__seq(_io__raw_server_version)
        self._io.write_u4le(self.created_at)
        if self.len_post_header > 56:
            pass
            self._io.write_bytes(self.post_header_rest)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        _ = self.binlog_version
        if not self.len_post_header >= 56:
            raise kaitaistruct.ValidationExprError(self.binlog_version, None, u"/seq/0")
        if self.server_version._root != self._root:
            raise kaitaistruct.ConsistencyError(u"server_version", self._root, self.server_version._root)
        if self.server_version._parent != self:
            raise kaitaistruct.ConsistencyError(u"server_version", self, self.server_version._parent)
        if self.len_post_header > 56:
            pass
            if len(self.post_header_rest) != self.len_post_header - 56:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 56, len(self.post_header_rest))

        self._dirty = False

    class PaddedVersion(ReadWriteKaitaiStruct):
        """A version such as `4.1.22-log`, and what is behind it."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(StartV3Event.PaddedVersion, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.text = (self._io.read_bytes_term(0, False, True, False)).decode(u"ASCII")
            self.padding = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(StartV3Event.PaddedVersion, self)._write__seq(io)
            self._io.write_bytes((self.text).encode(u"ASCII"))
            if not self._io.is_eof():
                self._io.write_u1(0)

            self._io.write_bytes(self.padding)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"padding", 0, self._io.size() - self._io.pos())


        def _check(self):
            if KaitaiStream.byte_array_index_of((self.text).encode(u"ASCII"), 0) != -1:
                raise kaitaistruct.ConsistencyError(u"text", -1, KaitaiStream.byte_array_index_of((self.text).encode(u"ASCII"), 0))
            self._dirty = False



