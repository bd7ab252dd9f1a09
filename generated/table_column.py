# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import column_metadata
from . import optional_metadata


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableColumn(KaitaiStruct):
    """A column, with all that the log describes of it. It has no bytes of its own.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, name, type, metadata, is_nullable, num_numeric_before, num_json_before, is_mariadb, table_map, index, has_signedness, is_unsigned, _io, _parent=None, _root=None):
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
        self._read()

    def _read(self):
        pass


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


    class CharsetSearch(KaitaiStruct):
        """Search for the column among those with other collations than most. It has
        no bytes of its own.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(TableColumn.CharsetSearch, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.steps = []
            i = 0
            while True:
                _ = TableColumn.CharsetStep(i, self._io, self, self._root)
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
        def charset(self):
            """The collation of most of the columns, and those of the others."""
            if hasattr(self, '_m_charset'):
                return self._m_charset

            self._m_charset = self._parent.default_charset.field.value
            return getattr(self, '_m_charset', None)

        @property
        def is_found(self):
            """Whether the column has another collation."""
            if hasattr(self, '_m_is_found'):
                return self._m_is_found

            self._m_is_found = self.steps[-1].index < len(self.charset.exceptions)
            return getattr(self, '_m_is_found', None)


    class CharsetStep(KaitaiStruct):
        """A step of a search."""
        def __init__(self, index, _io, _parent=None, _root=None):
            super(TableColumn.CharsetStep, self).__init__(_io)
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

            self._m_is_end =  ((self.index >= len(self._parent.charset.exceptions)) or (self._parent.charset.exceptions[self.index].index.value == self._parent._parent.charset_number)) 
            return getattr(self, '_m_is_end', None)


    class TableColumnHandle(KaitaiStruct):
        """Reference to a column, which is its `_parent`. It holds only the name (see
        `table_map_event::table_map_handle`).
        """
        def __init__(self, name, _io, _parent=None, _root=None):
            super(TableColumn.TableColumnHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.name = name
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass

        @property
        def text(self):
            """The name as text; else the number of the column, from 1."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = ((self.name).decode(u"UTF-8") if len(self.name) > 0 else u"@" + str(self._parent.index + 1))
            return getattr(self, '_m_text', None)


    @property
    def charset_number(self):
        """Number of the column, from 0, among those with the same kind of collation.
        """
        if hasattr(self, '_m_charset_number'):
            return self._m_charset_number

        self._m_charset_number = (self.num_characters if self.is_character else self.num_enums + self.num_sets) - 1
        return getattr(self, '_m_charset_number', None)

    @property
    def collation(self):
        """Id of the collation; 0 if there is none, or the log does not contain it.
        """
        if hasattr(self, '_m_collation'):
            return self._m_collation

        self._m_collation = (0 if  (((not (self.is_character))) and ((not (self.is_enumerated))))  else ((self.exception.charset.exceptions[self.exception.steps[-1].index].collation.value if self.exception.is_found else self.exception.charset.collation.value) if self.default_charset.is_found else (self.column_charset.field.value.items[self.charset_number].value if  ((self.column_charset.is_found) and (self.charset_number < len(self.column_charset.field.value.items)))  else 0)))
        return getattr(self, '_m_collation', None)

    @property
    def column_charset(self):
        """Search for the list of collations of the columns of its kind."""
        if hasattr(self, '_m_column_charset'):
            return self._m_column_charset

        self._m_column_charset = (self.table_map._parent.optional_metadata.column_charset if self.is_character else self.table_map._parent.optional_metadata.label_column_charset)
        return getattr(self, '_m_column_charset', None)

    @property
    def default_charset(self):
        """Search for the collation of most of the columns of its kind."""
        if hasattr(self, '_m_default_charset'):
            return self._m_default_charset

        self._m_default_charset = (self.table_map._parent.optional_metadata.default_charset if self.is_character else self.table_map._parent.optional_metadata.label_default_charset)
        return getattr(self, '_m_default_charset', None)

    @property
    def exception(self):
        """Search for the column among those with other collations than most."""
        if hasattr(self, '_m_exception'):
            return self._m_exception

        if self.default_charset.is_found:
            pass
            self._m_exception = TableColumn.CharsetSearch(self._io, self, self._root)

        return getattr(self, '_m_exception', None)

    @property
    def handle(self):
        """Reference to this column, for other structures."""
        if hasattr(self, '_m_handle'):
            return self._m_handle

        self._m_handle = TableColumn.TableColumnHandle(self.name, self._io, self, self._root)
        return getattr(self, '_m_handle', None)

    @property
    def has_labels(self):
        """Whether the log contains the labels of the column."""
        if hasattr(self, '_m_has_labels'):
            return self._m_has_labels

        self._m_has_labels =  ((self.is_enumerated) and (self.label_lists.is_found) and (self.label_number < len(self.label_lists.field.value.columns))) 
        return getattr(self, '_m_has_labels', None)

    @property
    def is_blob(self):
        """Whether the cells are `blob_cell`s of a BLOB or TEXT."""
        if hasattr(self, '_m_is_blob'):
            return self._m_is_blob

        self._m_is_blob =  ((self.type == column_metadata.ColumnMetadata.ColumnType.tiny_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.medium_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.long_blob)) 
        return getattr(self, '_m_is_blob', None)

    @property
    def is_character(self):
        """Whether the column counts for the collations of text columns. Columns of
        bytes do, too, and in MariaDB also geometries.
        """
        if hasattr(self, '_m_is_character'):
            return self._m_is_character

        self._m_is_character =  ((self.type == column_metadata.ColumnMetadata.ColumnType.string) or (self.type == column_metadata.ColumnMetadata.ColumnType.var_string) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar_compressed) or (self.type == column_metadata.ColumnMetadata.ColumnType.tiny_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.medium_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.long_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob_compressed) or (self.type == column_metadata.ColumnMetadata.ColumnType.vector) or ( ((self.type == column_metadata.ColumnMetadata.ColumnType.geometry) and (self.is_mariadb)) )) 
        return getattr(self, '_m_is_character', None)

    @property
    def is_enumerated(self):
        """Whether the column counts for the collations of ENUM and SET columns."""
        if hasattr(self, '_m_is_enumerated'):
            return self._m_is_enumerated

        self._m_is_enumerated =  ((self.type == column_metadata.ColumnMetadata.ColumnType.enum) or (self.type == column_metadata.ColumnMetadata.ColumnType.set)) 
        return getattr(self, '_m_is_enumerated', None)

    @property
    def is_json(self):
        """Whether the column is JSON in MySQL's binary form."""
        if hasattr(self, '_m_is_json'):
            return self._m_is_json

        self._m_is_json = self.type == column_metadata.ColumnMetadata.ColumnType.json
        return getattr(self, '_m_is_json', None)

    @property
    def is_string(self):
        """Whether the cells are `string_cell`s."""
        if hasattr(self, '_m_is_string'):
            return self._m_is_string

        self._m_is_string =  ((self.type == column_metadata.ColumnMetadata.ColumnType.string) or (self.type == column_metadata.ColumnMetadata.ColumnType.var_string) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar)) 
        return getattr(self, '_m_is_string', None)

    @property
    def is_utf8(self):
        """Whether the text is UTF-8, by the collation of MySQL or MariaDB."""
        if hasattr(self, '_m_is_utf8'):
            return self._m_is_utf8

        self._m_is_utf8 =  ((self.pad_collation == 33) or (self.pad_collation == 45) or (self.pad_collation == 46) or (self.pad_collation == 76) or (self.pad_collation == 83) or ( ((self.pad_collation >= 192) and (self.pad_collation <= 247)) ) or ( ((self.pad_collation >= 255) and (self.pad_collation <= 323)) ) or ( ((self.pad_collation >= 576) and (self.pad_collation <= 579)) ) or ( ((self.pad_collation >= 608) and (self.pad_collation <= 611)) ) or ( ((self.pad_collation >= 2048) and (self.pad_collation <= 2247)) ) or ( ((self.pad_collation >= 2304) and (self.pad_collation <= 2503)) )) 
        return getattr(self, '_m_is_utf8', None)

    @property
    def label_lists(self):
        """Search for the labels of the columns of the type, ENUM or SET."""
        if hasattr(self, '_m_label_lists'):
            return self._m_label_lists

        self._m_label_lists = (self.table_map._parent.optional_metadata.enum_labels if self.type == column_metadata.ColumnMetadata.ColumnType.enum else self.table_map._parent.optional_metadata.set_labels)
        return getattr(self, '_m_label_lists', None)

    @property
    def label_number(self):
        """Number of the column, from 0, among the columns of the type, ENUM or SET.
        """
        if hasattr(self, '_m_label_number'):
            return self._m_label_number

        self._m_label_number = (self.num_enums if self.type == column_metadata.ColumnMetadata.ColumnType.enum else self.num_sets) - 1
        return getattr(self, '_m_label_number', None)

    @property
    def labels(self):
        """The labels of the column."""
        if hasattr(self, '_m_labels'):
            return self._m_labels

        if self.has_labels:
            pass
            self._m_labels = self.label_lists.field.value.columns[self.label_number]

        return getattr(self, '_m_labels', None)

    @property
    def no_metadata(self):
        """Placeholder, for which C++ includes the spec of the types below."""
        if hasattr(self, '_m_no_metadata'):
            return self._m_no_metadata

        if False:
            pass
            self._m_no_metadata = optional_metadata.OptionalMetadata(self._io)

        return getattr(self, '_m_no_metadata', None)

    @property
    def num_characters(self):
        """Number of columns with collations of texts, up to this one."""
        if hasattr(self, '_m_num_characters'):
            return self._m_num_characters

        self._m_num_characters = (0 if self.index == 0 else self.table_map._parent.columns[self.index - 1].num_characters) + (1 if self.is_character else 0)
        return getattr(self, '_m_num_characters', None)

    @property
    def num_enums(self):
        """Number of ENUM columns up to this one."""
        if hasattr(self, '_m_num_enums'):
            return self._m_num_enums

        self._m_num_enums = (0 if self.index == 0 else self.table_map._parent.columns[self.index - 1].num_enums) + (1 if self.type == column_metadata.ColumnMetadata.ColumnType.enum else 0)
        return getattr(self, '_m_num_enums', None)

    @property
    def num_json(self):
        """Number of JSON columns up to this one."""
        if hasattr(self, '_m_num_json'):
            return self._m_num_json

        self._m_num_json = self.num_json_before + (1 if self.is_json else 0)
        return getattr(self, '_m_num_json', None)

    @property
    def num_numeric(self):
        """Number of numeric columns up to this one."""
        if hasattr(self, '_m_num_numeric'):
            return self._m_num_numeric

        self._m_num_numeric = self.num_numeric_before + (1 if self.metadata.is_numeric else 0)
        return getattr(self, '_m_num_numeric', None)

    @property
    def num_sets(self):
        """Number of SET columns up to this one."""
        if hasattr(self, '_m_num_sets'):
            return self._m_num_sets

        self._m_num_sets = (0 if self.index == 0 else self.table_map._parent.columns[self.index - 1].num_sets) + (1 if self.type == column_metadata.ColumnMetadata.ColumnType.set else 0)
        return getattr(self, '_m_num_sets', None)

    @property
    def pad_collation(self):
        """Id of the collation; that of the PAD SPACE collation for a NO PAD one of
        MariaDB, which is 1024 higher.
        """
        if hasattr(self, '_m_pad_collation'):
            return self._m_pad_collation

        self._m_pad_collation = (self.collation - 1024 if  ((self.collation >= 1024) and (self.collation < 2048))  else self.collation)
        return getattr(self, '_m_pad_collation', None)


