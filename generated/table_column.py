# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import column_metadata


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableColumn(KaitaiStruct):
    """A column, with all that the log describes of it. It has no bytes of its own.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, name, type, metadata, is_nullable, num_numeric_before, num_json_before, is_mariadb, has_signedness, is_unsigned, _io, _parent=None, _root=None):
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
        self.has_signedness = has_signedness
        self.is_unsigned = is_unsigned
        self._read()

    def _read(self):
        pass


    def _fetch_instances(self):
        pass
        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()


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
    def handle(self):
        """Reference to this column, for other structures."""
        if hasattr(self, '_m_handle'):
            return self._m_handle

        self._m_handle = TableColumn.TableColumnHandle(self.name, self._io, self, self._root)
        return getattr(self, '_m_handle', None)

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


