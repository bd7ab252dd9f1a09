# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import format_description_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LogFormat(ReadWriteKaitaiStruct):
    """The format in force for an event, which the last FORMAT_DESCRIPTION described.
    It has no bytes of its own. Before the first FORMAT_DESCRIPTION, headers have
    their minimal length and events no checksums.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Format__description__event.html
    """
    def __init__(self, binlog_version, has_format_description, handle, is_payload, _io=None, _parent=None, _root=None):
        super(LogFormat, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.binlog_version = binlog_version
        self.has_format_description = has_format_description
        self.handle = handle
        self.is_payload = is_payload
        self._should_write_of_payload = False
        self.of_payload__enabled = True

    def _read(self):
        pass
        self._dirty = False


    def _fetch_instances(self):
        pass
        _ = self.of_payload
        if hasattr(self, '_m_of_payload'):
            pass
            self._m_of_payload._fetch_instances()



    def _write__seq(self, io=None):
        super(LogFormat, self)._write__seq(io)
        self._should_write_of_payload = self.of_payload__enabled


    def _check(self):
        if self.of_payload__enabled:
            pass
            if  ((self.has_format_description) and ((not (self.is_payload)))) :
                pass
                if self._m_of_payload._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"of_payload", self._root, self._m_of_payload._root)
                if self._m_of_payload._parent != self:
                    raise kaitaistruct.ConsistencyError(u"of_payload", self, self._m_of_payload._parent)
                if self._m_of_payload.binlog_version != 4:
                    raise kaitaistruct.ConsistencyError(u"of_payload", 4, self._m_of_payload.binlog_version)
                if self._m_of_payload.has_format_description != True:
                    raise kaitaistruct.ConsistencyError(u"of_payload", True, self._m_of_payload.has_format_description)
                if self._m_of_payload.handle != self.handle:
                    raise kaitaistruct.ConsistencyError(u"of_payload", self.handle, self._m_of_payload.handle)
                if self._m_of_payload.is_payload != True:
                    raise kaitaistruct.ConsistencyError(u"of_payload", True, self._m_of_payload.is_payload)


        self._dirty = False

    @property
    def format_description(self):
        """The FORMAT_DESCRIPTION that applies."""
        if hasattr(self, '_m_format_description'):
            return self._m_format_description

        if self.has_format_description:
            pass
            self._m_format_description = self.handle._parent

        return getattr(self, '_m_format_description', None)

    def _invalidate_format_description(self):
        del self._m_format_description
    @property
    def has_permuted_types(self):
        """Whether the log comes from an unreleased tree of MySQL 5.1 and 5.2, which
        numbered some types differently.
        """
        if hasattr(self, '_m_has_permuted_types'):
            return self._m_has_permuted_types

        self._m_has_permuted_types =  ((self.has_format_description) and (self.handle._parent.has_permuted_types)) 
        return getattr(self, '_m_has_permuted_types', None)

    def _invalidate_has_permuted_types(self):
        del self._m_has_permuted_types
    @property
    def is_mariadb(self):
        """Whether MariaDB wrote the log."""
        if hasattr(self, '_m_is_mariadb'):
            return self._m_is_mariadb

        self._m_is_mariadb =  ((self.has_format_description) and (self.handle._parent.lists_mariadb_types)) 
        return getattr(self, '_m_is_mariadb', None)

    def _invalidate_is_mariadb(self):
        del self._m_is_mariadb
    @property
    def len_checksum(self):
        """Length in bytes of the checksum at the end of each event."""
        if hasattr(self, '_m_len_checksum'):
            return self._m_len_checksum

        self._m_len_checksum = (4 if  ((self.has_format_description) and ((not (self.is_payload))) and (self.handle._parent.has_checksums))  else 0)
        return getattr(self, '_m_len_checksum', None)

    def _invalidate_len_checksum(self):
        del self._m_len_checksum
    @property
    def len_header(self):
        """Length in bytes of the header."""
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = (self.handle._parent.len_header if self.has_format_description else self.len_minimal_header)
        return getattr(self, '_m_len_header', None)

    def _invalidate_len_header(self):
        del self._m_len_header
    @property
    def len_minimal_header(self):
        """Length in bytes of the header without extensions."""
        if hasattr(self, '_m_len_minimal_header'):
            return self._m_len_minimal_header

        self._m_len_minimal_header = (13 if self.binlog_version == 1 else 19)
        return getattr(self, '_m_len_minimal_header', None)

    def _invalidate_len_minimal_header(self):
        del self._m_len_minimal_header
    @property
    def len_rotate_post_header(self):
        """Length in bytes of the post-header of a ROTATE before any
        FORMAT_DESCRIPTION.
        """
        if hasattr(self, '_m_len_rotate_post_header'):
            return self._m_len_rotate_post_header

        self._m_len_rotate_post_header = (8 if self.binlog_version > 1 else 0)
        return getattr(self, '_m_len_rotate_post_header', None)

    def _invalidate_len_rotate_post_header(self):
        del self._m_len_rotate_post_header
    @property
    def num_post_headers(self):
        """Number of types whose post-headers are listed."""
        if hasattr(self, '_m_num_post_headers'):
            return self._m_num_post_headers

        self._m_num_post_headers = (self.handle._parent.num_post_headers if self.has_format_description else 0)
        return getattr(self, '_m_num_post_headers', None)

    def _invalidate_num_post_headers(self):
        del self._m_num_post_headers
    @property
    def of_payload(self):
        """The format of the events in a TRANSACTION_PAYLOAD."""
        if self._should_write_of_payload:
            self._write_of_payload()
        if hasattr(self, '_m_of_payload'):
            return self._m_of_payload

        if not self.of_payload__enabled:
            return None

        if  ((self.has_format_description) and ((not (self.is_payload)))) :
            pass
            self._m_of_payload = LogFormat(4, True, self.handle, True, self._io, self, self._root)
            self._m_of_payload._read()

        return getattr(self, '_m_of_payload', None)

    @of_payload.setter
    def of_payload(self, v):
        self._dirty = True
        self._m_of_payload = v

    def _write_of_payload(self):
        self._should_write_of_payload = False
        if  ((self.has_format_description) and ((not (self.is_payload)))) :
            pass
            self._m_of_payload._write__seq(self._io)



