# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap_msb
from . import packed_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class OptionalMetadata(ReadWriteKaitaiStruct):
    """Metadata that `binlog_row_metadata` adds to a table map: MINIMAL adds
    signedness, charsets and the types of geometries, FULL also names, labels and
    the primary key (MySQL 8.0.1 and later, MariaDB 10.5 and later). NO_LOG, the
    default of MariaDB, adds nothing; that of MySQL is MINIMAL.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """

    class OptionalMetadataType(IntEnum):
        signedness = 1
        default_charset = 2
        column_charset = 3
        column_name = 4
        set_str_value = 5
        enum_str_value = 6
        geometry_type = 7
        simple_primary_key = 8
        primary_key_with_prefix = 9
        enum_and_set_default_charset = 10
        enum_and_set_column_charset = 11
        column_visibility = 12
        vector_dimensionality = 13
    def __init__(self, _io=None, _parent=None, _root=None):
        super(OptionalMetadata, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._should_write_column_charset = False
        self.column_charset__enabled = True
        self._should_write_default_charset = False
        self.default_charset__enabled = True
        self._should_write_enum_labels = False
        self.enum_labels__enabled = True
        self._should_write_label_column_charset = False
        self.label_column_charset__enabled = True
        self._should_write_label_default_charset = False
        self.label_default_charset__enabled = True
        self._should_write_set_labels = False
        self.set_labels__enabled = True

    def _read(self):
        self.fields = []
        i = 0
        while not self._io.is_eof():
            _t_fields = OptionalMetadata.OptionalMetadataField(i, (-1 if i == 0 else self.fields[i - 1].signedness_index), (-1 if i == 0 else self.fields[i - 1].names_index), self._io, self, self._root)
            try:
                _t_fields._read()
            finally:
                self.fields.append(_t_fields)
            i += 1

        self._dirty = False


    def _fetch_instances(self):
        pass
        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()

        _ = self.column_charset
        if hasattr(self, '_m_column_charset'):
            pass
            self._m_column_charset._fetch_instances()

        _ = self.default_charset
        if hasattr(self, '_m_default_charset'):
            pass
            self._m_default_charset._fetch_instances()

        _ = self.enum_labels
        if hasattr(self, '_m_enum_labels'):
            pass
            self._m_enum_labels._fetch_instances()

        _ = self.label_column_charset
        if hasattr(self, '_m_label_column_charset'):
            pass
            self._m_label_column_charset._fetch_instances()

        _ = self.label_default_charset
        if hasattr(self, '_m_label_default_charset'):
            pass
            self._m_label_default_charset._fetch_instances()

        _ = self.set_labels
        if hasattr(self, '_m_set_labels'):
            pass
            self._m_set_labels._fetch_instances()



    def _write__seq(self, io=None):
        super(OptionalMetadata, self)._write__seq(io)
        self._should_write_column_charset = self.column_charset__enabled
        self._should_write_default_charset = self.default_charset__enabled
        self._should_write_enum_labels = self.enum_labels__enabled
        self._should_write_label_column_charset = self.label_column_charset__enabled
        self._should_write_label_default_charset = self.label_default_charset__enabled
        self._should_write_set_labels = self.set_labels__enabled
        for i in range(len(self.fields)):
            pass
            if self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"fields", 0, self._io.size() - self._io.pos())
            self.fields[i]._write__seq(self._io)

        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"fields", 0, self._io.size() - self._io.pos())


    def _check(self):
        for i in range(len(self.fields)):
            pass
            if self.fields[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields", self._root, self.fields[i]._root)
            if self.fields[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields", self, self.fields[i]._parent)
            if self.fields[i].index != i:
                raise kaitaistruct.ConsistencyError(u"fields", i, self.fields[i].index)
            if self.fields[i].signedness_index_before != (-1 if i == 0 else self.fields[i - 1].signedness_index):
                raise kaitaistruct.ConsistencyError(u"fields", (-1 if i == 0 else self.fields[i - 1].signedness_index), self.fields[i].signedness_index_before)
            if self.fields[i].names_index_before != (-1 if i == 0 else self.fields[i - 1].names_index):
                raise kaitaistruct.ConsistencyError(u"fields", (-1 if i == 0 else self.fields[i - 1].names_index), self.fields[i].names_index_before)

        if self.column_charset__enabled:
            pass
            if self._m_column_charset._root != self._root:
                raise kaitaistruct.ConsistencyError(u"column_charset", self._root, self._m_column_charset._root)
            if self._m_column_charset._parent != self:
                raise kaitaistruct.ConsistencyError(u"column_charset", self, self._m_column_charset._parent)
            if self._m_column_charset.type != OptionalMetadata.OptionalMetadataType.column_charset:
                raise kaitaistruct.ConsistencyError(u"column_charset", OptionalMetadata.OptionalMetadataType.column_charset, self._m_column_charset.type)

        if self.default_charset__enabled:
            pass
            if self._m_default_charset._root != self._root:
                raise kaitaistruct.ConsistencyError(u"default_charset", self._root, self._m_default_charset._root)
            if self._m_default_charset._parent != self:
                raise kaitaistruct.ConsistencyError(u"default_charset", self, self._m_default_charset._parent)
            if self._m_default_charset.type != OptionalMetadata.OptionalMetadataType.default_charset:
                raise kaitaistruct.ConsistencyError(u"default_charset", OptionalMetadata.OptionalMetadataType.default_charset, self._m_default_charset.type)

        if self.enum_labels__enabled:
            pass
            if self._m_enum_labels._root != self._root:
                raise kaitaistruct.ConsistencyError(u"enum_labels", self._root, self._m_enum_labels._root)
            if self._m_enum_labels._parent != self:
                raise kaitaistruct.ConsistencyError(u"enum_labels", self, self._m_enum_labels._parent)
            if self._m_enum_labels.type != OptionalMetadata.OptionalMetadataType.enum_str_value:
                raise kaitaistruct.ConsistencyError(u"enum_labels", OptionalMetadata.OptionalMetadataType.enum_str_value, self._m_enum_labels.type)

        if self.label_column_charset__enabled:
            pass
            if self._m_label_column_charset._root != self._root:
                raise kaitaistruct.ConsistencyError(u"label_column_charset", self._root, self._m_label_column_charset._root)
            if self._m_label_column_charset._parent != self:
                raise kaitaistruct.ConsistencyError(u"label_column_charset", self, self._m_label_column_charset._parent)
            if self._m_label_column_charset.type != OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset:
                raise kaitaistruct.ConsistencyError(u"label_column_charset", OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset, self._m_label_column_charset.type)

        if self.label_default_charset__enabled:
            pass
            if self._m_label_default_charset._root != self._root:
                raise kaitaistruct.ConsistencyError(u"label_default_charset", self._root, self._m_label_default_charset._root)
            if self._m_label_default_charset._parent != self:
                raise kaitaistruct.ConsistencyError(u"label_default_charset", self, self._m_label_default_charset._parent)
            if self._m_label_default_charset.type != OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset:
                raise kaitaistruct.ConsistencyError(u"label_default_charset", OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset, self._m_label_default_charset.type)

        if self.set_labels__enabled:
            pass
            if self._m_set_labels._root != self._root:
                raise kaitaistruct.ConsistencyError(u"set_labels", self._root, self._m_set_labels._root)
            if self._m_set_labels._parent != self:
                raise kaitaistruct.ConsistencyError(u"set_labels", self, self._m_set_labels._parent)
            if self._m_set_labels.type != OptionalMetadata.OptionalMetadataType.set_str_value:
                raise kaitaistruct.ConsistencyError(u"set_labels", OptionalMetadata.OptionalMetadataType.set_str_value, self._m_set_labels.type)

        self._dirty = False

    class CharsetException(ReadWriteKaitaiStruct):
        """A column with another collation than most."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.CharsetException, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.index = packed_integer.PackedInteger(self._io)
            self.index._read()
            self.collation = packed_integer.PackedInteger(self._io)
            self.collation._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.index._fetch_instances()
            self.collation._fetch_instances()


        def _write__seq(self, io=None):
            super(OptionalMetadata.CharsetException, self)._write__seq(io)
            self.index._write__seq(self._io)
            self.collation._write__seq(self._io)


        def _check(self):
            self._dirty = False


    class ColumnNames(ReadWriteKaitaiStruct):
        """The names of all columns."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.ColumnNames, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._should_write_handle = False
            self.handle__enabled = True

        def _read(self):
            self.names = []
            i = 0
            while not self._io.is_eof():
                _t_names = OptionalMetadata.PackedBytes(self._io, self, self._root)
                try:
                    _t_names._read()
                finally:
                    self.names.append(_t_names)
                i += 1

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.names)):
                pass
                self.names[i]._fetch_instances()

            _ = self.handle
            if hasattr(self, '_m_handle'):
                pass
                self._m_handle._fetch_instances()



        def _write__seq(self, io=None):
            super(OptionalMetadata.ColumnNames, self)._write__seq(io)
            self._should_write_handle = self.handle__enabled
            for i in range(len(self.names)):
                pass
                if self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"names", 0, self._io.size() - self._io.pos())
                self.names[i]._write__seq(self._io)

            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"names", 0, self._io.size() - self._io.pos())


        def _check(self):
            for i in range(len(self.names)):
                pass
                if self.names[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"names", self._root, self.names[i]._root)
                if self.names[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"names", self, self.names[i]._parent)

            if self.handle__enabled:
                pass
                if self._m_handle._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"handle", self._root, self._m_handle._root)
                if self._m_handle._parent != self:
                    raise kaitaistruct.ConsistencyError(u"handle", self, self._m_handle._parent)

            self._dirty = False

        class ColumnNamesHandle(ReadWriteKaitaiStruct):
            """Reference to the names, which are its `_parent`. It is empty itself
            (see `table_map_event::table_map_handle`).
            """
            def __init__(self, _io=None, _parent=None, _root=None):
                super(OptionalMetadata.ColumnNames.ColumnNamesHandle, self).__init__(_io)
                self._parent = _parent
                self._root = _root

            def _read(self):
                pass
                self._dirty = False


            def _fetch_instances(self):
                pass


            def _write__seq(self, io=None):
                super(OptionalMetadata.ColumnNames.ColumnNamesHandle, self)._write__seq(io)


            def _check(self):
                self._dirty = False


        @property
        def handle(self):
            """Reference to these names, for other structures."""
            if self._should_write_handle:
                self._write_handle()
            if hasattr(self, '_m_handle'):
                return self._m_handle

            if not self.handle__enabled:
                return None

            self._m_handle = OptionalMetadata.ColumnNames.ColumnNamesHandle(self._io, self, self._root)
            self._m_handle._read()
            return getattr(self, '_m_handle', None)

        @handle.setter
        def handle(self, v):
            self._dirty = True
            self._m_handle = v

        def _write_handle(self):
            self._should_write_handle = False
            self._m_handle._write__seq(self._io)


    class DefaultCharset(ReadWriteKaitaiStruct):
        """The collation of most of the columns, and those of the others. Columns are
        counted among those that have a collation.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.DefaultCharset, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.collation = packed_integer.PackedInteger(self._io)
            self.collation._read()
            self.exceptions = []
            i = 0
            while not self._io.is_eof():
                _t_exceptions = OptionalMetadata.CharsetException(self._io, self, self._root)
                try:
                    _t_exceptions._read()
                finally:
                    self.exceptions.append(_t_exceptions)
                i += 1

            self._dirty = False


        def _fetch_instances(self):
            pass
            self.collation._fetch_instances()
            for i in range(len(self.exceptions)):
                pass
                self.exceptions[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(OptionalMetadata.DefaultCharset, self)._write__seq(io)
            self.collation._write__seq(self._io)
            for i in range(len(self.exceptions)):
                pass
                if self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"exceptions", 0, self._io.size() - self._io.pos())
                self.exceptions[i]._write__seq(self._io)

            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"exceptions", 0, self._io.size() - self._io.pos())


        def _check(self):
            for i in range(len(self.exceptions)):
                pass
                if self.exceptions[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"exceptions", self._root, self.exceptions[i]._root)
                if self.exceptions[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"exceptions", self, self.exceptions[i]._parent)

            self._dirty = False


    class FieldSearch(ReadWriteKaitaiStruct):
        """Search for the field of a type. It has no bytes of its own."""
        def __init__(self, type, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.FieldSearch, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.type = type

        def _read(self):
            self.steps = []
            i = 0
            while True:
                _t_steps = OptionalMetadata.FieldStep(i, self._io, self, self._root)
                try:
                    _t_steps._read()
                finally:
                    _ = _t_steps
                    self.steps.append(_)
                if _.is_end:
                    break
                i += 1
            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.steps)):
                pass
                self.steps[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(OptionalMetadata.FieldSearch, self)._write__seq(io)
            for i in range(len(self.steps)):
                pass
                self.steps[i]._write__seq(self._io)



        def _check(self):
            if len(self.steps) == 0:
                raise kaitaistruct.ConsistencyError(u"steps", 0, len(self.steps))
            for i in range(len(self.steps)):
                pass
                if self.steps[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"steps", self._root, self.steps[i]._root)
                if self.steps[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"steps", self, self.steps[i]._parent)
                if self.steps[i].index != i:
                    raise kaitaistruct.ConsistencyError(u"steps", i, self.steps[i].index)
                _ = self.steps[i]
                if _.is_end != (i == len(self.steps) - 1):
                    raise kaitaistruct.ConsistencyError(u"steps", i == len(self.steps) - 1, _.is_end)

            self._dirty = False

        @property
        def field(self):
            """The field."""
            if hasattr(self, '_m_field'):
                return self._m_field

            if self.is_found:
                pass
                self._m_field = self._parent.fields[self.steps[-1].index]

            return getattr(self, '_m_field', None)

        def _invalidate_field(self):
            del self._m_field
        @property
        def is_found(self):
            """Whether there is such a field."""
            if hasattr(self, '_m_is_found'):
                return self._m_is_found

            self._m_is_found = self.steps[-1].index < len(self._parent.fields)
            return getattr(self, '_m_is_found', None)

        def _invalidate_is_found(self):
            del self._m_is_found

    class FieldStep(ReadWriteKaitaiStruct):
        """A step of a search."""
        def __init__(self, index, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.FieldStep, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(OptionalMetadata.FieldStep, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def is_end(self):
            """Whether the search ends here."""
            if hasattr(self, '_m_is_end'):
                return self._m_is_end

            self._m_is_end =  ((self.index >= len(self._parent._parent.fields)) or (self._parent._parent.fields[self.index].type == self._parent.type)) 
            return getattr(self, '_m_is_end', None)

        def _invalidate_is_end(self):
            del self._m_is_end

    class LabelList(ReadWriteKaitaiStruct):
        """The labels of a column."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.LabelList, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.num_labels = packed_integer.PackedInteger(self._io)
            self.num_labels._read()
            self.labels = []
            for i in range(self.num_labels.value):
                _t_labels = OptionalMetadata.PackedBytes(self._io, self, self._root)
                try:
                    _t_labels._read()
                finally:
                    self.labels.append(_t_labels)

            self._dirty = False


        def _fetch_instances(self):
            pass
            self.num_labels._fetch_instances()
            for i in range(len(self.labels)):
                pass
                self.labels[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(OptionalMetadata.LabelList, self)._write__seq(io)
            self.num_labels._write__seq(self._io)
            for i in range(len(self.labels)):
                pass
                self.labels[i]._write__seq(self._io)



        def _check(self):
            if len(self.labels) != self.num_labels.value:
                raise kaitaistruct.ConsistencyError(u"labels", self.num_labels.value, len(self.labels))
            for i in range(len(self.labels)):
                pass
                if self.labels[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"labels", self._root, self.labels[i]._root)
                if self.labels[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"labels", self, self.labels[i]._parent)

            self._dirty = False


    class LabelLists(ReadWriteKaitaiStruct):
        """The labels of all ENUM or of all SET columns, in the charset of each
        column.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.LabelLists, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.columns = []
            i = 0
            while not self._io.is_eof():
                _t_columns = OptionalMetadata.LabelList(self._io, self, self._root)
                try:
                    _t_columns._read()
                finally:
                    self.columns.append(_t_columns)
                i += 1

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.columns)):
                pass
                self.columns[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(OptionalMetadata.LabelLists, self)._write__seq(io)
            for i in range(len(self.columns)):
                pass
                if self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"columns", 0, self._io.size() - self._io.pos())
                self.columns[i]._write__seq(self._io)

            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"columns", 0, self._io.size() - self._io.pos())


        def _check(self):
            for i in range(len(self.columns)):
                pass
                if self.columns[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"columns", self._root, self.columns[i]._root)
                if self.columns[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"columns", self, self.columns[i]._parent)

            self._dirty = False


    class OptionalMetadataField(ReadWriteKaitaiStruct):
        """A field: its type, its length and its value.
        """
        def __init__(self, index, signedness_index_before, names_index_before, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.OptionalMetadataField, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self.signedness_index_before = signedness_index_before
            self.names_index_before = names_index_before

        def _read(self):
            self.type = KaitaiStream.resolve_enum(OptionalMetadata.OptionalMetadataType, self._io.read_u1())
            self.len_value = packed_integer.PackedInteger(self._io)
            self.len_value._read()
            _on = self.type
            if _on == OptionalMetadata.OptionalMetadataType.column_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.column_name:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.ColumnNames(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.column_visibility:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = binlog_bitmap_msb.BinlogBitmapMsb(_io__raw_value)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.default_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.DefaultCharset(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.DefaultCharset(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.enum_str_value:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.LabelLists(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.geometry_type:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.primary_key_with_prefix:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PrimaryKeyWithPrefix(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.set_str_value:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.LabelLists(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.signedness:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = binlog_bitmap_msb.BinlogBitmapMsb(_io__raw_value)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.simple_primary_key:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == OptionalMetadata.OptionalMetadataType.vector_dimensionality:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
                self.value._read()
            else:
                pass
                self.value = self._io.read_bytes(self.len_value.value)
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.len_value._fetch_instances()
            _on = self.type
            if _on == OptionalMetadata.OptionalMetadataType.column_charset:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.column_name:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.column_visibility:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.default_charset:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.enum_str_value:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.geometry_type:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.primary_key_with_prefix:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.set_str_value:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.signedness:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.simple_primary_key:
                pass
                self.value._fetch_instances()
            elif _on == OptionalMetadata.OptionalMetadataType.vector_dimensionality:
                pass
                self.value._fetch_instances()
            else:
                pass


        def _write__seq(self, io=None):
            super(OptionalMetadata.OptionalMetadataField, self)._write__seq(io)
            self._io.write_u1(int(self.type))
            self.len_value._write__seq(self._io)
            _on = self.type
            if _on == OptionalMetadata.OptionalMetadataType.column_charset:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.column_name:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.column_visibility:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.default_charset:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_str_value:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.geometry_type:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.primary_key_with_prefix:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.set_str_value:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.signedness:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.simple_primary_key:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.vector_dimensionality:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value.value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            else:
                pass
                self._io.write_bytes(self.value)


        def _check(self):
            _on = self.type
            if _on == OptionalMetadata.OptionalMetadataType.column_charset:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.column_name:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.column_visibility:
                pass
            elif _on == OptionalMetadata.OptionalMetadataType.default_charset:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_str_value:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.geometry_type:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.primary_key_with_prefix:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.set_str_value:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.signedness:
                pass
            elif _on == OptionalMetadata.OptionalMetadataType.simple_primary_key:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == OptionalMetadata.OptionalMetadataType.vector_dimensionality:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            else:
                pass
                if len(self.value) != self.len_value.value:
                    raise kaitaistruct.ConsistencyError(u"value", self.len_value.value, len(self.value))
            self._dirty = False

        @property
        def names_index(self):
            """Number of the field with the names, up to this one; else -1."""
            if hasattr(self, '_m_names_index'):
                return self._m_names_index

            self._m_names_index = (self.index if self.type == OptionalMetadata.OptionalMetadataType.column_name else self.names_index_before)
            return getattr(self, '_m_names_index', None)

        def _invalidate_names_index(self):
            del self._m_names_index
        @property
        def signedness_index(self):
            """Number of the field with the signedness bitmap, up to this one; else
            -1.
            """
            if hasattr(self, '_m_signedness_index'):
                return self._m_signedness_index

            self._m_signedness_index = (self.index if self.type == OptionalMetadata.OptionalMetadataType.signedness else self.signedness_index_before)
            return getattr(self, '_m_signedness_index', None)

        def _invalidate_signedness_index(self):
            del self._m_signedness_index

    class PackedBytes(ReadWriteKaitaiStruct):
        """Bytes with their length."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.PackedBytes, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.len_value = packed_integer.PackedInteger(self._io)
            self.len_value._read()
            self.value = self._io.read_bytes(self.len_value.value)
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.len_value._fetch_instances()


        def _write__seq(self, io=None):
            super(OptionalMetadata.PackedBytes, self)._write__seq(io)
            self.len_value._write__seq(self._io)
            self._io.write_bytes(self.value)


        def _check(self):
            if len(self.value) != self.len_value.value:
                raise kaitaistruct.ConsistencyError(u"value", self.len_value.value, len(self.value))
            self._dirty = False


    class PackedIntegers(ReadWriteKaitaiStruct):
        """A list of integers."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.PackedIntegers, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.items = []
            i = 0
            while not self._io.is_eof():
                _t_items = packed_integer.PackedInteger(self._io)
                try:
                    _t_items._read()
                finally:
                    self.items.append(_t_items)
                i += 1

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                self.items[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(OptionalMetadata.PackedIntegers, self)._write__seq(io)
            for i in range(len(self.items)):
                pass
                if self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"items", 0, self._io.size() - self._io.pos())
                self.items[i]._write__seq(self._io)

            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"items", 0, self._io.size() - self._io.pos())


        def _check(self):
            for i in range(len(self.items)):
                pass

            self._dirty = False


    class PrimaryKeyPart(ReadWriteKaitaiStruct):
        """A column of a primary key."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.PrimaryKeyPart, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.column_index = packed_integer.PackedInteger(self._io)
            self.column_index._read()
            self.len_prefix = packed_integer.PackedInteger(self._io)
            self.len_prefix._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.column_index._fetch_instances()
            self.len_prefix._fetch_instances()


        def _write__seq(self, io=None):
            super(OptionalMetadata.PrimaryKeyPart, self)._write__seq(io)
            self.column_index._write__seq(self._io)
            self.len_prefix._write__seq(self._io)


        def _check(self):
            self._dirty = False


    class PrimaryKeyWithPrefix(ReadWriteKaitaiStruct):
        """The columns of a primary key, and their prefixes."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(OptionalMetadata.PrimaryKeyWithPrefix, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.parts = []
            i = 0
            while not self._io.is_eof():
                _t_parts = OptionalMetadata.PrimaryKeyPart(self._io, self, self._root)
                try:
                    _t_parts._read()
                finally:
                    self.parts.append(_t_parts)
                i += 1

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.parts)):
                pass
                self.parts[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(OptionalMetadata.PrimaryKeyWithPrefix, self)._write__seq(io)
            for i in range(len(self.parts)):
                pass
                if self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"parts", 0, self._io.size() - self._io.pos())
                self.parts[i]._write__seq(self._io)

            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"parts", 0, self._io.size() - self._io.pos())


        def _check(self):
            for i in range(len(self.parts)):
                pass
                if self.parts[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"parts", self._root, self.parts[i]._root)
                if self.parts[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"parts", self, self.parts[i]._parent)

            self._dirty = False


    @property
    def column_charset(self):
        """The field `column_charset`, for viewers."""
        if self._should_write_column_charset:
            self._write_column_charset()
        if hasattr(self, '_m_column_charset'):
            return self._m_column_charset

        if not self.column_charset__enabled:
            return None

        self._m_column_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.column_charset, self._io, self, self._root)
        self._m_column_charset._read()
        return getattr(self, '_m_column_charset', None)

    @column_charset.setter
    def column_charset(self, v):
        self._dirty = True
        self._m_column_charset = v

    def _write_column_charset(self):
        self._should_write_column_charset = False
        self._m_column_charset._write__seq(self._io)

    @property
    def default_charset(self):
        """The field `default_charset`, for viewers."""
        if self._should_write_default_charset:
            self._write_default_charset()
        if hasattr(self, '_m_default_charset'):
            return self._m_default_charset

        if not self.default_charset__enabled:
            return None

        self._m_default_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.default_charset, self._io, self, self._root)
        self._m_default_charset._read()
        return getattr(self, '_m_default_charset', None)

    @default_charset.setter
    def default_charset(self, v):
        self._dirty = True
        self._m_default_charset = v

    def _write_default_charset(self):
        self._should_write_default_charset = False
        self._m_default_charset._write__seq(self._io)

    @property
    def enum_labels(self):
        """The field `enum_str_value`, for viewers."""
        if self._should_write_enum_labels:
            self._write_enum_labels()
        if hasattr(self, '_m_enum_labels'):
            return self._m_enum_labels

        if not self.enum_labels__enabled:
            return None

        self._m_enum_labels = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.enum_str_value, self._io, self, self._root)
        self._m_enum_labels._read()
        return getattr(self, '_m_enum_labels', None)

    @enum_labels.setter
    def enum_labels(self, v):
        self._dirty = True
        self._m_enum_labels = v

    def _write_enum_labels(self):
        self._should_write_enum_labels = False
        self._m_enum_labels._write__seq(self._io)

    @property
    def has_names(self):
        """Whether there are names of columns."""
        if hasattr(self, '_m_has_names'):
            return self._m_has_names

        self._m_has_names =  ((len(self.fields) > 0) and (self.fields[-1].names_index >= 0)) 
        return getattr(self, '_m_has_names', None)

    def _invalidate_has_names(self):
        del self._m_has_names
    @property
    def has_signedness(self):
        """Whether there is a signedness bitmap."""
        if hasattr(self, '_m_has_signedness'):
            return self._m_has_signedness

        self._m_has_signedness =  ((len(self.fields) > 0) and (self.fields[-1].signedness_index >= 0)) 
        return getattr(self, '_m_has_signedness', None)

    def _invalidate_has_signedness(self):
        del self._m_has_signedness
    @property
    def label_column_charset(self):
        """The field `enum_and_set_column_charset`, for viewers."""
        if self._should_write_label_column_charset:
            self._write_label_column_charset()
        if hasattr(self, '_m_label_column_charset'):
            return self._m_label_column_charset

        if not self.label_column_charset__enabled:
            return None

        self._m_label_column_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset, self._io, self, self._root)
        self._m_label_column_charset._read()
        return getattr(self, '_m_label_column_charset', None)

    @label_column_charset.setter
    def label_column_charset(self, v):
        self._dirty = True
        self._m_label_column_charset = v

    def _write_label_column_charset(self):
        self._should_write_label_column_charset = False
        self._m_label_column_charset._write__seq(self._io)

    @property
    def label_default_charset(self):
        """The field `enum_and_set_default_charset`, for viewers."""
        if self._should_write_label_default_charset:
            self._write_label_default_charset()
        if hasattr(self, '_m_label_default_charset'):
            return self._m_label_default_charset

        if not self.label_default_charset__enabled:
            return None

        self._m_label_default_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset, self._io, self, self._root)
        self._m_label_default_charset._read()
        return getattr(self, '_m_label_default_charset', None)

    @label_default_charset.setter
    def label_default_charset(self, v):
        self._dirty = True
        self._m_label_default_charset = v

    def _write_label_default_charset(self):
        self._should_write_label_default_charset = False
        self._m_label_default_charset._write__seq(self._io)

    @property
    def names(self):
        """The names of the columns."""
        if hasattr(self, '_m_names'):
            return self._m_names

        if self.has_names:
            pass
            self._m_names = self.fields[self.fields[-1].names_index].value.handle

        return getattr(self, '_m_names', None)

    def _invalidate_names(self):
        del self._m_names
    @property
    def num_names(self):
        """Number of names."""
        if hasattr(self, '_m_num_names'):
            return self._m_num_names

        self._m_num_names = (len(self.names._parent.names) if self.has_names else 0)
        return getattr(self, '_m_num_names', None)

    def _invalidate_num_names(self):
        del self._m_num_names
    @property
    def set_labels(self):
        """The field `set_str_value`, for viewers."""
        if self._should_write_set_labels:
            self._write_set_labels()
        if hasattr(self, '_m_set_labels'):
            return self._m_set_labels

        if not self.set_labels__enabled:
            return None

        self._m_set_labels = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.set_str_value, self._io, self, self._root)
        self._m_set_labels._read()
        return getattr(self, '_m_set_labels', None)

    @set_labels.setter
    def set_labels(self, v):
        self._dirty = True
        self._m_set_labels = v

    def _write_set_labels(self):
        self._should_write_set_labels = False
        self._m_set_labels._write__seq(self._io)

    @property
    def signedness(self):
        """The signedness bitmap."""
        if hasattr(self, '_m_signedness'):
            return self._m_signedness

        if self.has_signedness:
            pass
            self._m_signedness = self.fields[self.fields[-1].signedness_index].value.handle

        return getattr(self, '_m_signedness', None)

    def _invalidate_signedness(self):
        del self._m_signedness

