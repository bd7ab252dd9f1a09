# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LoadEvent(ReadWriteKaitaiStruct):
    """A LOAD DATA statement of servers before MySQL 5.0.3, in its parts. LOAD keeps
    one character for each separator, the other types a string. CREATE_FILE also
    holds the first block of the file. It has two post-headers: one of the length
    that is listed for LOAD, and its own. MariaDB skips longer ones in
    CREATE_FILE, and none in LOAD and NEW_LOAD. Shorter ones are refused here,
    since they lack the lengths of the names.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/8.0.0/classbinary__log_1_1Load__event.html
    """
    def __init__(self, type, len_post_header, len_create_file, _io=None, _parent=None, _root=None):
        super(LoadEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.type = type
        self.len_post_header = len_post_header
        self.len_create_file = len_create_file

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
            self.options._read()
        else:
            pass
            self.options = LoadEvent.LoadOptions(self._io, self, self._root)
            self.options._read()
        self.len_fields = []
        for i in range(self.num_fields):
            self.len_fields.append(self._io.read_u1())

        self.fields = []
        for i in range(self.num_fields):
            _t_fields = LoadEvent.LoadName(self.len_fields[i], self._io, self, self._root)
            try:
                _t_fields._read()
            finally:
                self.fields.append(_t_fields)

        self.table = LoadEvent.LoadName(self.len_table, self._io, self, self._root)
        self.table._read()
        self.database = LoadEvent.LoadName(self.len_database, self._io, self, self._root)
        self.database._read()
        self.file_name = self._io.read_bytes_term(0, False, True, False)
        self.data = self._io.read_bytes_full()
        self._dirty = False


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


    def _write__seq(self, io=None):
        super(LoadEvent, self)._write__seq(io)
        self._io.write_u4le(self.thread_id)
        self._io.write_u4le(self.seconds)
        self._io.write_u4le(self.num_skipped_lines)
        self._io.write_u1(self.len_table)
        self._io.write_u1(self.len_database)
        self._io.write_u4le(self.num_fields)
        if self.len_post_header > 18:
            pass
            self._io.write_bytes(self.post_header_rest)

        if self.is_create_file:
            pass
            self._io.write_u4le(self.file_id)

        if  ((self.is_create_file) and (self.len_create_file > 4)) :
            pass
            self._io.write_bytes(self.create_file_rest)

        _on = self.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            self.options._write__seq(self._io)
        else:
            pass
            self.options._write__seq(self._io)
        for i in range(len(self.len_fields)):
            pass
            self._io.write_u1(self.len_fields[i])

        for i in range(len(self.fields)):
            pass
            self.fields[i]._write__seq(self._io)

        self.table._write__seq(self._io)
        self.database._write__seq(self._io)
        self._io.write_bytes(self.file_name)
        if not self._io.is_eof():
            self._io.write_u1(0)

        self._io.write_bytes(self.data)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"data", 0, self._io.size() - self._io.pos())


    def _check(self):
        _ = self.thread_id
        if not  ((self.len_post_header >= 18) and ( (((not (self.is_create_file))) or (self.len_create_file >= 4)) )) :
            raise kaitaistruct.ValidationExprError(self.thread_id, None, u"/seq/0")
        if self.len_post_header > 18:
            pass
            if len(self.post_header_rest) != self.len_post_header - 18:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 18, len(self.post_header_rest))

        if self.is_create_file:
            pass

        if  ((self.is_create_file) and (self.len_create_file > 4)) :
            pass
            if len(self.create_file_rest) != self.len_create_file - 4:
                raise kaitaistruct.ConsistencyError(u"create_file_rest", self.len_create_file - 4, len(self.create_file_rest))

        _on = self.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            if self.options._root != self._root:
                raise kaitaistruct.ConsistencyError(u"options", self._root, self.options._root)
            if self.options._parent != self:
                raise kaitaistruct.ConsistencyError(u"options", self, self.options._parent)
        else:
            pass
            if self.options._root != self._root:
                raise kaitaistruct.ConsistencyError(u"options", self._root, self.options._root)
            if self.options._parent != self:
                raise kaitaistruct.ConsistencyError(u"options", self, self.options._parent)
        if len(self.len_fields) != self.num_fields:
            raise kaitaistruct.ConsistencyError(u"len_fields", self.num_fields, len(self.len_fields))
        for i in range(len(self.len_fields)):
            pass

        if len(self.fields) != self.num_fields:
            raise kaitaistruct.ConsistencyError(u"fields", self.num_fields, len(self.fields))
        for i in range(len(self.fields)):
            pass
            if self.fields[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields", self._root, self.fields[i]._root)
            if self.fields[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields", self, self.fields[i]._parent)
            if self.fields[i].len_text != self.len_fields[i]:
                raise kaitaistruct.ConsistencyError(u"fields", self.len_fields[i], self.fields[i].len_text)

        if self.table._root != self._root:
            raise kaitaistruct.ConsistencyError(u"table", self._root, self.table._root)
        if self.table._parent != self:
            raise kaitaistruct.ConsistencyError(u"table", self, self.table._parent)
        if self.table.len_text != self.len_table:
            raise kaitaistruct.ConsistencyError(u"table", self.len_table, self.table.len_text)
        if self.database._root != self._root:
            raise kaitaistruct.ConsistencyError(u"database", self._root, self.database._root)
        if self.database._parent != self:
            raise kaitaistruct.ConsistencyError(u"database", self, self.database._parent)
        if self.database.len_text != self.len_database:
            raise kaitaistruct.ConsistencyError(u"database", self.len_database, self.database.len_text)
        if KaitaiStream.byte_array_index_of(self.file_name, 0) != -1:
            raise kaitaistruct.ConsistencyError(u"file_name", -1, KaitaiStream.byte_array_index_of(self.file_name, 0))
        self._dirty = False

    class LoadEmptyFlags(ReadWriteKaitaiStruct):
        """Flags of the separators that are empty, whose characters mean nothing."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(LoadEvent.LoadEmptyFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.fields_terminated_by = self._io.read_bits_int_le(1) != 0
            self.fields_enclosed_by = self._io.read_bits_int_le(1) != 0
            self.lines_terminated_by = self._io.read_bits_int_le(1) != 0
            self.lines_starting_by = self._io.read_bits_int_le(1) != 0
            self.fields_escaped_by = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(3)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(LoadEvent.LoadEmptyFlags, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.fields_terminated_by))
            self._io.write_bits_int_le(1, int(self.fields_enclosed_by))
            self._io.write_bits_int_le(1, int(self.lines_terminated_by))
            self._io.write_bits_int_le(1, int(self.lines_starting_by))
            self._io.write_bits_int_le(1, int(self.fields_escaped_by))
            self._io.write_bits_int_le(3, self.reserved)


        def _check(self):
            self._dirty = False


    class LoadFlags(ReadWriteKaitaiStruct):
        """Flags of a LOAD DATA statement."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(LoadEvent.LoadFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.is_dumpfile = self._io.read_bits_int_le(1) != 0
            self.is_enclosed_optionally = self._io.read_bits_int_le(1) != 0
            self.is_replace = self._io.read_bits_int_le(1) != 0
            self.is_ignore = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(4)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(LoadEvent.LoadFlags, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.is_dumpfile))
            self._io.write_bits_int_le(1, int(self.is_enclosed_optionally))
            self._io.write_bits_int_le(1, int(self.is_replace))
            self._io.write_bits_int_le(1, int(self.is_ignore))
            self._io.write_bits_int_le(4, self.reserved)


        def _check(self):
            self._dirty = False


    class LoadName(ReadWriteKaitaiStruct):
        """A name with a terminating zero."""
        def __init__(self, len_text, _io=None, _parent=None, _root=None):
            super(LoadEvent.LoadName, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.len_text = len_text

        def _read(self):
            self.text = self._io.read_bytes(self.len_text)
            self.text_end = self._io.read_bytes(1)
            if not self.text_end == b"\x00":
                raise kaitaistruct.ValidationNotEqualError(b"\x00", self.text_end, self._io, u"/types/load_name/seq/1")
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(LoadEvent.LoadName, self)._write__seq(io)
            self._io.write_bytes(self.text)
            self._io.write_bytes(self.text_end)


        def _check(self):
            if len(self.text) != self.len_text:
                raise kaitaistruct.ConsistencyError(u"text", self.len_text, len(self.text))
            if len(self.text_end) != 1:
                raise kaitaistruct.ConsistencyError(u"text_end", 1, len(self.text_end))
            if not self.text_end == b"\x00":
                raise kaitaistruct.ValidationNotEqualError(b"\x00", self.text_end, None, u"/types/load_name/seq/1")
            self._dirty = False


    class LoadOptions(ReadWriteKaitaiStruct):
        """Separators of any length, and flags (MySQL 4.0 and later)."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(LoadEvent.LoadOptions, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.fields_terminated_by = LoadEvent.LoadString(self._io, self, self._root)
            self.fields_terminated_by._read()
            self.fields_enclosed_by = LoadEvent.LoadString(self._io, self, self._root)
            self.fields_enclosed_by._read()
            self.lines_terminated_by = LoadEvent.LoadString(self._io, self, self._root)
            self.lines_terminated_by._read()
            self.lines_starting_by = LoadEvent.LoadString(self._io, self, self._root)
            self.lines_starting_by._read()
            self.fields_escaped_by = LoadEvent.LoadString(self._io, self, self._root)
            self.fields_escaped_by._read()
            self.flags = LoadEvent.LoadFlags(self._io, self, self._root)
            self.flags._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.fields_terminated_by._fetch_instances()
            self.fields_enclosed_by._fetch_instances()
            self.lines_terminated_by._fetch_instances()
            self.lines_starting_by._fetch_instances()
            self.fields_escaped_by._fetch_instances()
            self.flags._fetch_instances()


        def _write__seq(self, io=None):
            super(LoadEvent.LoadOptions, self)._write__seq(io)
            self.fields_terminated_by._write__seq(self._io)
            self.fields_enclosed_by._write__seq(self._io)
            self.lines_terminated_by._write__seq(self._io)
            self.lines_starting_by._write__seq(self._io)
            self.fields_escaped_by._write__seq(self._io)
            self.flags._write__seq(self._io)


        def _check(self):
            if self.fields_terminated_by._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields_terminated_by", self._root, self.fields_terminated_by._root)
            if self.fields_terminated_by._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields_terminated_by", self, self.fields_terminated_by._parent)
            if self.fields_enclosed_by._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields_enclosed_by", self._root, self.fields_enclosed_by._root)
            if self.fields_enclosed_by._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields_enclosed_by", self, self.fields_enclosed_by._parent)
            if self.lines_terminated_by._root != self._root:
                raise kaitaistruct.ConsistencyError(u"lines_terminated_by", self._root, self.lines_terminated_by._root)
            if self.lines_terminated_by._parent != self:
                raise kaitaistruct.ConsistencyError(u"lines_terminated_by", self, self.lines_terminated_by._parent)
            if self.lines_starting_by._root != self._root:
                raise kaitaistruct.ConsistencyError(u"lines_starting_by", self._root, self.lines_starting_by._root)
            if self.lines_starting_by._parent != self:
                raise kaitaistruct.ConsistencyError(u"lines_starting_by", self, self.lines_starting_by._parent)
            if self.fields_escaped_by._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields_escaped_by", self._root, self.fields_escaped_by._root)
            if self.fields_escaped_by._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields_escaped_by", self, self.fields_escaped_by._parent)
            if self.flags._root != self._root:
                raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
            if self.flags._parent != self:
                raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
            self._dirty = False


    class LoadOptionsOfCharacters(ReadWriteKaitaiStruct):
        """Separators of one character, and flags (MySQL 3.23)."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(LoadEvent.LoadOptionsOfCharacters, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.fields_terminated_by = self._io.read_bytes(1)
            self.fields_enclosed_by = self._io.read_bytes(1)
            self.lines_terminated_by = self._io.read_bytes(1)
            self.lines_starting_by = self._io.read_bytes(1)
            self.fields_escaped_by = self._io.read_bytes(1)
            self.flags = LoadEvent.LoadFlags(self._io, self, self._root)
            self.flags._read()
            self.empty_flags = LoadEvent.LoadEmptyFlags(self._io, self, self._root)
            self.empty_flags._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.flags._fetch_instances()
            self.empty_flags._fetch_instances()


        def _write__seq(self, io=None):
            super(LoadEvent.LoadOptionsOfCharacters, self)._write__seq(io)
            self._io.write_bytes(self.fields_terminated_by)
            self._io.write_bytes(self.fields_enclosed_by)
            self._io.write_bytes(self.lines_terminated_by)
            self._io.write_bytes(self.lines_starting_by)
            self._io.write_bytes(self.fields_escaped_by)
            self.flags._write__seq(self._io)
            self.empty_flags._write__seq(self._io)


        def _check(self):
            if len(self.fields_terminated_by) != 1:
                raise kaitaistruct.ConsistencyError(u"fields_terminated_by", 1, len(self.fields_terminated_by))
            if len(self.fields_enclosed_by) != 1:
                raise kaitaistruct.ConsistencyError(u"fields_enclosed_by", 1, len(self.fields_enclosed_by))
            if len(self.lines_terminated_by) != 1:
                raise kaitaistruct.ConsistencyError(u"lines_terminated_by", 1, len(self.lines_terminated_by))
            if len(self.lines_starting_by) != 1:
                raise kaitaistruct.ConsistencyError(u"lines_starting_by", 1, len(self.lines_starting_by))
            if len(self.fields_escaped_by) != 1:
                raise kaitaistruct.ConsistencyError(u"fields_escaped_by", 1, len(self.fields_escaped_by))
            if self.flags._root != self._root:
                raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
            if self.flags._parent != self:
                raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
            if self.empty_flags._root != self._root:
                raise kaitaistruct.ConsistencyError(u"empty_flags", self._root, self.empty_flags._root)
            if self.empty_flags._parent != self:
                raise kaitaistruct.ConsistencyError(u"empty_flags", self, self.empty_flags._parent)
            self._dirty = False


    class LoadString(ReadWriteKaitaiStruct):
        """A separator of up to 255 bytes."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(LoadEvent.LoadString, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = self._io.read_bytes(self.len_text)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(LoadEvent.LoadString, self)._write__seq(io)
            self._io.write_u1(self.len_text)
            self._io.write_bytes(self.text)


        def _check(self):
            if len(self.text) != self.len_text:
                raise kaitaistruct.ConsistencyError(u"text", self.len_text, len(self.text))
            self._dirty = False


    @property
    def is_create_file(self):
        """Whether the event is a CREATE_FILE."""
        if hasattr(self, '_m_is_create_file'):
            return self._m_is_create_file

        self._m_is_create_file = self.type == binlog_event_header.BinlogEventHeader.EventType.create_file
        return getattr(self, '_m_is_create_file', None)

    def _invalidate_is_create_file(self):
        del self._m_is_create_file

