# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ViewChangeEvent(KaitaiStruct):
    """A change of the members of a replication group (Group Replication, MySQL 5.7
    and later). MySQL does not skip a longer post-header. A shorter one is refused
    here, since it lacks the number of items.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1View__change__event.html
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(ViewChangeEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

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
            self.certification_info.append(ViewChangeEvent.ViewChangeItem(self._io, self, self._root))

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        if self.len_post_header > 52:
            pass

        for i in range(len(self.certification_info)):
            pass
            self.certification_info[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass


    class ViewChangeItem(KaitaiStruct):
        """A key of the certification data and its value."""
        def __init__(self, _io, _parent=None, _root=None):
            super(ViewChangeEvent.ViewChangeItem, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_key = self._io.read_u2le()
            self.key = self._io.read_bytes(self.len_key)
            self.len_value = self._io.read_u4le()
            self.value = self._io.read_bytes(self.len_value)


        def _fetch_instances(self):
            pass



