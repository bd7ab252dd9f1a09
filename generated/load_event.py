# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LoadEvent(KaitaiStruct):
    """A LOAD DATA statement of servers before MySQL 5.0.3, in its parts. LOAD keeps
    one character for each separator, the other types a string. CREATE_FILE also
    holds the first block of the file. It has two post-headers: one of the length
    that is listed for LOAD, and its own. MariaDB skips longer ones in
    CREATE_FILE, and none in LOAD and NEW_LOAD. Shorter ones are refused here,
    since they lack the lengths of the names.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/8.0.0/classbinary__log_1_1Load__event.html
    """
    def __init__(self, type, len_post_header, len_create_file, _io, _parent=None, _root=None):
        super(LoadEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.type = type
        self.len_post_header = len_post_header
        self.len_create_file = len_create_file
        self._read()

    def _read(self):
        self.thread_id = self._io.read_u4le()
        _ = self.thread_id
        if not  ((self.len_post_header >= 18) and ( (((not (self.is_create_file))) or (self.len_create_file >= 4)) )) :
            raise kaitaistruct.ValidationExprError(self.thread_id, self._io, u"/seq/0")
        self.seconds = self._io.read_u4le()
        self.num_skipped_lines = self._io.read_u4le()
        self.len_table = self._io.read_u1()
        self.len_database = self._io.read_u1()
        self.num_fields = self._io.read_u4le()
        if self.len_post_header > 18:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 18)

        if self.is_create_file:
            pass
            self.file_id = self._io.read_u4le()

        if  ((self.is_create_file) and (self.len_create_file > 4)) :
            pass
            self.create_file_rest = self._io.read_bytes(self.len_create_file - 4)

        _on = self.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            self.options = LoadEvent.LoadOptionsOfCharacters(self._io, self, self._root)
        else:
            pass
            self.options = LoadEvent.LoadOptions(self._io, self, self._root)
        self.len_fields = []
        for i in range(self.num_fields):
            self.len_fields.append(self._io.read_u1())

        self.fields = []
        for i in range(self.num_fields):
            self.fields.append(LoadEvent.LoadName(self.len_fields[i], self._io, self, self._root))

        self.table = LoadEvent.LoadName(self.len_table, self._io, self, self._root)
        self.database = LoadEvent.LoadName(self.len_database, self._io, self, self._root)
        self.file_name = self._io.read_bytes_term(0, False, True, False)
        self.data = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
        if self.len_post_header > 18:
            pass

        if self.is_create_file:
            pass

        if  ((self.is_create_file) and (self.len_create_file > 4)) :
            pass

        _on = self.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            self.options._fetch_instances()
        else:
            pass
            self.options._fetch_instances()
        for i in range(len(self.len_fields)):
            pass

        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()

        self.table._fetch_instances()
        self.database._fetch_instances()

    class LoadEmptyFlags(KaitaiStruct):
        """Flags of the separators that are empty, whose characters mean nothing."""
        def __init__(self, _io, _parent=None, _root=None):
            super(LoadEvent.LoadEmptyFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.fields_terminated_by = self._io.read_bits_int_le(1) != 0
            self.fields_enclosed_by = self._io.read_bits_int_le(1) != 0
            self.lines_terminated_by = self._io.read_bits_int_le(1) != 0
            self.lines_starting_by = self._io.read_bits_int_le(1) != 0
            self.fields_escaped_by = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(3)


        def _fetch_instances(self):
            pass


    class LoadFlags(KaitaiStruct):
        """Flags of a LOAD DATA statement."""
        def __init__(self, _io, _parent=None, _root=None):
            super(LoadEvent.LoadFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.is_dumpfile = self._io.read_bits_int_le(1) != 0
            self.is_enclosed_optionally = self._io.read_bits_int_le(1) != 0
            self.is_replace = self._io.read_bits_int_le(1) != 0
            self.is_ignore = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(4)


        def _fetch_instances(self):
            pass


    class LoadName(KaitaiStruct):
        """A name with a terminating zero."""
        def __init__(self, len_text, _io, _parent=None, _root=None):
            super(LoadEvent.LoadName, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.len_text = len_text
            self._read()

        def _read(self):
            self.text = self._io.read_bytes(self.len_text)
            self.text_end = self._io.read_bytes(1)
            if not self.text_end == b"\x00":
                raise kaitaistruct.ValidationNotEqualError(b"\x00", self.text_end, self._io, u"/types/load_name/seq/1")


        def _fetch_instances(self):
            pass


    class LoadOptions(KaitaiStruct):
        """Separators of any length, and flags (MySQL 4.0 and later)."""
        def __init__(self, _io, _parent=None, _root=None):
            super(LoadEvent.LoadOptions, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.fields_terminated_by = LoadEvent.LoadString(self._io, self, self._root)
            self.fields_enclosed_by = LoadEvent.LoadString(self._io, self, self._root)
            self.lines_terminated_by = LoadEvent.LoadString(self._io, self, self._root)
            self.lines_starting_by = LoadEvent.LoadString(self._io, self, self._root)
            self.fields_escaped_by = LoadEvent.LoadString(self._io, self, self._root)
            self.flags = LoadEvent.LoadFlags(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.fields_terminated_by._fetch_instances()
            self.fields_enclosed_by._fetch_instances()
            self.lines_terminated_by._fetch_instances()
            self.lines_starting_by._fetch_instances()
            self.fields_escaped_by._fetch_instances()
            self.flags._fetch_instances()


    class LoadOptionsOfCharacters(KaitaiStruct):
        """Separators of one character, and flags (MySQL 3.23)."""
        def __init__(self, _io, _parent=None, _root=None):
            super(LoadEvent.LoadOptionsOfCharacters, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.fields_terminated_by = self._io.read_bytes(1)
            self.fields_enclosed_by = self._io.read_bytes(1)
            self.lines_terminated_by = self._io.read_bytes(1)
            self.lines_starting_by = self._io.read_bytes(1)
            self.fields_escaped_by = self._io.read_bytes(1)
            self.flags = LoadEvent.LoadFlags(self._io, self, self._root)
            self.empty_flags = LoadEvent.LoadEmptyFlags(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.flags._fetch_instances()
            self.empty_flags._fetch_instances()


    class LoadString(KaitaiStruct):
        """A separator of up to 255 bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(LoadEvent.LoadString, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = self._io.read_bytes(self.len_text)


        def _fetch_instances(self):
            pass


    @property
    def is_create_file(self):
        """Whether the event is a CREATE_FILE."""
        if hasattr(self, '_m_is_create_file'):
            return self._m_is_create_file

        self._m_is_create_file = self.type == binlog_event_header.BinlogEventHeader.EventType.create_file
        return getattr(self, '_m_is_create_file', None)


