# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import innodb_binlog_record


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class InnodbBinlogPage(KaitaiStruct):
    """A page of a log that MariaDB 12.3 or later wrote with
    `binlog_storage_engine=innodb`, behind the page with the header. The stream is
    the page. It contains chunks of records. A record that does not fit in a page
    goes on in the next one, if need be of the next file; chunks of a
    `gtid_state` or `dummy` record may stand between its own.
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(InnodbBinlogPage, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.chunks = []
        i = 0
        while True:
            _ = InnodbBinlogPage.Chunk(self._io.pos(), self._io, self, self._root)
            self.chunks.append(_)
            if _.ends_page:
                break
            i += 1
        self.unused = self._io.read_bytes(self.page_end.len_covered - self._io.pos())


    def _fetch_instances(self):
        pass
        for i in range(len(self.chunks)):
            pass
            self.chunks[i]._fetch_instances()

        _ = self.page_end
        if hasattr(self, '_m_page_end'):
            pass
            self._m_page_end._fetch_instances()


    class Chunk(KaitaiStruct):
        """A record, or a part of one."""
        def __init__(self, offset, _io, _parent=None, _root=None):
            super(InnodbBinlogPage.Chunk, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.offset = offset
            self._read()

        def _read(self):
            self.is_continuation = self._io.read_bits_int_be(1) != 0
            self.is_last = self._io.read_bits_int_be(1) != 0
            self.type = KaitaiStream.resolve_enum(innodb_binlog_record.InnodbBinlogRecord.RecordType, self._io.read_bits_int_be(6))
            if self.has_data:
                pass
                self.len_data = self._io.read_u2le()

            if self.has_data:
                pass
                self.data = self._io.read_bytes(self.len_data)



        def _fetch_instances(self):
            pass
            if self.has_data:
                pass

            if self.has_data:
                pass

            _ = self.record
            if hasattr(self, '_m_record'):
                pass
                self._m_record._fetch_instances()


        @property
        def ends_page(self):
            """Whether no chunk stands behind this one in the page."""
            if hasattr(self, '_m_ends_page'):
                return self._m_ends_page

            self._m_ends_page =  (((not (self.has_data))) or (self.ofs_next + self.len_min > self._io.size() - 4)) 
            return getattr(self, '_m_ends_page', None)

        @property
        def has_data(self):
            """Whether there is a chunk, and not the end of the page's data."""
            if hasattr(self, '_m_has_data'):
                return self._m_has_data

            self._m_has_data =  ((self.type != innodb_binlog_record.InnodbBinlogRecord.RecordType.empty) and (self.type != innodb_binlog_record.InnodbBinlogRecord.RecordType.filler)) 
            return getattr(self, '_m_has_data', None)

        @property
        def len_head(self):
            """Length in bytes of what stands before `data`."""
            if hasattr(self, '_m_len_head'):
                return self._m_len_head

            self._m_len_head = 1 + 2
            return getattr(self, '_m_len_head', None)

        @property
        def len_min(self):
            """Length of the shortest chunk in bytes. In less room there is none."""
            if hasattr(self, '_m_len_min'):
                return self._m_len_min

            self._m_len_min = 4
            return getattr(self, '_m_len_min', None)

        @property
        def may_interrupt(self):
            """Whether the chunk may stand between those of another record."""
            if hasattr(self, '_m_may_interrupt'):
                return self._m_may_interrupt

            self._m_may_interrupt =  ((self.type == innodb_binlog_record.InnodbBinlogRecord.RecordType.gtid_state) or (self.type == innodb_binlog_record.InnodbBinlogRecord.RecordType.dummy)) 
            return getattr(self, '_m_may_interrupt', None)

        @property
        def ofs_next(self):
            """Offset in the page of what stands behind the chunk, in bytes."""
            if hasattr(self, '_m_ofs_next'):
                return self._m_ofs_next

            self._m_ofs_next = (self.offset + self.len_head) + (self.len_data if self.has_data else 0)
            return getattr(self, '_m_ofs_next', None)

        @property
        def record(self):
            """The record, if the chunk is all of it."""
            if hasattr(self, '_m_record'):
                return self._m_record

            if  ((self.has_data) and (self.is_last) and ((not (self.is_continuation)))) :
                pass
                _pos = self._io.pos()
                self._io.seek(self.offset + self.len_head)
                self._raw__m_record = self._io.read_bytes(self.len_data)
                _io__raw__m_record = KaitaiStream(BytesIO(self._raw__m_record))
                self._m_record = innodb_binlog_record.InnodbBinlogRecord(self.type, _io__raw__m_record)
                self._io.seek(_pos)

            return getattr(self, '_m_record', None)


    class PageEnd(KaitaiStruct):
        """What a page ends with. It has no bytes of its own."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogPage.PageEnd, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.covered
            if hasattr(self, '_m_covered'):
                pass

            _ = self.crc32c
            if hasattr(self, '_m_crc32c'):
                pass


        @property
        def covered(self):
            """Bytes that the checksum covers."""
            if hasattr(self, '_m_covered'):
                return self._m_covered

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_covered = self._io.read_bytes(self.len_covered)
            self._io.seek(_pos)
            return getattr(self, '_m_covered', None)

        @property
        def crc32c(self):
            """CRC-32C (Castagnoli) of the bytes before it. It is 0 in a page of
            zeros, which is not used yet.
            """
            if hasattr(self, '_m_crc32c'):
                return self._m_crc32c

            _pos = self._io.pos()
            self._io.seek(self.len_covered)
            self._m_crc32c = self._io.read_u4le()
            self._io.seek(_pos)
            return getattr(self, '_m_crc32c', None)

        @property
        def len_covered(self):
            """Number of bytes before the checksum, which it covers."""
            if hasattr(self, '_m_len_covered'):
                return self._m_len_covered

            self._m_len_covered = self._io.size() - 4
            return getattr(self, '_m_len_covered', None)


    @property
    def page_end(self):
        """What the page ends with."""
        if hasattr(self, '_m_page_end'):
            return self._m_page_end

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_page_end = InnodbBinlogPage.PageEnd(self._io, self, self._root)
        self._io.seek(_pos)
        return getattr(self, '_m_page_end', None)


