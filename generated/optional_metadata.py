# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap_msb
from . import packed_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class OptionalMetadata(KaitaiStruct):
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
    def __init__(self, _io, _parent=None, _root=None):
        super(OptionalMetadata, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.fields = []
        i = 0
        while not self._io.is_eof():
            self.fields.append(OptionalMetadata.OptionalMetadataField(i, (-1 if i == 0 else self.fields[i - 1].signedness_index), (-1 if i == 0 else self.fields[i - 1].names_index), self._io, self, self._root))
            i += 1



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


    class CharsetException(KaitaiStruct):
        """A column with another collation than most."""
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.CharsetException, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.index = packed_integer.PackedInteger(self._io)
            self.collation = packed_integer.PackedInteger(self._io)


        def _fetch_instances(self):
            pass
            self.index._fetch_instances()
            self.collation._fetch_instances()


    class ColumnNames(KaitaiStruct):
        """The names of all columns."""
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.ColumnNames, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.names = []
            i = 0
            while not self._io.is_eof():
                self.names.append(OptionalMetadata.PackedBytes(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.names)):
                pass
                self.names[i]._fetch_instances()

            _ = self.handle
            if hasattr(self, '_m_handle'):
                pass
                self._m_handle._fetch_instances()


        class ColumnNamesHandle(KaitaiStruct):
            """Reference to the names, which are its `_parent`. It is empty itself
            (see `table_map_event::table_map_handle`).
            """
            def __init__(self, _io, _parent=None, _root=None):
                super(OptionalMetadata.ColumnNames.ColumnNamesHandle, self).__init__(_io)
                self._parent = _parent
                self._root = _root
                self._read()

            def _read(self):
                pass


            def _fetch_instances(self):
                pass


        @property
        def handle(self):
            """Reference to these names, for other structures."""
            if hasattr(self, '_m_handle'):
                return self._m_handle

            self._m_handle = OptionalMetadata.ColumnNames.ColumnNamesHandle(self._io, self, self._root)
            return getattr(self, '_m_handle', None)


    class DefaultCharset(KaitaiStruct):
        """The collation of most of the columns, and those of the others. Columns are
        counted among those that have a collation.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.DefaultCharset, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.collation = packed_integer.PackedInteger(self._io)
            self.exceptions = []
            i = 0
            while not self._io.is_eof():
                self.exceptions.append(OptionalMetadata.CharsetException(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            self.collation._fetch_instances()
            for i in range(len(self.exceptions)):
                pass
                self.exceptions[i]._fetch_instances()



    class FieldSearch(KaitaiStruct):
        """Search for the field of a type. It has no bytes of its own."""
        def __init__(self, type, _io, _parent=None, _root=None):
            super(OptionalMetadata.FieldSearch, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.type = type
            self._read()

        def _read(self):
            self.steps = []
            i = 0
            while True:
                _ = OptionalMetadata.FieldStep(i, self._io, self, self._root)
                self.steps.append(_)
                if _.is_end:
                    break
                i += 1


        def _fetch_instances(self):
            pass
            for i in range(len(self.steps)):
                pass
                self.steps[i]._fetch_instances()


        @property
        def field(self):
            """The field."""
            if hasattr(self, '_m_field'):
                return self._m_field

            if self.is_found:
                pass
                self._m_field = self._parent.fields[self.steps[-1].index]

            return getattr(self, '_m_field', None)

        @property
        def is_found(self):
            """Whether there is such a field."""
            if hasattr(self, '_m_is_found'):
                return self._m_is_found

            self._m_is_found = self.steps[-1].index < len(self._parent.fields)
            return getattr(self, '_m_is_found', None)


    class FieldStep(KaitaiStruct):
        """A step of a search."""
        def __init__(self, index, _io, _parent=None, _root=None):
            super(OptionalMetadata.FieldStep, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass

        @property
        def is_end(self):
            """Whether the search ends here."""
            if hasattr(self, '_m_is_end'):
                return self._m_is_end

            self._m_is_end =  ((self.index >= len(self._parent._parent.fields)) or (self._parent._parent.fields[self.index].type == self._parent.type)) 
            return getattr(self, '_m_is_end', None)


    class LabelList(KaitaiStruct):
        """The labels of a column."""
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.LabelList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_labels = packed_integer.PackedInteger(self._io)
            self.labels = []
            for i in range(self.num_labels.value):
                self.labels.append(OptionalMetadata.PackedBytes(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            self.num_labels._fetch_instances()
            for i in range(len(self.labels)):
                pass
                self.labels[i]._fetch_instances()



    class LabelLists(KaitaiStruct):
        """The labels of all ENUM or of all SET columns, in the charset of each
        column.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.LabelLists, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.columns = []
            i = 0
            while not self._io.is_eof():
                self.columns.append(OptionalMetadata.LabelList(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.columns)):
                pass
                self.columns[i]._fetch_instances()



    class OptionalMetadataField(KaitaiStruct):
        """A field: its type, its length and its value.
        """
        def __init__(self, index, signedness_index_before, names_index_before, _io, _parent=None, _root=None):
            super(OptionalMetadata.OptionalMetadataField, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self.signedness_index_before = signedness_index_before
            self.names_index_before = names_index_before
            self._read()

        def _read(self):
            self.type = KaitaiStream.resolve_enum(OptionalMetadata.OptionalMetadataType, self._io.read_u1())
            self.len_value = packed_integer.PackedInteger(self._io)
            _on = self.type
            if _on == OptionalMetadata.OptionalMetadataType.column_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.column_name:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.ColumnNames(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.column_visibility:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = binlog_bitmap_msb.BinlogBitmapMsb(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.default_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.DefaultCharset(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.DefaultCharset(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.enum_str_value:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.LabelLists(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.geometry_type:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.primary_key_with_prefix:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PrimaryKeyWithPrefix(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.set_str_value:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.LabelLists(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.signedness:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = binlog_bitmap_msb.BinlogBitmapMsb(_io__raw_value)
            elif _on == OptionalMetadata.OptionalMetadataType.simple_primary_key:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
            elif _on == OptionalMetadata.OptionalMetadataType.vector_dimensionality:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = OptionalMetadata.PackedIntegers(_io__raw_value, self, self._root)
            else:
                pass
                self.value = self._io.read_bytes(self.len_value.value)


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

        @property
        def names_index(self):
            """Number of the field with the names, up to this one; else -1."""
            if hasattr(self, '_m_names_index'):
                return self._m_names_index

            self._m_names_index = (self.index if self.type == OptionalMetadata.OptionalMetadataType.column_name else self.names_index_before)
            return getattr(self, '_m_names_index', None)

        @property
        def signedness_index(self):
            """Number of the field with the signedness bitmap, up to this one; else
            -1.
            """
            if hasattr(self, '_m_signedness_index'):
                return self._m_signedness_index

            self._m_signedness_index = (self.index if self.type == OptionalMetadata.OptionalMetadataType.signedness else self.signedness_index_before)
            return getattr(self, '_m_signedness_index', None)


    class PackedBytes(KaitaiStruct):
        """Bytes with their length."""
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.PackedBytes, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = packed_integer.PackedInteger(self._io)
            self.value = self._io.read_bytes(self.len_value.value)


        def _fetch_instances(self):
            pass
            self.len_value._fetch_instances()


    class PackedIntegers(KaitaiStruct):
        """A list of integers."""
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.PackedIntegers, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.items = []
            i = 0
            while not self._io.is_eof():
                self.items.append(packed_integer.PackedInteger(self._io))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                self.items[i]._fetch_instances()



    class PrimaryKeyPart(KaitaiStruct):
        """A column of a primary key."""
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.PrimaryKeyPart, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.column_index = packed_integer.PackedInteger(self._io)
            self.len_prefix = packed_integer.PackedInteger(self._io)


        def _fetch_instances(self):
            pass
            self.column_index._fetch_instances()
            self.len_prefix._fetch_instances()


    class PrimaryKeyWithPrefix(KaitaiStruct):
        """The columns of a primary key, and their prefixes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(OptionalMetadata.PrimaryKeyWithPrefix, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.parts = []
            i = 0
            while not self._io.is_eof():
                self.parts.append(OptionalMetadata.PrimaryKeyPart(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.parts)):
                pass
                self.parts[i]._fetch_instances()



    @property
    def column_charset(self):
        """The field `column_charset`, for viewers."""
        if hasattr(self, '_m_column_charset'):
            return self._m_column_charset

        self._m_column_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.column_charset, self._io, self, self._root)
        return getattr(self, '_m_column_charset', None)

    @property
    def default_charset(self):
        """The field `default_charset`, for viewers."""
        if hasattr(self, '_m_default_charset'):
            return self._m_default_charset

        self._m_default_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.default_charset, self._io, self, self._root)
        return getattr(self, '_m_default_charset', None)

    @property
    def enum_labels(self):
        """The field `enum_str_value`, for viewers."""
        if hasattr(self, '_m_enum_labels'):
            return self._m_enum_labels

        self._m_enum_labels = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.enum_str_value, self._io, self, self._root)
        return getattr(self, '_m_enum_labels', None)

    @property
    def has_names(self):
        """Whether there are names of columns."""
        if hasattr(self, '_m_has_names'):
            return self._m_has_names

        self._m_has_names =  ((len(self.fields) > 0) and (self.fields[-1].names_index >= 0)) 
        return getattr(self, '_m_has_names', None)

    @property
    def has_signedness(self):
        """Whether there is a signedness bitmap."""
        if hasattr(self, '_m_has_signedness'):
            return self._m_has_signedness

        self._m_has_signedness =  ((len(self.fields) > 0) and (self.fields[-1].signedness_index >= 0)) 
        return getattr(self, '_m_has_signedness', None)

    @property
    def label_column_charset(self):
        """The field `enum_and_set_column_charset`, for viewers."""
        if hasattr(self, '_m_label_column_charset'):
            return self._m_label_column_charset

        self._m_label_column_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.enum_and_set_column_charset, self._io, self, self._root)
        return getattr(self, '_m_label_column_charset', None)

    @property
    def label_default_charset(self):
        """The field `enum_and_set_default_charset`, for viewers."""
        if hasattr(self, '_m_label_default_charset'):
            return self._m_label_default_charset

        self._m_label_default_charset = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.enum_and_set_default_charset, self._io, self, self._root)
        return getattr(self, '_m_label_default_charset', None)

    @property
    def names(self):
        """The names of the columns."""
        if hasattr(self, '_m_names'):
            return self._m_names

        if self.has_names:
            pass
            self._m_names = self.fields[self.fields[-1].names_index].value.handle

        return getattr(self, '_m_names', None)

    @property
    def num_names(self):
        """Number of names."""
        if hasattr(self, '_m_num_names'):
            return self._m_num_names

        self._m_num_names = (len(self.names._parent.names) if self.has_names else 0)
        return getattr(self, '_m_num_names', None)

    @property
    def set_labels(self):
        """The field `set_str_value`, for viewers."""
        if hasattr(self, '_m_set_labels'):
            return self._m_set_labels

        self._m_set_labels = OptionalMetadata.FieldSearch(OptionalMetadata.OptionalMetadataType.set_str_value, self._io, self, self._root)
        return getattr(self, '_m_set_labels', None)

    @property
    def signedness(self):
        """The signedness bitmap."""
        if hasattr(self, '_m_signedness'):
            return self._m_signedness

        if self.has_signedness:
            pass
            self._m_signedness = self.fields[self.fields[-1].signedness_index].value.handle

        return getattr(self, '_m_signedness', None)


