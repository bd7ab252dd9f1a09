# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ViewChangeEvent(ReadWriteKaitaiStruct):
    """A change of the members of a replication group (Group Replication, MySQL 5.7
    and later). MySQL does not skip a longer post-header. A shorter one is refused
    here, since it lacks the number of items.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1View__change__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(ViewChangeEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.view_id = (KaitaiStream.bytes_terminate(self._io.read_bytes(40), 0, False)).decode(u"ASCII")
        _ = self.view_id
        if not self.len_post_header >= 52:
            raise kaitaistruct.ValidationExprError(self.view_id, self._io, u"/seq/0")
        self.sequence_number = self._io.read_u8le()
        self.num_certification_info = self._io.read_u4le()
        if self.len_post_header > 52:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 52)

        self.certification_info = []
        for i in range(self.num_certification_info):
            _t_certification_info = ViewChangeEvent.ViewChangeItem(self._io, self, self._root)
            try:
                _t_certification_info._read()
            finally:
                self.certification_info.append(_t_certification_info)

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 52:
            pass

        for i in range(len(self.certification_info)):
            pass
            self.certification_info[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(ViewChangeEvent, self)._write__seq(io)
        self._io.write_bytes_limit((self.view_id).encode(u"ASCII"), 40, 0, 0)
        self._io.write_u8le(self.sequence_number)
        self._io.write_u4le(self.num_certification_info)
        if self.len_post_header > 52:
            pass
            self._io.write_bytes(self.post_header_rest)

        for i in range(len(self.certification_info)):
            pass
            self.certification_info[i]._write__seq(self._io)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        if len((self.view_id).encode(u"ASCII")) > 40:
            raise kaitaistruct.ConsistencyError(u"view_id", 40, len((self.view_id).encode(u"ASCII")))
        if KaitaiStream.byte_array_index_of((self.view_id).encode(u"ASCII"), 0) != -1:
            raise kaitaistruct.ConsistencyError(u"view_id", -1, KaitaiStream.byte_array_index_of((self.view_id).encode(u"ASCII"), 0))
        _ = self.view_id
        if not self.len_post_header >= 52:
            raise kaitaistruct.ValidationExprError(self.view_id, None, u"/seq/0")
        if self.len_post_header > 52:
            pass
            if len(self.post_header_rest) != self.len_post_header - 52:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 52, len(self.post_header_rest))

        if len(self.certification_info) != self.num_certification_info:
            raise kaitaistruct.ConsistencyError(u"certification_info", self.num_certification_info, len(self.certification_info))
        for i in range(len(self.certification_info)):
            pass
            if self.certification_info[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"certification_info", self._root, self.certification_info[i]._root)
            if self.certification_info[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"certification_info", self, self.certification_info[i]._parent)

        self._dirty = False

    class ViewChangeItem(ReadWriteKaitaiStruct):
        """A key of the certification data and its value."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ViewChangeEvent.ViewChangeItem, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.len_key = self._io.read_u2le()
            self.key = self._io.read_bytes(self.len_key)
            self.len_value = self._io.read_u4le()
            self.value = self._io.read_bytes(self.len_value)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ViewChangeEvent.ViewChangeItem, self)._write__seq(io)
            self._io.write_u2le(self.len_key)
            self._io.write_bytes(self.key)
            self._io.write_u4le(self.len_value)
            self._io.write_bytes(self.value)


        def _check(self):
            if len(self.key) != self.len_key:
                raise kaitaistruct.ConsistencyError(u"key", self.len_key, len(self.key))
            if len(self.value) != self.len_value:
                raise kaitaistruct.ConsistencyError(u"value", self.len_value, len(self.value))
            self._dirty = False



