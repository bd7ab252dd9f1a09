# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import innodb_binlog_page


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class InnodbBinlog(KaitaiStruct):
    """A log that MariaDB 12.3 or later stores in InnoDB pages
    (`binlog_storage_engine=innodb`), in files `binlog-NNNNNN.ibb`. The events are
    those of other logs, without checksums and without offsets. There is no
    FORMAT_DESCRIPTION and no ROTATE; transactions go on from file to file.
    
    The server makes a file as long as it may become, so that there can be pages
    of zeros behind the log's end.
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(InnodbBinlog, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        if (not (self.is_unused)):
            pass
            self._raw_header = self._io.read_bytes(self.len_min_page)
            _io__raw_header = KaitaiStream(BytesIO(self._raw_header))
            self.header = InnodbBinlog.FileHeader(_io__raw_header, self, self._root)



    def _fetch_instances(self):
        pass
        if (not (self.is_unused)):
            pass
            self.header._fetch_instances()

        _ = self.first_number
        if hasattr(self, '_m_first_number'):
            pass

        _ = self.pages
        if hasattr(self, '_m_pages'):
            pass
            for i in range(len(self._m_pages)):
                pass
                self._m_pages[i]._fetch_instances()



    class FileHeader(KaitaiStruct):
        """What the server needs to know of the file before it reads pages.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlog.FileHeader, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\xFE\xFE\x0D\x01":
                raise kaitaistruct.ValidationNotEqualError(b"\xFE\xFE\x0D\x01", self.magic, self._io, u"/types/file_header/seq/0")
            self.page_size_shift = self._io.read_u4le()
            if not self.page_size_shift >= 9:
                raise kaitaistruct.ValidationLessThanError(9, self.page_size_shift, self._io, u"/types/file_header/seq/1")
            if not self.page_size_shift <= 16:
                raise kaitaistruct.ValidationGreaterThanError(16, self.page_size_shift, self._io, u"/types/file_header/seq/1")
            self.version_major = self._io.read_u4le()
            if not self.version_major == 1:
                raise kaitaistruct.ValidationNotEqualError(1, self.version_major, self._io, u"/types/file_header/seq/2")
            self.version_minor = self._io.read_u4le()
            self.file_no = self._io.read_u8le()
            self.num_pages = self._io.read_u8le()
            self.start_lsn = self._io.read_u8le()
            self.state_interval = self._io.read_u8le()
            self.oob_file_no = self._io.read_u8le()
            self.xa_file_no = self._io.read_u8le()
            self.reserved = self._io.read_bytes((self._io.size() - self._io.pos()) - 4)
            self.crc32c = self._io.read_u4le()


        def _fetch_instances(self):
            pass
            _ = self.covered
            if hasattr(self, '_m_covered'):
                pass


        @property
        def covered(self):
            """Bytes that the checksum covers."""
            if hasattr(self, '_m_covered'):
                return self._m_covered

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_covered = self._io.read_bytes(self._io.size() - 4)
            self._io.seek(_pos)
            return getattr(self, '_m_covered', None)


    @property
    def first_number(self):
        """First four bytes of the file."""
        if hasattr(self, '_m_first_number'):
            return self._m_first_number

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_first_number = self._io.read_u4le()
        self._io.seek(_pos)
        return getattr(self, '_m_first_number', None)

    @property
    def is_unused(self):
        """Whether the server has not begun the file. It makes the next file in
        advance, full of zeros.
        """
        if hasattr(self, '_m_is_unused'):
            return self._m_is_unused

        self._m_is_unused = self.first_number == 0
        return getattr(self, '_m_is_unused', None)

    @property
    def len_min_page(self):
        """Length of the header in bytes. It fills the beginning of the first page.
        """
        if hasattr(self, '_m_len_min_page'):
            return self._m_len_min_page

        self._m_len_min_page = 512
        return getattr(self, '_m_len_min_page', None)

    @property
    def len_page(self):
        """Length of a page in bytes."""
        if hasattr(self, '_m_len_page'):
            return self._m_len_page

        self._m_len_page = (512 if self.header.page_size_shift == 9 else (1024 if self.header.page_size_shift == 10 else (2048 if self.header.page_size_shift == 11 else (4096 if self.header.page_size_shift == 12 else (8192 if self.header.page_size_shift == 13 else (16384 if self.header.page_size_shift == 14 else (32768 if self.header.page_size_shift == 15 else 65536)))))))
        return getattr(self, '_m_len_page', None)

    @property
    def pages(self):
        """Pages behind the first one."""
        if hasattr(self, '_m_pages'):
            return self._m_pages

        if (not (self.is_unused)):
            pass
            _pos = self._io.pos()
            self._io.seek(self.len_page)
            self._raw__m_pages = []
            self._m_pages = []
            for i in range(self._io.size() // self.len_page - 1):
                self._raw__m_pages.append(self._io.read_bytes(self.len_page))
                _io__raw__m_pages = KaitaiStream(BytesIO(self._raw__m_pages[i]))
                self._m_pages.append(innodb_binlog_page.InnodbBinlogPage(_io__raw__m_pages))

            self._io.seek(_pos)

        return getattr(self, '_m_pages', None)

    @property
    def plain_start(self):
        """Start of a log with the same events that is not stored in pages: the magic
        number, and a FORMAT_DESCRIPTION of MariaDB 12.3 without checksums. The
        server sends such an event, and stores none.
        """
        if hasattr(self, '_m_plain_start'):
            return self._m_plain_start

        self._m_plain_start = b"\xFE\x62\x69\x6E\x00\x00\x00\x00\x0F\x00\x00\x00\x00\xFD\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x31\x32\x2E\x33\x2E\x30\x2D\x4D\x61\x72\x69\x61\x44\x42\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x13\x38\x0D\x00\x08\x00\x12\x00\x04\x04\x04\x04\x12\x00\x00\xE4\x00\x04\x1A\x08\x00\x00\x00\x08\x08\x08\x02\x00\x00\x00\x0A\x0A\x0A\x00\x00\x00\x00\x00\x00\x0A\x0A\x0A\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x13\x04\x00\x0D\x08\x08\x08\x0A\x0A\x0A\x09\x00\x1C\x96\xA5\xDF"
        return getattr(self, '_m_plain_start', None)


