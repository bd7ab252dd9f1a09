# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from enum import IntEnum
from . import binlog_event_header


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FormatDescriptionEvent(KaitaiStruct):
    """The first event of a log of binlog version 4: the version of the server and
    the lengths of headers. It applies to itself and to all events up to the next
    FORMAT_DESCRIPTION. The length that it lists for its own type is one byte of a
    number that may be larger, and is not used.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Format__description__event.html
    """

    class BinlogChecksum(IntEnum):
        none = 0
        crc32 = 1
        undefined = 255
    def __init__(self, _io, _parent=None, _root=None):
        super(FormatDescriptionEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.binlog_version = self._io.read_u2le()
        if not self.binlog_version == 4:
            raise kaitaistruct.ValidationNotEqualError(4, self.binlog_version, self._io, u"/seq/0")
        self._raw_server_version = self._io.read_bytes(50)
        _io__raw_server_version = KaitaiStream(BytesIO(self._raw_server_version))
        self.server_version = FormatDescriptionEvent.VersionOfServer(_io__raw_server_version, self, self._root)
        self.created_at = self._io.read_u4le()
        self.len_header = self._io.read_u1()
        if not self.len_header >= 19:
            raise kaitaistruct.ValidationLessThanError(19, self.len_header, self._io, u"/seq/3")
        self.len_post_headers = []
        for i in range(self.num_post_headers):
            self.len_post_headers.append(self._io.read_u1())

        if self.knows_checksums:
            pass
            self.checksum_algorithm = KaitaiStream.resolve_enum(FormatDescriptionEvent.BinlogChecksum, self._io.read_u1())
            if not  ((self.checksum_algorithm == FormatDescriptionEvent.BinlogChecksum.none) or (self.checksum_algorithm == FormatDescriptionEvent.BinlogChecksum.crc32) or (self.checksum_algorithm == FormatDescriptionEvent.BinlogChecksum.undefined)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.checksum_algorithm, self._io, u"/seq/5")

        if self.knows_checksums:
            pass
            self.crc32 = self._io.read_u4le()



    def _fetch_instances(self):
        pass
        self.server_version._fetch_instances()
        for i in range(len(self.len_post_headers)):
            pass

        if self.knows_checksums:
            pass

        if self.knows_checksums:
            pass

        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()


    class FormatDescriptionHandle(KaitaiStruct):
        """Reference to a FORMAT_DESCRIPTION, which is its `_parent`. It is empty
        itself (see `table_map_event::table_map_handle`).
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(FormatDescriptionEvent.FormatDescriptionHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class VersionDigit(KaitaiStruct):
        """A character of a version, with the number that the digits before it make.
        """
        def __init__(self, is_needed, previous, _io, _parent=None, _root=None):
            super(FormatDescriptionEvent.VersionDigit, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_needed = is_needed
            self.previous = previous
            self._read()

        def _read(self):
            self.character = self._io.read_u1()
            _ = self.character
            if not  (((not (self.is_needed))) or ( ((_ >= 48) and (_ <= 57)) )) :
                raise kaitaistruct.ValidationExprError(self.character, self._io, u"/types/version_digit/seq/0")


        def _fetch_instances(self):
            pass

        @property
        def is_digit(self):
            """Whether the character is a digit."""
            if hasattr(self, '_m_is_digit'):
                return self._m_is_digit

            self._m_is_digit =  ((self.character >= 48) and (self.character <= 57)) 
            return getattr(self, '_m_is_digit', None)

        @property
        def number(self):
            """Number that the digits up to this one make."""
            if hasattr(self, '_m_number'):
                return self._m_number

            self._m_number = (self.previous * 10 + self.character) - 48
            return getattr(self, '_m_number', None)


    class VersionNumber(KaitaiStruct):
        """A decimal number and the character behind it."""
        def __init__(self, is_needed, _io, _parent=None, _root=None):
            super(FormatDescriptionEvent.VersionNumber, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_needed = is_needed
            self._read()

        def _read(self):
            self.digits = []
            i = 0
            while True:
                _ = FormatDescriptionEvent.VersionDigit( ((self.is_needed) and (i == 0)) , (0 if i == 0 else self.digits[i - 1].number), self._io, self, self._root)
                self.digits.append(_)
                if (not (_.is_digit)):
                    break
                i += 1


        def _fetch_instances(self):
            pass
            for i in range(len(self.digits)):
                pass
                self.digits[i]._fetch_instances()


        @property
        def value(self):
            """The number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self.digits[-1].previous
            return getattr(self, '_m_value', None)


    class VersionOfServer(KaitaiStruct):
        """A version such as `9.7.4-log` in 50 bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(FormatDescriptionEvent.VersionOfServer, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.major = FormatDescriptionEvent.VersionNumber(True, self._io, self, self._root)
            self.minor = FormatDescriptionEvent.VersionNumber(False, self._io, self, self._root)
            self.patch = FormatDescriptionEvent.VersionNumber(False, self._io, self, self._root)
            self.tree = self._io.read_bytes(6)
            self.rest = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass
            self.major._fetch_instances()
            self.minor._fetch_instances()
            self.patch._fetch_instances()
            _ = self.text
            if hasattr(self, '_m_text'):
                pass


        @property
        def is_drop(self):
            """Whether the server was built from `a_drop`, an unreleased tree of
            MySQL 5.1 and 5.2.
            """
            if hasattr(self, '_m_is_drop'):
                return self._m_is_drop

            self._m_is_drop = self.tree == b"\x61\x5F\x64\x72\x6F\x70"
            return getattr(self, '_m_is_drop', None)

        @property
        def number(self):
            """The version as MYSQL_VERSION_ID has it: 50601 for 5.6.1.
            """
            if hasattr(self, '_m_number'):
                return self._m_number

            self._m_number = (self.major.value * 10000 + self.minor.value * 100) + self.patch.value
            return getattr(self, '_m_number', None)

        @property
        def text(self):
            """The whole version as text."""
            if hasattr(self, '_m_text'):
                return self._m_text

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_text = (self._io.read_bytes_term(0, False, True, True)).decode(u"UTF-8")
            self._io.seek(_pos)
            return getattr(self, '_m_text', None)


    @property
    def first_mariadb_type(self):
        """Number of the first type that MariaDB alone writes."""
        if hasattr(self, '_m_first_mariadb_type'):
            return self._m_first_mariadb_type

        self._m_first_mariadb_type = int(binlog_event_header.BinlogEventHeader.EventType.annotate_rows)
        return getattr(self, '_m_first_mariadb_type', None)

    @property
    def handle(self):
        """Reference to this event, for other structures."""
        if hasattr(self, '_m_handle'):
            return self._m_handle

        self._m_handle = FormatDescriptionEvent.FormatDescriptionHandle(self._io, self, self._root)
        return getattr(self, '_m_handle', None)

    @property
    def has_checksums(self):
        """Whether the events of the log have checksums."""
        if hasattr(self, '_m_has_checksums'):
            return self._m_has_checksums

        self._m_has_checksums =  ((self.knows_checksums) and (self.checksum_algorithm == FormatDescriptionEvent.BinlogChecksum.crc32)) 
        return getattr(self, '_m_has_checksums', None)

    @property
    def has_permuted_types(self):
        """Whether the log comes from an unreleased tree of MySQL 5.1 and 5.2, which
        numbered some types differently.
        """
        if hasattr(self, '_m_has_permuted_types'):
            return self._m_has_permuted_types

        self._m_has_permuted_types =  ((self.server_version.is_drop) and (self.num_post_headers == 22)) 
        return getattr(self, '_m_has_permuted_types', None)

    @property
    def knows_checksums(self):
        """Whether the event has the fields `checksum_algorithm` and `crc32`. MySQL
        5.6.1 and MariaDB 5.3 introduced them; MySQL 6.0 never left alpha and had
        none.
        """
        if hasattr(self, '_m_knows_checksums'):
            return self._m_knows_checksums

        self._m_knows_checksums =  (( ((self.server_version.number >= 50601) and (self.server_version.number < 60000)) ) or (self.server_version.number >= 70000) or ( ((self.server_version.number >= 50300) and (self.lists_mariadb_types)) )) 
        return getattr(self, '_m_knows_checksums', None)

    @property
    def len_checksum_fields(self):
        """Length of `checksum_algorithm` and `crc32` together, in bytes."""
        if hasattr(self, '_m_len_checksum_fields'):
            return self._m_len_checksum_fields

        self._m_len_checksum_fields = 5
        return getattr(self, '_m_len_checksum_fields', None)

    @property
    def len_fixed(self):
        """Length in bytes of the fields before `len_post_headers`."""
        if hasattr(self, '_m_len_fixed'):
            return self._m_len_fixed

        self._m_len_fixed = 57
        return getattr(self, '_m_len_fixed', None)

    @property
    def lists_mariadb_types(self):
        """Whether MariaDB wrote the log: it lists types that MySQL does not have.
        """
        if hasattr(self, '_m_lists_mariadb_types'):
            return self._m_lists_mariadb_types

        self._m_lists_mariadb_types = (self._io.size() - self.len_fixed) - self.len_checksum_fields >= self.first_mariadb_type
        return getattr(self, '_m_lists_mariadb_types', None)

    @property
    def logs_explicit_defaults(self):
        """Whether flags2 of QUERY always holds `explicit_defaults_for_timestamp`: in
        MariaDB 10.10 and later. Some patch releases of older series write it,
        too, and cannot be distinguished.
        """
        if hasattr(self, '_m_logs_explicit_defaults'):
            return self._m_logs_explicit_defaults

        self._m_logs_explicit_defaults =  ((self.lists_mariadb_types) and (self.server_version.number >= 101000)) 
        return getattr(self, '_m_logs_explicit_defaults', None)

    @property
    def num_post_headers(self):
        """Number of the types whose post-headers are listed."""
        if hasattr(self, '_m_num_post_headers'):
            return self._m_num_post_headers

        self._m_num_post_headers = (self._io.size() - self.len_fixed) - (self.len_checksum_fields if self.knows_checksums else 0)
        return getattr(self, '_m_num_post_headers', None)


