# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class PartialRowDataEvent(ReadWriteKaitaiStruct):
    """A fragment of a rows event that is larger than
    `binlog_row_event_fragment_threshold` (MariaDB 12.3 and later). Fragments
    follow each other; together they hold the event from its header on.
    
    The server's source has the number before the count, a page of its
    documentation the count before the number. The first of several fragments
    shows the order: its number is 1.
    
    A shorter post-header is refused here, since fragments need their number.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/partial_row_data_event
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(PartialRowDataEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.number = self._io.read_u4le()
        _ = self.number
        if not self.len_post_header >= 9:
            raise kaitaistruct.ValidationExprError(self.number, self._io, u"/seq/0")
        self.num_fragments = self._io.read_u4le()
        self.flags = PartialRowDataEvent.PartialRowDataFlags(self._io, self, self._root)
        self.flags._read()
        if self.len_post_header > 9:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 9)

        if self.flags.has_len_rows_event:
            pass
            self.len_rows_event = self._io.read_u8le()

        self.fragment = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.flags._fetch_instances()
        if self.len_post_header > 9:
            pass

        if self.flags.has_len_rows_event:
            pass



    def _write__seq(self, io=None):
        super(PartialRowDataEvent, self)._write__seq(io)
        self._io.write_u4le(self.number)
        self._io.write_u4le(self.num_fragments)
        self.flags._write__seq(self._io)
        if self.len_post_header > 9:
            pass
            self._io.write_bytes(self.post_header_rest)

        if self.flags.has_len_rows_event:
            pass
            self._io.write_u8le(self.len_rows_event)

        self._io.write_bytes(self.fragment)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"fragment", 0, self._io.size() - self._io.pos())


    def _check(self):
        _ = self.number
        if not self.len_post_header >= 9:
            raise kaitaistruct.ValidationExprError(self.number, None, u"/seq/0")
        if self.flags._root != self._root:
            raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
        if self.flags._parent != self:
            raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
        if self.len_post_header > 9:
            pass
            if len(self.post_header_rest) != self.len_post_header - 9:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 9, len(self.post_header_rest))

        if self.flags.has_len_rows_event:
            pass

        self._dirty = False

    class PartialRowDataFlags(ReadWriteKaitaiStruct):
        """Flags of a fragment."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(PartialRowDataEvent.PartialRowDataFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.has_len_rows_event = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(7)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(PartialRowDataEvent.PartialRowDataFlags, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.has_len_rows_event))
            self._io.write_bits_int_le(7, self.reserved)


        def _check(self):
            self._dirty = False


    @property
    def has_count_first(self):
        """Whether the count is stored before the number."""
        if hasattr(self, '_m_has_count_first'):
            return self._m_has_count_first

        self._m_has_count_first =  ((self.flags.has_len_rows_event) and (self.num_fragments == 1) and (self.number > 1)) 
        return getattr(self, '_m_has_count_first', None)

    def _invalidate_has_count_first(self):
        del self._m_has_count_first

