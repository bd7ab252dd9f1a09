# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import column_metadata
from . import optional_metadata


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableColumn(ReadWriteKaitaiStruct):
    """A column, with all that the log describes of it. It has no bytes of its own.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, name, type, metadata, is_nullable, num_numeric_before, num_json_before, is_mariadb, table_map, index, has_signedness, is_unsigned, _io=None, _parent=None, _root=None):
        super(TableColumn, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.name = name
        self.type = type
        self.metadata = metadata
        self.is_nullable = is_nullable
        self.num_numeric_before = num_numeric_before
        self.num_json_before = num_json_before
        self.is_mariadb = is_mariadb
        self.table_map = table_map
        self.index = index
        self.has_signedness = has_signedness
        self.is_unsigned = is_unsigned
        self._should_write_exception = False
        self.exception__enabled = True
        self._should_write_handle = False
        self.handle__enabled = True
        self._should_write_no_metadata = False
        self.no_metadata__enabled = True

    def _read(self):
        pass
        self._dirty = False


    def _fetch_instances(self):
        pass
        _ = self.exception
        if hasattr(self, '_m_exception'):
            pass
            self._m_exception._fetch_instances()

        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()

        _ = self.no_metadata
        if hasattr(self, '_m_no_metadata'):
            pass
            self._m_no_metadata._fetch_instances()



    def _write__seq(self, io=None):
        super(TableColumn, self)._write__seq(io)
        self._should_write_exception = self.exception__enabled
        self._should_write_handle = self.handle__enabled
        self._should_write_no_metadata = self.no_metadata__enabled


    def _check(self):
        if self.exception__enabled:
            pass
            if self.default_charset.is_found:
                pass
                if self._m_exception._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"exception", self._root, self._m_exception._root)
                if self._m_exception._parent != self:
                    raise kaitaistruct.ConsistencyError(u"exception", self, self._m_exception._parent)


        if self.handle__enabled:
            pass
            if self._m_handle._root != self._root:
                raise kaitaistruct.ConsistencyError(u"handle", self._root, self._m_handle._root)
            if self._m_handle._parent != self:
                raise kaitaistruct.ConsistencyError(u"handle", self, self._m_handle._parent)
            if self._m_handle.name != self.name:
                raise kaitaistruct.ConsistencyError(u"handle", self.name, self._m_handle.name)

        if self.no_metadata__enabled:
            pass
            if False:
                pass


        self._dirty = False

    class CharsetSearch(ReadWriteKaitaiStruct):
        """Search for the column among those with other collations than most. It has
        no bytes of its own.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(TableColumn.CharsetSearch, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.steps = []
            i = 0
            while True:
                _t_steps = TableColumn.CharsetStep(i, self._io, self, self._root)
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
            super(TableColumn.CharsetSearch, self)._write__seq(io)
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
        def charset(self):
            """The collation of most of the columns, and those of the others."""
            if hasattr(self, '_m_charset'):
                return self._m_charset

            self._m_charset = self._parent.default_charset.field.value
            return getattr(self, '_m_charset', None)

        def _invalidate_charset(self):
            del self._m_charset
        @property
        def is_found(self):
            """Whether the column has another collation."""
            if hasattr(self, '_m_is_found'):
                return self._m_is_found

            self._m_is_found = self.steps[-1].index < len(self.charset.exceptions)
            return getattr(self, '_m_is_found', None)

        def _invalidate_is_found(self):
            del self._m_is_found

    class CharsetStep(ReadWriteKaitaiStruct):
        """A step of a search."""
        def __init__(self, index, _io=None, _parent=None, _root=None):
            super(TableColumn.CharsetStep, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(TableColumn.CharsetStep, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def is_end(self):
            """Whether the search ends here."""
            if hasattr(self, '_m_is_end'):
                return self._m_is_end

            self._m_is_end =  ((self.index >= len(self._parent.charset.exceptions)) or (self._parent.charset.exceptions[self.index].index.value == self._parent._parent.charset_number)) 
            return getattr(self, '_m_is_end', None)

        def _invalidate_is_end(self):
            del self._m_is_end

    class TableColumnHandle(ReadWriteKaitaiStruct):
        """Reference to a column, which is its `_parent`. It holds only the name (see
        `table_map_event::table_map_handle`).
        """
        def __init__(self, name, _io=None, _parent=None, _root=None):
            super(TableColumn.TableColumnHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.name = name

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(TableColumn.TableColumnHandle, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def text(self):
            """The name as text; else the number of the column, from 1."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = ((self.name).decode(u"UTF-8") if len(self.name) > 0 else u"@" + str(self._parent.index + 1))
            return getattr(self, '_m_text', None)

        def _invalidate_text(self):
            del self._m_text

    @property
    def charset_number(self):
        """Number of the column, from 0, among those with the same kind of collation.
        """
        if hasattr(self, '_m_charset_number'):
            return self._m_charset_number

        self._m_charset_number = (self.num_characters if self.is_character else self.num_enums + self.num_sets) - 1
        return getattr(self, '_m_charset_number', None)

    def _invalidate_charset_number(self):
        del self._m_charset_number
    @property
    def collation(self):
        """Id of the collation; 0 if there is none, or the log does not contain it.
        """
        if hasattr(self, '_m_collation'):
            return self._m_collation

        self._m_collation = (0 if  (((not (self.is_character))) and ((not (self.is_enumerated))))  else ((self.exception.charset.exceptions[self.exception.steps[-1].index].collation.value if self.exception.is_found else self.exception.charset.collation.value) if self.default_charset.is_found else (self.column_charset.field.value.items[self.charset_number].value if  ((self.column_charset.is_found) and (self.charset_number < len(self.column_charset.field.value.items)))  else 0)))
        return getattr(self, '_m_collation', None)

    def _invalidate_collation(self):
        del self._m_collation
    @property
    def column_charset(self):
        """Search for the list of collations of the columns of its kind."""
        if hasattr(self, '_m_column_charset'):
            return self._m_column_charset

        self._m_column_charset = (self.table_map._parent.optional_metadata.column_charset if self.is_character else self.table_map._parent.optional_metadata.label_column_charset)
        return getattr(self, '_m_column_charset', None)

    def _invalidate_column_charset(self):
        del self._m_column_charset
    @property
    def default_charset(self):
        """Search for the collation of most of the columns of its kind."""
        if hasattr(self, '_m_default_charset'):
            return self._m_default_charset

        self._m_default_charset = (self.table_map._parent.optional_metadata.default_charset if self.is_character else self.table_map._parent.optional_metadata.label_default_charset)
        return getattr(self, '_m_default_charset', None)

    def _invalidate_default_charset(self):
        del self._m_default_charset
    @property
    def exception(self):
        """Search for the column among those with other collations than most."""
        if self._should_write_exception:
            self._write_exception()
        if hasattr(self, '_m_exception'):
            return self._m_exception

        if not self.exception__enabled:
            return None

        if self.default_charset.is_found:
            pass
            self._m_exception = TableColumn.CharsetSearch(self._io, self, self._root)
            self._m_exception._read()

        return getattr(self, '_m_exception', None)

    @exception.setter
    def exception(self, v):
        self._dirty = True
        self._m_exception = v

    def _write_exception(self):
        self._should_write_exception = False
        if self.default_charset.is_found:
            pass
            self._m_exception._write__seq(self._io)


    @property
    def handle(self):
        """Reference to this column, for other structures."""
        if self._should_write_handle:
            self._write_handle()
        if hasattr(self, '_m_handle'):
            return self._m_handle

        if not self.handle__enabled:
            return None

        self._m_handle = TableColumn.TableColumnHandle(self.name, self._io, self, self._root)
        self._m_handle._read()
        return getattr(self, '_m_handle', None)

    @handle.setter
    def handle(self, v):
        self._dirty = True
        self._m_handle = v

    def _write_handle(self):
        self._should_write_handle = False
        self._m_handle._write__seq(self._io)

    @property
    def has_labels(self):
        """Whether the log contains the labels of the column."""
        if hasattr(self, '_m_has_labels'):
            return self._m_has_labels

        self._m_has_labels =  ((self.is_enumerated) and (self.label_lists.is_found) and (self.label_number < len(self.label_lists.field.value.columns))) 
        return getattr(self, '_m_has_labels', None)

    def _invalidate_has_labels(self):
        del self._m_has_labels
    @property
    def is_blob(self):
        """Whether the cells are `blob_cell`s of a BLOB or TEXT."""
        if hasattr(self, '_m_is_blob'):
            return self._m_is_blob

        self._m_is_blob =  ((self.type == column_metadata.ColumnMetadata.ColumnType.tiny_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.medium_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.long_blob)) 
        return getattr(self, '_m_is_blob', None)

    def _invalidate_is_blob(self):
        del self._m_is_blob
    @property
    def is_character(self):
        """Whether the column counts for the collations of text columns. Columns of
        bytes do, too, and in MariaDB also geometries.
        """
        if hasattr(self, '_m_is_character'):
            return self._m_is_character

        self._m_is_character =  ((self.type == column_metadata.ColumnMetadata.ColumnType.string) or (self.type == column_metadata.ColumnMetadata.ColumnType.var_string) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar_compressed) or (self.type == column_metadata.ColumnMetadata.ColumnType.tiny_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.medium_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.long_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob_compressed) or (self.type == column_metadata.ColumnMetadata.ColumnType.vector) or ( ((self.type == column_metadata.ColumnMetadata.ColumnType.geometry) and (self.is_mariadb)) )) 
        return getattr(self, '_m_is_character', None)

    def _invalidate_is_character(self):
        del self._m_is_character
    @property
    def is_enumerated(self):
        """Whether the column counts for the collations of ENUM and SET columns."""
        if hasattr(self, '_m_is_enumerated'):
            return self._m_is_enumerated

        self._m_is_enumerated =  ((self.type == column_metadata.ColumnMetadata.ColumnType.enum) or (self.type == column_metadata.ColumnMetadata.ColumnType.set)) 
        return getattr(self, '_m_is_enumerated', None)

    def _invalidate_is_enumerated(self):
        del self._m_is_enumerated
    @property
    def is_json(self):
        """Whether the column is JSON in MySQL's binary form."""
        if hasattr(self, '_m_is_json'):
            return self._m_is_json

        self._m_is_json = self.type == column_metadata.ColumnMetadata.ColumnType.json
        return getattr(self, '_m_is_json', None)

    def _invalidate_is_json(self):
        del self._m_is_json
    @property
    def is_string(self):
        """Whether the cells are `string_cell`s."""
        if hasattr(self, '_m_is_string'):
            return self._m_is_string

        self._m_is_string =  ((self.type == column_metadata.ColumnMetadata.ColumnType.string) or (self.type == column_metadata.ColumnMetadata.ColumnType.var_string) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar)) 
        return getattr(self, '_m_is_string', None)

    def _invalidate_is_string(self):
        del self._m_is_string
    @property
    def is_utf8(self):
        """Whether the text is UTF-8, by the collation of MySQL or MariaDB."""
        if hasattr(self, '_m_is_utf8'):
            return self._m_is_utf8

        self._m_is_utf8 =  ((self.pad_collation == 33) or (self.pad_collation == 45) or (self.pad_collation == 46) or (self.pad_collation == 76) or (self.pad_collation == 83) or ( ((self.pad_collation >= 192) and (self.pad_collation <= 247)) ) or ( ((self.pad_collation >= 255) and (self.pad_collation <= 323)) ) or ( ((self.pad_collation >= 576) and (self.pad_collation <= 579)) ) or ( ((self.pad_collation >= 608) and (self.pad_collation <= 611)) ) or ( ((self.pad_collation >= 2048) and (self.pad_collation <= 2247)) ) or ( ((self.pad_collation >= 2304) and (self.pad_collation <= 2503)) )) 
        return getattr(self, '_m_is_utf8', None)

    def _invalidate_is_utf8(self):
        del self._m_is_utf8
    @property
    def label_lists(self):
        """Search for the labels of the columns of the type, ENUM or SET."""
        if hasattr(self, '_m_label_lists'):
            return self._m_label_lists

        self._m_label_lists = (self.table_map._parent.optional_metadata.enum_labels if self.type == column_metadata.ColumnMetadata.ColumnType.enum else self.table_map._parent.optional_metadata.set_labels)
        return getattr(self, '_m_label_lists', None)

    def _invalidate_label_lists(self):
        del self._m_label_lists
    @property
    def label_number(self):
        """Number of the column, from 0, among the columns of the type, ENUM or SET.
        """
        if hasattr(self, '_m_label_number'):
            return self._m_label_number

        self._m_label_number = (self.num_enums if self.type == column_metadata.ColumnMetadata.ColumnType.enum else self.num_sets) - 1
        return getattr(self, '_m_label_number', None)

    def _invalidate_label_number(self):
        del self._m_label_number
    @property
    def labels(self):
        """The labels of the column."""
        if hasattr(self, '_m_labels'):
            return self._m_labels

        if self.has_labels:
            pass
            self._m_labels = self.label_lists.field.value.columns[self.label_number]

        return getattr(self, '_m_labels', None)

    def _invalidate_labels(self):
        del self._m_labels
    @property
    def no_metadata(self):
        """Placeholder, for which C++ includes the spec of the types below."""
        if self._should_write_no_metadata:
            self._write_no_metadata()
        if hasattr(self, '_m_no_metadata'):
            return self._m_no_metadata

        if not self.no_metadata__enabled:
            return None

        if False:
            pass
            self._m_no_metadata = optional_metadata.OptionalMetadata(self._io)
            self._m_no_metadata._read()

        return getattr(self, '_m_no_metadata', None)

    @no_metadata.setter
    def no_metadata(self, v):
        self._dirty = True
        self._m_no_metadata = v

    def _write_no_metadata(self):
        self._should_write_no_metadata = False
        if False:
            pass
            self._m_no_metadata._write__seq(self._io)


    @property
    def num_characters(self):
        """Number of columns with collations of texts, up to this one."""
        if hasattr(self, '_m_num_characters'):
            return self._m_num_characters

        self._m_num_characters = (0 if self.index == 0 else self.table_map._parent.columns[self.index - 1].num_characters) + (1 if self.is_character else 0)
        return getattr(self, '_m_num_characters', None)

    def _invalidate_num_characters(self):
        del self._m_num_characters
    @property
    def num_enums(self):
        """Number of ENUM columns up to this one."""
        if hasattr(self, '_m_num_enums'):
            return self._m_num_enums

        self._m_num_enums = (0 if self.index == 0 else self.table_map._parent.columns[self.index - 1].num_enums) + (1 if self.type == column_metadata.ColumnMetadata.ColumnType.enum else 0)
        return getattr(self, '_m_num_enums', None)

    def _invalidate_num_enums(self):
        del self._m_num_enums
    @property
    def num_json(self):
        """Number of JSON columns up to this one."""
        if hasattr(self, '_m_num_json'):
            return self._m_num_json

        self._m_num_json = self.num_json_before + (1 if self.is_json else 0)
        return getattr(self, '_m_num_json', None)

    def _invalidate_num_json(self):
        del self._m_num_json
    @property
    def num_numeric(self):
        """Number of numeric columns up to this one."""
        if hasattr(self, '_m_num_numeric'):
            return self._m_num_numeric

        self._m_num_numeric = self.num_numeric_before + (1 if self.metadata.is_numeric else 0)
        return getattr(self, '_m_num_numeric', None)

    def _invalidate_num_numeric(self):
        del self._m_num_numeric
    @property
    def num_sets(self):
        """Number of SET columns up to this one."""
        if hasattr(self, '_m_num_sets'):
            return self._m_num_sets

        self._m_num_sets = (0 if self.index == 0 else self.table_map._parent.columns[self.index - 1].num_sets) + (1 if self.type == column_metadata.ColumnMetadata.ColumnType.set else 0)
        return getattr(self, '_m_num_sets', None)

    def _invalidate_num_sets(self):
        del self._m_num_sets
    @property
    def pad_collation(self):
        """Id of the collation; that of the PAD SPACE collation for a NO PAD one of
        MariaDB, which is 1024 higher.
        """
        if hasattr(self, '_m_pad_collation'):
            return self._m_pad_collation

        self._m_pad_collation = (self.collation - 1024 if  ((self.collation >= 1024) and (self.collation < 2048))  else self.collation)
        return getattr(self, '_m_pad_collation', None)

    def _invalidate_pad_collation(self):
        del self._m_pad_collation

