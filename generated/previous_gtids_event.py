# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import gtid_tag
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class PreviousGtidsEvent(KaitaiStruct):
    """The GTIDs of all transactions that were committed before this log began (MySQL
    5.6 and later). The highest byte of the count is the encoding. MySQL 8.3 and
    later use the one with tags if any GTID on the server has a tag. MySQL skips a
    post-header here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Previous__gtids__event.html
    """

    class GtidSetEncoding(IntEnum):
        untagged = 0
        tagged = 1
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(PreviousGtidsEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.num_low = self._io.read_u1()
        self.num_middle = self._io.read_u4le()
        self.num_high = self._io.read_u2le()
        self.encoding = KaitaiStream.resolve_enum(PreviousGtidsEvent.GtidSetEncoding, self._io.read_u1())
        if not isinstance(self.encoding, PreviousGtidsEvent.GtidSetEncoding):
            raise kaitaistruct.ValidationNotInEnumError(self.encoding, self._io, u"/seq/4")
        self.sources = []
        for i in range(self.num_sources):
            self.sources.append(PreviousGtidsEvent.GtidSource(self.is_tagged, self._io, self, self._root))

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        if self.len_post_header > 0:
            pass

        for i in range(len(self.sources)):
            pass
            self.sources[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass


    class GtidInterval(KaitaiStruct):
        """A range of numbers of transactions."""
        def __init__(self, _io, _parent=None, _root=None):
            super(PreviousGtidsEvent.GtidInterval, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.first = self._io.read_u8le()
            self.beyond = self._io.read_u8le()


        def _fetch_instances(self):
            pass

        @property
        def last(self):
            """Last number of the range."""
            if hasattr(self, '_m_last'):
                return self._m_last

            self._m_last = self.beyond - 1
            return getattr(self, '_m_last', None)

        @property
        def text(self):
            """The range as text, for viewers."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = (str(self.first) if self.first == self.last else (str(self.first) + u"-") + str(self.last))
            return getattr(self, '_m_text', None)


    class GtidSource(KaitaiStruct):
        """The transactions of a server with the same tag."""
        def __init__(self, is_tagged, _io, _parent=None, _root=None):
            super(PreviousGtidsEvent.GtidSource, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_tagged = is_tagged
            self._read()

        def _read(self):
            self.uuid = self._io.read_bytes(16)
            if self.is_tagged:
                pass
                self.tag = gtid_tag.GtidTag(self._io)

            self.num_intervals = self._io.read_s8le()
            if not self.num_intervals >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.num_intervals, self._io, u"/types/gtid_source/seq/2")
            self.intervals = []
            for i in range(self.num_intervals):
                self.intervals.append(PreviousGtidsEvent.GtidInterval(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            if self.is_tagged:
                pass
                self.tag._fetch_instances()

            for i in range(len(self.intervals)):
                pass
                self.intervals[i]._fetch_instances()


        @property
        def tag_text(self):
            """The tag behind a colon, if there is one, for viewers."""
            if hasattr(self, '_m_tag_text'):
                return self._m_tag_text

            self._m_tag_text = (u":" + self.tag.text if  ((self.is_tagged) and (self.tag.len_text.value > 0))  else u"")
            return getattr(self, '_m_tag_text', None)


    @property
    def is_tagged(self):
        """Whether each source has a tag."""
        if hasattr(self, '_m_is_tagged'):
            return self._m_is_tagged

        self._m_is_tagged = self.encoding == PreviousGtidsEvent.GtidSetEncoding.tagged
        return getattr(self, '_m_is_tagged', None)

    @property
    def num_sources(self):
        """Number of sources."""
        if hasattr(self, '_m_num_sources'):
            return self._m_num_sources

        self._m_num_sources = (self.num_middle + self.num_high * 4294967296 if self.is_tagged else (self.num_low + self.num_middle * 256) + self.num_high * 1099511627776)
        return getattr(self, '_m_num_sources', None)


